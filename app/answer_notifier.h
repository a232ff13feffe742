#pragma once

#include "app/desktop_notifications.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>

namespace services {
class Conversation;
class ConversationList;
class Settings;
} // namespace services

namespace app {

/// Tells the user of an answer that took long and ended while another program was in front, if the
/// settings say so.
class AnswerNotifier : public QObject {
    Q_OBJECT

public:
    /// Both must outlive it. Answers that took less than `longSeconds` are not worth a message.
    AnswerNotifier(services::ConversationList& conversations, const services::Settings& settings,
        QObject* parent = nullptr, double longSeconds = 10);

signals:
    /// The message was clicked.
    void chosen(services::Conversation* conversation, const QString& activationToken);

private:
    void look(int firstRow, int lastRow);
    void onEnded(services::Conversation& conversation, double seconds);

    services::ConversationList& m_conversations;
    const services::Settings& m_settings;
    const double m_longSeconds;
    DesktopNotifications m_notifications;
    QHash<QString, QElapsedTimer> m_writing; // by conversation, since when
};

} // namespace app
