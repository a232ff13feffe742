#pragma once

#include "ui/markdown/markdown_block.h"

struct cmark_node;

namespace ui {

/// A part of a leaf: the text before, between or after displayed formulas, or one of these
/// formulas.
struct InlinePart {
    InlineText text;
    QString formula; ///< LaTeX if this is a displayed formula; there is no text then
};

/// Reads the inline nodes of a leaf. Deep nesting needs no more stack.
std::vector<InlinePart> readInline(cmark_node* leaf);

/// Does the same for a leaf that cannot hold displayed formulas, such as the cell of a table.
InlineText readCell(cmark_node* cell);

} // namespace ui
