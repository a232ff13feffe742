#pragma once

#include <QString>

class QPainter;
class QRect;

namespace ui {

struct Colours;

inline constexpr int excerptLines = 2;

/// Draws the excerpt of a SearchHit in the painter's font on two lines, with the found words
/// highlighted.
void drawExcerpt(QPainter& painter, const QRect& place, const QString& excerpt,
    Qt::LayoutDirection direction, const Colours& colours);

} // namespace ui
