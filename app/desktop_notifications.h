#pragma once

#include <QHash>
#include <QObject>

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

} // namespace app
