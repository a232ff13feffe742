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

/// Makes the engine for a model. Any thread; must not call the shelf.
using EngineFactory = std::function<std::shared_ptr<AnswerEngine>(
    const ModelId& model, std::shared_ptr<EngineHost> host)>;

/// The engines that are at hand, by model, for any number of clients. A model that is asked for is
/// loaded first; those that were not used longest make room where memory runs short. What an engine
/// is the factory decides: the shelf knows neither files nor devices. All functions may be called
/// from any thread and return at once.
class ModelShelf {
public:
    explicit ModelShelf(EngineFactory factory);
    ~ModelShelf(); ///< closes

    /// Unloads all and waits for the layer, or the picture, under way. Only count() may follow.
    void close();

    /// Hears of every change of state(), on any thread. Set it before the first model is loaded.
    void setListener(std::function<void(const ModelId& model)> listener);
    /// Says how many bytes of memory are free, in place of the system; for tests. Called on
    /// engines' threads; may call the shelf.
    void setFreeMemory(std::function<int64_t()> freeMemory);

    void load(const ModelId& model); ///< does nothing if it is loading or ready
    void cancelLoad(const ModelId& model); ///< does nothing unless it is loading
    void unload(const ModelId& model); ///< its answers fail with a sentence
    ModelState state(const ModelId& model) const;
    std::vector<ModelId> resident() const; ///< loading or ready
    std::vector<ModelId> failed() const; ///< could not be loaded when they were last asked for

    /// Loads the model if need be.
    Answer submit(const ModelId& model, AnswerRequest request, std::shared_ptr<AnswerSink> sink);
    /// See AnswerEngine::count. Nothing where the model is not ready.
    std::optional<TokenCount> count(const ModelId& model, const AnswerRequest& request) const;

    /// How long a model may be idle before it is unloaded; 0, as at first: for ever.
    void setIdleTime(std::chrono::milliseconds time);

    /// Has all models write down what they remember of conversations, now, or five minutes after
    /// the last answer if any is being written. Happens by itself five minutes after each.
    void keepRemembered();

private:
    using Clock = std::chrono::steady_clock;

    class Seat; // of an engine: what the shelf knows of it
    using Seats = std::map<ModelId, std::shared_ptr<Seat>>;

    std::shared_ptr<AnswerEngine> engineFor(const ModelId& model);
    void letGo(Seats::iterator seat, Unloading why);
    void onChanged(Seat& seat);
    void onEnded(Seat& seat);
    void awaitMemory(Seat& seat, const MemoryNeed& need, const std::function<bool()>& isGivenUp);
    Seats::iterator longestIdle(const std::string& card);
    bool isEndingOn(const std::string& card) const;
    void tell(const ModelId& model) const;

    void keep();
    void buryEnded(std::unique_lock<std::mutex>& lock);
    Clock::time_point unloadIdle(std::vector<ModelId>& unloaded);
    Clock::time_point keepIfDue();

    const EngineFactory m_factory;
    std::function<void(const ModelId&)> m_listener;

    mutable std::mutex m_mutex; // guards what follows; not held while engines or listeners wait
    std::condition_variable m_changed;
    std::function<int64_t()> m_freeMemory;
    Seats m_seats;
    std::list<std::shared_ptr<Seat>> m_ending; // were let go of and give their memory back
    std::map<ModelId, std::string> m_failures; // of models that could not be loaded
    std::chrono::milliseconds m_idleTime{0};
    Clock::time_point m_keptAt = {}; // what is remembered was written down last
    bool m_isClosing = false;

    std::jthread m_keeper; // last: it ends before the rest goes
};

} // namespace runtime
