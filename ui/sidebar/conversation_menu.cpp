#include "ui/sidebar/conversation_menu.h"

#include "services/conversations/conversation_list.h"
#include "ui/commands/command_list.h"
#include "ui/sidebar/section_model.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QCoreApplication>
#include <QListView>
#include <QMenu>

#include <memory>

namespace ui {

using services::Conversation;
using services::conversationAt;
using services::ConversationList;

ConversationMenu::ConversationMenu(QListView& list, ConversationList& conversations)
    : QObject(&list)
    , m_list(list)
    , m_conversations(conversations)
{
    addActions();
}

void ConversationMenu::addActions()
{
    m_rename = new QAction(tr("Rename"), &m_list);
    m_rename->setShortcut(QKeySequence(Qt::Key_F2));
    connect(m_rename, &QAction::triggered, this, &ConversationMenu::rename);
    m_delete = new QAction(tr("Delete"), &m_list);
    m_delete->setShortcut(QKeySequence(Qt::Key_Delete));
    connect(m_delete, &QAction::triggered, this, &ConversationMenu::remove);
    for (QAction* action : {m_rename, m_delete}) {
        action->setShortcutContext(Qt::WidgetShortcut);
        m_list.addAction(action);
    }
    m_pin = add([](Conversation* conversation) {
        if (!conversation->isTemporary())
            conversation->setPinned(!conversation->storedRecord().isPinned);
    });
    m_keep = add([](Conversation* conversation) { conversation->keep(); });
    m_duplicate = add([this](Conversation* conversation) { duplicate(conversation); });
    m_export = add([this](Conversation* conversation) { emit exportRequested(conversation); });
    const auto addOutput = [this](OutputKind kind) {
        return add(
            [this, kind](Conversation* conversation) { emit outputRequested(conversation, kind); });
    };
    m_print = addOutput(OutputKind::Print);
    m_pdf = addOutput(OutputKind::Pdf);
    m_html = addOutput(OutputKind::Html);
}

QAction* ConversationMenu::add(const Act& act)
{
    auto* action = new QAction(&m_list);
    connect(action, &QAction::triggered, this, [this, act] {
        if (Conversation* conversation = conversationAt(current()))
            act(conversation);
    });
    m_list.addAction(action);
    m_acts[action] = act;
    return action;
}

void ConversationMenu::addCommands(CommandList& commands, const Shown& shown)
{
    const QString group = QCoreApplication::translate("ui::ChatPage", "Chat");
    const auto add = [&](QAction* entry, const char* id, const QString& name,
                         const QList<QKeySequence>& keys) {
        const auto act = [this, shown, entry, act = m_acts[entry]] {
            if (Conversation* conversation = meant(shown))
                act(conversation);
            else if (entry == m_export)
                emit exportOfPageRequested();
        };
        commands.add(QLatin1String(id), group, name, keys, act);
        entry->setProperty("command", id); // whose keys are shown in the menu
    };
    add(m_pin, "chat.pin", tr("Pin or unpin chat"), {QKeySequence("Ctrl+P")});
    add(m_duplicate, "chat.duplicate", tr("Duplicate chat"), {QKeySequence("Ctrl+D")});
    add(m_export, "chat.export", tr("Export chat…"), {QKeySequence("Ctrl+E")});
    add(m_print, "chat.print", tr("Print chat…"), {QKeySequence("Ctrl+Shift+P")});
    add(m_pdf, "chat.pdf", tr("Save chat as PDF…"), {});
    add(m_html, "chat.html", tr("Share chat as HTML file…"), {});
}

// The row that one is at, or else what one reads.
Conversation* ConversationMenu::meant(const Shown& shown) const
{
    if (m_list.hasFocus())
        return conversationAt(current());
    Conversation* conversation = shown();
    return m_conversations.rowOf(conversation) >= 0 ? conversation : nullptr;
}

QModelIndex ConversationMenu::current() const
{
    return m_list.currentIndex();
}

void ConversationMenu::rename()
{
    if (current().flags() & Qt::ItemIsEditable)
        m_list.edit(current());
}

void ConversationMenu::remove()
{
    if (Conversation* conversation = conversationAt(current()))
        emit deleteRequested(conversation);
    else if (current().data(SectionModel::FolderRole).isValid())
        emit folderRemoveRequested(current().data(SectionModel::FolderRole).toString());
}

// What is not here yet is read from the disk first.
void ConversationMenu::duplicate(Conversation* conversation)
{
    const auto copy
        = [this, conversation] { emit duplicated(m_conversations.duplicate(conversation)); };
    if (conversation->isLoaded())
        return copy();
    connect(conversation, &Conversation::loaded, this, copy, Qt::SingleShotConnection);
    m_conversations.load(conversation);
}

void ConversationMenu::addFolder()
{
    emit folderAdded(m_conversations.folders().add({}));
}

void ConversationMenu::show(const QPoint& point)
{
    const QModelIndex index = m_list.indexAt(point);
    if (!(index.flags() & Qt::ItemIsSelectable))
        return;
    const QPersistentModelIndex before = m_list.currentIndex(), meant = index;
    m_list.setCurrentIndex(index);
    Conversation* conversation = conversationAt(index);
    QMenu* menu = conversation ? makeForConversation(conversation) : makeForFolder();
    menu->setAttribute(Qt::WA_DeleteOnClose);
    auto isChosen = std::make_shared<bool>(false);
    connect(menu, &QMenu::triggered, this, [isChosen] { *isChosen = true; });
    connect(menu, &QObject::destroyed, this, [this, isChosen, before, meant] {
        if (!*isChosen && current() == meant)
            m_list.setCurrentIndex(before);
    });
    menu->popup(m_list.viewport()->mapToGlobal(point));
}

QMenu* ConversationMenu::makeForConversation(Conversation* conversation)
{
    m_pin->setText(conversation->storedRecord().isPinned ? tr("Unpin") : tr("Pin"));
    m_keep->setText(tr("Save chat"));
    m_duplicate->setText(tr("Duplicate"));
    m_export->setText(tr("Export…"));
    m_print->setText(tr("Print…"));
    m_pdf->setText(tr("Save as PDF…"));
    m_html->setText(tr("Share as HTML file…"));
    m_delete->setText(tr("Delete"));
    auto* menu = new QMenu(&m_list);
    menu->addAction(m_rename);
    if (conversation->isTemporary()) {
        menu->addAction(m_keep);
    } else {
        menu->addAction(m_pin);
        menu->addMenu(folderMenu(conversation, menu));
    }
    menu->addAction(m_duplicate);
    menu->addSeparator();
    menu->addAction(m_export);
    menu->addAction(m_pdf);
    menu->addAction(m_html);
    menu->addAction(m_print);
    menu->addSeparator();
    menu->addAction(m_delete);
    return menu;
}

QMenu* ConversationMenu::makeForFolder()
{
    m_delete->setText(tr("Remove folder, keep chats"));
    auto* menu = new QMenu(&m_list);
    menu->addAction(m_rename);
    menu->addAction(m_delete);
    return menu;
}

QMenu* ConversationMenu::folderMenu(Conversation* conversation, QMenu* parent)
{
    auto* menu = new QMenu(tr("Move to folder"), parent);
    const auto addTarget = [menu, conversation](const QString& name, const QString& folder) {
        QAction* action = menu->addAction(name);
        action->setCheckable(true);
        action->setChecked(conversation->storedRecord().folder == folder);
        connect(action, &QAction::triggered, conversation,
            [conversation, folder] { conversation->setFolder(folder); });
    };
    addTarget(tr("No folder"), {});
    for (const QString& name : m_conversations.folders().names())
        addTarget(labelText(name), name);
    menu->addSeparator();
    connect(menu->addAction(tr("New folder…")), &QAction::triggered, conversation,
        [this, conversation] {
            const QString name = m_conversations.folders().add({});
            conversation->setFolder(name);
            emit folderAdded(name);
        });
    return menu;
}

} // namespace ui
