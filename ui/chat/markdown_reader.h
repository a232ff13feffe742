#pragma once

#include "ui/chat/markdown_block.h"

#include <QString>

#include <vector>

namespace ui {

/// The blocks of a Markdown text (CommonMark with tables, strike-through, task lists and bare
/// links). Nothing is fetched and no HTML is interpreted: pictures show as their description, tags
/// as text. A block whose source equals that of `previous` at the same place keeps its document,
/// so that a growing text costs only its last block.
std::vector<MarkdownBlock> readMarkdown(
    const QString& text, const MarkdownStyle& style, std::vector<MarkdownBlock> previous = {});

/// Text as it was typed, line by line.
std::vector<MarkdownBlock> readPlainText(const QString& text, const MarkdownStyle& style);

} // namespace ui
