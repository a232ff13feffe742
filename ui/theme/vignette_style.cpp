#include "ui/theme/vignette_style.h"

#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyleOption>

namespace ui {

namespace {

constexpr int barWidth = 12; // pixels, as below
constexpr int barMargin = 2;
constexpr int shortestHandle = 32;
constexpr int fieldRadius = 8;
constexpr QSize buttonPadding(12, 6); // more than Fusion's

// Where the handle of a scroll bar lies in its groove, which is the whole bar.
QRect handleRect(const QStyleOptionSlider& bar)
{
    const bool upright = bar.orientation == Qt::Vertical;
    const int length = upright ? bar.rect.height() : bar.rect.width();
    const qint64 range = qint64(bar.maximum) - bar.minimum;
    const qint64 wanted
        = range > 0 ? qint64(bar.pageStep) * length / (range + bar.pageStep) : length;
    const int handle = int(std::clamp<qint64>(wanted, std::min(shortestHandle, length), length));
    const int place = QStyle::sliderPositionFromValue(
        bar.minimum, bar.maximum, bar.sliderPosition, length - handle, bar.upsideDown);
    return upright ? QRect(bar.rect.x(), bar.rect.y() + place, bar.rect.width(), handle)
                   : QRect(bar.rect.x() + place, bar.rect.y(), handle, bar.rect.height());
}

} // namespace

VignetteStyle::VignetteStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

int VignetteStyle::pixelMetric(
    PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    if (metric == PM_ScrollBarExtent)
        return barWidth;
    return QProxyStyle::pixelMetric(metric, option, widget);
}

QRect VignetteStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option,
    SubControl part, const QWidget* widget) const
{
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control != CC_ScrollBar || !bar)
        return QProxyStyle::subControlRect(control, option, part, widget);
    const QRect handle = handleRect(*bar);
    const bool upright = bar->orientation == Qt::Vertical;
    QRect rect = bar->rect;
    switch (part) {
    case SC_ScrollBarSlider:
        return handle;
    case SC_ScrollBarGroove:
        return rect;
    case SC_ScrollBarSubPage:
        upright ? rect.setBottom(handle.top() - 1) : rect.setRight(handle.left() - 1);
        return rect;
    case SC_ScrollBarAddPage:
        upright ? rect.setTop(handle.bottom() + 1) : rect.setLeft(handle.right() + 1);
        return rect;
    default:
        return {}; // no buttons
    }
}

QSize VignetteStyle::sizeFromContents(
    ContentsType type, const QStyleOption* option, const QSize& size, const QWidget* widget) const
{
    const QSize needed = QProxyStyle::sizeFromContents(type, option, size, widget);
    return type == CT_PushButton ? needed + buttonPadding : needed;
}

void VignetteStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
    QPainter* painter, const QWidget* widget) const
{
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
    const bool isField = element == PE_PanelLineEdit && frame && frame->lineWidth > 0;
    if (!isField && element != PE_PanelButtonCommand)
        return QProxyStyle::drawPrimitive(element, option, painter, widget);
    const Colours& colour = colours(option->palette);
    const bool focused = option->state & State_HasFocus;
    const bool pressed = option->state & (State_MouseOver | State_Sunken);
    const qreal inset = focused ? 1 : 0.5;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(focused ? QPen(colour.accent, 2) : QPen(colour.control, 1));
    painter->setBrush(!isField && pressed ? colour.hover : colour.raised);
    painter->drawRoundedRect(
        QRectF(option->rect).adjusted(inset, inset, -inset, -inset), fieldRadius, fieldRadius);
    painter->restore();
}

void VignetteStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
    QPainter* painter, const QWidget* widget) const
{
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control != CC_ScrollBar || !bar) {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        return;
    }
    if (bar->maximum <= bar->minimum)
        return;
    const Colours& colour = colours(option->palette);
    const bool held = option->state & (State_MouseOver | State_Sunken);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(held ? colour.control : colour.border);
    const QRectF handle
        = QRectF(handleRect(*bar)).adjusted(barMargin, barMargin, -barMargin, -barMargin);
    painter->drawRoundedRect(handle, 4, 4);
    painter->restore();
}

} // namespace ui
