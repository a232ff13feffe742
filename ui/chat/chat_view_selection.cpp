// Selecting with the mouse across messages: from where it was pressed to where it is, and further
// while it is held beyond an edge.
#include "ui/chat/chat_view.h"
#include "ui/markdown/markdown_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr int scrollMilliseconds = 30; // while the mouse is beyond an edge
constexpr int mostAtOnce = 120; // pixels

} // namespace

void ChatView::followSelection(MessageView* view)
{
    connect(view, &MessageView::textPressed, this,
        [this, view](const TextPlace& place, bool goesOn) { beginSelection(view, place, goesOn); });
    connect(view, &MessageView::textDragged, this, &ChatView::dragSelection);
    connect(view, &MessageView::textReleased, this, &ChatView::endDrag);
}

// The view that the mouse was pressed in hears of it until it is released, so it is kept meanwhile.
void ChatView::beginSelection(MessageView* view, const TextPlace& place, bool goesOn)
{
    const ChatSelection::Place pressed{view->message().id, place};
    if (goesOn && m_selection.hasBegun())
        m_selection.extendTo(pressed);
    else
        m_selection.begin(pressed);
    m_dragOrigin = view;
    showSelection();
}

void ChatView::dragSelection(const QPoint& place)
{
    if (!m_dragOrigin)
        return; // another conversation or branch is shown since
    m_dragPlace = place;
    extendSelection();
    const int y = viewport()->mapFromGlobal(place).y();
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
        verticalScrollBar()->value() + std::clamp(beyond, -mostAtOnce, mostAtOnce));
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
    TextPlace place; // of a message without a text, too
    if (!text->isHidden() && inside.y() >= text->height())
        place = endOfText;
    else if (!text->isHidden() && inside.y() >= 0)
        place = text->placeAt(inside);
    m_selection.extendTo({view->message().id, place});
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
        view->text()->setPart(m_selection.partOf(view->message().id));
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

// Only what no message wanted arrives here.
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
