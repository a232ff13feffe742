#pragma once

#include "ui/markdown/markdown_block.h"

namespace ui {

/// The blocks of a text, and how much of them more text at the end cannot change any longer.
struct MarkdownReading {
    std::vector<MarkdownBlock> blocks;
    size_t settledBlocks = 0;
    qsizetype settledSize = 0; ///< UTF-16 units of the text that the settled blocks were made of
};

/// Reads CommonMark with tables, strike-through, task lists, bare links, footnotes and formulas.
/// Nothing is fetched and no HTML is interpreted: pictures show as their description, tags as text.
/// Reading goes on from the settled part of a text as if it were a text of its own; only what is
/// defined elsewhere, the targets of links and footnotes, needs the whole. Any thread; time and
/// memory are linear in the length, whatever the text says.
MarkdownReading readMarkdown(const QString& text);

/// Text as it was typed, some lines to a block.
MarkdownReading readPlainText(const QString& text);

/// Links that may be opened by a click: http, https, mailto.
bool isSafeLink(const QString& address);

} // namespace ui
