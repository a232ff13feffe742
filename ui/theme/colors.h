#pragma once

#include <QColor>
#include <QList>
#include <QPalette>
#include <QString>

namespace ui {

enum class Scheme { Light, Dark };
enum class Contrast { Normal, High };

/// The colors of a scheme. Text has a contrast of at least 4.5 : 1 on its background and other
/// marks of at least 3 : 1 (WCAG 2.2 AA); with high contrast 7 : 1 and 4.5 : 1. A test computes
/// them.
struct Colors {
    QColor window; ///< behind the messages
    QColor sidebar;
    QColor raised; ///< the prompt box, menus
    QColor bubble; ///< behind the user's messages
    QColor code; ///< behind code
    QColor hover; ///< behind what the pointer is on, or what is selected in the sidebar
    QColor border; ///< decorative lines
    QColor control; ///< outlines that show where a control is
    QColor text;
    QColor mutedText;
    QColor accent; ///< the send button, links, focus
    QColor accentText; ///< text on the accent color
    QColor error; ///< text of errors
    QColor errorSurface; ///< behind text of errors
    QColor shadow; ///< below surfaces that are over the window
};

/// A color that the user may choose for what should stand out.
struct Accent {
    QString name; ///< never changes, because settings hold it
    QString label; ///< to be shown to users, in their language
    QColor light, dark; ///< in the two schemes
};

/// All accents. The first is the program's own.
QList<Accent> accents();

/// An unknown accent is the first one.
const Colors& colors(
    Scheme scheme, const QString& accent = {}, Contrast contrast = Contrast::Normal);

/// The colors from which this palette was made.
const Colors& colors(const QPalette& palette);

Scheme detectScheme(const QPalette& palette);

QPalette toPalette(const Colors& colors);

/// The contrast of two colors as WCAG 2.2 defines it: 1 (equal) … 21.
double contrastRatio(const QColor& one, const QColor& other);

} // namespace ui
