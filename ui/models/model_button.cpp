#include "ui/models/model_button.h"

#include "services/plain_tool_tip.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyle>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int radius = 8; // pixels, as below
constexpr int barHeight = 3;
constexpr int leastName = 140; // or less for a short one

// Whole pixels that the text surely fits into: rounded down it would be shortened for less than one.
int widthOf(const QFont& font, const QString& text)
{
    return int(std::ceil(QFontMetricsF(font).horizontalAdvance(text))) + 1;
}

} // namespace

ModelButton::ModelButton(QWidget* parent)
    : QAbstractButton(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ModelButton::setName(const QString& name)
{
    setText(name);
    describe();
    updateGeometry();
}

void ModelButton::setNote(const QString& note, bool isError)
{
    if (note == m_note && isError == m_isError)
        return;
    m_note = note;
    m_isError = isError;
    describe();
    updateGeometry();
    update();
}

void ModelButton::setProgress(double share)
{
    if (share == m_share)
        return;
    m_share = share;
    update();
}

void ModelButton::describe()
{
    setAccessibleName(tr("Model: %1").arg(text()));
    setAccessibleDescription(m_note);
    setToolTip(services::plainToolTip(tr("%1 – choose another model").arg(text())));
}

QFont ModelButton::nameFont() const
{
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    return bold;
}

QSize ModelButton::sizeHint() const
{
    const Metrics distance = metrics(this);
    int width = 2 * distance.medium + widthOf(nameFont(), text()) + distance.small + distance.icon;
    if (!m_note.isEmpty())
        width += distance.small + widthOf(font(), m_note);
    return {width, distance.control};
}

QSize ModelButton::minimumSizeHint() const
{
    return {std::min(leastName, sizeHint().width()), metrics(this).control};
}

void ModelButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colours& scheme = colours(palette());
    if (underMouse() || isDown()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(scheme.hover);
        painter.drawRoundedRect(rect(), radius, radius);
    }
    paintProgress(painter);
    paintText(painter);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(scheme.accent, 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);
    }
}

// A line along the bottom, from where reading begins.
void ModelButton::paintProgress(QPainter& painter) const
{
    if (m_share < 0)
        return;
    const Colours& scheme = colours(palette());
    const double inset = radius;
    QRectF track(inset, height() - barHeight - 1, width() - 2 * inset, barHeight);
    painter.setPen(Qt::NoPen);
    painter.setBrush(scheme.border);
    painter.drawRoundedRect(track, barHeight / 2.0, barHeight / 2.0);
    const double done = track.width() * std::clamp(m_share, 0.0, 1.0);
    if (layoutDirection() == Qt::RightToLeft)
        track.setLeft(track.right() - done);
    else
        track.setWidth(done);
    painter.setBrush(scheme.accent);
    painter.drawRoundedRect(track, barHeight / 2.0, barHeight / 2.0);
}

void ModelButton::paintText(QPainter& painter) const
{
    const Metrics distance = metrics(this);
    const Colours& scheme = colours(palette());
    const auto place = [this](int left, int width) {
        return QStyle::visualRect(layoutDirection(), rect(), QRect(left, 0, width, height()));
    };
    int end = width() - distance.medium;
    const int mark = distance.icon * 3 / 4;
    const QRect markRect = place(end - mark, mark);
    ui::icon(QStringLiteral("expanded"), scheme.mutedText)
        .paint(&painter, QRect(markRect.left(), (height() - mark) / 2, mark, mark));
    end -= mark + distance.small;

    const QFontMetrics bold(nameFont());
    const int left = distance.medium;
    const int nameWidth = std::min(widthOf(nameFont(), text()), end - left);
    painter.setLayoutDirection(Qt::LayoutDirectionAuto); // names run in their own direction
    painter.setFont(nameFont());
    painter.setPen(scheme.text);
    painter.drawText(place(left, nameWidth), Qt::AlignVCenter | Qt::AlignAbsolute | Qt::AlignLeft,
        bold.elidedText(text(), Qt::ElideMiddle, nameWidth));
    const int noteLeft = left + nameWidth + distance.small;
    if (m_note.isEmpty() || noteLeft >= end)
        return;
    painter.setFont(font());
    painter.setPen(m_isError ? scheme.error : scheme.mutedText);
    painter.drawText(place(noteLeft, end - noteLeft),
        int(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft) | Qt::AlignVCenter),
        fontMetrics().elidedText(m_note, Qt::ElideRight, end - noteLeft));
}

void ModelButton::enterEvent(QEnterEvent* event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void ModelButton::leaveEvent(QEvent* event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

} // namespace ui
