#pragma once

#include "runtime/answer_engine.h"
#include "services/documents/passages/split_document.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace services {

/// What a model's context has room for. The engine must outlive it.
class ModelRoom {
public:
    /// `answerTokens` are requested for the answer; in a small context it gets a quarter. `before`
    /// is the text before the question: it takes at most half of the room, for the model
    /// leaves its oldest messages out if it takes more.
    ModelRoom(const runtime::AnswerEngine& engine, int64_t answerTokens,
        std::vector<runtime::RequestMessage> before = {});

    int64_t answerTokens() const { return m_answerTokens; }

    /// The tokens for everything in the last user's turn.
    size_t questionTokens() const { return m_questionTokens; }

    /// True if the model reads a message of `before` (an index), if the question is short.
    bool reads(size_t message) const;

    /// Counts as the model does; by an estimate, where it cannot tell. Takes a while for long texts.
    TokenCounter count() const;

private:
    const runtime::AnswerEngine& m_engine;
    int64_t m_answerTokens;
    size_t m_questionTokens;
    std::vector<bool> m_isRead; // of what was said before; empty: not known
};

/// How far work with many answers is: so many have ended.
using BatchProgress = std::function<void(size_t done, size_t total)>;

/// An answer of a batch.
struct BatchAnswer {
    std::string text;
    std::vector<runtime::TokenDetail> tokens; ///< if its request requested them
    bool isSure = true; ///< see runtime::AnswerStatistics
};

/// Many answers of one engine, in the order of their requests. Several are written at once. Blocks;
/// `progress` is called on this thread, first with 0. Throws the failure of the first answer that
/// fails, and Error{Cancelled} when `stop` is requested; the others are stopped then.
std::vector<BatchAnswer> answerBatch(runtime::AnswerEngine& engine,
    std::vector<runtime::AnswerRequest> requests, const BatchProgress& progress = {},
    const std::stop_token& stop = {});

/// The texts of such answers.
std::vector<std::string> answerTexts(runtime::AnswerEngine& engine,
    std::vector<runtime::AnswerRequest> requests, const BatchProgress& progress = {},
    const std::stop_token& stop = {});

} // namespace services
