#pragma once

#include "runtime/answer_engine.h"
#include "services/background.h"
#include "services/remote/offered_model.h"
#include "services/remote/provider.h"
#include "services/remote/remote_call.h"
#include "services/remote/remote_thread.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace services {

/// Asks for the key of a remote server: called on the remote thread, it answers on any thread, at
/// most once. An empty key: there is none.
using KeySource = std::function<void(std::function<void(const Outcome<QByteArray>&)>)>;

/// What a RemoteEngine is made of.
struct RemoteEngineOptions {
    Provider provider;
    QString model; ///< its name there
    /// What is known of the model in addition to its server's information, because it was tried.
    OfferedModel known = {};
    std::shared_ptr<RemoteThread> thread = {};
    KeySource key = {}; ///< null: there is none
    RemoteTimes times = {};
};

/// A model that another machine runs, behind the interface of OpenAI: vLLM, SGLang, TabbyAPI,
/// llama-server, Ollama, or another Vignette. Loading it means to ask whether it is there; nothing
/// of a conversation is sent before a question of it is. All its answers are reported on the remote
/// thread.
class RemoteEngine : public runtime::AnswerEngine {
public:
    RemoteEngine(RemoteEngineOptions options, std::shared_ptr<runtime::EngineHost> host);
    ~RemoteEngine() override; ///< must not be called on the remote thread

    void load() override;
    void unload(runtime::Unloading why) override;
    runtime::ModelState describe() const override;
    runtime::EngineUse use() const override;
    runtime::Answer submit(
        runtime::AnswerRequest request, std::shared_ptr<runtime::AnswerSink> sink) override;
    /// Nothing: each server counts in its own way.
    std::optional<runtime::TokenCount> count(
        const runtime::AnswerRequest&, const runtime::IsCancelled&) const override
    {
        return std::nullopt;
    }
    /// Must not be called on the remote thread, which it waits for.
    std::vector<std::vector<float>> embed(std::span<const std::string> texts) override;

private:
    class Work; // all that is done on the remote thread

    void setState(runtime::ModelState state);
    void noteAnswered();
    void end();

    const RemoteEngineOptions m_options;
    const std::shared_ptr<runtime::EngineHost> m_host;
    std::shared_ptr<Work> m_work; // touched on the remote thread; null: the engine has ended

    mutable std::mutex m_mutex; // guards what follows; not held while the host is called
    std::condition_variable m_changed;
    runtime::ModelState m_state;
    runtime::EngineUse m_use;
    std::optional<runtime::AnswerFailure> m_ending; // why
    bool m_hasEnded = false;
};

} // namespace services
