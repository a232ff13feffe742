#include "ui/chat/chat_view.h"
#include "ui/markdown/markdown_view.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/undo_bar.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QPushButton>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace ui {

// The keyboard in the messages: arrows walk from one to the next, Tab through what can be pressed
// in the one that has the focus, then to the next one, and after the last one out.

namespace {

constexpr int sidewaysStep = 40; // pixels

} // namespace

// Coming here by Tab, one begins with the first message in sight; otherwise, and coming back, with
// the last one.
void ChatView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    const bool byKeyboard = event->reason() == Qt::TabFocusReason
        || event->reason() == Qt::BacktabFocusReason || event->reason() == Qt::ShortcutFocusReason;
    if (!byKeyboard || m_heights.count() == 0)
        return;
    const int value = verticalScrollBar()->value();
    const bool isForward = event->reason() == Qt::TabFocusReason;
    focusRow(m_heights.rowAt(isForward ? value : value + viewport()->height() - 1));
    if (event->reason() == Qt::BacktabFocusReason && rowWithFocus() >= 0)
        stopsIn(rowWithFocus()).last()->setFocus(event->reason());
}

int ChatView::rowWithFocus() const
{
    const QWidget* focused = QApplication::focusWidget();
    for (auto view = m_views.cbegin(); view != m_views.cend(); ++view)
        if (focused && (focused == view.value() || view.value()->isAncestorOf(focused)))
            return view.key();
    return -1;
}

// Scrolls to as much of the message as there is room for, its beginning first.
void ChatView::focusRow(int row)
{
    const int64_t top = m_heights.top(row), bottom = top + m_heights.height(row);
    const int value = verticalScrollBar()->value();
    const bool isLast = row == m_heights.count() - 1;
    if (top < value || bottom - top > viewport()->height())
        scrollToRow(row);
    else if (bottom > value + viewport()->height())
        isLast ? scrollToEnd() : verticalScrollBar()->setValue(int(bottom) - viewport()->height());
    if (MessageView* view = m_views.value(row))
        view->setFocus(Qt::OtherFocusReason);
}

// A message that is taller than the window is scrolled through before the next one comes.
bool ChatView::walkRows(int step)
{
    if (m_heights.count() == 0)
        return false;
    QScrollBar* bar = verticalScrollBar();
    const int row = rowWithFocus();
    if (row < 0) {
        focusRow(
            m_heights.rowAt(step < 0 ? bar->value() + viewport()->height() - 1 : bar->value()));
        return true;
    }
    const int64_t top = m_heights.top(row), bottom = top + m_heights.height(row);
    const bool goesOnBelow = step > 0 && bottom > bar->value() + viewport()->height();
    const bool goesOnAbove = step < 0 && top < bar->value();
    if (goesOnBelow || goesOnAbove)
        bar->setValue(bar->value() + step * 3 * bar->singleStep());
    else
        focusRow(std::clamp(row + step, 0, m_heights.count() - 1));
    return true;
}

// Code, tables and formulas that are wider than the message, all that can be seen of them.
bool ChatView::scrollSideways(int step)
{
    MessageView* view = m_views.value(rowWithFocus());
    bool isAny = false;
    for (QScrollBar* bar : view ? view->findChildren<QScrollBar*>() : QList<QScrollBar*>()) {
        if (bar->orientation() != Qt::Horizontal || bar->visibleRegion().isEmpty())
            continue;
        bar->setValue(bar->value() + step * sidewaysStep);
        isAny = true;
    }
    return isAny;
}

bool ChatView::actOnRow(QKeyEvent* event)
{
    const int row = rowWithFocus();
    if (row < 0)
        return false;
    const services::MessageId message = m_conversation->message(row).id;
    if (event->matches(QKeySequence::Copy))
        emit requested(message, MessageCommand::CopyMarkdown);
    else if (event->matches(QKeySequence::Delete))
        emit requested(message, MessageCommand::Remove);
    else
        return false;
    return true;
}

bool ChatView::actOnSelection(QKeyEvent* event)
{
    if (event->matches(QKeySequence::SelectAll) && m_heights.count() > 0)
        selectAll();
    else if (event->matches(QKeySequence::Copy) && !m_selection.isEmpty())
        copySelection();
    else
        return event->key() == Qt::Key_Escape && clearSelection();
    return true;
}

void ChatView::keyPressEvent(QKeyEvent* event)
{
    if (actOnSelection(event))
        return event->accept();
    if (actOnRow(event))
        return event->accept();
    if (event->modifiers() & ~Qt::KeypadModifier)
        return event->ignore();
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
        walkRows(event->key() == Qt::Key_Up ? -1 : 1);
        return;
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (!scrollSideways(event->key() == Qt::Key_Left ? -1 : 1))
            event->ignore();
        return;
    case Qt::Key_PageUp:
        return verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepSub);
    case Qt::Key_PageDown:
        return verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepAdd);
    case Qt::Key_Home:
        return verticalScrollBar()->triggerAction(QAbstractSlider::SliderToMinimum);
    case Qt::Key_End:
        return scrollToEnd();
    default:
        event->ignore();
    }
}

// The message and what is in it, in the order in which they are read.
QList<QWidget*> ChatView::stopsIn(int row) const
{
    MessageView* view = m_views.value(row);
    return view ? QList<QWidget*>{view} + tabStops(*view) : QList<QWidget*>();
}

