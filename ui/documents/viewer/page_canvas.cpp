#include "ui/documents/viewer/page_canvas.h"

#include "ui/theme/colours.h"

#include <QFocusEvent>
#include <QPainter>

namespace ui {

namespace {

constexpr double overhang = 1.5; // points that a mark goes beyond its letters

// Multiplied with the paper, so that black letters stay black.
QColor penOf(const QColor& accent, double strength)
{
    const auto mixed = [&](int part) { return int(255 - (255 - part) * strength); };
    return {mixed(accent.red()), mixed(accent.green()), mixed(accent.blue())};
}

} // namespace

PageCanvas::PageCanvas(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
}

void PageCanvas::setPicture(const QImage& picture)
{
    m_picture = picture;
    update();
}

void PageCanvas::setPoints(const QSizeF& points)
{
    m_points = points.expandedTo({1, 1});
    update();
}

void PageCanvas::setMarks(const QList<QRectF>& marks, qsizetype strong)
{
    m_marks = marks;
    m_strong = strong;
    update();
}

QRectF PageCanvas::toWidget(const QRectF& place) const
{
    const double across = width() / m_points.width(), down = height() / m_points.height();
    return {place.x() * across, place.y() * down, place.width() * across, place.height() * down};
}

// Paper is white in every scheme: it shows how the page looks.
void PageCanvas::paintEvent(QPaintEvent*)
{
    const Colours& colour = colours(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.fillRect(rect(), Qt::white);
    if (!m_picture.isNull())
        painter.drawImage(rect(), m_picture);
    painter.setCompositionMode(QPainter::CompositionMode_Multiply);
    for (qsizetype i = 0; i < m_marks.size(); ++i) {
        const QRectF place = m_marks[i].adjusted(-overhang, 0, overhang, 0);
        painter.fillRect(toWidget(place), penOf(colour.accent, i < m_strong ? 0.28 : 0.6));
    }
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
    painter.setPen(QPen(m_showsFocus ? colour.accent : colour.border, m_showsFocus ? 3 : 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

// Who came by keys sees where they are.
void PageCanvas::focusInEvent(QFocusEvent* event)
{
    m_showsFocus
        = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    update();
}

void PageCanvas::focusOutEvent(QFocusEvent*)
{
    m_showsFocus = false;
    update();
}

} // namespace ui
