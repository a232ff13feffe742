#pragma once

#include "services/documents/passages/token_count.h"

#include "runtime/answer_engine.h"
#include <cstdint>

namespace services {

/// What a model's context has room for. The engine must outlive it.
class ModelRoom {
public:
    /// `answerTokens` are wished for the answer; in a small context it gets a quarter.
    ModelRoom(const runtime::AnswerEngine& engine, int64_t answerTokens);

    int64_t answerTokens() const { return m_answerTokens; }

    /// For all that stands in the last user's turn.
    size_t questionTokens() const { return m_questionTokens; }

    /// Counts as the model does; by an estimate, where it cannot tell. Takes a while for long texts.
    TokenCounter count() const;

private:
    const runtime::AnswerEngine& m_engine;
    int64_t m_answerTokens;
    size_t m_questionTokens;
};

} // namespace services
