#include "ui/documents/viewer/page_view.h"

#include "ui/theme/colors.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

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

QRectF PageCanvas::toWidget(const QRectF& rect) const
{
    const double across = width() / m_points.width(), down = height() / m_points.height();
    return {rect.x() * across, rect.y() * down, rect.width() * across, rect.height() * down};
}

// Paper is white in every scheme: it shows how the page looks.
void PageCanvas::paintEvent(QPaintEvent*)
{
    const Colors& color = colors(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.fillRect(rect(), Qt::white);
    if (!m_picture.isNull())
        painter.drawImage(rect(), m_picture);
    painter.setCompositionMode(QPainter::CompositionMode_Multiply);
    const auto areaOf = [&](qsizetype mark) {
        return toWidget(m_marks[mark].adjusted(-overhang, 0, overhang, 0));
    };
    // Below a strong mark there is no faint one, which would darken its words.
    QRegion faint(rect());
    for (qsizetype i = m_strong; i < m_marks.size(); ++i)
        faint -= areaOf(i).toAlignedRect();
    for (qsizetype i = 0; i < m_marks.size(); ++i) {
        painter.setClipRegion(i < m_strong ? faint : QRegion(rect()));
        painter.fillRect(areaOf(i), penOf(color.accent, i < m_strong ? 0.28 : 0.6));
    }
    painter.setClipping(false);
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
    painter.setPen(QPen(m_showsFocus ? color.accent : color.border, m_showsFocus ? 3 : 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

// The focus ring is shown to users who came by the keyboard.
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

namespace {

constexpr double pixelsPerPoint = 96.0 / 72;
constexpr double zoomStep = 1.25, minZoom = 0.25, maxZoom = 5;
constexpr int margin = 12; // pixels around the page
constexpr int settleMilliseconds = 120;

} // namespace

PageView::PageView(QWidget* parent)
    : QScrollArea(parent)
    , m_canvas(new PageCanvas)
{
    setFrameShape(QFrame::NoFrame);
    setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    setFocusPolicy(Qt::NoFocus);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // or fitting would go round in circles
    setWidget(m_canvas);
    setViewportMargins(margin, 0, 0, 0);
    viewport()->setAutoFillBackground(false);
    setFocusProxy(m_canvas);
    m_settle.setSingleShot(true);
    m_settle.setInterval(settleMilliseconds);
    connect(&m_settle, &QTimer::timeout, this, [this] { emit widthWanted(wantedWidth()); });
}

double PageView::scale() const
{
    if (m_zoom > 0)
        return m_zoom * pixelsPerPoint;
    return std::max(1, viewport()->width() - margin) / m_points.width();
}

int PageView::percent() const
{
    return int(std::lround(scale() / pixelsPerPoint * 100));
}

int PageView::wantedWidth() const
{
    return std::max(1, int(std::lround(m_points.width() * scale() * devicePixelRatioF())));
}

void PageView::setPage(const QSizeF& points, const QImage& picture)
{
    m_points = points.expandedTo({1, 1});
    m_shown = {};
    m_canvas->setPoints(m_points);
    m_canvas->setMarks({}, 0);
    m_canvas->setPicture(picture);
    layOut();
    verticalScrollBar()->setValue(0);
}

void PageView::setPicture(const QImage& picture)
{
    m_canvas->setPicture(picture);
}

void PageView::setMarks(const QList<QRectF>& marks, qsizetype strong, const QRectF& shown)
{
    m_canvas->setMarks(marks, strong);
    m_shown = shown;
    if (isVisible())
        showPlace(shown);
}

// Scrolls the rectangle into the upper third, where one begins to read.
void PageView::showPlace(const QRectF& rect)
{
    if (rect.isEmpty())
        return;
    const QRectF pixels = m_canvas->toWidget(rect);
    const int top = verticalScrollBar()->value(), height = viewport()->height();
    if (pixels.top() < top || pixels.bottom() > top + height)
        verticalScrollBar()->setValue(int(pixels.top()) - height / 3);
    const int left = horizontalScrollBar()->value(), width = viewport()->width();
    if (pixels.left() < left || pixels.right() > left + width)
        horizontalScrollBar()->setValue(int(pixels.left()) - margin);
}

void PageView::fit()
{
    m_zoom = 0;
    layOut();
    emit zoomChanged();
}

void PageView::zoomBy(int steps)
{
    const double before = scale() / pixelsPerPoint;
    const double middle
        = (verticalScrollBar()->value() + viewport()->height() / 2.0) / m_canvas->height();
    m_zoom = std::clamp(before * std::pow(zoomStep, steps), minZoom, maxZoom);
    layOut();
    verticalScrollBar()->setValue(int(middle * m_canvas->height() - viewport()->height() / 2.0));
    emit zoomChanged();
}

void PageView::layOut()
{
    m_canvas->resize((m_points * scale()).toSize().expandedTo({1, 1}));
    m_settle.start();
}

void PageView::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    if (!isFitted())
        return;
    layOut();
    showPlace(m_shown);
    emit zoomChanged();
}

// Other keys are the viewer's.
void PageView::keyPressEvent(QKeyEvent* event)
{
    const auto scroll = [](QScrollBar* bar, int steps) {
        bar->setValue(bar->value() + steps * 3 * bar->singleStep());
    };
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
        return scroll(verticalScrollBar(), event->key() == Qt::Key_Up ? -1 : 1);
    case Qt::Key_Left:
    case Qt::Key_Right:
        return scroll(horizontalScrollBar(), event->key() == Qt::Key_Left ? -1 : 1);
    default:
        event->ignore();
    }
}

void PageView::wheelEvent(QWheelEvent* event)
{
    if (!(event->modifiers() & Qt::ControlModifier))
        return QScrollArea::wheelEvent(event);
    if (event->angleDelta().y() != 0)
        zoomBy(event->angleDelta().y() > 0 ? 1 : -1);
    event->accept();
}

} // namespace ui
