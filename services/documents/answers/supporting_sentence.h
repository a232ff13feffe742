#pragma once

#include "services/documents/answers/statement_support.h"
#include "services/documents/document.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace services {

/// The sentence of a passage that supports a statement best, by the facts and words of the statement that
/// it has and, with a checker, by what it means. Nothing if no sentence is clearly better than the
/// others, or there is only one. Throws what the checker throws. Without one, any thread may call it.
std::optional<ByteRange> findSupportingSentence(
    std::string_view statement, std::string_view passage, StatementChecker* checker = nullptr);

/// Those of several statements that cite the passage, in its order, each once.
std::vector<ByteRange> findSupportingSentences(std::span<const std::string> statements,
    std::string_view passage, StatementChecker* checker = nullptr);

/// Finds a part of a passage in a document, which has the passage at `found`. Returns nothing if it is
/// gone.
std::optional<ByteRange> findPart(
    const Document& document, std::string_view passage, ByteRange found, ByteRange part);

} // namespace services
