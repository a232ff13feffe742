#pragma once

#include <QFont>
#include <QFontMetrics>

class QWidget;

namespace ui {

enum class Density { Comfortable, Compact };

/// Distances, in pixels: the only ones that layouts need. They follow the density that the user has
/// chosen; a widget that keeps some of them takes them anew on QEvent::StyleChange.
struct Metrics {
    int tight; ///< 4: between a mark and its word
    int small; ///< 8: between things that belong together
    int medium; ///< 12: inside of a field or a row
    int large; ///< 16: around a panel, between rows
    int wide; ///< 24: around a page, between sections
    int control; ///< height of a button or field with text in the widget's font; at least 28
    int icon; ///< side of an icon in one
};

/// As it is for this widget and its font.
Metrics metrics(const QWidget* widget);

Metrics metricsOf(Density density, const QFontMetrics& text);

/// For what stands beside the text or may be overlooked: a little smaller than this font.
QFont smallFont(const QFont& font);

/// The font of code, in the size that the user has chosen.
QFont codeFont(const QWidget* widget);

} // namespace ui
