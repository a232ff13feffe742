#pragma once

#include "ui/markdown/markdown_block.h"

#include <compare>
#include <limits>
#include <vector>

namespace ui {

/// A position in a text: a block, and an offset in its visible text.
struct TextPosition {
    size_t block = 0;
    int position = 0;

    auto operator<=>(const TextPosition&) const = default;
};

/// A position behind all those of any text.
inline constexpr TextPosition endOfText{
    std::numeric_limits<size_t>::max(), std::numeric_limits<int>::max()};

/// A range from one position of a text to a later one.
struct TextRange {
    TextPosition begin, end;

    bool isEmpty() const { return begin >= end; }
    bool operator==(const TextRange&) const = default;
};

/// What is between the block above and one that continues it: the end of a line, or nothing within a line.
QString lineEndBefore(const MarkdownBlock& block);

/// The part of a block, by its index in the text, that is in a range: where it begins and ends.
std::pair<int, int> partRange(const MarkdownBlock& block, size_t index, const TextRange& range);

/// A part of a text, to be copied. Blocks of which only a part is wanted keep their marks: the
/// heading's, the list's, the code's.
struct TextPart {
    std::vector<MarkdownBlock> blocks;
    TextRange range; ///< in these blocks

    bool isWhole() const; ///< nothing of the blocks is missing
};

QString plainText(const TextPart& part); ///< readable text, without marks
QString markdownText(const TextPart& part);

} // namespace ui
