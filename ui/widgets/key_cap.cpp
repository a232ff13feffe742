#include "ui/widgets/key_cap.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace ui {

namespace {

constexpr int padding = 7; // pixels, as below
constexpr int radius = 5;

} // namespace

KeyCap::KeyCap(const QKeySequence& keys, QWidget* parent)
    : QWidget(parent)
    , m_text(keys.toString(QKeySequence::NativeText))
{
    setAccessibleName(m_text);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QFont KeyCap::keyFont() const
{
    QFont small = font();
    small.setPointSizeF(font().pointSizeF() * 0.9);
    return small;
}

QSize KeyCap::sizeHint() const
{
    const QFontMetrics text(keyFont());
    return {text.horizontalAdvance(m_text) + 2 * padding, text.height() + 6};
}

void KeyCap::paintEvent(QPaintEvent*)
{
    const Colours& colour = colours(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour.border, 1));
    painter.setBrush(colour.code);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.setFont(keyFont());
    painter.setPen(colour.mutedText);
    painter.drawText(rect(), Qt::AlignCenter, m_text);
}

} // namespace ui
