#pragma once

#include "runtime/answer_engine.h"
#include "runtime/model_id.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace runtime {

/// Makes the engine of a model. Called on any thread; must not call the registry.
using EngineFactory = std::function<std::shared_ptr<AnswerEngine>(
    const ModelId& model, std::shared_ptr<EngineHost> host)>;

/// The engines in memory, by model, for any number of clients. A model that is requested is loaded
/// first; if memory runs short, the models that were not used for longest are unloaded. The factory
/// decides what an engine is: the registry knows neither files nor devices. Any thread may call any
/// function, and all return at once.
class ModelRegistry {
public:
    explicit ModelRegistry(EngineFactory factory);
    ~ModelRegistry(); ///< calls close()

    /// Unloads all models and waits for the layer or image that is being computed. Afterwards
    /// nothing is loaded, and answers fail.
    void close();

    /// Sets a function that is called after every change of state(), on any thread. Must be set
    /// before the first model is loaded.
    void setListener(std::function<void(const ModelId& model)> listener);
    /// Replaces the system's answer to how many bytes of memory are free; for tests. It is called
    /// on engines' threads and may call the registry.
    void setFreeMemory(std::function<int64_t()> freeMemory);

    void load(const ModelId& model); ///< does nothing if the model is loading or ready
    void cancelLoad(const ModelId& model); ///< does nothing unless the model is loading
    void unload(const ModelId& model); ///< its answers fail with a message
    ModelState state(const ModelId& model) const;
    std::vector<ModelId> resident() const; ///< the models that are loading or ready
    /// The engine of a model that is loading or ready; else null. It may be unloaded at any time.
    std::shared_ptr<AnswerEngine> find(const ModelId& model) const;
    std::vector<ModelId> failed() const; ///< the models that could not be loaded last time

    /// Begins an answer; loads the model first if necessary.
    Answer submit(const ModelId& model, AnswerRequest request, std::shared_ptr<AnswerSink> sink);
    /// See AnswerEngine::count(). Returns nothing if the model is not ready.
    std::optional<TokenCount> count(const ModelId& model, const AnswerRequest& request,
        const IsCancelled& isCancelled = {}) const;

    /// Sets how long a model may be idle before it is unloaded; 0, the initial value: never.
    void setIdleTime(std::chrono::milliseconds time);

    /// Lets all models write the prompt cache of conversations to the disk: now, or five minutes
    /// after the last answer if one is being written. This also happens by itself five minutes
    /// after each answer.
    void keepRemembered();

private:
    using Clock = std::chrono::steady_clock;

    class Entry; // an engine and what the registry knows of it
    using Entries = std::map<ModelId, std::shared_ptr<Entry>>;

    std::shared_ptr<AnswerEngine> engineFor(const ModelId& model);
    void release(Entries::iterator entry, Unloading why);
    void onChanged(Entry& entry);
    void onEnded(Entry& entry);
    void awaitMemory(Entry& entry, const MemoryNeed& need, const std::function<bool()>& isGivenUp);
    Entries::iterator findLongestIdle(const std::string& card);
    bool isEndingOn(const std::string& card) const;
    void notify(const ModelId& model) const;

    void runUpkeep();
    void joinEnded(std::unique_lock<std::mutex>& lock);
    Clock::time_point unloadIdle(std::vector<ModelId>& unloaded);
    Clock::time_point saveIfDue();

    const EngineFactory m_factory;
    std::function<void(const ModelId&)> m_listener;

    mutable std::mutex m_mutex; // guards what follows; not held while engines or listeners wait
    std::condition_variable m_changed;
    std::function<int64_t()> m_freeMemory;
    Entries m_entries;
    std::list<std::shared_ptr<Entry>> m_ending; // were released and give their memory back
    std::map<std::string, int64_t> m_freedBytes; // bytes by GPU, of all engines that have ended
    std::map<ModelId, ModelState> m_notLoaded; // of models whose loading failed or was canceled
    std::chrono::milliseconds m_idleTime{0};
    Clock::time_point m_savedAt = {}; // when the prompt cache was last saved
    bool m_isClosing = false;

    std::jthread m_upkeep; // last: it ends before the rest goes
};

/// A model of a registry as an engine, for work that asks an engine many things. The registry decides
/// which models are in memory: one that was unloaded is loaded again by the next request.
class RegistryEngine : public AnswerEngine {
public:
    RegistryEngine(std::shared_ptr<ModelRegistry> registry, ModelId model);

    void load() override; ///< may be called again, once the model was unloaded
    void unload(Unloading) override { } ///< does nothing: others may use it
    ModelState describe() const override;
    EngineUse use() const override;
    Answer submit(AnswerRequest request, std::shared_ptr<AnswerSink> sink) override;
    std::optional<TokenCount> count(
        const AnswerRequest& request, const IsCancelled& isCancelled) const override;
    std::optional<engine::TokenIds> tokenize(
        const std::string& text, TextKind kind = TextKind::Plain) const override;
    std::optional<std::string> detokenize(const engine::TokenIds& tokens) const override;
    std::vector<std::vector<float>> embed(std::span<const std::string> texts) override;
    std::string embeddingPrompt(const std::string& kind) override;
    Relevance rank(const std::string& query, std::span<const std::string> documents) override;

private:
    const std::shared_ptr<ModelRegistry> m_registry;
    const ModelId m_model;
};

} // namespace runtime
