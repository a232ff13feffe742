#pragma once

#include <QStringList>
#include <QWidget>

// What is wrong with what a window shows, each as a line that names the widget. Empty lists are
// what the tests want.
namespace tests {

/// What can be operated and has nothing that a screen reader could call it.
QStringList namelessControls(const QWidget& window);

/// What can be operated but is not in the order that Tab walks. A group of radio buttons and the
/// parts of a compound control count as one.
QStringList controlsOutOfReach(QWidget& window);

/// Buttons smaller than 24 × 24 pixels (WCAG 2.2, 2.5.8).
QStringList smallTargets(const QWidget& window);

/// Labels and buttons whose text does not fit and that do not say so with an ellipsis.
QStringList clippedTexts(const QWidget& window);

} // namespace tests
