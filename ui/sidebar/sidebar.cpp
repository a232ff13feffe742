#include "ui/sidebar/sidebar.h"

#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_search.h"
#include "services/text.h"
#include "ui/sidebar/conversation_delegate.h"
#include "ui/sidebar/conversation_menu.h"
#include "ui/sidebar/section_model.h"
#include "ui/sidebar/transfer_dialogs.h"
#include "ui/theme/colors.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/undo_bar.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <memory>

namespace ui {

namespace {

// A word on a rounded surface, tinted if it is the one chosen.
class Chip : public QToolButton {
public:
    using QToolButton::QToolButton;

    QSize sizeHint() const override
    {
        return {fontMetrics().horizontalAdvance(text()) + 18, qMax(26, fontMetrics().height() + 8)};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Colors& color = colors(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(hasFocus() ? QPen(color.accent, 2) : QPen(color.border));
        painter.setBrush(isChecked() ? QBrush(color.hover) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(
            QRectF(rect()).adjusted(1, 1, -1, -1), height() / 2.0 - 1, height() / 2.0 - 1);
        painter.setPen(isChecked() ? color.text : color.mutedText);
        painter.drawText(rect(), Qt::AlignCenter, text());
    }
};

} // namespace

SearchFilters::SearchFilters(QWidget* parent)
    : QWidget(parent)
    , m_buttons(new QButtonGroup(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 8, 0);
    layout->setSpacing(4);
    setAccessibleName(tr("Search in"));
    add(tr("All"), tr("Search names and all messages"), {});
    add(tr("Mine"), tr("Search your messages only"), {.author = services::Author::User});
    add(tr("Answers"), tr("Search answers only"), {.author = services::Author::Assistant});
    add(tr("With pictures"), tr("Search messages with pictures and their answers only"),
        {.withPictures = true});
    layout->addStretch(1);
    reset();
    connect(m_buttons, &QButtonGroup::idToggled, this, [this](int id, bool isChecked) {
        if (isChecked)
            emit changed(m_filters[id]);
    });
}

void SearchFilters::add(
    const QString& name, const QString& help, const services::SearchFilter& filter)
{
    auto* chip = new Chip(this);
    chip->setText(name);
    chip->setCheckable(true);
    chip->setAccessibleName(name);
    chip->setAccessibleDescription(help);
    chip->setToolTip(services::plainToolTip(help));
    chip->setFocusPolicy(Qt::StrongFocus);
    m_buttons->addButton(chip, int(m_filters.size()));
    m_filters << filter;
    layout()->addWidget(chip);
}

void SearchFilters::reset()
{
    m_buttons->button(0)->setChecked(true);
}

void SearchFilters::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        update();
}

using services::Conversation;
using services::conversationAt;
using services::ConversationList;
using services::ConversationSearch;

namespace {

constexpr int sidebarWidth = 260; // pixels

} // namespace

Sidebar::Sidebar(
    ConversationList& conversations, services::ConversationStore* store, QWidget* parent)
    : QWidget(parent)
    , m_conversations(conversations)
    , m_sections(new SectionModel(conversations, this))
    , m_search(new ConversationSearch(conversations, store, this))
    , m_field(new SearchField(tr("Search"), this))
    , m_filters(new SearchFilters(this))
    , m_list(new QListView(this))
    , m_menu(new ConversationMenu(*m_list, conversations))
    , m_nothing(new TextLabel(TextRole::Muted, {}, this))
    , m_undo(new UndoBar(this))
{
    setFixedWidth(sidebarWidth);
    makeList();
    makeMenu();
    makeSearch();
    layOut();
}

void Sidebar::makeList()
{
    // Must be connected before the list, which goes to another row when it receives the signal.
    connect(m_sections, &QAbstractItemModel::rowsAboutToBeRemoved, this,
        [this](const QModelIndex&, int first, int last) {
            const QModelIndex current = m_list->currentIndex();
            if (!isSearching() && current.row() >= first && current.row() <= last)
                m_moving = conversationAt(current);
        });
    m_list->setModel(m_sections);
    m_list->setUniformItemSizes(true);
    m_list->setItemDelegate(new ConversationDelegate(m_list));
    m_list->setAccessibleName(tr("Chats"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->viewport()->setAutoFillBackground(false);
    m_list->setEditTriggers(QListView::NoEditTriggers);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->setDragDropMode(QListView::DragDrop);
    m_list->setDefaultDropAction(Qt::CopyAction);
    m_list->setDropIndicatorShown(true);
    m_list->setAutoScroll(true);
    m_list->installEventFilter(this);
    connect(m_list, &QListView::clicked, this, &Sidebar::choose);
    connect(m_list, &QListView::activated, this, &Sidebar::choose);
    connect(m_sections, &QAbstractItemModel::rowsInserted, this, &Sidebar::keepCurrent);
    connect(&m_conversations, &ConversationList::restored, this, &Sidebar::keepCurrent);
    const auto showIfListed = [this] {
        if (!isSearching())
            showNothing();
    };
    connect(m_sections, &QAbstractItemModel::rowsInserted, this, showIfListed);
    connect(m_sections, &QAbstractItemModel::rowsRemoved, this, showIfListed);
    connect(m_sections, &QAbstractItemModel::modelReset, this, showIfListed);
    connect(&m_conversations, &ConversationList::restored, this, showIfListed);
}

// A row that moves is taken out and put in again: the list goes along with it.
void Sidebar::keepCurrent()
{
    const QModelIndex moved = m_sections->index(m_sections->rowOf(m_moving));
    if (moved.isValid() && !isSearching()) {
        m_moving = nullptr;
        m_list->setCurrentIndex(moved);
    } else if (!m_list->currentIndex().isValid()) {
        setCurrent(m_current);
    }
}

void Sidebar::makeMenu()
{
    connect(m_list, &QListView::customContextMenuRequested, m_menu, &ConversationMenu::show);
    connect(m_menu, &ConversationMenu::exportRequested, this, &Sidebar::exportRequested);
    connect(m_menu, &ConversationMenu::deleteRequested, this, &Sidebar::deleteConversation);
    connect(m_menu, &ConversationMenu::folderRemoveRequested, this, &Sidebar::removeFolder);
    connect(m_menu, &ConversationMenu::folderAdded, this, &Sidebar::editFolder);
    connect(m_menu, &ConversationMenu::duplicated, this,
        [this](Conversation* copy) { emit conversationChosen(copy, services::noMessage, {}); });
}

void Sidebar::makeSearch()
{
    m_field->setToolTip(services::plainToolTip(tr("Names and messages of all chats")));
    m_field->setProperty("command", "chat.searchAll");
    m_nothing->setAlignment(Qt::AlignHCenter);
    m_nothing->hide();
    m_filters->hide();
    connect(m_filters, &SearchFilters::changed, m_search, &ConversationSearch::setFilter);
    connect(m_field, &SearchField::textChanged, this, &Sidebar::search);
    connect(m_field, &SearchField::returnPressed, this, &Sidebar::chooseFirst);
    connect(m_field, &SearchField::escaped, this, &Sidebar::searchLeft);
    connect(m_field, &SearchField::downPressed, this, [this] {
        m_list->setFocus(Qt::ShortcutFocusReason);
        if (!m_list->currentIndex().isValid())
            m_list->setCurrentIndex(m_list->model()->index(0, 0));
    });
    connect(m_search, &ConversationSearch::finished, this, [this] {
        showNothing();
        if (m_wantsFirst)
            chooseFirst();
        m_wantsFirst = false;
    });
}

QWidget* Sidebar::makeTop()
{
    auto* top = new QWidget(this);
    auto* name = new TextLabel(TextRole::Heading, QStringLiteral("Vignette"), top);
    name->setWordWrap(false);
    auto* newChat
        = new IconButton(QStringLiteral("new-chat"), tr("New chat"), IconButton::Look::Quiet, top);
    newChat->setProperty("command", "chat.new");
    connect(newChat, &IconButton::clicked, this, &Sidebar::newChatRequested);
    auto* more = new IconButton(
        QStringLiteral("more"), tr("Chat list menu"), IconButton::Look::Quiet, top);
    auto* menu = new QMenu(more);
    menu->addAction(tr("New temporary chat"), this, &Sidebar::temporaryChatRequested);
    menu->addAction(tr("New folder"), this, &Sidebar::newFolder);
    menu->addSeparator();
    menu->addAction(tr("Import chats…"), this, &Sidebar::importRequested);
    menu->addAction(tr("Export all chats…"), this, &Sidebar::exportAllRequested);
    more->setMenu(menu);
    more->setPopupMode(QToolButton::InstantPopup);

    auto* layout = new QHBoxLayout(top);
    layout->setContentsMargins(4, 0, 4, 0);
    layout->setSpacing(0);
    layout->addSpacing(8);
    layout->addWidget(name, 1);
    layout->addWidget(more);
    layout->addWidget(newChat);
    return top;
}

void Sidebar::layOut()
{
    m_layout = new QVBoxLayout(this);
    m_layout->setContentsMargins(8, 8, 8, 8);
    m_layout->setSpacing(8);
    m_layout->addWidget(makeTop());
    m_layout->addWidget(m_field);
    m_layout->addWidget(m_filters);
    m_layout->addWidget(m_nothing);
    m_layout->addWidget(m_list, 1);
    m_layout->addWidget(m_undo);
}

void Sidebar::setFooter(QWidget* footer)
{
    m_layout->addWidget(footer);
}

void Sidebar::follow(services::Transfer& transfer)
{
    m_layout->insertWidget(m_layout->indexOf(m_undo), new TransferBar(transfer, this));
}

// The Enter that ends a name reaches the list as well.
bool Sidebar::isNaming() const
{
    return m_list->viewport()->findChild<QLineEdit*>();
}

bool Sidebar::isSearching() const
{
    return m_list->model() == m_search;
}

void Sidebar::search(const QString& words)
{
    const bool wantsSearch = !words.trimmed().isEmpty();
    m_wantsFirst = false;
    m_search->setText(words);
    m_nothing->hide();
    m_filters->setVisible(wantsSearch);
    if (wantsSearch == isSearching())
        return;
    if (!wantsSearch)
        m_filters->reset();
    m_list->setUniformItemSizes(!wantsSearch);
    const std::unique_ptr<QItemSelectionModel> before(m_list->selectionModel()); // Qt leaves it
    m_list->setModel(wantsSearch ? static_cast<QAbstractItemModel*>(m_search) : m_sections);
    m_list->setAccessibleName(wantsSearch ? tr("Search results") : tr("Chats"));
    setCurrent(m_current);
    if (!wantsSearch)
        showNothing();
}

void Sidebar::showNothing()
{
    m_nothing->setText(isSearching() ? tr("No results") : tr("Your chats will appear here."));
    m_nothing->setVisible(m_list->model()->rowCount() == 0);
}

void Sidebar::choose(const QModelIndex& index)
{
    if (isNaming() || toggleFolder(index))
        return;
    Conversation* conversation = conversationAt(index);
    if (!conversation)
        return;
    const QVariant message = index.data(ConversationSearch::MessageRole);
    const bool isHit
        = message.isValid() && message.value<services::MessageId>() != services::noMessage;
    emit conversationChosen(conversation,
        isHit ? message.value<services::MessageId>() : services::noMessage,
        isHit ? m_field->text().simplified().split(u' ') : QStringList());
}

void Sidebar::chooseFirst()
{
    m_wantsFirst = isSearching() && m_search->rowCount() == 0;
    if (isSearching())
        choose(m_search->index(0));
}

void Sidebar::showPrevious()
{
    showNeighbor(-1);
}

void Sidebar::showNext()
{
    showNeighbor(1);
}

void Sidebar::showNeighbor(int step)
{
    if (Conversation* conversation = m_sections->neighbor(m_current, step))
        emit conversationChosen(conversation, services::noMessage, {});
}

bool Sidebar::toggleFolder(const QModelIndex& index)
{
    const QVariant folder = index.data(SectionModel::FolderRole);
    if (folder.isValid())
        m_conversations.folders().setCollapsed(
            folder.toString(), !index.data(SectionModel::CollapsedRole).toBool());
    return folder.isValid();
}

void Sidebar::newFolder()
{
    m_field->clear();
    m_menu->addFolder();
}

void Sidebar::editFolder(const QString& name)
{
    m_field->clear();
    const QModelIndex index = m_sections->index(m_sections->rowOfFolder(name));
    m_list->setFocus(Qt::OtherFocusReason);
    m_list->setCurrentIndex(index);
    m_list->scrollTo(index);
    m_list->edit(index);
}

void Sidebar::deleteConversation(Conversation* conversation)
{
    m_conversations.remove(conversation);
    m_undo->offer(
        tr("Deleted “%1”").arg(conversation->title()),
        [this, conversation] { m_conversations.putBack(conversation); },
        [this, conversation] { m_conversations.forget(conversation); });
    emit conversationDeleted(conversation);
}

void Sidebar::askToDeleteAll()
{
    const int count = m_conversations.rowCount();
    if (count == 0)
        return;
    auto* box = new QMessageBox(QMessageBox::Question, tr("Delete all chats"),
        tr("Delete %Ln chat(s), including pictures?", nullptr, count), QMessageBox::Cancel,
        window());
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* remove = box->addButton(tr("Delete all"), QMessageBox::AcceptRole);
    connect(remove, &QPushButton::clicked, this, &Sidebar::deleteAll);
    box->open();
}

void Sidebar::deleteAll()
{
    QList<Conversation*> all;
    while (m_conversations.rowCount() > 0) {
        all << m_conversations.conversation(0);
        m_conversations.remove(all.last());
    }
    ConversationList& list = m_conversations;
    m_undo->offer(
        tr("Deleted %Ln chat(s)", nullptr, int(all.size())),
        [&list, all] {
            for (Conversation* conversation : all)
                list.putBack(conversation);
        },
        [&list, all] {
            for (Conversation* conversation : all)
                list.forget(conversation);
        });
    for (Conversation* conversation : all)
        emit conversationDeleted(conversation);
}

void Sidebar::removeFolder(const QString& name)
{
    QList<Conversation*> inside;
    for (int row = 0; row < m_conversations.rowCount(); ++row)
        if (m_conversations.conversation(row)->storedRecord().folder == name)
            inside << m_conversations.conversation(row);
    m_conversations.folders().remove(name);
    m_undo->offer(tr("Removed folder “%1”").arg(name), [this, name, inside] {
        const QString again = m_conversations.folders().add(name);
        for (Conversation* conversation : inside)
            conversation->setFolder(again);
    });
}

void Sidebar::setCurrent(const Conversation* conversation)
{
    m_current = conversation;
    if (!isSearching())
        m_list->setCurrentIndex(m_sections->index(m_sections->rowOf(conversation)));
}

// A folder opens and closes by the arrow keys and the space bar, too.
bool Sidebar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list && event->type() == QEvent::FocusIn
        && static_cast<QFocusEvent*>(event)->reason() != Qt::MouseFocusReason)
        markFirst();
    if (watched != m_list || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const QModelIndex index = m_list->currentIndex();
    if (!index.data(SectionModel::FolderRole).isValid())
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool isCollapsed = index.data(SectionModel::CollapsedRole).toBool();
    const bool isMirrored = layoutDirection() == Qt::RightToLeft;
    const int openKey = isMirrored ? Qt::Key_Left : Qt::Key_Right;
    const int closeKey = isMirrored ? Qt::Key_Right : Qt::Key_Left;
    if (key == Qt::Key_Space || (key == openKey && isCollapsed)
        || (key == closeKey && !isCollapsed))
        return toggleFolder(index);
    return QWidget::eventFilter(watched, event);
}

// The focus is for what the sidebar is about: the conversation that is shown, or else the first.
void Sidebar::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    QWidget* wanted = m_list;
    if (m_list->model()->rowCount() == 0)
        wanted = m_field;
    wanted->setFocus(event->reason());
}

// The focus is shown on a row, so one must be current.
void Sidebar::markFirst()
{
    const QAbstractItemModel* model = m_list->model();
    for (int row = 0; row < model->rowCount() && !m_list->currentIndex().isValid(); ++row)
        if (model->index(row, 0).flags() & Qt::ItemIsSelectable)
            m_list->selectionModel()->setCurrentIndex(
                model->index(row, 0), QItemSelectionModel::NoUpdate);
}

void Sidebar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        update();
}

void Sidebar::paintEvent(QPaintEvent*)
{
    const Colors& color = colors(palette());
    QPainter painter(this);
    painter.fillRect(rect(), color.sidebar);
    const int edge = layoutDirection() == Qt::RightToLeft ? 0 : width() - 1;
    painter.fillRect(QRect(edge, 0, 1, height()), color.border);
}

} // namespace ui