// The button and the bar that are over the messages.
QList<QWidget*> ChatView::stopsOnTop() const
{
    QList<QWidget*> stops = tabStops(*m_undo);
    if (m_undo->isHidden())
        stops.clear();
    if (m_jump->isVisible())
        stops.prepend(m_jump);
    return stops;
}

bool ChatView::focusNextPrevChild(bool next)
{
    const Qt::FocusReason reason = next ? Qt::TabFocusReason : Qt::BacktabFocusReason;
    const int step = next ? 1 : -1;
    const QWidget* focused = QApplication::focusWidget();
    if (focused && isAncestorOf(focused) && !focused->isVisible()) { // it is just being hidden
        setFocus(Qt::OtherFocusReason);
        return true;
    }
    if (rowWithFocus() >= 0)
        m_walkedRow = rowWithFocus();
    const QList<QWidget*> stops = stopsIn(m_walkedRow) + stopsOnTop();
    const qsizetype now = stops.indexOf(QApplication::focusWidget());
    const qsizetype wanted = now + step;
    if ((now >= 0 || next) && wanted >= 0 && wanted < stops.size()) {
        stops[wanted]->setFocus(reason);
        return true;
    }
    const int row = m_walkedRow + step;
    if (row < 0 || row >= m_heights.count())
        return focusNextStop(*window(), next);
    focusRow(row);
    if (!next && !stopsIn(row).isEmpty())
        stopsIn(row).last()->setFocus(reason);
    return true;
}

// Selecting with the mouse across messages: from where it was pressed to where it is, and further
// while it is held beyond an edge.

namespace {

constexpr int scrollMilliseconds = 30; // while the mouse is beyond an edge
constexpr int maxAtOnce = 120; // pixels

} // namespace

void ChatView::followSelection(MessageView* view)
{
    connect(view, &MessageView::textPressed, this,
        [this, view](
            const TextPosition& position, bool goesOn) { beginSelection(view, position, goesOn); });
    connect(view, &MessageView::textDragged, this, &ChatView::dragSelection);
    connect(view, &MessageView::textReleased, this, &ChatView::endDrag);
}

// The view that the mouse was pressed in receives its events until it is released, so it is kept
// meanwhile.
void ChatView::beginSelection(MessageView* view, const TextPosition& position, bool goesOn)
{
    const ChatSelection::Position pressed{view->message().id, position};
    if (goesOn && m_selection.hasBegun())
        m_selection.extendTo(pressed);
    else
        m_selection.begin(pressed);
    m_dragOrigin = view;
    showSelection();
}

void ChatView::dragSelection(const QPoint& point)
{
    if (!m_dragOrigin)
        return; // another conversation or branch is shown since
    m_dragPlace = point;
    extendSelection();
    const int y = viewport()->mapFromGlobal(point).y();
    if (y >= 0 && y < viewport()->height())
        m_dragScroll.stop();
    else if (!m_dragScroll.isActive())
        m_dragScroll.start(scrollMilliseconds);
}

void ChatView::scrollSelection()
{
    const int y = viewport()->mapFromGlobal(m_dragPlace).y();
    const int beyond = y < 0 ? y : std::max(0, y - viewport()->height() + 1);
    verticalScrollBar()->setValue(
        verticalScrollBar()->value() + std::clamp(beyond, -maxAtOnce, maxAtOnce));
    extendSelection();
}

void ChatView::extendSelection()
{
    const QPoint at = viewport()->mapFromGlobal(m_dragPlace);
    const int y = std::clamp(at.y(), 0, viewport()->height() - 1);
    const int row = m_heights.rowAt(
        std::max<int64_t>(0, int64_t(verticalScrollBar()->value()) + y - topMargin));
    const MessageView* view = m_views.value(row);
    if (!view)
        return;
    const MarkdownView* text = view->text();
    const QPoint inside = text->mapFrom(viewport(), QPoint(at.x(), y));
    TextPosition position; // of a message without a text, too
    if (!text->isHidden() && inside.y() >= text->height())
        position = endOfText;
    else if (!text->isHidden() && inside.y() >= 0)
        position = text->positionAt(inside);
    m_selection.extendTo({view->message().id, position});
    showSelection();
}

void ChatView::endDrag()
{
    m_dragScroll.stop();
    if (std::exchange(m_dragOrigin, nullptr))
        m_settle.start(); // it may be far out of sight
}

void ChatView::showSelection()
{
    for (MessageView* view : std::as_const(m_views))
        view->text()->setPart(m_selection.selectedRange(view->message().id));
}

void ChatView::selectAll()
{
    m_selection.selectAll();
    showSelection();
}

bool ChatView::clearSelection()
{
    const bool wasAny = !m_selection.isEmpty();
    m_selection.clear();
    showSelection();
    return wasAny;
}

void ChatView::copySelection() const
{
    QApplication::clipboard()->setMimeData(m_selection.contents(m_modelNames).release());
}

// Clicks arrive here only if no message accepted them.
void ChatView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        clearSelection();
    QAbstractScrollArea::mousePressEvent(event);
}

void ChatView::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_selection.isEmpty())
        return event->ignore();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy"), this, &ChatView::copySelection);
    menu->addAction(tr("Select all"), this, &ChatView::selectAll);
    menu->popup(event->globalPos());
}

} // namespace ui
