#include "ui/capture/area_overlay.h"

#include "ui/theme/theme.h"
#include "ui/widgets/accessibility.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScreen>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

using services::CaptureArea;

namespace {

constexpr int shortestDrag = 4; // pixels of the image: less is a click
constexpr int keyStep = 16; // pixels of the image

} // namespace

AreaOverlay::AreaOverlay(const services::ScreenImage& screen, CaptureArea area)
    : QWidget(nullptr, Qt::Window | Qt::FramelessWindowHint | Qt::WindowStaysOnTopHint)
    , m_screen(screen)
    , m_region(screen.image.size())
    , m_announcer(new Announcer(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setAttribute(Qt::WA_QuitOnClose, false);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setWindowTitle(tr("Choose an area of the screen"));
    setAccessibleName(windowTitle());
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::CrossCursor);
    setMouseTracking(true);
    if (m_screen.screen) {
        setScreen(m_screen.screen);
        setGeometry(m_screen.screen->geometry());
    }
    describe();
    if (area == CaptureArea::Window)
        focusNextPrevChild(true);
}

QRect AreaOverlay::region() const
{
    return m_isMarking ? m_region.rect() : m_screen.image.rect();
}

double AreaOverlay::scale() const
{
    return width() > 0 ? double(m_screen.image.width()) / width() : 1;
}

QPoint AreaOverlay::toImage(QPointF point) const
{
    return {int(std::floor(point.x() * scale())), int(std::floor(point.y() * scale()))};
}

const QRect* AreaOverlay::windowAt(QPoint point) const
{
    const auto found = std::ranges::find_if(
        m_screen.windows, [point](const QRect& window) { return window.contains(point); });
    return found == m_screen.windows.end() ? nullptr : &*found;
}

void AreaOverlay::mark(const QRect& rect)
{
    m_isMarking = true;
    m_region.setCorners(rect.topLeft(), rect.bottomRight());
    describe();
    update();
}

void AreaOverlay::describe()
{
    const QRect part = region();
    setAccessibleDescription(tr("Selected area: %1 by %2 pixels, %3 from the left, %4 from the top")
                                 .arg(part.width())
                                 .arg(part.height())
                                 .arg(part.x())
                                 .arg(part.y()));
    if (m_isMarking)
        m_announcer->say(accessibleDescription());
}

void AreaOverlay::accept()
{
    emit chosen(m_screen.image.copy(region()));
}

// Keys belong to the overlay while it is there, also those that would be shortcuts.
bool AreaOverlay::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

bool AreaOverlay::focusNextPrevChild(bool next)
{
    const qsizetype count = m_screen.windows.size();
    if (count == 0)
        return true;
    m_window = m_window < 0 ? (next ? 0 : count - 1) : (m_window + (next ? 1 : count - 1)) % count;
    mark(m_screen.windows[m_window]);
    return true;
}

void AreaOverlay::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.drawImage(QRectF(rect()), m_screen.image);
    const Colors& color = colors(palette());
    QPainterPath around;
    around.addRect(rect());
    if (m_isMarking) {
        const QRectF part(
            QPointF(m_region.rect().topLeft()) / scale(), QSizeF(m_region.rect().size()) / scale());
        around.addRect(part); // odd and even: what is in the part stays as it is
        painter.fillPath(around, QColor(0, 0, 0, 120));
        painter.setPen(QPen(color.accentText, 4));
        painter.drawRect(part);
        painter.setPen(QPen(color.accent, 2));
        painter.drawRect(part);
    } else {
        painter.fillPath(around, QColor(0, 0, 0, 70));
    }
    if (!m_isDragging)
        paintHint(painter);
}

void AreaOverlay::paintHint(QPainter& painter) const
{
    const Colors& color = colors(palette());
    const QString hint = m_isMarking
        ? tr(
            "%1 × %2 pixels\nEnter takes this area, the arrow keys move it, with Shift they resize "
            "it, Esc cancels.")
              .arg(region().width())
              .arg(region().height())
        : tr("Drag over an area, or click a window.\nEnter takes the whole screen, the arrow keys "
             "mark an area, Esc cancels.");
    constexpr int margin = 16;
    const QRect room = rect().adjusted(3 * margin, 3 * margin, -3 * margin, -3 * margin);
    const int flags = Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap;
    const QRect text = painter.fontMetrics().boundingRect(room, flags, hint);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(color.control);
    painter.setBrush(color.raised);
    painter.drawRoundedRect(text.adjusted(-margin, -margin, margin, margin), 12, 12);
    painter.setPen(color.text);
    painter.drawText(text, flags, hint);
}

void AreaOverlay::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_isDragging = true;
    m_pressed = toImage(event->position());
}

void AreaOverlay::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint point = toImage(event->position());
    if (m_isDragging && (point - m_pressed).manhattanLength() >= shortestDrag) {
        m_isMarking = true;
        m_region.setCorners(m_pressed, point);
        update();
    }
}

void AreaOverlay::mouseReleaseEvent(QMouseEvent* event)
{
    if (!std::exchange(m_isDragging, false))
        return;
    const QPoint point = toImage(event->position());
    const bool isClick = (point - m_pressed).manhattanLength() < shortestDrag;
    if (!isClick) {
        m_isMarking = true;
        m_region.setCorners(m_pressed, point);
        return accept();
    }
    if (const QRect* window = windowAt(point)) {
        mark(*window);
        return accept();
    }
    update();
}

void AreaOverlay::keyPressEvent(QKeyEvent* event)
{
    const QPoint steps = arrowDirection(event->key());
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_Escape)
        return emit cancelled();
    if (isEnter)
        return accept();
    if (event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab) {
        focusNextPrevChild(event->key() == Qt::Key_Tab);
        return;
    }
    if (steps.isNull())
        return QWidget::keyPressEvent(event);
    if (event->modifiers() & Qt::ShiftModifier)
        m_region.growBy(steps * keyStep);
    else if (m_isMarking)
        m_region.moveBy(steps * keyStep);
    m_isMarking = true;
    describe();
    update();
}

} // namespace ui
