// The keyboard in the messages: arrows walk from one to the next, Tab through what can be pressed
// in the one that has the focus, and then out.
#include "ui/chat/chat_view.h"
#include "ui/widgets/undo_bar.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPushButton>
#include <QScrollBar>

#include <algorithm>

namespace ui {

namespace {

constexpr int sidewaysStep = 40; // pixels

bool isTabStop(const QWidget* widget)
{
    return (widget->focusPolicy() & Qt::TabFocus) && widget->isVisible() && widget->isEnabled();
}

} // namespace

// Coming here by keyboard, one stands on the message that was walked to last, or the newest.
void ChatView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    const bool byKeyboard = event->reason() == Qt::TabFocusReason
        || event->reason() == Qt::BacktabFocusReason || event->reason() == Qt::ShortcutFocusReason;
    if (!byKeyboard || m_heights.count() == 0)
        return;
    const int value = verticalScrollBar()->value();
    focusRow(m_heights.rowAt(value + viewport()->height() - 1));
}

int ChatView::rowWithFocus() const
{
    const QWidget* focused = QApplication::focusWidget();
    for (auto view = m_views.cbegin(); view != m_views.cend(); ++view)
        if (focused && (focused == view.value() || view.value()->isAncestorOf(focused)))
            return view.key();
    return -1;
}

// As much of the message as there is room for, its beginning first.
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
        emit wished(message, MessageWish::CopyMarkdown);
    else if (event->matches(QKeySequence::Delete))
        emit wished(message, MessageWish::Remove);
    else
        return false;
    return true;
}

void ChatView::keyPressEvent(QKeyEvent* event)
{
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

// In the order in which they are read.
QList<QWidget*> ChatView::stopsInFocusedRow() const
{
    QList<QWidget*> stops;
    MessageView* view = m_views.value(rowWithFocus());
    if (view) {
        for (QWidget* child : view->findChildren<QWidget*>())
            if (isTabStop(child))
                stops << child;
        const bool leftwards = layoutDirection() == Qt::RightToLeft;
        std::ranges::stable_sort(
            stops, [view, leftwards](const QWidget* one, const QWidget* other) {
                const QPoint a = one->mapTo(view, QPoint()), b = other->mapTo(view, QPoint());
                return a.y() != b.y() ? a.y() < b.y() : leftwards ? a.x() > b.x() : a.x() < b.x();
            });
        stops.prepend(view);
    }
    if (isTabStop(m_jump))
        stops << m_jump;
    for (QWidget* child : m_undo->findChildren<QWidget*>())
        if (isTabStop(child))
            stops << child;
    return stops;
}

bool ChatView::focusNextPrevChild(bool next)
{
    const Qt::FocusReason reason = next ? Qt::TabFocusReason : Qt::BacktabFocusReason;
    const QList<QWidget*> stops = stopsInFocusedRow();
    const qsizetype now = stops.indexOf(QApplication::focusWidget());
    const qsizetype wanted = now + (next ? 1 : -1);
    if ((now >= 0 || next) && wanted >= 0 && wanted < stops.size()) {
        stops[wanted]->setFocus(reason);
        return true;
    }
    QWidget* outside = this;
    do
        outside = next ? outside->nextInFocusChain() : outside->previousInFocusChain();
    while (outside != this && (isAncestorOf(outside) || !isTabStop(outside)));
    if (outside == this)
        return false;
    outside->setFocus(reason);
    return true;
}

} // namespace ui
