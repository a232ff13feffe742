#pragma once

#include "ui/output/output_dialogs.h"

#include <QHash>
#include <QObject>

#include <functional>

class QAction;
class QListView;
class QMenu;
class QModelIndex;
class QPoint;

namespace services {
class Conversation;
class ConversationList;
} // namespace services

namespace ui {

class CommandList;

/// The context menu of the sidebar's list, the keys that work while the list has the focus, and the
/// commands for a conversation as a whole. A row is a conversation or a folder.
class ConversationMenu : public QObject {
    Q_OBJECT

public:
    /// Adds its actions to the list. Both references must outlive it.
    ConversationMenu(QListView& list, services::ConversationList& conversations);

    /// Returns the conversation that the window shows; null if it shows another page.
    using Shown = std::function<services::Conversation*()>;

    /// Adds pinning, duplicating, exporting and printing as commands of the window, for the list's current row
    /// while the list has the focus and for the conversation that is shown everywhere else. From
    /// then on the menu shows their keys.
    void addCommands(CommandList& commands, const Shown& shown);

    /// Opens the menu of the row at a point of the list's viewport. The row is the list's current one
    /// while the menu is open; if nothing is chosen, the one of before is again.
    void show(const QPoint& point);

    /// Adds a folder and lets the user name it.
    void addFolder();

signals:
    void exportRequested(services::Conversation* conversation);
    void outputRequested(services::Conversation* conversation, ui::OutputKind kind);
    void exportOfPageRequested(); ///< of what is shown, which is no conversation
    void deleteRequested(services::Conversation* conversation);
    void duplicated(services::Conversation* copy);
    void folderRemoveRequested(const QString& name);
    void folderAdded(const QString& name); ///< the user shall edit its name

private:
    using Act = std::function<void(services::Conversation*)>;

    QAction* add(const Act& act);
    services::Conversation* meant(const Shown& shown) const;
    void addActions();
    void rename();
    void remove();
    void duplicate(services::Conversation* conversation);
    QMenu* makeForConversation(services::Conversation* conversation);
    QMenu* makeForFolder();
    QMenu* folderMenu(services::Conversation* conversation, QMenu* parent);
    QModelIndex current() const;

    QListView& m_list;
    services::ConversationList& m_conversations;
    QAction* m_rename;
    QAction* m_pin;
    QAction* m_keep;
    QAction* m_duplicate;
    QAction* m_export;
    QAction* m_print;
    QAction* m_pdf;
    QAction* m_html;
    QAction* m_delete;
    QHash<const QAction*, Act> m_acts; // of the entries that commands have, too
};

} // namespace ui
