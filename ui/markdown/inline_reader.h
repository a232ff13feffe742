#pragma once

#include "ui/markdown/markdown_block.h"

struct cmark_node;
struct cmark_syntax_extension;

namespace ui {

/// Makes the parser recognize formulas: \( \), \[ \], $$ $$ and \begin{…} \end{…} in a text that
/// prepareSource() made, and $ $ under strict rules: no space directly inside the dollars; a digit
/// after the first dollar only if what follows cannot be a price; no digit after the second; no
/// letter or digit before the first. It is never freed.
cmark_syntax_extension* formulaExtension();

bool isFormula(cmark_node* node);
bool isDisplayed(cmark_node* formula); ///< true if it is set on lines of its own
/// Returns the formula without delimiters, and still masked (see markdown_source.h).
const char* latexSource(cmark_node* formula);

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
