#pragma once

#include <QString>

namespace ui {

/// A LaTeX formula as a MathML element, which browsers typeset in the color of the text around it.
/// It contains the LaTeX as an annotation. Unknown commands are shown as they are written; all text
/// is escaped. Size and depth are bounded as those of parseMath() are. Any thread may call it.
QString mathMl(const QString& latex, bool isDisplayed);

} // namespace ui
