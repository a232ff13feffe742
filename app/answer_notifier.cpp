#include "app/answer_notifier.h"

#include "services/conversations/conversation_list.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <QGuiApplication>

namespace app {

using services::Conversation;
using services::ConversationList;

AnswerNotifier::AnswerNotifier(ConversationList& conversations, const services::Settings& settings,
    QObject* parent, double longSeconds)
    : QObject(parent)
    , m_conversations(conversations)
    , m_settings(settings)
    , m_longSeconds(longSeconds)
{
    connect(&conversations, &ConversationList::dataChanged, this,
        [this](
            const QModelIndex& first, const QModelIndex& last) { look(first.row(), last.row()); });
    connect(&conversations, &ConversationList::rowsInserted, this,
        [this](const QModelIndex&, int first, int last) { look(first, last); });
    connect(&m_notifications, &DesktopNotifications::clicked, this,
        [this](const QString& id, const QString& token) {
            if (Conversation* conversation = m_conversations.find(id))
                emit chosen(conversation, token);
        });
}

void AnswerNotifier::look(int firstRow, int lastRow)
{
    for (int row = firstRow; row <= lastRow; ++row) {
        Conversation& conversation = *m_conversations.conversation(row);
        const auto since = m_writing.constFind(conversation.id());
        if (conversation.isWriting() && since == m_writing.constEnd()) {
            m_writing[conversation.id()].start();
        } else if (!conversation.isWriting() && since != m_writing.constEnd()) {
            const double seconds = double(since->elapsed()) / 1000;
            m_writing.erase(since);
            onEnded(conversation, seconds);
        }
    }
}

void AnswerNotifier::onEnded(Conversation& conversation, double seconds)
{
    const bool isInFront = QGuiApplication::applicationState() == Qt::ApplicationActive;
    if (isInFront || seconds < m_longSeconds || !m_settings.get(services::settings::notify))
        return;
    // Whoever looks over the user's shoulder, or into the desktop's list of messages, reads no
    // text.
    m_notifications.show(tr("An answer is complete"), tr("Click to read it."), conversation.id());
}

} // namespace app
