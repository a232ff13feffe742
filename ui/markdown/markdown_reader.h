#pragma once

#include "ui/markdown/markdown_block.h"

namespace ui {

/// Long leaves become several blocks, so that parts out of sight need not be laid out. Each of
/// these functions appends a copy of `block` for every part; only the first keeps the marker.
using Blocks = std::vector<MarkdownBlock>;

void addTextParts(Blocks& blocks, MarkdownBlock block, InlineText text);
void addCodeParts(Blocks& blocks, MarkdownBlock block, QString code);
void addTableParts(Blocks& blocks, MarkdownBlock block, std::vector<std::vector<InlineText>> rows);
void addPlainParts(Blocks& blocks, MarkdownBlock block, const QString& text);

/// The blocks of a text. The settled ones do not change if more text is added at the end.
struct MarkdownReading {
    std::vector<MarkdownBlock> blocks;
    size_t settledBlocks = 0;
    qsizetype settledSize = 0; ///< the length, in UTF-16 units, of the text of the settled blocks
};

/// Reads CommonMark with tables, strike-through, task lists, bare links, footnotes and formulas.
/// Nothing is fetched and no HTML is interpreted but <details> and <summary> at the beginning of a
/// line: images appear as their descriptions, other tags as text. A disclosure without an end goes on
/// to the end of what is around it. What follows the settled part of a text can be read as if it were a text of its own; only
/// links and footnotes that are defined elsewhere need the whole text. Any thread may call it. Time
/// and memory are linear in the length of any text.
MarkdownReading readMarkdown(const QString& text);

/// Makes blocks of a text as it was typed, several lines in each.
MarkdownReading readPlainText(const QString& text);

} // namespace ui
