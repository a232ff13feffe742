#include "ui/widgets/drop_overlay.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace ui {

DropOverlay::DropOverlay(QWidget* parent)
    : QWidget(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAccessibleName(tr("Drop files here"));
    hide();
}

void DropOverlay::showOver(const QString& sentence)
{
    m_text = sentence;
    setGeometry(parentWidget()->rect());
    raise();
    show();
}

void DropOverlay::paintEvent(QPaintEvent*)
{
    const Colours& colour = colours(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = colour.window;
    veil.setAlpha(225);
    painter.fillRect(rect(), veil);
    painter.setPen(QPen(colour.accent, 3, Qt::DashLine));
    painter.drawRoundedRect(rect().adjusted(20, 20, -20, -20), 20, 20);
    QFont large = font();
    large.setPointSizeF(font().pointSizeF() * 1.5);
    large.setWeight(QFont::DemiBold);
    painter.setFont(large);
    painter.setPen(colour.text);
    painter.drawText(rect(), Qt::AlignCenter, m_text);
}

} // namespace ui
