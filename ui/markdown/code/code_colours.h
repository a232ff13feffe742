#pragma once

#include "ui/markdown/code/highlighter.h"
#include "ui/theme/theme.h"

#include <QTextLayout>

namespace ui {

/// The colour of a style. Its contrast on the background of code is at least 4.5 : 1.
QColor codeColour(CodeStyle style, Scheme scheme);

/// The formats of a piece of code; `before` is the state at its beginning. Empty if `language` is
/// null.
QList<QTextLayout::FormatRange> codeFormats(
    const QString& code, const Language* language, CodeState before, Scheme scheme);

} // namespace ui
