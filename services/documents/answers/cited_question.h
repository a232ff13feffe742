#pragma once

#include "runtime/answer_request.h"
#include "services/documents/index/document_search.h"
#include "services/documents/passages/split_document.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace services {

/// How many of the passages that were found are shown where they stand for an answer.
inline constexpr size_t mostShownPassages = 3;

/// True if a model with so many parameters (0: not known) is too small for its word to be enough:
/// it does not answer from what it reads, so the passages themselves are shown first.
bool isTooSmallToAnswer(int64_t parameters);

/// The passages that stand for an answer, each with its number: "…text… [1]".
std::string answerOfPassages(std::span<const std::string_view> passages);

/// What a model reads of a passage that was found: its document, its page or what it is under, and
/// its text.
runtime::Passage passageOf(const DocumentHit& hit);

/// A passage under a number by which an answer cites it: "[2] manual.pdf".
runtime::Passage numbered(const runtime::Passage& passage, size_t number);

/// A question in the words that make a model answer from the numbered passages before it alone and
/// cite them. They are in the last user turn: what the model has read of the conversation stays
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
