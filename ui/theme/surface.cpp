#include "ui/theme/surface.h"

#include <QPainter>
#include <QWidget>

namespace ui {

void paintSurface(QWidget& widget, const QColor& colour, int radius)
{
    QPainter painter(&widget);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(widget.rect(), radius, radius);
}

} // namespace ui
