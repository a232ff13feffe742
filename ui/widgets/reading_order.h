#pragma once

#include <QList>

class QWidget;

namespace ui {

/// The children of a widget in the order in which they are read: as its layout has them, and below
/// each other, then side by side in the direction of the language, those that are in none. Hidden
/// ones are among them.
QList<QWidget*> childrenAsRead(const QWidget& parent);

/// What Tab stops at within a widget, in the order in which it is read. A list, an editor, a spin
/// box or a combo box is one stop; an empty list is none.
QList<QWidget*> tabStops(QWidget& within);

/// Moves the focus from where it is within a widget to the next stop or to the one before, from the
/// last to the first, and scrolls it into sight. Returns false if there is no other.
bool focusNextStop(QWidget& within, bool next);

/// Lets screen readers see the children of every plain widget as they are read, in whatever order
/// they were made. Must be called once, before the first window is made.
void installReadingOrder();

} // namespace ui
