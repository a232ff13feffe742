#pragma once

#include <QFont>
#include <QFontMetrics>

class QColor;
class QWidget;

namespace ui {

enum class Density { Comfortable, Compact };

/// The distances that layouts use, in pixels. They depend on the density that the user has chosen;
/// a widget that stores some of them must ask again on QEvent::StyleChange.
struct Metrics {
    int tight; ///< 4: between a symbol and its word
    int small; ///< 8: between things that belong together
    int medium; ///< 12: inside a field or a row
    int large; ///< 16: around a panel, between rows
    int wide; ///< 24: around a page, between sections
    /// The height of a button or field with text in the widget's font; at least 28.
    int control;
    int icon; ///< the side of an icon in a control
};

/// The metrics for a widget and its font.
Metrics metrics(const QWidget* widget);

Metrics makeMetrics(Density density, const QFontMetrics& text);

/// A font a little smaller than this one, for secondary text.
QFont smallFont(const QFont& font);

/// The font for code, in the size that the user has chosen.
QFont codeFont(const QWidget* widget);

/// Fills the widget with a rounded rectangle whose corners have `radius` pixels; to be called in
/// its paintEvent().
void paintSurface(QWidget& widget, const QColor& color, int radius);

} // namespace ui
