#pragma once

#include "base/error.h"
#include "runtime/answer_progress.h"
#include "runtime/answer_request.h"
#include "runtime/model_state.h"

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

/// A token of an answer, reported if AnswerRequest::likeliestTokens asks for it.
struct TokenDetail {
    struct Choice {
        std::string text;
        double probability = 0; ///< in the distribution from which the token was drawn
    };

    Choice chosen;
    std::vector<Choice> likeliest; ///< the likeliest token first
};

/// Why an engine unloads its model.
enum class Unloading {
    Wanted, ///< somebody requested it, or its memory is needed
    LoadCancelled,
    ProgramEnds,
};

/// Why an answer failed.
struct AnswerFailure {
    base::ErrorKind kind = base::ErrorKind::BadRequest;
    std::string message; ///< in English, to be shown to users
    /// Set if an unloading ended the answer; otherwise an error did.
    std::optional<Unloading> unloading = {};
};

/// The failure of the answers that an unloading ends.
AnswerFailure failureBy(Unloading why);

/// Receives one answer. The functions are called on the engine's own thread, one call at a time;
/// only if the engine has ended, submit() calls them itself. Exactly one of onFinished() and
/// onFailed() is called, and nothing after it. No function may throw.
class AnswerSink {
public:
    virtual ~AnswerSink() = default;
    /// Why there are no words yet. Called several times a second until onText() is called.
    virtual void onWait(const AnswerWait&) { }
    virtual void onStarted() { } ///< the prompt is being read; called at most once
    /// The next tokens of the prompt, with the probabilities that the model gave them; the first
    /// one of all has none. Called only if AnswerRequest::reportsPrompt, before onText().
    virtual void onPrompt(std::span<const TokenDetail>) { }
    /// More of the answer, which begins with the mark of a thought if the prompt has opened one.
    /// `tokens` is empty unless the request requested them.
    virtual void onText(std::string_view text, std::span<const TokenDetail> tokens) = 0;
    /// The model calls a tool. Reported in stream order; the call's text is not passed to onText().
    virtual void onToolCall(const ToolCall&) { }
    /// How fast the answer is being written; reported several times a second.
    virtual void onSpeed(double /*tokensPerSecond*/) { }
    /// The answer is complete, cut off or stopped.
    virtual void onFinished(const AnswerStatistics& statistics) = 0;
    virtual void onFailed(const AnswerFailure& failure) = 0;
};

/// A handle of an answer that is being written. Destroying it stops the answer: the text so far is
/// kept, and the sink is notified of the end. It may outlive the engine.
class Answer {
public:
    Answer() = default; ///< makes a handle of no answer
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

    /// Any thread may call it; returns at once. The engine ends the answer between two layers of
    /// the model. Does nothing if the answer has ended.
    void stop() { m_stop.request_stop(); }

private:
    std::stop_source m_stop{std::nostopstate};
};

/// What a text is, whose tokens are requested.
enum class TextKind {
    Plain, ///< a part of a text
    Literal, ///< a part of a text in which nothing is a special token
    Whole, ///< with the tokens around a whole text
    LiteralWhole, ///< both
};

/// How busy an engine is.
struct EngineUse {
    int64_t openAnswers = 0;
    /// The time when it was last loaded, asked, or ready with an answer.
    std::chrono::steady_clock::time_point last = {};
};

/// How well documents answer a query.
struct Relevance {
    std::vector<float> scores; ///< 0 … 1, of each document
    int64_t tokens = 0; ///< that were read
};

/// Something that answers: a model on this machine, or one that somebody else runs. Unless a
/// function says otherwise, any thread may call it and it returns at once.
class AnswerEngine {
public:
    /// Unloads, and waits until every sink has been notified of the end.
    virtual ~AnswerEngine() = default;

    /// Makes the engine ready, if that needs any work; describe() tells the progress. May be called
    /// once.
    virtual void load() = 0;
    /// Unloads the model for good. Answers that were not stopped fail.
    virtual void unload(Unloading why) = 0;

    virtual ModelState describe() const = 0;
    virtual EngineUse use() const = 0;

    /// Begins an answer. If the model is still loading, the answer waits for it.
    virtual Answer submit(AnswerRequest request, std::shared_ptr<AnswerSink> sink) = 0;

    /// Counts the tokens of a request; takes a while for long conversations. Returns nothing if the
    /// engine cannot tell, or not yet, or if `isCancelled` has become true. Throws
    /// Error{BadRequest} if the model rejects the messages.
    virtual std::optional<TokenCount> count(
        const AnswerRequest& request, const IsCancelled& isCancelled = {}) const = 0;

    /// The tokens of a text as the model reads it, and the text of tokens. Return nothing if the
    /// engine cannot tell, or not yet; detokenize() throws Error{BadRequest} for tokens that there are not.
    virtual std::optional<engine::TokenIds> tokenize(
        const std::string& /*text*/, TextKind /*kind*/ = TextKind::Plain) const
    {
        return std::nullopt;
    }
    virtual std::optional<std::string> detokenize(const engine::TokenIds& /*tokens*/) const
    {
        return std::nullopt;
    }

    /// Makes a vector of each text, all of the same length. Waits for the model. Throws
    /// Error{Unsupported} unless ModelSummary::embeds.
    virtual std::vector<std::vector<float>> embed(std::span<const std::string> texts)
    {
        throw base::Error(base::ErrorKind::Unsupported,
            "This model doesn't compute embeddings of " + std::to_string(texts.size()) + " texts.");
    }

    /// What the model was trained to see before texts of a kind, "query" or "document"; before texts of
    /// which nothing is said if the kind is empty. Waits for the model.
    virtual std::string embeddingPrompt(const std::string& /*kind*/) { return {}; }

    /// Finds out how well each document answers a query. Waits for the model. Throws
    /// Error{Unsupported} unless ModelSummary::ranks.
    virtual Relevance rank(const std::string& /*query*/, std::span<const std::string> documents)
    {
        throw base::Error(base::ErrorKind::Unsupported,
            "This model doesn't rank documents, of which there are "
                + std::to_string(documents.size()) + ".");
    }

    /// Writes the prompt cache of conversations to the disk, if it does so, unless it has something
    /// else to do.
    virtual void keepRemembered() { }
};

/// The memory that an engine is about to take.
struct MemoryNeed {
    int64_t bytes = 0; ///< roughly
    std::string card = {}; ///< the GPU whose memory it is; empty: the system's
    int64_t freeOnCard = 0; ///< in bytes
};

/// What an engine needs from whoever owns it. Called on the engine's own thread.
class EngineHost {
public:
    virtual ~EngineHost() = default;
    /// What describe() returns has changed; progress is reported a few times a second.
    virtual void changed() { }
    virtual void answered() { } ///< an answer has ended
    /// Returns when the memory is free or cannot be had, or when `isGivenUp`, which it calls now
    /// and then while it waits, returns true.
    virtual void awaitMemory(const MemoryNeed&, const std::function<bool()>& /*isGivenUp*/) { }
    virtual void ended() { } ///< the thread ends and its memory is free; no other call follows
};

} // namespace runtime
