#include "ui/theme/desktop_scheme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

namespace ui {

namespace {

const QString service = QStringLiteral("org.freedesktop.portal.Desktop");
const QString path = QStringLiteral("/org/freedesktop/portal/desktop");
const QString interface = QStringLiteral("org.freedesktop.portal.Settings");
const QString group = QStringLiteral("org.freedesktop.appearance");
const QString key = QStringLiteral("color-scheme");

} // namespace

DesktopScheme::DesktopScheme(QObject* parent)
    : QObject(parent)
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(service, path, interface, QStringLiteral("SettingChanged"), this,
        SLOT(onSettingChanged(QString, QString, QDBusVariant)));

    QDBusMessage read
        = QDBusMessage::createMethodCall(service, path, interface, QStringLiteral("Read"));
    read << group << key;
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(read, 2000), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        const QDBusPendingReply<QDBusVariant> reply = *watcher;
        if (!reply.isError())
            tell(reply.value().variant());
        watcher->deleteLater();
    });
}

void DesktopScheme::onSettingChanged(
    const QString& changedGroup, const QString& changedKey, const QDBusVariant& value)
{
    if (changedGroup == group && changedKey == key)
        tell(value.variant());
}

// 1: dark is preferred, 2: light; 0: no preference. The portal's Read wraps the number once more.
void DesktopScheme::tell(const QVariant& value)
{
    const QVariant inner
        = value.canConvert<QDBusVariant>() ? value.value<QDBusVariant>().variant() : value;
    if (inner.toUInt() == 1)
        emit changed(Scheme::Dark);
    else if (inner.toUInt() == 2)
        emit changed(Scheme::Light);
}

} // namespace ui
