#pragma once

#include <QWidget>

class QListView;

namespace services {
class Conversation;
class ConversationList;
} // namespace services

namespace ui {

/// The conversations, newest first, and a button for a new one. A dot marks those whose answer is
/// being written.
class Sidebar : public QWidget {
    Q_OBJECT

public:
    /// The list must outlive the sidebar.
    explicit Sidebar(services::ConversationList& conversations, QWidget* parent = nullptr);

    /// Marks this conversation; none if it is not in the list.
    void setCurrent(const services::Conversation* conversation);

    QListView* list() const { return m_list; }

signals:
    void newChatRequested();
    void conversationChosen(services::Conversation* conversation);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    services::ConversationList& m_conversations;
    QListView* m_list;
};

} // namespace ui
