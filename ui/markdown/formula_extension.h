#pragma once

struct cmark_node;
struct cmark_syntax_extension;

namespace ui {

/// Makes the parser recognise formulas: \( \), \[ \], $$ $$ and \begin{…} \end{…} in a text that
/// prepareSource() made, and $ $ under strict rules: no space directly inside the dollars; a digit
/// after the first dollar only if what follows cannot be a price; no digit after the second; no
/// letter or digit before the first. It is never freed.
cmark_syntax_extension* formulaExtension();

bool isFormula(cmark_node* node);
bool isDisplayed(cmark_node* formula); ///< true if it is set on lines of its own
/// Without delimiters, and still masked (see markdown_source.h).
const char* latexOf(cmark_node* formula);

} // namespace ui
