#pragma once

class QColor;
class QWidget;

namespace ui {

/// Fills the widget with a rounded rectangle whose corners have `radius` pixels; to be called in
/// its paintEvent().
void paintSurface(QWidget& widget, const QColor& colour, int radius);

} // namespace ui
