#include "ui/theme/style_parts.h"

#include "ui/theme/colors.h"
#include "ui/theme/icons.h"

#include <QAbstractSpinBox>
#include <QPainter>
#include <QStyle>
#include <QStyleOption>

#include <algorithm>
#include <cmath>

namespace ui::parts {

namespace {

constexpr int barMargin = 2; // pixels, as below
constexpr int minHandleLength = 32;
constexpr int fieldRadius = 8;
constexpr int panelRadius = 8;
constexpr int itemRadius = 6;
constexpr int spinButtons = 26; // width
constexpr int spinPadding = 9;
constexpr double arrow = 3.5; // half of its width

void paintFrame(QPainter& painter, const QStyleOption& option, const QColor& inside)
{
    const Colors& color = colors(option.palette);
    const bool focused = option.state & QStyle::State_HasFocus;
    const bool enabled = option.state & QStyle::State_Enabled;
    const qreal inset = focused ? 1 : 0.5;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(
        focused ? QPen(color.accent, 2) : QPen(enabled ? color.control : color.border, 1));
    painter.setBrush(inside);
    painter.drawRoundedRect(
        QRectF(option.rect).adjusted(inset, inset, -inset, -inset), fieldRadius, fieldRadius);
    painter.restore();
}

// The rectangle of a scroll bar's handle in its groove, which is the whole bar.
QRect handleRect(const QStyleOptionSlider& bar)
{
    const bool upright = bar.orientation == Qt::Vertical;
    const int length = upright ? bar.rect.height() : bar.rect.width();
    const qint64 range = qint64(bar.maximum) - bar.minimum;
    const qint64 wanted
        = range > 0 ? qint64(bar.pageStep) * length / (range + bar.pageStep) : length;
    const int handle = int(std::clamp<qint64>(wanted, std::min(minHandleLength, length), length));
    const int index = QStyle::sliderPositionFromValue(
        bar.minimum, bar.maximum, bar.sliderPosition, length - handle, bar.upsideDown);
    return upright ? QRect(bar.rect.x(), bar.rect.y() + index, bar.rect.width(), handle)
                   : QRect(bar.rect.x() + index, bar.rect.y(), handle, bar.rect.height());
}

void paintArrow(QPainter& painter, const QRect& rect, bool pointsUp, const QColor& ink)
{
    const QPointF middle = QRectF(rect).center();
    const double tip = pointsUp ? -arrow / 2 : arrow / 2;
    painter.setPen(QPen(ink, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF(
        {middle + QPointF(-arrow, -tip), middle + QPointF(0, tip), middle + QPointF(arrow, -tip)}));
}

} // namespace

void paintField(QPainter& painter, const QStyleOption& option)
{
    paintFrame(painter, option, colors(option.palette).raised);
}

// A button that is on has a line below its words.
void paintButton(QPainter& painter, const QStyleOption& option)
{
    const Colors& color = colors(option.palette);
    const bool isOn = option.state & QStyle::State_On;
    const bool held = option.state & (QStyle::State_MouseOver | QStyle::State_Sunken);
    paintFrame(painter, option, held || isOn ? color.hover : color.raised);
    if (!isOn)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color.accent);
    const QRectF line(
        option.rect.left() + 10, option.rect.bottom() - 6, option.rect.width() - 20, 3);
    painter.drawRoundedRect(line, 1.5, 1.5);
    painter.restore();
}

void paintPanel(QPainter& painter, const QStyleOption& option)
{
    const Colors& color = colors(option.palette);
    const QRegion region = panelRegion(option.rect);
    painter.save();
    for (const QRect& line : region)
        painter.fillRect(line, color.control);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color.raised);
    painter.drawRoundedRect(
        QRectF(option.rect).adjusted(1, 1, -1, -1), panelRadius - 1, panelRadius - 1);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const QRect& line : region) { // the corners of the inner shape reach into its ends
        painter.fillRect(line.left(), line.top(), 1, line.height(), color.control);
        painter.fillRect(line.right(), line.top(), 1, line.height(), color.control);
    }
    painter.restore();
}

