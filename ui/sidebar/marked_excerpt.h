#pragma once

#include <QString>

class QPainter;
class QRect;

namespace ui {

struct Colours;

inline constexpr int excerptLines = 2;

/// Draws an excerpt of SearchHit in the painter's font, on two lines, with the words that were
/// found standing out.
void drawExcerpt(QPainter& painter, const QRect& place, const QString& excerpt,
    Qt::LayoutDirection direction, const Colours& colours);

} // namespace ui
