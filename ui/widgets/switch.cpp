#include "ui/widgets/switch.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace ui {

Switch::Switch(const QString& name, QWidget* parent)
    : QCheckBox(parent)
{
    setAccessibleName(name);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

// The track, and around it room for the ring that shows the focus.
QSize Switch::sizeHint() const
{
    const int height = std::max(24, fontMetrics().height() + 4);
    return {height * 7 / 4 + 4, height + 4};
}

bool Switch::hitButton(const QPoint& place) const
{
    return rect().contains(place);
}

void Switch::paintEvent(QPaintEvent*)
{
    const Colours& colour = colours(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QRectF track(QPointF(), QSizeF(sizeHint() - QSize(4, 4)));
    track.moveCenter(QRectF(rect()).center());
    const double radius = track.height() / 2;
    if (hasFocus()) {
        painter.setPen(QPen(colour.accent, 2));
        painter.drawRoundedRect(track.adjusted(-1, -1, 1, 1), radius + 1, radius + 1);
        track.adjust(2, 2, -2, -2);
    }
    painter.setPen(Qt::NoPen);
    const QColor on = isEnabled() ? colour.accent : colour.border;
    painter.setBrush(isChecked() ? on : (isEnabled() ? colour.control : colour.border));
    painter.drawRoundedRect(track, track.height() / 2, track.height() / 2);

    const double side = track.height() - 6;
    const bool atRight = isChecked() == (layoutDirection() == Qt::LeftToRight);
    const QRectF knob(
        atRight ? track.right() - side - 3 : track.left() + 3, track.top() + 3, side, side);
    painter.setBrush(isChecked() ? colour.accentText : colour.raised);
    painter.drawEllipse(knob);
}

} // namespace ui
