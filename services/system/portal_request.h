#pragma once

#include <QObject>
#include <QString>
#include <QVariantList>
#include <QVariantMap>

#include <functional>

class QDBusMessage;

namespace services {

/// The name, path and interfaces of the desktop portal on the session bus.
namespace portal {
inline constexpr char service[] = "org.freedesktop.portal.Desktop";
inline constexpr char path[] = "/org/freedesktop/portal/desktop";
inline constexpr char requestInterface[] = "org.freedesktop.portal.Request";
} // namespace portal

/// One request to the desktop portal, whose answer comes as a signal once the user has agreed.
/// Lives in the window's thread, never waits, and deletes itself after the answer.
class PortalRequest : public QObject {
    Q_OBJECT

public:
    enum class Result {
        Granted,
        Cancelled, ///< by the user
        Refused, ///< by the portal
        Lost, ///< the portal has ended, or another one has taken its place
        Missing, ///< no portal on the bus knows this interface
    };
    using Done = std::function<void(Result result, const QVariantMap& results)>;

    /// Calls `method(arguments…, options)`. The options are completed by a handle of this request.
    /// `done` is called once, unless the request is destroyed before, which withdraws it.
    PortalRequest(const QString& interface, const QString& method, const QVariantList& arguments,
        const QVariantMap& options, Done done, QObject* parent);
    ~PortalRequest() override;

private slots:
    void onResponse(uint code, const QVariantMap& results);

private:
    void listen(const QString& handle, bool isOn);
    void end(Result result, const QVariantMap& results = {});

    Done m_done; // null: it has been called
    bool m_isTaken = false; // the portal has the request, and the user may be asked
    bool m_isPortalLost = false; // it has ended since the call
    QString m_handle; // the path of the request's object
};

} // namespace services
