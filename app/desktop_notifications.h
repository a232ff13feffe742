#pragma once

#include <QHash>
#include <QObject>

namespace app {

/// Messages of the desktop, by org.freedesktop.Notifications. Where there is no such service
/// nothing is shown and nothing fails; no call waits.
class DesktopNotifications : public QObject {
    Q_OBJECT

public:
    explicit DesktopNotifications(QObject* parent = nullptr);

    /// `key` comes back when the message is clicked. One with the key of an earlier one takes its
    /// place.
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

} // namespace app
