#pragma once

#include "services/conversations/message.h"

#include <QStringList>
#include <QWidget>

class QListView;
class QModelIndex;
class QVBoxLayout;

namespace services {
class Conversation;
class ConversationList;
class ConversationSearch;
class ConversationStore;
class Transfer;
} // namespace services

namespace ui {

class ConversationMenu;
class SearchField;
class SearchFilters;
class SectionModel;
class TextLabel;
class UndoBar;

/// The conversations in sections, and buttons for a new one and for what concerns all. A dot marks
/// those whose answer is being written. While there are words in the search field, the list shows
/// what is found for them instead. The context menu and its keys rename, pin, duplicate, move,
/// export and delete; a conversation can be dragged into a folder.
class Sidebar : public QWidget {
    Q_OBJECT

public:
    /// List and store must outlive the sidebar. Without a store only names are found.
    Sidebar(services::ConversationList& conversations, services::ConversationStore* store,
        QWidget* parent = nullptr);

    /// Marks this conversation; none if it is not in the list.
    void setCurrent(const services::Conversation* conversation);

    /// Stands below the list from now on; owned by the sidebar.
    void setFooter(QWidget* footer);

    /// Shows below the list how far it has come, and lets the user stop it.
    void follow(services::Transfer& transfer);

    QListView* list() const { return m_list; }
    SearchField* searchField() const { return m_field; }
    UndoBar* undoBar() const { return m_undo; }

public slots:
    void showPrevious(); ///< chooses the conversation above the current one
    void showNext();
    void newFolder(); ///< and lets the user name it

signals:
    void newChatRequested();
    void temporaryChatRequested();
    /// With a message and the words that were searched for if one was found, else noMessage.
    void conversationChosen(services::Conversation* conversation, services::MessageId message,
        const QStringList& words);
    void exportRequested(services::Conversation* conversation);
    void exportAllRequested();
    void importRequested();
    void searchLeft(); ///< by Escape
    void conversationDeleted(services::Conversation* conversation); ///< it can still be put back

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeList();
    void keepCurrent();
    void makeMenu();
    void makeSearch();
    void layOut();
    QWidget* makeTop();
    void search(const QString& words);
    bool isSearching() const;
    void choose(const QModelIndex& index);
    void chooseFirst();
    void showNeighbour(int step);
    bool toggleFolder(const QModelIndex& index);
    void editFolder(const QString& name);
    void deleteConversation(services::Conversation* conversation);
    void removeFolder(const QString& name);

    services::ConversationList& m_conversations;
    SectionModel* m_sections;
    services::ConversationSearch* m_search;
    SearchField* m_field;
    SearchFilters* m_filters;
    QListView* m_list; // of the sections, or of what is found
    ConversationMenu* m_menu;
    TextLabel* m_nothing; // says that nothing is found, or that there is nothing yet
    UndoBar* m_undo;
    QVBoxLayout* m_layout;
    bool m_wantsFirst = false; // Enter was pressed before anything was found
    const services::Conversation* m_current = nullptr; // shown; only compared, as the next one
    const services::Conversation* m_moving = nullptr; // whose row was taken out
};

} // namespace ui
