#include "services/server/server.h"

#include "base/error.h"
#include "services/server/http/http_server.h"
#include "services/server/protocol/api_error.h"
#include "services/server/routes.h"

namespace services::server {

namespace {

constexpr std::string_view anthropicPath = "/v1/messages";

std::string rejection(const HttpRequest& request, int status, const std::string& message)
{
    const ApiError error = errorOfStatus(status, message);
    return text(
        request.path.starts_with(anthropicPath) ? anthropicErrorBody(error) : errorBody(error));
}

std::string makeUrl(const std::string& host, int port)
{
    const bool isVersion6 = host.find(':') != std::string::npos;
    return "http://" + (isVersion6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

ServerOptions checked(ServerOptions options)
{
    options.access.isLoopback = isLoopback(options.host);
    options.access.hosts.push_back(options.host);
    if (!options.access.isLoopback && options.access.keys.empty())
        throw base::Error(base::ErrorKind::BadRequest,
            "Other computers can reach " + options.host + ", so an API key is required.");
    return options;
}

} // namespace

Server::Server(ServerOptions given, std::shared_ptr<const ServedModels> models)
    : m_models(std::move(models))
    , m_gate(given.parallel, given.mostWaiting)
{
    const ServerOptions options = checked(std::move(given));
    const Service service{*m_models, m_gate, m_metrics, [this] { return connections(); },
        options.keepAlive, !options.access.keys.empty(), options.downloadImage,
        options.findDocuments, options.checkAnswer};
    m_http = std::make_unique<HttpServer>(HttpServerOptions{.routes = makeRoutes(service),
        .access = options.access,
        .limits = options.limits,
        .errorBody = rejection,
        .answered
        = [this](const std::string& route, int status) { m_metrics.addRequest(route, status); }});
    m_address = makeUrl(options.host, m_http->bind(options.host, options.port));
}

Server::~Server() = default;

void Server::start()
{
    m_http->start();
}

void Server::stop(std::chrono::milliseconds grace)
{
    m_http->stop(grace);
}

int Server::connections() const
{
    return m_http->connections();
}

} // namespace services::server
