#include "ui/chat/chat_view.h"

#include "ui/chat/answer_announcer.h"
#include "ui/chat/source_cards.h"
#include "ui/chat/tool_use_view.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/undo_bar.h"

#include <QApplication>
#include <QEvent>
#include <QPushButton>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace ui {

using services::Message;
using services::MessageId;
using services::noMessage;

namespace {

constexpr int flushMilliseconds = 33;
constexpr int margin = 24; // pixels, as below
constexpr int rowsBeyond = 200; // kept above and below what is in sight
constexpr int sightBeyond = 400; // of a long text that is laid out there
constexpr int64_t farAway = 1'000'000; // out of sight by any measure
constexpr int overlayRise = 12; // of the button and the bar above the lower edge

int estimatedHeight(const Message& message)
{
    const int lines = 1 + int(message.text.size() / 90);
    return 60 + 22 * lines + 40 * int(message.attachments.size() + message.awaited.size())
        + SourceCards::estimatedHeight(message.sources.size())
        + ToolUseList::estimatedHeight(message.toolUses.size())
        + (message.pictures.isEmpty() ? 0 : 320);
}

} // namespace

ChatView::ChatView(QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_jump(new QPushButton(tr("Scroll to latest message"), this))
    , m_undo(new UndoBar(this))
    , m_announcer(new AnswerAnnouncer(this))
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
    m_settle.setSingleShot(true);
    m_settle.setInterval(0);
    connect(&m_settle, &QTimer::timeout, this, &ChatView::settle);
    connect(&m_dragScroll, &QTimer::timeout, this, &ChatView::scrollSelection);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (now && now != this && !isAncestorOf(now))
            clearSelection();
    });
    m_jump->setIcon(icon(QStringLiteral("down"), colors(palette()).text));
    m_jump->hide();
    m_jump->setFocusPolicy(Qt::TabFocus); // so the mouse leaves the focus where it is
    connect(m_jump, &QPushButton::clicked, this, [this] {
        const bool hadFocus = m_jump->hasFocus();
        scrollToEnd();
        if (hadFocus)
            focusRow(m_heights.count() - 1);
    });
    m_undo->setAutoFillBackground(true);
    m_undo->setBackgroundRole(QPalette::Window);
}

// The focus goes elsewhere while the children are destroyed, after everything else here.
ChatView::~ChatView()
{
    disconnect(qApp, nullptr, this, nullptr);
}

void ChatView::setConversation(services::Conversation* conversation)
{
    if (m_conversation)
        m_conversation->disconnect(this);
    m_conversation = conversation;
    m_announcer->stop();
    if (conversation) {
        using services::Conversation;
        connect(conversation, &Conversation::rowAppended, this, &ChatView::appendRow);
        connect(conversation, &Conversation::messageChanged, this, &ChatView::onMessageChanged);
        connect(conversation, &Conversation::messageTouched, this, &ChatView::onMessageTouched);
        connect(conversation, &Conversation::branchChanged, this, &ChatView::changeBranch);
        connect(conversation, &Conversation::settingsChanged, this, &ChatView::showRowsAgain);
    }
    reset();
}

void ChatView::setCurrentModel(const services::ModelId& model)
{
    if (model == m_currentModel)
        return;
    m_currentModel = model;
    showRowsAgain();
}

void ChatView::setUnread(const QSet<MessageId>& unread)
{
    if (unread == m_unread)
        return;
    m_unread = unread;
    showRowsAgain();
}

void ChatView::setOnCard(bool isOnCard)
{
    if (isOnCard == m_isOnCard)
        return;
    m_isOnCard = isOnCard;
    showRowsAgain();
}

void ChatView::setBetterModel(const QString& name)
{
    if (name == m_betterModel)
        return;
    m_betterModel = name;
    showRowsAgain();
}

void ChatView::setFigures(FigurePictures* figures)
{
    m_figures = figures;
    showRowsAgain();
}

void ChatView::setPhotoModel(services::PhotoModel* model)
{
    m_photoModel = model;
    showRowsAgain();
}

