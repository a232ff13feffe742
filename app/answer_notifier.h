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

/// Sends a desktop notification when an answer that took long has ended while another program was
/// in front, if the settings allow it.
class AnswerNotifier : public QObject {
    Q_OBJECT

public:
    /// `conversations` and `settings` must outlive it. Answers that took less than `longSeconds`
    /// are not notified.
    AnswerNotifier(services::ConversationList& conversations, const services::Settings& settings,
        QObject* parent = nullptr, double longSeconds = 10);

signals:
    /// The user clicked the notification.
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
