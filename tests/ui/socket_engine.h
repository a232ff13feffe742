#pragma once

#include "runtime/answer_engine.h"
#include "runtime/model_id.h"

#include <atomic>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace tests {

/// A server on this machine that answers as it is told. One line comes in: how many images there
/// are, a tab, the last words of the user. What goes out, piece by piece, depends on the words:
/// with "wait" in them the beginning of an answer and, until the client has gone, nothing more;
/// with "fail" a beginning and the end of the connection; else what it was shown and told.
class ScriptedServer {
public:
    ScriptedServer();
    ~ScriptedServer(); ///< ends all connections

    int port() const { return m_port; }
    std::string address() const { return "http://127.0.0.1:" + std::to_string(m_port) + "/v1"; }
    int questions() const { return m_questions; } ///< that were asked so far

private:
    void accept();
    void talk(int client);

    int m_listener = -1, m_port = 0;
    std::atomic<int> m_questions = 0;
    std::atomic<bool> m_isClosing = false;
    std::list<std::jthread> m_talks; // touched by m_thread
    std::jthread m_thread; // accepts
};

/// An engine whose model somebody else runs: it has no files and takes no memory here.
class SocketEngine : public runtime::AnswerEngine {
public:
    SocketEngine(const runtime::ModelId& model, std::shared_ptr<runtime::EngineHost> host);
    ~SocketEngine() override;

    void load() override;
    void unload(runtime::Unloading why) override;
    runtime::ModelState describe() const override;
    runtime::EngineUse use() const override;
    runtime::Answer submit(
        runtime::AnswerRequest request, std::shared_ptr<runtime::AnswerSink> sink) override;
    std::optional<runtime::TokenCount> count(
        const runtime::AnswerRequest&, const runtime::IsCancelled&) const override
    {
        return std::nullopt; // it cannot say
    }

private:
    void connectOnce();
    void answer(const std::string& question, runtime::AnswerSink& sink, std::stop_token stop);
    bool isEnding() const;

    const runtime::ModelId m_model;
    const int m_port;
    const std::shared_ptr<runtime::EngineHost> m_host;

    mutable std::mutex m_mutex; // guards what follows
    runtime::ModelState m_state;
    runtime::EngineUse m_use;
    std::optional<runtime::Unloading> m_ending;
    std::vector<std::jthread> m_threads; // last: they end before the rest goes
};

} // namespace tests
