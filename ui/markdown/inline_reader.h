#pragma once

#include "ui/markdown/markdown_block.h"

struct cmark_node;

namespace ui {

/// What a leaf says before, within or after a displayed formula, in order.
struct InlinePart {
    InlineText text;
    QString formula; ///< LaTeX, if this is a displayed formula; then there is no text
};

/// The inline nodes below a leaf. Takes no more stack for what is nested deeper.
std::vector<InlinePart> readInline(cmark_node* leaf);

/// … of one that cannot hold displayed formulas, such as the cell of a table.
InlineText readCell(cmark_node* cell);

} // namespace ui
