#include "services/server/endpoints/service.h"
#include "vision/image_budget.h"

namespace services::server {

namespace {

const char* stageName(runtime::ModelState::Stage stage)
{
    using Stage = runtime::ModelState::Stage;
    if (stage == Stage::Ready)
        return "loaded";
    if (stage == Stage::Loading)
        return "loading";
    return stage == Stage::Failed ? "failed" : "unloaded";
}

// The fields of OpenAI's API first, then what other servers tell, too.
Json describe(const ServedModel& model)
{
    const runtime::ModelState state = model.engine->describe();
    const runtime::ModelSummary& summary = state.summary;
    Json told{
        {"id", model.id}, {"object", "model"}, {"created", model.since}, {"owned_by", "vignette"}};
    told["status"] = {{"value", stageName(state.stage)}};
    if (state.stage != runtime::ModelState::Stage::Ready)
        return told;
    Json capabilities = Json::array();
    if (!summary.embeds && !summary.ranks)
        capabilities.push_back("completion");
    if (summary.canSee)
        capabilities.push_back("vision");
    if (summary.vision && vision::canCutTiles(*summary.vision))
        capabilities.push_back("tiles");
    if (summary.callsTools)
        capabilities.push_back("tools");
    if (summary.embeds)
        capabilities.push_back("embedding");
    if (summary.ranks)
        capabilities.push_back("rerank");
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

// Whoever may load models can fill the memory.
ServedModel modelToChange(
    const Service& service, const HttpRequest& request, const HttpReply& reply)
{
    if (!service.hasKeys)
        throw ApiError(403, "invalid_request_error",
            "Loading and unloading models needs a server with an API key.");
    const Json body = readBody(request, reply);
    return service.models.require(Fields(body).requiredText("model"));
}

} // namespace

void postLoadModel(const Service& service, const HttpRequest& request, HttpReply& reply)
{
    const ServedModel model = modelToChange(service, request, reply);
    awaitReady(model, reply.isGone());
    send(reply, describe(model));
}

void postUnloadModel(const Service& service, const HttpRequest& request, HttpReply& reply)
{
    const ServedModel model = modelToChange(service, request, reply);
    if (!model.unload)
        throw ApiError(400, "invalid_request_error",
            "The model '" + model.id + "' stays in memory while the server runs.", "model");
    model.unload();
    send(reply, describe(model));
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
