#pragma once

#include <QElapsedTimer>
#include <QHash>
#include <QObject>

namespace services {
class Conversation;
class ConversationList;
class Settings;
} // namespace services

namespace app {

/// Shows notifications of the desktop through org.freedesktop.Notifications. If there is no such
/// service, nothing is shown and nothing fails. No call blocks.
class DesktopNotifications : public QObject {
    Q_OBJECT

public:
    explicit DesktopNotifications(QObject* parent = nullptr);

    /// `key` is returned by clicked(). A notification replaces an earlier one with the same key.
    void show(const QString& title, const QString& text, const QString& key);

signals:
    void clicked(const QString& key, const QString& activationToken);

private slots:
    void onActivationToken(uint id, const QString& token);
    void onActionInvoked(uint id, const QString& action);
    void onClosed(uint id, uint reason);

private:
    QHash<QString, uint> m_shown; // by key; the service's numbers
    QHash<uint, QString> m_tokens; // a click's, by number
};

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
