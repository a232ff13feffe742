#pragma once

#include "runtime/answers/local_engine.h"
#include "services/server/server.h"
#include "tests/services/server/http_client.h"

#include <memory>
#include <string>

namespace tests {

/// A model of this machine, and a server that offers it.
class Served {
public:
    static constexpr const char* model = "model";

    explicit Served(
        const runtime::LoadOptions& load = {}, services::server::ServerOptions options = {})
        : m_server(std::move(options),
            std::make_shared<services::server::FixedModels>(std::vector{
                services::server::ServedModel{model, engine(load), runtime::defaultSettings(), 1}}))
    {
        m_server.start();
    }

    quint16 port() const
    {
        const std::string& address = m_server.address();
        return quint16(std::stoi(address.substr(address.rfind(':') + 1)));
    }
    services::server::Server& server() { return m_server; }

    HttpClient::Answer get(const QByteArray& path, const HttpClient::Headers& headers = {}) const
    {
        return HttpClient::get(port(), path, headers);
    }
    HttpClient::Answer post(const QByteArray& path, const QByteArray& body,
        const HttpClient::Headers& headers = {}) const
    {
        return HttpClient::post(port(), path, body, headers);
    }
    /// A question to the model, with further fields.
    HttpClient::Answer chat(const QByteArray& fields, const QByteArray& question = "Hello") const
    {
        return post("/v1/chat/completions",
            R"({"model": "model", "messages": [{"role": "user", "content": ")" + question + "\"}]"
                + (fields.isEmpty() ? "" : ", " + fields) + "}");
    }

private:
    static std::shared_ptr<runtime::AnswerEngine> engine(const runtime::LoadOptions& load)
    {
        runtime::LocalEngineOptions options;
        options.load = load;
        auto engine = std::make_shared<runtime::LocalEngine>(std::move(options));
        engine->load();
        return engine;
    }

    services::server::Server m_server;
};

} // namespace tests
