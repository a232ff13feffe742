#include "ui/sidebar/sidebar.h"

#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_search.h"
#include "ui/sidebar/conversation_delegate.h"
#include "ui/sidebar/undo_bar.h"
#include "ui/theme/theme.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/search_field.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPainter>
#include <QVBoxLayout>

namespace ui {

using services::Conversation;
using services::ConversationList;
using services::ConversationSearch;

namespace {

constexpr int sidebarWidth = 260; // pixels

Conversation* conversationAt(const QModelIndex& index)
{
    return index.data(ConversationList::ConversationRole).value<Conversation*>();
}

} // namespace

Sidebar::Sidebar(
    ConversationList& conversations, services::ConversationStore* store, QWidget* parent)
    : QWidget(parent)
    , m_conversations(conversations)
    , m_search(new ConversationSearch(conversations, store, this))
    , m_field(new SearchField(tr("Search"), this))
    , m_list(new QListView(this))
    , m_nothing(new QLabel(tr("Nothing found"), this))
    , m_undo(new UndoBar(this))
{
    setFixedWidth(sidebarWidth);
    makeList();
    makeSearch();
    addActions();
    layOut();
}

void Sidebar::makeList()
{
    m_list->setModel(&m_conversations);
    m_list->setUniformItemSizes(true);
    m_list->setItemDelegate(new ConversationDelegate(m_list));
    m_list->setAccessibleName(tr("Conversations"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->viewport()->setAutoFillBackground(false);
    m_list->setEditTriggers(QListView::NoEditTriggers);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_list, &QListView::customContextMenuRequested, this, &Sidebar::showMenu);
    connect(m_list, &QListView::clicked, this, &Sidebar::choose);
    connect(m_list, &QListView::activated, this, &Sidebar::choose);
    connect(&m_conversations, &ConversationList::restored, this, [this] { setCurrent(m_current); });
}

void Sidebar::makeSearch()
{
    m_field->setToolTip(tr("Names and messages of all conversations (Ctrl+F)"));
    m_nothing->setAlignment(Qt::AlignHCenter);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_nothing->hide();
    connect(m_field, &SearchField::textChanged, this, &Sidebar::search);
    connect(m_field, &SearchField::returnPressed, this, &Sidebar::chooseFirst);
    connect(m_field, &SearchField::escaped, this, &Sidebar::searchLeft);
    connect(m_field, &SearchField::downPressed, this, [this] {
        m_list->setFocus(Qt::ShortcutFocusReason);
        if (!m_list->currentIndex().isValid())
            m_list->setCurrentIndex(m_list->model()->index(0, 0));
    });
    connect(m_search, &ConversationSearch::finished, this, [this] {
        m_nothing->setVisible(m_list->model() == m_search && m_search->rowCount() == 0);
        if (m_wantsFirst)
            chooseFirst();
        m_wantsFirst = false;
    });
}

// What the menu offers, and its keys while the list has the focus.
void Sidebar::addActions()
{
    const auto add = [this](const QString& name, const QKeySequence& keys, auto&& act) {
        auto* action = new QAction(name, m_list);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, [this, act] {
            if (Conversation* conversation = conversationAt(m_list->currentIndex()))
                act(conversation);
        });
        m_list->addAction(action);
        return action;
    };
    add(tr("Rename"), QKeySequence(Qt::Key_F2),
        [this](Conversation*) { m_list->edit(m_list->currentIndex()); });
    m_pin = add(tr("Pin"), QKeySequence(tr("Ctrl+P")),
        [](Conversation* conversation) { conversation->setPinned(!conversation->isPinned()); });
    add(tr("Export…"), QKeySequence(tr("Ctrl+E")),
        [this](Conversation* conversation) { emit exportRequested(conversation); });
    add(tr("Delete"), QKeySequence(Qt::Key_Delete),
        [this](Conversation* conversation) { deleteConversation(conversation); });
}

void Sidebar::layOut()
{
    auto* name = new QLabel(QStringLiteral("Vignette"), this);
    QFont font = name->font();
    font.setWeight(QFont::DemiBold);
    font.setPointSizeF(font.pointSizeF() * 1.1);
    name->setFont(font);
    auto* newChat = new IconButton(
        QStringLiteral("new-chat"), tr("New chat (Ctrl+N)"), IconButton::Look::Quiet, this);
    connect(newChat, &IconButton::clicked, this, &Sidebar::newChatRequested);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(12, 0, 4, 0);
    top->addWidget(name, 1);
    top->addWidget(newChat);
    auto* searchLine = new QVBoxLayout;
    searchLine->setContentsMargins(4, 0, 4, 0);
    searchLine->addWidget(m_field);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 12, 8, 12);
    layout->setSpacing(12);
    layout->addLayout(top);
    layout->addLayout(searchLine);
    layout->addWidget(m_nothing);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_undo);
    setTabOrder(newChat, m_field);
    setTabOrder(m_field, m_list);
}

void Sidebar::search(const QString& words)
{
    const bool isSearching = !words.trimmed().isEmpty();
    m_wantsFirst = false;
    m_search->setText(words);
    m_nothing->hide();
    QAbstractItemModel* model = &m_conversations;
    if (isSearching)
        model = m_search;
    if (m_list->model() == model)
        return;
    m_list->setUniformItemSizes(!isSearching);
    m_list->setModel(model);
    m_list->setAccessibleName(isSearching ? tr("Search results") : tr("Conversations"));
    setCurrent(m_current);
}

void Sidebar::choose(const QModelIndex& index)
{
    if (Conversation* conversation = conversationAt(index)) {
        const QVariant message = index.data(ConversationSearch::MessageRole);
        emit conversationChosen(conversation,
            message.isValid() ? message.value<services::MessageId>() : services::noMessage);
    }
}

void Sidebar::chooseFirst()
{
    m_wantsFirst = m_list->model() == m_search && m_search->rowCount() == 0;
    if (m_list->model() == m_search)
        choose(m_search->index(0));
}

void Sidebar::showMenu(const QPoint& place)
{
    const QModelIndex index = m_list->indexAt(place);
    Conversation* conversation = conversationAt(index);
    if (!conversation)
        return;
    m_list->setCurrentIndex(index);
    m_pin->setText(conversation->isPinned() ? tr("Unpin") : tr("Pin"));
    auto* menu = new QMenu(m_list);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions(m_list->actions());
    menu->popup(m_list->viewport()->mapToGlobal(place));
}

void Sidebar::deleteConversation(Conversation* conversation)
{
    m_conversations.remove(conversation);
    m_undo->offer(tr("Deleted “%1”").arg(conversation->title()),
        [this, conversation] { m_conversations.putBack(conversation); });
    emit conversationDeleted(conversation);
}

void Sidebar::setCurrent(const Conversation* conversation)
{
    m_current = conversation;
    if (m_list->model() == &m_conversations)
        m_list->setCurrentIndex(m_conversations.index(m_conversations.rowOf(conversation)));
}

void Sidebar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        update();
}

void Sidebar::paintEvent(QPaintEvent*)
{
    const Colours& colour = colours(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colour.sidebar);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), colour.border);
}

} // namespace ui
