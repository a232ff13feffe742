#include "ui/widgets/icon_button.h"

#include "services/text.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace ui {

namespace {

constexpr int radius = 10; // pixels

} // namespace

IconButton::IconButton(const QString& iconName, const QString& name, Look look, QWidget* parent)
    : QToolButton(parent)
    , m_look(look)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setCursor(Qt::ArrowCursor);
    setMeaning(iconName, name);
}

QSize IconButton::sizeHint() const
{
    const int side = metrics(this).control;
    return {side, side};
}

void IconButton::setMeaning(const QString& iconName, const QString& name)
{
    m_iconName = iconName;
    setAccessibleName(name);
    setToolTip(services::plainToolTip(name));
    update();
}

void IconButton::setRevealed(bool revealed)
{
    m_isRevealed = revealed;
    update();
}

void IconButton::paintEvent(QPaintEvent*)
{
    if (!m_isRevealed && !hasFocus())
        return;
    const Colors& color = colors(palette());
    const bool filled = m_look == Look::Filled;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const QRectF shape = QRectF(rect()).adjusted(1, 1, -1, -1);
    if (filled)
        painter.setBrush(isEnabled() ? color.accent : color.hover);
    else if (underMouse() || isDown())
        painter.setBrush(color.hover);
    painter.drawRoundedRect(shape, radius, radius);
    if (hasFocus()) {
        painter.setPen(QPen(filled ? color.text : color.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(shape, radius, radius);
    }
    QColor ink = filled && isEnabled() ? color.accentText : color.mutedText;
    if (!filled && !isEnabled())
        ink = color.border;
    const int iconSide = std::min(metrics(this).icon, rect().height() - 8);
    QRect place(0, 0, iconSide, iconSide);
    place.moveCenter(rect().center());
    ui::icon(m_iconName, ink).paint(&painter, place);
}

} // namespace ui
