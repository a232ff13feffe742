#pragma once

#include "services/conversations/message.h"

#include <QWidget>

class QAction;
class QLabel;
class QListView;
class QModelIndex;

namespace services {
class Conversation;
class ConversationList;
class ConversationSearch;
class ConversationStore;
} // namespace services

namespace ui {

class SearchField;
class UndoBar;

/// The conversations, pinned ones first, then the newest, and a button for a new one. A dot marks
/// those whose answer is being written. While there are words in the search field, the list shows
/// what is found for them instead. The context menu and its keys rename, pin, export and delete.
class Sidebar : public QWidget {
    Q_OBJECT

public:
    /// List and store must outlive the sidebar. Without a store only names are found.
    Sidebar(services::ConversationList& conversations, services::ConversationStore* store,
        QWidget* parent = nullptr);

    /// Marks this conversation; none if it is not in the list.
    void setCurrent(const services::Conversation* conversation);

    QListView* list() const { return m_list; }
    SearchField* searchField() const { return m_field; }
    UndoBar* undoBar() const { return m_undo; }

signals:
    void newChatRequested();
    /// With a message if one was found, else noMessage.
    void conversationChosen(services::Conversation* conversation, services::MessageId message);
    void exportRequested(services::Conversation* conversation);
    void searchLeft(); ///< by Escape
    void conversationDeleted(services::Conversation* conversation); ///< it can still be put back

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void makeList();
    void makeSearch();
    void addActions();
    void layOut();
    void search(const QString& words);
    void choose(const QModelIndex& index);
    void chooseFirst();
    void showMenu(const QPoint& place);
    void deleteConversation(services::Conversation* conversation);

    services::ConversationList& m_conversations;
    services::ConversationSearch* m_search;
    SearchField* m_field;
    QListView* m_list; // of the conversations, or of what is found
    QLabel* m_nothing; // says that nothing is found
    UndoBar* m_undo;
    QAction* m_pin = nullptr;
    bool m_wantsFirst = false; // Enter was pressed before anything was found
    const services::Conversation* m_current = nullptr; // only compared
};

} // namespace ui
