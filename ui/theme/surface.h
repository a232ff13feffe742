#pragma once

class QColor;
class QWidget;

namespace ui {

/// Fills the widget with round corners of `radius` pixels; for its paintEvent.
void paintSurface(QWidget& widget, const QColor& colour, int radius);

} // namespace ui
