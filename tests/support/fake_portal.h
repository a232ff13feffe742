#pragma once

#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QDBusVirtualObject>
#include <QProcess>
#include <QStringList>
#include <QVariantMap>

#include <functional>

namespace tests {

/// A session bus of its own, with a desktop portal on it that answers as a test says. Must be made
/// before anything uses the session bus of this process.
class FakePortal : public QDBusVirtualObject {
public:
    /// How a user answers the portal's dialog.
    struct Response {
        uint code = 0; ///< 0: agreed, 1: canceled, 2: ended in another way
        QVariantMap results = {};
    };
    /// Answers the method of this name; a null function leaves the request open.
    std::function<Response(const QString& method, const QVariantList& arguments)> respond;

    QStringList ignored; ///< methods whose requests stay open

    /// The interfaces that it knows, such as "Screenshot".
    QStringList interfaces = {"Screenshot"};
    QList<QDBusMessage> calls; ///< to these
    QStringList closed; ///< paths of requests that their caller has withdrawn

    /// False if there is no dbus-daemon.
    bool start()
    {
        m_bus.start("dbus-daemon", {"--session", "--nofork", "--print-address"});
        if (!m_bus.waitForReadyRead())
            return false;
        const QByteArray address = m_bus.readLine().trimmed();
        qputenv("DBUS_SESSION_BUS_ADDRESS", address);
        m_connection = QDBusConnection::connectToBus(QString::fromLatin1(address), "portal");
        return m_connection.registerVirtualObject(path, this, QDBusConnection::SubPath);
    }

    /// Appears on the bus, or leaves it.
    void setPresent(bool isPresent)
    {
        if (isPresent)
            m_connection.registerService(name);
        else
            m_connection.unregisterService(name);
    }

    /// Sends a signal of the portal to everybody.
    void emitSignal(const QString& interface, const QString& signal, const QVariantList& arguments)
    {
        QDBusMessage message
            = QDBusMessage::createSignal(path, "org.freedesktop.portal." + interface, signal);
        message.setArguments(arguments);
        m_connection.send(message);
    }

    ~FakePortal() override
    {
        QDBusConnection::disconnectFromBus("portal");
        m_bus.terminate();
        m_bus.waitForFinished();
    }

    QString introspect(const QString&) const override { return {}; }

    bool handleMessage(const QDBusMessage& call, const QDBusConnection& connection) override
    {
        if (call.member() == "Close") {
            closed << call.path();
            return connection.send(call.createReply());
        }
        const QString interface = call.interface().section('.', -1);
        if (!interfaces.contains(interface))
            return false;
        calls << call;
        const QVariantMap options = qdbus_cast<QVariantMap>(call.arguments().constLast());
        const QString handle
            = QString("/org/freedesktop/portal/desktop/request/%1/%2")
                  .arg(call.service().mid(1).replace('.', '_'), options["handle_token"].toString());
        connection.send(call.createReply(QVariant::fromValue(QDBusObjectPath(handle))));
        if (!respond || ignored.contains(call.member()))
            return true;
        const Response response = respond(call.member(), call.arguments());
        QDBusMessage signal = QDBusMessage::createTargetedSignal(
            call.service(), handle, "org.freedesktop.portal.Request", "Response");
        signal << response.code << response.results;
        return connection.send(signal);
    }

private:
    static constexpr auto name = "org.freedesktop.portal.Desktop";
    static constexpr auto path = "/org/freedesktop/portal/desktop";

    QProcess m_bus;
    QDBusConnection m_connection{QString()};
};

} // namespace tests
