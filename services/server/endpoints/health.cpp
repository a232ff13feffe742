#include "services/server/endpoints/end_points.h"

namespace services::server {

namespace {

using Stage = runtime::ModelState::Stage;

// Of models that come into memory when they are asked nothing is expected.
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
