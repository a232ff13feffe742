#pragma once

#include <QStringList>
#include <QWidget>

// What is wrong with what a window shows, each as a line that names the widget. Empty lists are
// what the tests want.
namespace tests {

/// What can be operated and has nothing that a screen reader could call it.
QStringList namelessControls(const QWidget& window);

/// A walk through a window by Tab alone, from the focus until it comes back there. A group of buttons
/// of which one is chosen and the parts of a compound control count as one.
struct TabWalk {
    QStringList stops; ///< what a screen reader calls them, in the order in which they were met
    QStringList unread; ///< stops that are not in the tree of a screen reader
    QStringList missed; ///< what can be operated, or says that it can be clicked, and was not met
};
enum class Direction { Forwards, Backwards };
TabWalk walkByTab(QWidget& window, Direction direction = Direction::Forwards);

/// The widgets at which Tab stops without a ring, or anything like it, that appears with the focus.
QStringList stopsWithoutRing(QWidget& window);

/// Buttons smaller than 24 × 24 pixels (WCAG 2.2, 2.5.8).
QStringList smallTargets(const QWidget& window);

/// Labels and buttons whose text does not fit and that do not say so with an ellipsis.
QStringList clippedTexts(const QWidget& window);

} // namespace tests
