#include "ui/widgets/marked_slider.h"

#include "ui/theme/colors.h"
#include "ui/theme/metrics.h"

#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionSlider>

namespace ui {

namespace {

constexpr int defaultWidth = 140; // pixels, as below
constexpr int minWidth = 70;
constexpr double grooveHeight = 4;
constexpr double handleRadius = 8;
constexpr double markHeight = 14;

} // namespace

MarkedSlider::MarkedSlider(QWidget* parent)
    : QSlider(Qt::Horizontal, parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void MarkedSlider::setMark(std::optional<int> value)
{
    if (value == m_mark)
        return;
    m_mark = value;
    update();
}

QSize MarkedSlider::sizeHint() const
{
    return {defaultWidth, metrics(this).control};
}

QSize MarkedSlider::minimumSizeHint() const
{
    return {minWidth, metrics(this).control};
}

// The handle is where the style has it, for that is where the mouse grabs it.
void MarkedSlider::paintEvent(QPaintEvent*)
{
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect handle
        = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this);
    const Colors& color = colors(palette());
    const double middle = rect().center().y() + 0.5;
    const auto center = [&](int value) {
        const int span = width() - handle.width();
        return QPointF(
            QStyle::sliderPositionFromValue(minimum(), maximum(), value, span, option.upsideDown)
                + handle.width() / 2.0,
            middle);
    };
    const QPointF now = center(sliderPosition());

    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QRectF groove(
        handle.width() / 2.0, middle - grooveHeight / 2, width() - handle.width(), grooveHeight);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color.control);
    painter.drawRoundedRect(groove, grooveHeight / 2, grooveHeight / 2);
    option.upsideDown ? groove.setLeft(now.x()) : groove.setRight(now.x());
    painter.setBrush(isEnabled() ? color.accent : color.control);
    painter.drawRoundedRect(groove, grooveHeight / 2, grooveHeight / 2);
    if (m_mark) {
        const QPointF mark = center(*m_mark);
        painter.setPen(QPen(color.mutedText, 2));
        painter.drawLine(mark - QPointF(0, markHeight / 2), mark + QPointF(0, markHeight / 2));
    }
    painter.setPen(hasFocus() ? QPen(color.accent, 2) : QPen(color.control, 1));
    painter.setBrush(isSliderDown() || hasFocus() ? color.hover : color.raised);
    painter.drawEllipse(now, handleRadius, handleRadius);
    if (hasFocus()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(color.accent);
        painter.drawEllipse(now, handleRadius / 2, handleRadius / 2);
    }
}

void MarkedSlider::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (!m_mark || event->button() != Qt::LeftButton)
        return QSlider::mouseDoubleClickEvent(event);
    setValue(*m_mark);
    event->accept();
}

} // namespace ui