void ChatView::setPictureChecks(services::PictureChecks* checks)
{
    if (checks == m_pictureChecks)
        return;
    m_pictureChecks = checks;
    showRowsAgain();
}

void ChatView::setEdited(MessageId message)
{
    if (message == m_edited)
        return;
    m_edited = message;
    showRowsAgain();
}

void ChatView::setSpoken(MessageId message)
{
    if (message == m_spoken)
        return;
    m_spoken = message;
    showRowsAgain();
}

// What is said about messages has changed, not the messages.
void ChatView::showRowsAgain()
{
    for (auto view = m_views.cbegin(); view != m_views.cend(); ++view)
        showRow(view.value(), view.key());
    layOutRows();
}

void ChatView::reset()
{
    dropViewsFrom(0);
    // They know messages by ids that every conversation has. One of them may be asking for this.
    for (MessageView* view : std::exchange(m_spare, {})) {
        view->disconnect(this);
        view->deleteLater();
    }
    m_undo->withdraw();
    endDrag();
    m_selection.setConversation(m_conversation);
    m_unread.clear();
    m_written.clear();
    m_toReadAgain.clear();
    m_ids.clear();
    m_heights.clear();
    m_changedRows.clear();
    m_markedWords.clear();
    m_currentMarkMessage = m_markedMessage = noMessage;
    m_isMarkAwaited = false;
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
        const Message& message = m_conversation->message(row);
        heights.append(row < kept ? m_heights.height(row) : estimatedHeight(message));
        if (row >= kept)
            m_ids << message.id;
    }
    m_following = m_following && (kept == 0 || kept >= rows - 1);
    m_heights = heights;
    if (!m_following && rows > 0) {
        m_anchorRow = std::min(kept, rows - 1);
        m_anchor = {-1, int(top - m_heights.top(m_anchorRow))};
    }
    showRowsAgain(); // which one is the last, and how many versions there are
}

int ChatView::rowsInCommon() const
{
    const int max = std::min(int(m_ids.size()), m_conversation->rowCount());
    int row = 0;
    while (row < max && m_ids[row] == m_conversation->message(row).id)
        ++row;
    return row;
}

void ChatView::appendRow(int row)
{
    const Message& message = m_conversation->message(row);
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
    const Message& message = m_conversation->message(row);
    if (message.isOpen())
        m_written << message.id;
    else if (m_written.remove(message.id) && m_readsFormsAgain)
        m_toReadAgain << message.id;
    m_changedRows << row;
    if (!m_flush.isActive())
        m_flush.start();
}

// The version of an answer that is shown is compared with the others once these are complete.
void ChatView::onMessageTouched(MessageId id)
{
    const Message& message = m_conversation->messageById(id);
    if (message.author == services::Author::User || message.isOpen()
        || m_conversation->rowOf(id) >= 0)
        return;
    for (const MessageId version : m_conversation->tree().versions(id))
        if (const int row = m_conversation->rowOf(version); m_views.contains(row))
            onMessageChanged(row);
}

void ChatView::showChanges()
{
    for (const int row : std::exchange(m_changedRows, {})) {
        if (row >= m_conversation->rowCount())
            continue; // of a branch that was left meanwhile
        m_announcer->follow(m_conversation->message(row));
        if (MessageView* view = m_views.value(row))
            showRow(view, row);
    }
    layOutRows();
}

// The column is centered in the whole view, so that it does not move when the scroll bar appears.
QRect ChatView::column() const
{
    const int width = std::max(80, std::min(maxColumnWidth, this->width() - 2 * margin))
        + 2 * MessageView::sidePadding;
    return QRect((this->width() - width) / 2 - viewport()->x(), 0, width, viewport()->height());
}

std::pair<int, int> ChatView::rowsInSight(int64_t top) const
{
    if (m_heights.count() == 0)
        return {0, -1};
    return {m_heights.rowAt(std::max<int64_t>(0, top - rowsBeyond)),
        m_heights.rowAt(top + viewport()->height() + rowsBeyond)};
}

