#pragma once

#include "ui/theme/theme.h"

#include <QFont>

class QWidget;

namespace ui {

/// Fonts and colours that text is laid out and drawn with. A value.
struct MarkdownStyle {
    QFont font;
    QFont codeFont;
    Scheme scheme = Scheme::Light;

    double em() const; ///< the size of the font in pixels of the widget
    bool operator==(const MarkdownStyle&) const = default;
};

MarkdownStyle markdownStyleOf(const QWidget& widget);

} // namespace ui
