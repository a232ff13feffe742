#include "app/desktop_notifications.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QGuiApplication>

namespace app {

namespace {

const QString service = QStringLiteral("org.freedesktop.Notifications");
const QString path = QStringLiteral("/org/freedesktop/Notifications");
constexpr int asTheDesktopLikes = -1; // how long it is shown

QDBusMessage callTo(const char* method)
{
    return QDBusMessage::createMethodCall(service, path, service, QLatin1String(method));
}

} // namespace

DesktopNotifications::DesktopNotifications(QObject* parent)
    : QObject(parent)
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    bus.connect(service, path, service, QStringLiteral("ActivationToken"), this,
        SLOT(onActivationToken(uint, QString)));
    bus.connect(service, path, service, QStringLiteral("ActionInvoked"), this,
        SLOT(onActionInvoked(uint, QString)));
    bus.connect(service, path, service, QStringLiteral("NotificationClosed"), this,
        SLOT(onClosed(uint, uint)));
}

void DesktopNotifications::show(const QString& title, const QString& text, const QString& key)
{
    const QVariantMap hints{{"desktop-entry", QGuiApplication::desktopFileName()}};
    QDBusMessage call = callTo("Notify");
    call << QGuiApplication::applicationDisplayName() << m_shown.value(key)
         << QGuiApplication::desktopFileName() << title << text.toHtmlEscaped()
         << QStringList{QStringLiteral("default"), tr("Show")} << hints << asTheDesktopLikes;
    auto* watcher
        = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher, key] {
        const QDBusPendingReply<uint> reply = *watcher;
        if (!reply.isError())
            m_shown[key] = reply.value();
        watcher->deleteLater();
    });
}

void DesktopNotifications::onActivationToken(uint id, const QString& token)
{
    if (!m_shown.key(id).isEmpty())
        m_tokens[id] = token;
}

void DesktopNotifications::onActionInvoked(uint id, const QString&)
{
    const QString key = m_shown.key(id); // other programs' messages are heard of too
    if (!key.isEmpty())
        emit clicked(key, m_tokens.take(id));
}

void DesktopNotifications::onClosed(uint id, uint)
{
    m_tokens.remove(id);
    m_shown.remove(m_shown.key(id));
}

} // namespace app
