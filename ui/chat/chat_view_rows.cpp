#include "ui/chat/chat_view_rows.h"

#include "services/conversations/pictured_message.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/message_actions.h"
#include "ui/chat/model_names.h"
#include "ui/markdown/markdown_view.h"

#include <QApplication>
#include <QScrollBar>

#include <algorithm>
#include <bit>

namespace ui {

// The widgets of the rows in sight: made, filled, taken for other rows, and the words marked in
// them.

using services::Message;
using services::MessageId;
using services::noMessage;

namespace {

constexpr int markPlace = 3; // a mark comes to rest at this part of the height

} // namespace

MessageView* ChatView::ensureView(int row)
{
    MessageView*& view = m_views[row];
    if (!view) {
        const services::Author author = m_conversation->message(row).author;
        const auto spare = std::ranges::find(m_spare, author, &MessageView::author);
        view = spare == m_spare.end() ? makeView(author) : m_spare.takeAt(spare - m_spare.begin());
        view->resize(column().width(), 10);
        showRow(view, row);
        view->show();
    }
    return view;
}

void ChatView::showRow(MessageView* view, int row)
{
    const Message& message = m_conversation->message(row);
    const QList<MessageId> versions = m_conversation->tree().versions(message.id);
    const bool isNamed = message.author == services::Author::Assistant
        && namesItsModel(*m_conversation, message, m_currentModel);
    MessageContext context{.version = int(versions.indexOf(message.id)),
        .versions = int(versions.size()),
        .isLast = row == m_conversation->rowCount() - 1,
        .above = readingAbove(row),
        .isOnCard = m_isOnCard,
        .isEdited = message.id == m_edited,
        .isSpoken = message.id == m_spoken,
        .modelName = isNamed ? m_modelNames(message.model) : QString(),
        .betterModel = m_betterModel,
        .photoModel = m_photoModel,
        .figures = m_figures,
        .pictureChecks = m_pictureChecks,
        .placeChecks = m_placeChecks,
        .readsFormsAgain = m_toReadAgain.contains(message.id)};
    if (m_pictureChecks && message.author == services::Author::Assistant && !message.isOpen())
        addPictures(context, row);
    if (message.author == services::Author::Assistant && !message.isOpen())
        context.otherVersions = otherVersions(*m_conversation, message.id);
    view->setMessage(message, context);
    const bool isMarked = m_markedMessage == noMessage || m_markedMessage == message.id;
    view->setMarkedWords(isMarked ? m_markedWords : QStringList());
    view->setCurrentMark(m_currentMarkMessage == message.id ? m_currentMark : -1);
    view->text()->setPart(m_selection.selectedRange(message.id));
}

void ChatView::addPictures(MessageContext& context, int row) const
{
    const Message* question = services::findPictured(
        row, [this](int above) -> const Message& { return m_conversation->message(above); });
    if (!question)
        return;
    context.pictured = question->id;
    context.pictures = question->pictures;
    context.answersPictures = question->id == m_conversation->message(row - 1).id;
}

// The note is shown below the last message that is not read.
MessageContext::Above ChatView::readingAbove(int row) const
{
    using Above = MessageContext::Above;
    const auto isUnread
        = [this](int each) { return m_unread.contains(m_conversation->message(each).id); };
    if (m_unread.isEmpty() || row == 0 || !isUnread(row - 1))
        return Above::IsRead;
    for (int below = row; below < m_conversation->rowCount(); ++below)
        if (isUnread(below))
            return Above::IsRead;
    for (int each = 0; each < row; ++each)
        if (m_conversation->message(each).author == services::Author::User && !isUnread(each))
            return Above::IsReadInPart;
    return Above::IsUnread;
}

MessageView* ChatView::makeView(services::Author author)
{
    auto* view = new MessageView(author, viewport());
    connect(view, &MessageView::requested, this, &ChatView::request);
    connect(view, &MessageView::formsRead, this, [this](MessageId id) { m_toReadAgain.remove(id); });
    followSelection(view);
    connect(view, &MessageView::heightChanged, &m_settle, qOverload<>(&QTimer::start));
    return view;
}

// Another message will be shown in it. The focus stays in here. What reads its facts again ends, and goes on
// when the message is shown again.
void ChatView::dropView(MessageView* view)
{
    const QWidget* focused = QApplication::focusWidget();
    if (focused && (focused == view || view->isAncestorOf(focused)))
        setFocus(Qt::OtherFocusReason);
    if (view == m_dragOrigin)
        endDrag();
    view->suspend();
    view->hide();
    m_spare << view;
}

void ChatView::dropViewsFrom(int row)
{
    for (auto view = m_views.begin(); view != m_views.end();) {
        if (view.key() < row) {
            ++view;
            continue;
        }
        dropView(view.value());
        view = m_views.erase(view);
    }
}

// Whoever goes through versions by keyboard continues from the same button of the other version.
void ChatView::request(MessageId message, const MessageAction& action)
{
    const auto* version = std::get_if<ShowVersion>(&action);
    if (!version)
        return emit requested(message, action);
    const int row = m_conversation->rowOf(message), step = version->step;
    const MessageView* before = m_views.value(row);
    const QWidget* focused = QApplication::focusWidget();
    const bool byKeyboard = before && focused && before->isAncestorOf(focused);
    emit requested(message, action);
    MessageView* after = m_views.value(row);
    if (byKeyboard && after)
        after->actions()->focusVersions(step);
}

void ChatView::scrollToMessage(MessageId message, const QStringList& markedWords)
{
    const int row = m_conversation ? m_conversation->rowOf(message) : -1;
    if (row < 0)
        return;
    setMarkedWords(markedWords, message);
    scrollToRow(row);
    if (!markedWords.isEmpty())
        showMark(message, 0);
}

void ChatView::setMarkedWords(const QStringList& words, MessageId only)
{
    m_markedWords = words;
    m_markedMessage = only;
    m_currentMarkMessage = noMessage;
    m_isMarkAwaited = false;
    showRowsAgain();
}

// A long message may still be read in the background: the mark is shown once it is there.
void ChatView::settle()
{
    layOutRows();
    MessageView* view = m_isMarkAwaited && !m_following && m_conversation
        ? m_views.value(m_conversation->rowOf(m_currentMarkMessage))
        : nullptr;
    if (view && view->markRect(m_currentMark).isValid())
        showMark(m_currentMarkMessage, m_currentMark);
}

// Laying out the text around the mark moves it, so its position is computed again.
void ChatView::showMark(MessageId message, int index)
{
    const int row = m_conversation ? m_conversation->rowOf(message) : -1;
    if (row < 0)
        return;
    if (MessageView* before = m_views.value(m_conversation->rowOf(m_currentMarkMessage)))
        before->setCurrentMark(-1);
    m_currentMarkMessage = message;
    m_currentMark = index;
    MessageView* view = ensureView(row);
    view->setCurrentMark(index);
    m_isMarkAwaited = !view->markRect(index).isValid();
    if (m_isMarkAwaited)
        return scrollToRow(row);
    for (int round = 0; round < 3; ++round) {
        const QRect mark = view->markRect(index);
        const int64_t top = m_heights.top(row) + mark.top() - verticalScrollBar()->value();
        if (!mark.isValid()
            || (m_views.value(row)->isVisible() && top >= 0
                && top + topMargin + mark.height() <= viewport()->height()))
            return;
        m_following = false;
        m_anchorRow = row;
        m_anchor = {-1, mark.top() - viewport()->height() / markPlace};
        layOutRows();
    }
}

void RowHeights::append(int height)
{
    if (m_sums.empty())
        m_sums.push_back(0);
    m_heights.push_back(height);
    const size_t node = m_heights.size();
    m_sums.push_back(top(int(node)) - top(int(node - (node & (~node + 1)))));
}

void RowHeights::clear()
{
    m_heights.clear();
    m_sums.clear();
}

void RowHeights::set(int row, int height)
{
    const int64_t change = height - m_heights[size_t(row)];
    m_heights[size_t(row)] = height;
    for (size_t node = size_t(row) + 1; node < m_sums.size(); node += node & (~node + 1))
        m_sums[node] += change;
}

int64_t RowHeights::top(int row) const
{
    int64_t sum = 0;
    size_t node = size_t(row);
    if (node == m_sums.size() && node > 0) { // the row that is being appended
        sum = m_heights[--node];
    }
    for (; node > 0; node &= node - 1)
        sum += m_sums[node];
    return sum;
}

int RowHeights::rowAt(int64_t y) const
{
    if (m_heights.empty())
        return -1;
    size_t before = 0; // rows that end above y
    for (size_t step = std::bit_floor(m_heights.size()); step > 0; step /= 2) {
        if (before + step < m_sums.size() && m_sums[before + step] <= y) {
            before += step;
            y -= m_sums[before];
        }
    }
    return int(std::min(before, m_heights.size() - 1));
}

} // namespace ui
