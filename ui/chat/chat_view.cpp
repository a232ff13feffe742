#include "ui/chat/chat_view.h"

#include "ui/chat/message_view.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QEvent>
#include <QPushButton>
#include <QScrollBar>

namespace ui {

namespace {

constexpr int flushMilliseconds = 33;
constexpr int margin = 24; // pixels, as below
constexpr int topMargin = 20;
constexpr int rowsBeyond = 400; // kept above and below what is in sight

int estimatedHeight(const services::Message& message)
{
    const int lines = 1 + int(message.text.size() / 90);
    return 60 + 22 * lines + (message.pictures.isEmpty() ? 0 : 320);
}

} // namespace

ChatView::ChatView(QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_jump(new QPushButton(tr("Jump to newest"), this))
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Messages"));
    viewport()->setAccessibleName(tr("Messages"));
    viewport()->setBackgroundRole(QPalette::Window);
    setFocusPolicy(Qt::TabFocus);
    verticalScrollBar()->setSingleStep(40);
    m_flush.setSingleShot(true);
    m_flush.setInterval(flushMilliseconds);
    connect(&m_flush, &QTimer::timeout, this, &ChatView::showChanges);
    m_jump->setIcon(icon(QStringLiteral("down"), colours(palette()).text));
    m_jump->hide();
    connect(m_jump, &QPushButton::clicked, this, &ChatView::scrollToEnd);
}

void ChatView::setConversation(services::Conversation* conversation)
{
    if (m_conversation)
        m_conversation->disconnect(this);
    m_conversation = conversation;
    if (conversation) {
        using services::Conversation;
        connect(conversation, &Conversation::rowAppended, this, &ChatView::appendRow);
        connect(conversation, &Conversation::messageChanged, this, &ChatView::onMessageChanged);
        connect(conversation, &Conversation::branchChanged, this, &ChatView::changeBranch);
    }
    reset();
}

void ChatView::reset()
{
    dropViewsFrom(0);
    m_ids.clear();
    m_heights.clear();
    m_changedRows.clear();
    m_following = true;
    if (m_conversation)
        changeBranch();
    else
        layOutRows();
}

// What both branches have in common stays where it is, and the first message that differs takes the
// place of the other. The end is followed where nothing comes after that.
void ChatView::changeBranch()
{
    const int kept = rowsInCommon(), rows = m_conversation->rowCount();
    const int64_t top = verticalScrollBar()->value();
    dropViewsFrom(kept);
    m_ids.resize(kept);
    RowHeights heights;
    for (int row = 0; row < rows; ++row) {
        const services::Message& message = m_conversation->message(row);
        heights.append(row < kept ? m_heights.height(row) : estimatedHeight(message));
        if (row >= kept)
            m_ids << message.id;
    }
    m_following = m_following && (kept == 0 || kept >= rows - 1);
    m_heights = heights;
    if (!m_following && rows > 0) {
        m_anchorRow = std::min(kept, rows - 1);
        m_anchorOffset = top - m_heights.top(m_anchorRow);
    }
    layOutRows();
}

int ChatView::rowsInCommon() const
{
    const int most = std::min(int(m_ids.size()), m_conversation->rowCount());
    int row = 0;
    while (row < most && m_ids[row] == m_conversation->message(row).id)
        ++row;
    return row;
}

// They may be asking for this, so they are deleted later.
void ChatView::dropViewsFrom(int row)
{
    for (auto view = m_views.begin(); view != m_views.end();) {
        if (view.key() < row) {
            ++view;
            continue;
        }
        view.value()->hide();
        view.value()->deleteLater();
        view = m_views.erase(view);
    }
}

void ChatView::appendRow(int row)
{
    const services::Message& message = m_conversation->message(row);
    m_heights.append(estimatedHeight(message));
    m_ids << message.id;
    if (MessageView* before = m_views.value(row - 1))
        showRow(before, row - 1); // it is not the last one any longer
    if (message.author == services::Author::User)
        m_following = true; // what one has just written is to be seen
    layOutRows();
}

void ChatView::onMessageChanged(int row)
{
    m_changedRows << row;
    if (!m_flush.isActive())
        m_flush.start();
}

void ChatView::showChanges()
{
    for (const int row : std::exchange(m_changedRows, {}))
        if (MessageView* view = m_views.value(row))
            showRow(view, row);
    layOutRows();
}

QRect ChatView::column() const
{
    const int width = std::max(80, std::min(maxColumnWidth, viewport()->width() - 2 * margin));
    return QRect((viewport()->width() - width) / 2, 0, width, viewport()->height());
}

std::pair<int, int> ChatView::rowsInSight(int64_t top) const
{
    if (m_heights.count() == 0)
        return {0, -1};
    return {m_heights.rowAt(std::max<int64_t>(0, top - rowsBeyond)),
        m_heights.rowAt(top + viewport()->height() + rowsBeyond)};
}

MessageView* ChatView::ensureView(int row)
{
    MessageView*& view = m_views[row];
    if (!view) {
        view = new MessageView(m_conversation->message(row).author, viewport());
        view->resize(column().width(), 10);
        showRow(view, row);
        connectActions(view, m_conversation->message(row).id);
        view->show();
    }
    return view;
}

void ChatView::showRow(MessageView* view, int row)
{
    const services::Message& message = m_conversation->message(row);
    const QList<services::MessageId> versions = m_conversation->versions(message.id);
    view->setMessage(message,
        {.version = int(versions.indexOf(message.id)),
            .versions = int(versions.size()),
            .isLast = row == m_conversation->rowCount() - 1});
}

void ChatView::connectActions(MessageView* view, services::MessageId message)
{
    const MessageActions* actions = view->actions();
    connect(actions, &MessageActions::editRequested, this,
        [this, message] { emit editRequested(message); });
    connect(actions, &MessageActions::againRequested, this,
        [this, message] { emit againRequested(message); });
    connect(actions, &MessageActions::continueRequested, this,
        [this, message] { emit continueRequested(message); });
    connect(actions, &MessageActions::versionRequested, this,
        [this, message](int step) { walkVersions(message, step); });
}

// Whoever walks by keyboard goes on from the same button of the other version.
void ChatView::walkVersions(services::MessageId message, int step)
{
    const int row = m_conversation->rowOf(message);
    const MessageView* before = m_views.value(row);
    const QWidget* focused = QApplication::focusWidget();
    const bool byKeyboard = before && focused && before->isAncestorOf(focused);
    emit versionRequested(message, step);
    MessageView* after = m_views.value(row);
    if (byKeyboard && after)
        after->actions()->focusVersions(step);
}

// Measuring a row moves those below it, and with them which rows are in sight.
void ChatView::layOutRows()
{
    if (m_layingOut)
        return;
    m_layingOut = true;
    int64_t top = 0;
    for (int round = 0; round < 8; ++round) {
        const int64_t most
            = std::max<int64_t>(0, m_heights.total() + 2 * topMargin - viewport()->height());
        top = m_following || m_heights.count() == 0
            ? most
            : std::clamp<int64_t>(m_heights.top(m_anchorRow) + m_anchorOffset, 0, most);
        const int64_t before = m_heights.total();
        measureVisible(top);
        if (m_heights.total() == before)
            break;
    }
    setScrollValue(top);
    placeViews(top);
    m_jump->setVisible(!m_following);
    m_jump->raise();
    m_layingOut = false;
}

void ChatView::measureVisible(int64_t top)
{
    const auto [first, last] = rowsInSight(top);
    for (int row = first; row <= last; ++row)
        m_heights.set(row, ensureView(row)->heightForWidth(column().width()));
}

void ChatView::placeViews(int64_t top)
{
    const auto [first, last] = rowsInSight(top);
    const QRect place = column();
    for (auto view = m_views.begin(); view != m_views.end();) {
        if (view.key() < first || view.key() > last) {
            view.value()->deleteLater();
            view.value()->hide();
            view = m_views.erase(view);
            continue;
        }
        view.value()->setGeometry(place.left(), int(m_heights.top(view.key()) - top) + topMargin,
            place.width(), m_heights.height(view.key()));
        ++view;
    }
}

void ChatView::setScrollValue(int64_t value)
{
    const int most
        = int(std::max<int64_t>(0, m_heights.total() + 2 * topMargin - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, most);
    verticalScrollBar()->setValue(int(value));
}

// The user scrolled: this is where the view stays from now on.
void ChatView::scrollContentsBy(int, int)
{
    if (m_layingOut || m_heights.count() == 0)
        return;
    const int value = verticalScrollBar()->value();
    m_following = value >= verticalScrollBar()->maximum();
    m_anchorRow = m_heights.rowAt(value);
    m_anchorOffset = value - m_heights.top(m_anchorRow);
    layOutRows();
}

void ChatView::scrollToEnd()
{
    m_following = true;
    layOutRows();
}

void ChatView::scrollToRow(int row)
{
    m_following = row < 0 || row >= m_heights.count();
    m_anchorRow = row;
    m_anchorOffset = 0;
    layOutRows();
}

void ChatView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    const QSize size = m_jump->sizeHint();
    m_jump->setGeometry(
        (width() - size.width()) / 2, height() - size.height() - 12, size.width(), size.height());
    layOutRows();
}

void ChatView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_jump->setIcon(icon(QStringLiteral("down"), colours(palette()).text));
}

} // namespace ui
