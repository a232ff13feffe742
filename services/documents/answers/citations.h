#pragma once

#include "services/documents/document.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace services {

/// The sentences of a text, in order and without the space around them. The end of a line ends a
/// sentence, too: lists and tables have one a line.
std::vector<ByteRange> splitSentences(std::string_view text);

/// A mark of an answer that names a passage: [1]; of [1, 3] each number is one.
struct Citation {
    ByteRange mark; ///< of the answer: "[1]", brackets included; of several numbers, this one alone
    ByteRange statement; ///< of the answer: what it is there to prove, the mark perhaps within
    int number = 0; ///< of the passage, from 1; as the model wrote it, so perhaps of none
    bool isSupported = false; ///< no fact is missing from what the statement cites

    bool operator==(const Citation&) const = default;
};

/// The citations of an answer in Markdown, in their order; not those in code, nor the words of
/// links. Number 1 is the first of `passages`. A statement is supported unless it has a number, date
/// or name that none of the passages it cites has (see missingFacts()): what it means is not judged.
/// Any thread may call it.
std::vector<Citation> citationsIn(std::string_view answer, std::span<const std::string> passages);

} // namespace services
