#pragma once

#include <QString>
#include <Qt>

class QPainter;
class QRect;

namespace ui {

/// Draws a text on up to `most` lines; the last one ends in … where there is more. Lines start where those
/// of a window with this direction do, but a text runs in its own.
void drawCutLines(QPainter& painter, const QRect& place, const QString& text, int most,
    Qt::LayoutDirection direction, Qt::Alignment vertical = Qt::AlignVCenter);

} // namespace ui
