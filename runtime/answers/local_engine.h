#pragma once

#include "runtime/answer_engine.h"
#include "runtime/answers/answer_runner.h"
#include "runtime/model_state.h"
#include "runtime/models/load_options.h"
#include "runtime/prompt/prompt_format.h"

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace runtime {

/// The thread on which the loop of a LocalEngine runs.
class LoopThread {
public:
    virtual ~LoopThread() = default; ///< waits until the loop has returned
    virtual void run(std::function<void()> loop) = 0; ///< may be called once
};

/// A thread of the standard library.
class StandardThread : public LoopThread {
public:
    void run(std::function<void()> loop) override { m_thread = std::jthread(std::move(loop)); }

private:
    std::jthread m_thread;
};

/// Removes devices from the options that this machine does not have or cannot use, so that the
/// model can answer without them. Returns which.
std::vector<LoadNote> leaveOutUnusableDevices(LoadOptions& options);

/// The parts of a LocalEngine.
struct LocalEngineOptions {
    /// What happens if a device or a draft model cannot be used.
    enum class Missing { LeaveOut, Fail };

    LoadOptions load = {};
    Missing missing = Missing::LeaveOut; ///< LeaveOut: ModelSummary::notes says so
    /// The files of the prompt cache. If null, it is not stored.
    std::shared_ptr<RememberedFiles> files = nullptr;
    std::unique_ptr<LoopThread> thread = std::make_unique<StandardThread>();
};

/// An engine that runs a model on this machine: the life of the model, whose answers AnswerRunner
/// writes. One thread runs the loop of the generator, owns the model, writes all answers and is the
/// only one that touches a device. What the cache holds of conversations is written to files when
/// it needs the room, and when the model is unloaded, as much as is possible in two and a half
/// seconds.
class LocalEngine : public AnswerRunner {
public:
    /// If `host` is null, there is always enough memory and nobody is notified of changes.
    explicit LocalEngine(LocalEngineOptions options, std::shared_ptr<EngineHost> host = nullptr);
    ~LocalEngine() override; ///< waits for the layer or image that is being computed

    void load() override;
    void unload(Unloading why) override;
    ModelState describe() const override;
    std::optional<TokenCount> count(
        const AnswerRequest& request, const IsCancelled& isCancelled = {}) const override;
    std::optional<engine::TokenIds> tokenize(
        const std::string& text, TextKind kind = TextKind::Plain) const override;
    std::optional<std::string> detokenize(const engine::TokenIds& tokens) const override;

private:
    PromptFormatPtr format() const;
    void run();
    void open();
    bool reportProgress(double share);
    void awaitMemory(const LoadOptions& options);
    void setFailed(const AnswerFailure& why);
    void onDeviceLost(const AnswerFailure& why) override;
    void end();
    void change(const std::function<void(ModelState&)>& change);

    LocalEngineOptions m_options; // read only, once the thread runs
    /// Touched by the loop's thread only.
    std::chrono::steady_clock::time_point m_loadBegun = {}, m_progressReported = {};

    mutable std::mutex m_mutex; // guards what follows; never held while others are called
    ModelState m_state;
    PromptFormatPtr m_format; // of a model that is ready
    std::optional<AnswerFailure> m_whyEnding;
    bool m_hasEnded = false;
};

} // namespace runtime
