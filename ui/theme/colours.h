#pragma once

#include <QColor>
#include <QList>
#include <QPalette>
#include <QString>

namespace ui {

enum class Scheme { Light, Dark };
enum class Contrast { Usual, High };

/// The colours of one scheme. Text on the surface it is meant for has a contrast of at least 4.5 :
/// 1 (WCAG 2.2 AA), other marks 3 : 1; with high contrast 7 : 1 and 4.5 : 1. A test computes them.
struct Colours {
    QColor window; ///< behind the messages
    QColor sidebar;
    QColor raised; ///< the prompt box, menus
    QColor bubble; ///< behind the user's messages
    QColor code; ///< behind code
    QColor hover; ///< behind what the pointer is over or what is selected in the sidebar
    QColor border; ///< decorative lines
    QColor control; ///< outlines that show where a control is
    QColor text;
    QColor mutedText;
    QColor accent; ///< the send button, links, focus
    QColor accentText; ///< on accent
    QColor error; ///< text of errors
    QColor errorSurface; ///< behind it
    QColor shadow; ///< below what lies over the window
};

/// A colour that the user may choose for what stands out.
struct Accent {
    QString name; ///< for ever, as settings hold it
    QString label; ///< for people, in their language
    QColor light, dark; ///< as it is in the two schemes
};

/// The first is the program's own.
QList<Accent> accents();

/// An unknown accent is the first one.
const Colours& colours(
    Scheme scheme, const QString& accent = {}, Contrast contrast = Contrast::Usual);

/// The colours that this palette was made of.
const Colours& colours(const QPalette& palette);

Scheme schemeOf(const QPalette& palette);

QPalette paletteOf(const Colours& colours);

/// Of text in one colour on the other, as WCAG 2.2 defines it: 1 (the same) … 21.
double contrastRatio(const QColor& one, const QColor& other);

} // namespace ui
