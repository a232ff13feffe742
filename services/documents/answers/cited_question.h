#pragma once

#include "services/documents/passages/token_count.h"

#include "runtime/answer_request.h"
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace services {

/// A passage under a number by which an answer cites it: "[2] manual.pdf".
runtime::Passage numbered(const runtime::Passage& passage, size_t number);

/// A question in the words that make a model answer from the numbered passages before it alone and
/// cite them. They stand in the last user turn: what the model has read of the conversation stays
/// true.
std::string citedQuestionText(std::string_view question);

/// A user's turn that asks about passages.
struct CitedQuestion {
    std::vector<runtime::Part> parts; ///< the passages, numbered from 1, and the question
    size_t passages = 0; ///< how many of them the model reads: the first ones
    size_t leftOut = 0; ///< how many there was no room for
    bool isCut = false; ///< of the last one it reads only the beginning is there
};

/// Puts as many passages, the first ones, before a question as `mostTokens` have room for, together
/// with the question and what is written around them; if there is no room for one, the beginning of
/// the first. The question is always there.
CitedQuestion citedQuestion(std::string_view question, std::span<const runtime::Passage> passages,
    size_t mostTokens, const TokenCounter& count = estimatedTokens);

} // namespace services
