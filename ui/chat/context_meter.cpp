#include "ui/chat/context_meter.h"

#include "services/plain_tool_tip.h"
#include "ui/theme/colours.h"

#include <QLocale>
#include <QPainter>
#include <QToolTip>

namespace ui {

namespace {

constexpr int side = 36; // pixels, as below
constexpr int ringSide = 18;
constexpr int ringWidth = 3;
constexpr double nearlyFull = 0.9;

} // namespace

ContextMeter::ContextMeter(QWidget* parent)
    : QAbstractButton(parent)
{
    setFixedSize(sizeHint());
    setFocusPolicy(Qt::TabFocus);
    connect(this, &QAbstractButton::clicked, this,
        [this] { QToolTip::showText(mapToGlobal(rect().topLeft()), toolTip(), this); });
    setUse(0, 0);
}

QSize ContextMeter::sizeHint() const
{
    return {side, side};
}

void ContextMeter::setUse(qint64 tokens, qint64 total)
{
    const QLocale locale;
    m_tokens = tokens;
    m_total = total;
    setVisible(total > 0);
    const QString sentence = tr("%1 of the %2 tokens that the model can read at once are used.")
                                 .arg(locale.toString(tokens), locale.toString(total));
    setAccessibleName(
        tr("Context: %1 of %2 tokens").arg(locale.toString(tokens), locale.toString(total)));
    setAccessibleDescription(sentence);
    setToolTip(services::plainToolTip(sentence));
    update();
}

void ContextMeter::paintEvent(QPaintEvent*)
{
    const Colours& colour = colours(palette());
    const double share = m_total > 0 ? std::min(1.0, double(m_tokens) / double(m_total)) : 0;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() || hasFocus()) {
        painter.setPen(hasFocus() ? QPen(colour.accent, 2) : QPen(Qt::NoPen));
        painter.setBrush(colour.hover);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 10, 10);
    }
    QRectF ring(0, 0, ringSide, ringSide);
    ring.moveCenter(QRectF(rect()).center());
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour.border, ringWidth));
    painter.drawEllipse(ring);
    const QColor filled = share >= 1 ? colour.error : colour.mutedText;
    painter.setPen(QPen(share >= nearlyFull && share < 1 ? colour.accent : filled, ringWidth,
        Qt::SolidLine, Qt::RoundCap));
    constexpr int wholeCircle = 360 * 16, top = 90 * 16; // in sixteenths of a degree
    painter.drawArc(ring, top, -int(share * wholeCircle));
}

} // namespace ui
