#pragma once

#include "services/documents/index/document_search.h"

#include "runtime/answer_request.h"
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace services {

/// How many of the passages that were found are shown where they stand for an answer.
inline constexpr size_t mostShownPassages = 3;

/// Whether a model with so many parameters (0: not known) is too small for its word to be enough: it
/// does not answer from what it reads, so the passages themselves are shown first.
bool isTooSmallToAnswer(int64_t parameters);

/// The passages that stand for an answer, each with its number: "…text… [1]".
std::string answerOfPassages(std::span<const std::string_view> passages);

/// What a model reads of a passage that was found: its document, its page or what it stands under, and
/// its text.
runtime::Passage passageOf(const FoundPassage& found);

} // namespace services
