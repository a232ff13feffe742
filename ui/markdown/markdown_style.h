#pragma once

#include "ui/theme/theme.h"

#include <QFont>

class QWidget;

namespace ui {

/// The fonts and colours with which text is laid out and drawn.
struct MarkdownStyle {
    QFont font;
    QFont codeFont;
    Scheme scheme = Scheme::Light;

    double em() const; ///< the size of the font in pixels
    bool operator==(const MarkdownStyle&) const = default;
};

MarkdownStyle markdownStyleOf(const QWidget& widget);

} // namespace ui
