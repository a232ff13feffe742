#pragma once

#include <QKeySequence>
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

/// What can be done with a row of the sidebar's list: its context menu, and keys while the list
/// has the focus. Rows are conversations or folders.
class ConversationMenu : public QObject {
    Q_OBJECT

public:
    /// Both must outlive it. It puts its actions into the list.
    ConversationMenu(QListView& list, services::ConversationList& conversations);

    void show(const QPoint& place); ///< in the list's viewport

    /// Adds a folder and lets the user name it.
    void addFolder();

signals:
    void exportRequested(services::Conversation* conversation);
    void deleteRequested(services::Conversation* conversation);
    void duplicated(services::Conversation* copy);
    void folderRemoveRequested(const QString& name);
    void folderAdded(const QString& name); ///< its name is to be edited

private:
    using Act = std::function<void(services::Conversation*)>;

    QAction* add(const QString& name, const QKeySequence& keys, const Act& act);
    void addActions();
    void rename();
    void remove();
    void duplicate(services::Conversation* conversation);
    void showForConversation(services::Conversation* conversation, const QPoint& place);
    void showForFolder(const QPoint& place);
    QMenu* folderMenu(services::Conversation* conversation, QMenu* parent);
    QModelIndex current() const;

    QListView& m_list;
    services::ConversationList& m_conversations;
    QAction* m_rename;
    QAction* m_pin;
    QAction* m_keep;
    QAction* m_duplicate;
    QAction* m_export;
    QAction* m_delete;
};

} // namespace ui