// Measuring a row moves those below it, and with them which rows are in sight.
void ChatView::layOutRows()
{
    if (m_layingOut)
        return;
    m_layingOut = true;
    int64_t top = 0;
    for (int round = 0; round < 8; ++round) {
        const int64_t max
            = std::max<int64_t>(0, m_heights.total() + 2 * topMargin - viewport()->height());
        top = m_following || m_heights.count() == 0 ? max
                                                    : std::clamp<int64_t>(anchorTop(), 0, max);
        const int64_t before = m_heights.total();
        measureVisible(top);
        if (m_heights.total() == before)
            break;
    }
    setScrollValue(top);
    placeViews(top);
    const QScrollBar* bar = verticalScrollBar();
    m_jump->setVisible(!m_following && bar->value() < bar->maximum());
    placeOverlays();
    m_layingOut = false;
}

int64_t ChatView::anchorTop()
{
    const int64_t top = m_heights.top(m_anchorRow);
    return top + (m_anchor.block < 0 ? m_anchor.offset : ensureView(m_anchorRow)->toY(m_anchor));
}

void ChatView::measureVisible(int64_t top)
{
    const auto [first, last] = rowsInSight(top);
    const int width = column().width();
    for (int row = first; row <= last; ++row) {
        MessageView* view = ensureView(row);
        if (view->width() != width)
            view->resize(width, view->height());
        const int64_t above = top - m_heights.top(row);
        view->setSight(int(above) - sightBeyond, int(above) + viewport()->height() + sightBeyond);
        m_heights.set(row, view->heightForWidth(width));
    }
}

void ChatView::placeViews(int64_t top)
{
    const auto [first, last] = rowsInSight(top);
    const QRect rect = column();
    for (auto view = m_views.begin(); view != m_views.end();) {
        const bool isOut = view.key() < first || view.key() > last;
        if (isOut && view.value() != m_dragOrigin) {
            dropView(view.value());
            view = m_views.erase(view);
            continue;
        }
        const int64_t y = std::clamp<int64_t>(m_heights.top(view.key()) - top, -farAway, farAway);
        view.value()->setGeometry(
            rect.left(), int(y) + topMargin, rect.width(), m_heights.height(view.key()));
        ++view;
    }
}

void ChatView::placeOverlays()
{
    const QSize size = m_jump->sizeHint();
    int bottom = height() - overlayRise;
    if (!m_undo->isHidden()) {
        const int width = std::min(column().width(), m_undo->sizeHint().width() + 120);
        const int barHeight = m_undo->sizeHint().height();
        m_undo->setGeometry((this->width() - width) / 2, bottom - barHeight, width, barHeight);
        m_undo->raise();
        bottom -= barHeight + overlayRise;
    }
    m_jump->setGeometry(
        (width() - size.width()) / 2, bottom - size.height(), size.width(), size.height());
    m_jump->raise();
}

void ChatView::setScrollValue(int64_t value)
{
    const int max
        = int(std::max<int64_t>(0, m_heights.total() + 2 * topMargin - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, max);
    verticalScrollBar()->setValue(int(value));
}

// The user scrolled: this is where the view stays from now on.
void ChatView::scrollContentsBy(int, int)
{
    if (m_layingOut || m_heights.count() == 0)
        return;
    m_isMarkAwaited = false;
    const int value = verticalScrollBar()->value();
    m_following = value >= verticalScrollBar()->maximum();
    m_anchorRow = m_heights.rowAt(value);
    const int offset = int(value - m_heights.top(m_anchorRow));
    const MessageView* view = m_views.value(m_anchorRow);
    m_anchor = view ? view->anchorAt(offset) : MessageView::Anchor{-1, offset};
    layOutRows();
}

int ChatView::firstRowInSight() const
{
    return m_heights.rowAt(verticalScrollBar()->value());
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
    m_anchor = {};
    layOutRows();
}

void ChatView::offerUndo(
    const QString& message, std::function<void()> undo, std::function<void()> gone)
{
    m_undo->offer(message, std::move(undo), std::move(gone));
    placeOverlays();
}

void ChatView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOutRows();
}

void ChatView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_jump->setIcon(icon(QStringLiteral("down"), colors(palette()).text));
}

} // namespace ui
