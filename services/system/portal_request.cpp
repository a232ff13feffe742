#include "services/system/portal_request.h"

#include <QDBusConnection>
#include <QDBusError>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusServiceWatcher>

#include <utility>

namespace services {

namespace {

// The portal makes the path of a request from the name of its caller and a token of the caller's.
QString handleFor(const QString& token)
{
    QString sender = QDBusConnection::sessionBus().baseService();
    sender.remove(u':').replace(u'.', u'_');
    return QStringLiteral("/org/freedesktop/portal/desktop/request/%1/%2").arg(sender, token);
}

// A portal that can't be reached or started is as good as none.
PortalRequest::Result resultFor(const QDBusError& error)
{
    const bool isAnswer = error.name().startsWith(u"org.freedesktop.portal.Error.")
        || error.type() == QDBusError::AccessDenied || error.type() == QDBusError::InvalidArgs;
    return isAnswer ? PortalRequest::Result::Refused : PortalRequest::Result::Missing;
}

} // namespace

PortalRequest::PortalRequest(const QString& interface, const QString& method,
    const QVariantList& arguments, const QVariantMap& options, Done done, QObject* parent)
    : QObject(parent)
    , m_done(std::move(done))
{
    static int last = 0;
    const QString token = QStringLiteral("vignette%1").arg(++last);
    QDBusConnection bus = QDBusConnection::sessionBus();
    listen(handleFor(token), true);
    auto* life = new QDBusServiceWatcher(
        QLatin1String(portal::service), bus, QDBusServiceWatcher::WatchForOwnerChange, this);
    connect(life, &QDBusServiceWatcher::serviceOwnerChanged, this,
        [this](const QString&, const QString& before, const QString&) {
            m_isPortalLost = m_isPortalLost || !before.isEmpty();
            if (m_isPortalLost && m_isTaken)
                end(Result::Lost);
        });

    QVariantMap completed = options;
    completed["handle_token"] = token;
    QDBusMessage call = QDBusMessage::createMethodCall(
        QLatin1String(portal::service), QLatin1String(portal::path), interface, method);
    call.setArguments(arguments + QVariantList{completed});
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        const QDBusPendingReply<QDBusObjectPath> reply = *watcher;
        m_isTaken = !reply.isError();
        if (m_isPortalLost && (m_isTaken || reply.error().type() == QDBusError::NoReply))
            end(Result::Lost);
        else if (!m_isTaken)
            end(resultFor(reply.error()));
        else if (reply.value().path() != m_handle) // portals before version 0.9 name it themselves
            listen(reply.value().path(), true);
    });
}

PortalRequest::~PortalRequest()
{
    listen(m_handle, false);
    if (!m_done)
        return;
    QDBusMessage close = QDBusMessage::createMethodCall(QLatin1String(portal::service), m_handle,
        QLatin1String(portal::requestInterface), QStringLiteral("Close"));
    close.setAutoStartService(false); // a portal that is started by it doesn't know the request
    QDBusConnection::sessionBus().send(close);
}

void PortalRequest::listen(const QString& handle, bool isOn)
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    const auto response = QStringLiteral("Response");
    const QString service = QLatin1String(portal::service);
    const QString interface = QLatin1String(portal::requestInterface);
    if (!m_handle.isEmpty())
        bus.disconnect(
            service, m_handle, interface, response, this, SLOT(onResponse(uint, QVariantMap)));
    m_handle = handle;
    if (isOn)
        bus.connect(
            service, handle, interface, response, this, SLOT(onResponse(uint, QVariantMap)));
}

// 0: granted, 1: canceled by the user, 2: ended in another way.
void PortalRequest::onResponse(uint code, const QVariantMap& results)
{
    end(code == 0 ? Result::Granted : code == 1 ? Result::Cancelled : Result::Refused, results);
}

void PortalRequest::end(Result result, const QVariantMap& results)
{
    const Done done = std::exchange(m_done, nullptr);
    if (!done)
        return;
    deleteLater();
    done(result, results);
}

} // namespace services
