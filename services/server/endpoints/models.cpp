#include "services/server/endpoints/service.h"

namespace services::server {

namespace {

// The fields of OpenAI's API first, then what other servers tell, too.
Json describe(const ServedModel& model)
{
    const runtime::ModelState state = model.engine->describe();
    const runtime::ModelSummary& summary = state.summary;
    Json told{
        {"id", model.id}, {"object", "model"}, {"created", model.since}, {"owned_by", "vignette"}};
    if (state.stage != runtime::ModelState::Stage::Ready)
        return told;
    Json capabilities = Json::array();
    if (!summary.embeds)
        capabilities.push_back("completion");
    if (summary.canSee)
        capabilities.push_back("vision");
    if (summary.callsTools)
        capabilities.push_back("tools");
    if (summary.embeds)
        capabilities.push_back("embedding");
    told["max_model_len"] = summary.contextTokens;
    told["capabilities"] = std::move(capabilities);
    return told;
}

} // namespace

void getModels(const Service& service, const HttpRequest&, HttpReply& reply)
{
    Json list = Json::array();
    for (const ServedModel& model : service.models.models())
        list.push_back(describe(model));
    send(reply, {{"object", "list"}, {"data", std::move(list)}});
}

void getModel(const Service& service, const HttpRequest& request, HttpReply& reply)
{
    const std::string id = request.path.substr(std::string("/v1/models/").size());
    send(reply, describe(service.models.require(id)));
}

namespace {

using Stage = runtime::ModelState::Stage;

// Models that are loaded on request do not count: nobody waits for them before asking.
bool isLoading(const ServedModel& model)
{
    return !model.isLoadedWhenAsked && model.engine->describe().stage == Stage::Loading;
}

} // namespace

void getHealth(const Service& service, const HttpRequest&, HttpReply& reply)
{
    for (const ServedModel& model : service.models.models())
        if (isLoading(model))
            return reply.send(503, "application/json", R"({"status": "loading model"})");
    send(reply, {{"status", "ok"}});
}

void getMetrics(const Service& service, const HttpRequest&, HttpReply& reply)
{
    const RequestGate::Use use = service.gate.use();
    reply.send(200, "text/plain; version=0.0.4; charset=utf-8",
        service.metrics.text({use.running, use.waiting, service.connections()}));
}

} // namespace services::server
