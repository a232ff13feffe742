#pragma once

#include "kernels/error.h"

#include "runtime/answer_request.h"
#include "runtime/answer_statistics.h"
#include "runtime/answer_wait.h"
#include "runtime/model_state.h"
#include "runtime/token_count.h"
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace runtime {

/// A token of an answer, for who has asked for it in AnswerRequest::likeliestTokens.
struct TokenDetail {
    struct Choice {
        std::string text;
        float probability = 0; ///< in the distribution that the token was drawn from
    };

    Choice chosen;
    std::vector<Choice> likeliest; ///< the likeliest first
};

/// Why an engine lets go of its model.
enum class Unloading {
    Wanted, ///< somebody wants it, or the memory
    LoadCancelled,
    ProgramEnds,
};

/// Why an answer failed.
struct AnswerFailure {
    kernels::ErrorKind kind = kernels::ErrorKind::BadRequest;
    std::string sentence; ///< English, for people
    std::optional<Unloading> unloading = {}; ///< that ended it; none: an error did
};

/// What is said of the answers that an unloading ends.
AnswerFailure failureBy(Unloading why);

/// Hears of one answer: called on the engine's own thread, one call at a time, and by submit()
/// itself where the engine has ended. Nothing follows finished() or failed(), of which exactly one
/// comes. Must not throw.
class AnswerSink {
public:
    virtual ~AnswerSink() = default;
    /// Why there are no words yet; several times a second, until said().
    virtual void waits(const AnswerWait&) { }
    virtual void started() { } ///< the answer has its place, and its prompt is read; at most once
    /// More of the answer. `tokens` is empty unless they were asked for.
    virtual void said(std::string_view text, std::span<const TokenDetail> tokens) = 0;
    virtual void finished(const AnswerStatistics& statistics) = 0; ///< complete, cut or stopped
    virtual void failed(const AnswerFailure& failure) = 0;
};

/// An answer that is being written. Dropping it stops the answer: what was said stays said, and the
/// sink hears of the end. May outlive the engine.
class Answer {
public:
    Answer() = default; ///< of nothing
    explicit Answer(std::stop_source stop)
        : m_stop(std::move(stop))
    {
    }
    Answer(Answer&&) noexcept = default;
    Answer& operator=(Answer&& other) noexcept
    {
        std::swap(m_stop, other.m_stop);
        return *this;
    }
    ~Answer() { stop(); }

    /// Any thread; returns at once. The engine ends the answer between two layers of the model. One
    /// that has ended is left alone.
    void stop() { m_stop.request_stop(); }

private:
    std::stop_source m_stop{std::nostopstate};
};

/// How much an engine has to do.
struct EngineUse {
    int64_t openAnswers = 0;
    std::chrono::steady_clock::time_point last
        = {}; ///< when it was loaded, asked, or ready with an answer
};

/// Something that answers: a model on this machine, or one that somebody else runs. All functions
/// may be called from any thread and return at once, unless they say otherwise.
class AnswerEngine {
public:
    virtual ~AnswerEngine() = default; ///< unloads, and waits until the last sink was told

    /// Makes it ready, where that takes anything: describe() says how far that is. Once.
    virtual void load() = 0;
    /// Lets go of the model for good. Answers that nobody stopped fail.
    virtual void unload(Unloading why) = 0;

    virtual ModelState describe() const = 0;
    virtual EngineUse use() const = 0;

    /// Answers that come while the model is loading wait for it.
    virtual Answer submit(AnswerRequest request, std::shared_ptr<AnswerSink> sink) = 0;

    /// Takes a while for long conversations. Nothing: the engine cannot say, or not yet. Throws
    /// Error{BadRequest} if the model refuses the messages.
    virtual std::optional<TokenCount> count(const AnswerRequest& request) const = 0;

    /// A vector for each text, all of one length. Waits for the model. Throws Error{Unsupported}
    /// unless ModelSummary::embeds.
    virtual std::vector<std::vector<float>> embed(std::span<const std::string> texts)
    {
        throw kernels::Error(kernels::ErrorKind::Unsupported,
            "This model makes no vectors of " + std::to_string(texts.size()) + " texts.");
    }

    /// Writes down what it remembers of conversations, if it does, unless something else is to be
    /// done.
    virtual void keepRemembered() { }
};

/// The memory that an engine is about to take.
struct MemoryNeed {
    int64_t bytes = 0; ///< roughly
    std::string card = {}; ///< of this graphics card; empty: of the system's memory
    int64_t freeOnCard = 0; ///< bytes
};

/// What an engine needs of whoever keeps it. Called on the engine's own thread.
class EngineHost {
public:
    virtual ~EngineHost() = default;
    virtual void changed() { } ///< what describe() says; that it moves on, a few times a second
    virtual void answered() { } ///< an answer has ended
    /// Waits until the memory is there, or cannot be had, or `isGivenUp`, which is asked now and
    /// then while it waits, and only then.
    virtual void awaitMemory(const MemoryNeed&, const std::function<bool()>& /*isGivenUp*/) { }
    virtual void ended() { } ///< the engine's thread; its memory is free, and no other call follows
};

} // namespace runtime
