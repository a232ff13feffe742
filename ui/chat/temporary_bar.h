#pragma once

#include <QPointer>
#include <QWidget>

namespace services {
class Conversation;
}

namespace ui {

/// Says that nothing of a temporary conversation is stored, and offers to keep it. Hidden for other
/// conversations.
class TemporaryBar : public QWidget {
    Q_OBJECT

public:
    explicit TemporaryBar(QWidget* parent = nullptr);

    void setConversation(services::Conversation* conversation);

private:
    QPointer<services::Conversation> m_conversation;
};

} // namespace ui
