#pragma once

#include "ui/markdown/code/highlighter.h"
#include "ui/theme/theme.h"

#include <QTextLayout>

namespace ui {

/// The colour of a style on the surface behind code; a contrast of at least 4.5 : 1.
QColor codeColour(CodeStyle style, Scheme scheme);

/// The formats of a piece of code; none where the language is not known (null).
QList<QTextLayout::FormatRange> codeFormats(
    const QString& code, const Language* language, CodeState before, Scheme scheme);

} // namespace ui
