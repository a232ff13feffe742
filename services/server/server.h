#pragma once

#include "services/server/answers/request_gate.h"
#include "services/server/answers/served_documents.h"
#include "services/server/answers/served_models.h"
#include "services/server/answers/server_metrics.h"
#include "services/server/http/access.h"
#include "services/server/http/http_message.h"
#include "services/server/protocol/content_parts.h"

#include <chrono>
#include <memory>
#include <string>

namespace services::server {

class HttpServer;

/// What a server is started with.
struct ServerOptions {
    std::string host = "127.0.0.1";
    int port = 0; ///< 0: a free one
    Access access = {};
    HttpLimits limits = {};
    int parallel = 64; ///< answers that are written at the same time
    /// The longest silence of a stream, which a comment then ends; 0: none is ended.
    std::chrono::milliseconds keepAlive{10'000};
    int mostWaiting = 256; ///< requests that wait for that; the next get 429
    DownloadImage downloadImage = {}; ///< null: requests with URLs of images get 400
    FindDocuments findDocuments = {}; ///< null: requests for documents get 400
    CheckAnswer checkAnswer = {}; ///< null: the facts of answers from documents are compared alone
};

/// Offers models to other programs, as OpenAI's and Anthropic's servers do (docs/server.md): one more
/// client of engines that may have others.
class Server {
public:
    static constexpr std::chrono::seconds shutdownTime{10};

    /// Takes the port, but answers nothing yet. Throws Error{BadRequest} with a message if that is
    /// impossible, or if other computers could ask without a key.
    Server(ServerOptions options, std::shared_ptr<const ServedModels> models);
    ~Server();

    void start(); ///< answers from now on

    /// Takes no more requests; waits for the answers under way, but no longer than `grace`.
    void stop(std::chrono::milliseconds grace = shutdownTime);

    const std::string& address() const { return m_address; } ///< "http://127.0.0.1:8080"
    RequestGate::Use use() const { return m_gate.use(); }
    int connections() const;

private:
    const std::shared_ptr<const ServedModels> m_models;
    RequestGate m_gate;
    Metrics m_metrics;
    std::unique_ptr<HttpServer> m_http; // uses the others
    std::string m_address;
};

} // namespace services::server
