#pragma once

#include "services/conversations/conversation_database.h"
#include "services/conversations/message.h"

#include <QStringList>
#include <QWidget>

class QButtonGroup;
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
class SectionModel;
class TextLabel;
class UndoBar;

/// Buttons below the search field that choose which messages are searched.
class SearchFilters : public QWidget {
    Q_OBJECT

public:
    explicit SearchFilters(QWidget* parent = nullptr);

    void reset(); ///< chooses all messages

signals:
    void changed(const services::SearchFilter& filter);

protected:
    void changeEvent(QEvent* event) override;

private:
    void add(const QString& name, const QString& help, const services::SearchFilter& filter);

    QButtonGroup* m_buttons; // their ids are places among the filters
    QList<services::SearchFilter> m_filters;
};

/// The conversations in sections, with buttons for a new one and for what concerns all of them. A
/// dot marks conversations whose answer is being written. While there are words in the search
/// field, the list shows what is found instead. Context menu and keys rename, pin, duplicate, move,
/// export and delete a conversation; it can also be dragged into a folder.
class Sidebar : public QWidget {
    Q_OBJECT

public:
    /// List and store must outlive the sidebar. With a null store, a search finds only titles.
    Sidebar(services::ConversationList& conversations, services::ConversationStore* store,
        QWidget* parent = nullptr);

    /// Marks this conversation; removes the mark if it is not in the list.
    void setCurrent(const services::Conversation* conversation);

    /// Puts a widget below the list; the sidebar owns it.
    void setFooter(QWidget* footer);

    /// Shows the progress of a transfer below the list, with a button that stops it.
    void follow(services::Transfer& transfer);

    ConversationMenu* menu() const { return m_menu; }
    QListView* list() const { return m_list; }
    SearchField* searchField() const { return m_field; }
    UndoBar* undoBar() const { return m_undo; }

public slots:
    void showPrevious(); ///< chooses the conversation above the current one
    void showNext();
    void newFolder(); ///< the user is asked to name it
    void askToDeleteAll(); ///< all conversations, after a question

signals:
    void newChatRequested();
    void temporaryChatRequested();
    /// Sent with the message that was found and the words of the search; with noMessage if a
    /// conversation was chosen otherwise.
    void conversationChosen(services::Conversation* conversation, services::MessageId message,
        const QStringList& words);
    void exportRequested(services::Conversation* conversation);
    void exportAllRequested();
    void importRequested();
    void searchLeft(); ///< by Escape
    void conversationDeleted(services::Conversation* conversation); ///< it can still be restored

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
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
    void showNothing(); // where there is nothing
    bool isNaming() const;
    void markFirst();
    void choose(const QModelIndex& index);
    void chooseFirst();
    void showNeighbor(int step);
    bool toggleFolder(const QModelIndex& index);
    void editFolder(const QString& name);
    void deleteConversation(services::Conversation* conversation);
    void deleteAll();
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