// Row by row, the pixels whose centers are within the round corners. None of them is transparent in
// part: where no compositor is, it would be blended with black.
QRegion panelRegion(const QRect& panel)
{
    QRegion region(panel.adjusted(0, panelRadius, 0, -panelRadius));
    for (int row = 0; row < panelRadius; ++row) {
        const double above = panelRadius - row - 0.5; // from the center of the corner
        const int inset = int(
            std::ceil(panelRadius - std::sqrt(panelRadius * panelRadius - above * above) - 0.5));
        const QRect line(panel.left() + inset, panel.top() + row, panel.width() - 2 * inset, 1);
        region += line;
        region += line.translated(0, panel.height() - 1 - 2 * row);
    }
    return region;
}

void paintMenuPatch(QPainter& painter, const QStyleOption& option)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors(option.palette).hover);
    painter.drawRoundedRect(option.rect, itemRadius, itemRadius);
    painter.restore();
}

namespace {

void paintBox(QPainter& painter, const QRect& box, const Colors& color)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color.control, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter.restore();
}

void paintCheck(QPainter& painter, const QRect& box, const QStyleOption& option)
{
    const Colors& color = colors(option.palette);
    const bool isEnabled = option.state & QStyle::State_Enabled;
    icon(QStringLiteral("check"), isEnabled ? color.accent : color.mutedText)
        .paint(&painter, box.adjusted(1, 1, -1, -1));
}

} // namespace

void paintCheckBox(QPainter& painter, const QStyleOption& option)
{
    paintBox(painter, option.rect, colors(option.palette));
    if (option.state & QStyle::State_On)
        paintCheck(painter, option.rect, option);
}

// What is one of several has a mark if it is chosen; what is on or off has a box.
void paintMenuCheck(QPainter& painter, const QStyleOptionMenuItem& option)
{
    constexpr int side = 14, inset = 6; // pixels
    const QRect box = QStyle::visualRect(option.direction, option.rect,
        QRect(option.rect.left() + inset, option.rect.center().y() - side / 2, side, side));
    if (option.checkType == QStyleOptionMenuItem::NonExclusive)
        paintBox(painter, box, colors(option.palette));
    if (option.checked)
        paintCheck(painter, box, option);
}

// A ring in the accent color would be invisible here, so the focus ring has the color of text.
void paintPrimaryButton(QPainter& painter, const QStyleOption& option)
{
    const Colors& color = colors(option.palette);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color.accent);
    painter.drawRoundedRect(option.rect, fieldRadius, fieldRadius);
    if (option.state & QStyle::State_HasFocus) {
        painter.setPen(QPen(color.text, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(
            QRectF(option.rect).adjusted(1, 1, -1, -1), fieldRadius, fieldRadius);
    }
    painter.restore();
}

// Paints an item of a list as a rounded rectangle with a mark at its side, one of a table as a
// plain rectangle, because the row continues.
void paintItem(QPainter& painter, const QStyleOptionViewItem& option)
{
    const bool selected = option.state & QStyle::State_Selected;
    if (!selected && !(option.state & QStyle::State_MouseOver))
        return;
    const Colors& color = colors(option.palette);
    const bool isAlone = option.viewItemPosition == QStyleOptionViewItem::OnlyOne
        || option.viewItemPosition == QStyleOptionViewItem::Invalid;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    QColor patch = color.hover;
    if (!selected)
        patch.setAlpha(120);
    painter.setBrush(patch);
    if (!isAlone) {
        painter.drawRect(option.rect);
    } else {
        painter.drawRoundedRect(option.rect, itemRadius, itemRadius);
        if (selected) {
            const QRect mark(option.rect.x(), option.rect.y() + option.rect.height() / 4, 3,
                option.rect.height() / 2);
            painter.setBrush(color.accent);
            painter.drawRoundedRect(
                QStyle::visualRect(option.direction, option.rect, mark), 1.5, 1.5);
        }
    }
    painter.restore();
}

void paintItemRing(QPainter& painter, const QStyleOption& option)
{
    if (!(option.state & QStyle::State_KeyboardFocusChange))
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors(option.palette).accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(option.rect).adjusted(1, 1, -1, -1), itemRadius, itemRadius);
    painter.restore();
}

