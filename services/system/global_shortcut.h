#pragma once

#include <QDBusObjectPath>
#include <QDBusServiceWatcher>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QVariantMap>

#include <memory>

namespace services {

class PortalRequest;
namespace x11 {
class KeyGrab;
}

/// The keys Ctrl+Alt and a letter, whichever program is in front. The desktop portal lets the user
/// choose other keys in the desktop's settings; without a portal the keys are grabbed from the X
/// server. Lives in the window's thread and never waits.
class GlobalShortcut : public QObject {
    Q_OBJECT

public:
    /// The desktop stores the user's keys under `id`, which therefore never changes, and shows
    /// `description`. `letter` is from a to z.
    GlobalShortcut(
        const QString& id, const QString& description, char letter, QObject* parent = nullptr);
    ~GlobalShortcut() override;

    /// Begins or ends to listen. The desktop may ask the user whether the program is allowed to.
    void setWanted(bool isWanted);

signals:
    /// `activationToken` allows a window to come to the front; may be empty.
    void activated(const QString& activationToken);
    void failed(const QString& message); ///< the keys cannot be had

private slots:
    void onActivated(const QDBusObjectPath& session, const QString& id, qulonglong time,
        const QVariantMap& options);

private:
    void createSession();
    void bind();
    void grab();
    void leave();
    void onRequestLost(); // because the portal has ended
    void forget(); // a session that has ended

    const QString m_id, m_description;
    const char m_letter;
    bool m_isWanted = false;
    QString m_session; // of the portal; empty: none
    bool m_isPresent = false; // the portal, as far as it has come or gone since
    bool m_isLost = false; // until the portal is there again
    int m_losses = 0; // of portals that ended while they were asked
    QDBusServiceWatcher m_portal; // which may be restarted
    QPointer<PortalRequest> m_request; // that has not been answered
    std::unique_ptr<x11::KeyGrab> m_grab; // null: the portal has the keys
};

} // namespace services
