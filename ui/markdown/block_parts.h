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

} // namespace ui
