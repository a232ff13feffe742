#pragma once

struct cmark_node;
struct cmark_syntax_extension;

namespace ui {

/// Lets the parser know formulas: \( \), \[ \], $$ $$, \begin{…} \end{…} in a text that
/// prepareSource() made, and $ $ by strict rules: no space within the dollars, a digit after the
/// first one only if what follows cannot be a price, none after the second, and no letter or digit
/// before. Lives for ever.
cmark_syntax_extension* formulaExtension();

bool isFormula(cmark_node* node);
bool isDisplayed(cmark_node* formula); ///< on lines of its own
const char* latexOf(cmark_node* formula); ///< still masked; without delimiters

} // namespace ui