QRect spinBoxPart(const QStyleOptionSpinBox& box, QStyle::SubControl part)
{
    const bool hasButtons = box.buttonSymbols != QAbstractSpinBox::NoButtons;
    const int buttons = hasButtons ? spinButtons : 0;
    QRect rect = box.rect;
    switch (part) {
    case QStyle::SC_SpinBoxUp:
        rect = hasButtons ? QRect(rect.right() - buttons + 1, rect.y(), buttons, rect.height() / 2)
                          : QRect();
        break;
    case QStyle::SC_SpinBoxDown:
        rect = hasButtons ? QRect(rect.right() - buttons + 1, rect.y() + rect.height() / 2, buttons,
                   rect.height() - rect.height() / 2)
                          : QRect();
        break;
    case QStyle::SC_SpinBoxEditField:
        rect.adjust(spinPadding, 2, -buttons, -2);
        break;
    default:
        break;
    }
    return QStyle::visualRect(box.direction, box.rect, rect);
}

void paintSpinBox(QPainter& painter, const QStyleOptionSpinBox& box)
{
    if (box.frame)
        paintField(painter, box);
    if (box.buttonSymbols == QAbstractSpinBox::NoButtons)
        return;
    const Colors& color = colors(box.palette);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const bool isUp : {true, false}) {
        const auto part = isUp ? QStyle::SC_SpinBoxUp : QStyle::SC_SpinBoxDown;
        const auto step
            = isUp ? QAbstractSpinBox::StepUpEnabled : QAbstractSpinBox::StepDownEnabled;
        const bool isHeld = box.activeSubControls & part
            && box.state & (QStyle::State_MouseOver | QStyle::State_Sunken);
        QRect rect = spinBoxPart(box, part);
        isUp ? rect.setTop(rect.top() + 4) : rect.setBottom(rect.bottom() - 4);
        paintArrow(painter, rect, isUp,
            !(box.stepEnabled & step) ? color.border : (isHeld ? color.text : color.mutedText));
    }
    painter.restore();
}

// A thin line that fills up; all of it, pale, while nobody knows how much there is to do.
void paintProgress(QPainter& painter, const QStyleOptionProgressBar& bar)
{
    const Colors& color = colors(bar.palette);
    const QRectF groove(bar.rect);
    const bool isUnknown = bar.maximum <= bar.minimum;
    const double share = isUnknown
        ? 1
        : std::clamp(double(bar.progress - bar.minimum) / (bar.maximum - bar.minimum), 0.0, 1.0);
    QRectF done(groove.topLeft(), QSizeF(groove.width() * share, groove.height()));
    if (bar.direction == Qt::RightToLeft)
        done.moveRight(groove.right());
    const double radius = groove.height() / 2;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color.border);
    painter.drawRoundedRect(groove, radius, radius);
    painter.setOpacity(isUnknown ? 0.4 : 1);
    painter.setBrush(color.accent);
    if (done.width() > 0)
        painter.drawRoundedRect(done, std::min(radius, done.width() / 2), radius);
    painter.restore();
}

QRect scrollBarPart(const QStyleOptionSlider& bar, QStyle::SubControl part)
{
    const QRect handle = handleRect(bar);
    const bool upright = bar.orientation == Qt::Vertical;
    QRect rect = bar.rect;
    switch (part) {
    case QStyle::SC_ScrollBarSlider:
        return handle;
    case QStyle::SC_ScrollBarGroove:
        return rect;
    case QStyle::SC_ScrollBarSubPage:
        upright ? rect.setBottom(handle.top() - 1) : rect.setRight(handle.left() - 1);
        return rect;
    case QStyle::SC_ScrollBarAddPage:
        upright ? rect.setTop(handle.bottom() + 1) : rect.setLeft(handle.right() + 1);
        return rect;
    default:
        return {}; // no buttons
    }
}

void paintScrollBar(QPainter& painter, const QStyleOptionSlider& bar)
{
    if (bar.maximum <= bar.minimum)
        return;
    const Colors& color = colors(bar.palette);
    const bool held = bar.state & (QStyle::State_MouseOver | QStyle::State_Sunken);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(held ? color.control : color.border);
    const QRectF handle
        = QRectF(handleRect(bar)).adjusted(barMargin, barMargin, -barMargin, -barMargin);
    painter.drawRoundedRect(handle, 4, 4);
    painter.restore();
}

} // namespace ui::parts
