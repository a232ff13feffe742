#include "services/system/global_shortcut.h"

#include "services/system/portal_request.h"
#include "services/system/x11.h"

#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QTimer>

#include <chrono>
#include <utility>

namespace services {

/// A shortcut as the portal reads it: (sa{sv}).
struct PortalShortcut {
    QString id;
    QVariantMap properties;
};

static QDBusArgument& operator<<(QDBusArgument& argument, const PortalShortcut& shortcut)
{
    argument.beginStructure();
    argument << shortcut.id << shortcut.properties;
    argument.endStructure();
    return argument;
}

static const QDBusArgument& operator>>(const QDBusArgument& argument, PortalShortcut& shortcut)
{
    argument.beginStructure();
    argument >> shortcut.id >> shortcut.properties;
    argument.endStructure();
    return argument;
}

namespace {

constexpr int mostLosses = 3; // after which the key is grabbed instead
constexpr std::chrono::seconds patience(10); // until another portal must have come

const QString shortcutInterface = QStringLiteral("org.freedesktop.portal.GlobalShortcuts");

} // namespace

GlobalShortcut::GlobalShortcut(
    const QString& id, const QString& description, char letter, QObject* parent)
    : QObject(parent)
    , m_id(id)
    , m_description(description)
    , m_letter(letter)
{
    qDBusRegisterMetaType<PortalShortcut>();
    qDBusRegisterMetaType<QList<PortalShortcut>>();
    m_portal.setConnection(QDBusConnection::sessionBus());
    m_portal.addWatchedService(QLatin1String(portal::service));
    connect(&m_portal, &QDBusServiceWatcher::serviceOwnerChanged, this,
        [this](const QString&, const QString& before, const QString& owner) {
            m_isPresent = !owner.isEmpty();
            if (!before.isEmpty() && !m_session.isEmpty()) {
                delete m_request; // for this session
                forget();
                m_isLost = true;
            }
            if (!owner.isEmpty() && m_isLost)
                createSession();
        });
}

GlobalShortcut::~GlobalShortcut()
{
    leave();
}

void GlobalShortcut::setWanted(bool isWanted)
{
    if (isWanted == std::exchange(m_isWanted, isWanted))
        return;
    if (isWanted)
        createSession();
    else
        leave();
}

void GlobalShortcut::createSession()
{
    static int last = 0;
    m_isLost = false;
    delete m_request;
    m_request = new PortalRequest(
        shortcutInterface, QStringLiteral("CreateSession"), {},
        {{"session_handle_token", QStringLiteral("vignette%1").arg(++last)}},
        [this](PortalRequest::Result result, const QVariantMap& results) {
            if (result == PortalRequest::Result::Lost)
                return onRequestLost();
            m_session = results.value(QStringLiteral("session_handle")).toString();
            if (result == PortalRequest::Result::Granted && !m_session.isEmpty())
                bind();
            else
                grab();
        },
        this);
}

void GlobalShortcut::bind()
{
    QDBusConnection::sessionBus().connect(QLatin1String(portal::service),
        QLatin1String(portal::path), shortcutInterface, QStringLiteral("Activated"), this,
        SLOT(onActivated(QDBusObjectPath, QString, qulonglong, QVariantMap)));
    const QVariantMap properties{{"description", m_description},
        {"preferred_trigger", QStringLiteral("CTRL+ALT+") + QLatin1Char(m_letter)}};
    const QList<PortalShortcut> shortcuts{{m_id, properties}};
    m_request = new PortalRequest(
        shortcutInterface, QStringLiteral("BindShortcuts"),
        {QVariant::fromValue(QDBusObjectPath(m_session)), QVariant::fromValue(shortcuts),
            QString()},
        {},
        [this](PortalRequest::Result result, const QVariantMap&) {
            if (result == PortalRequest::Result::Lost)
                return onRequestLost();
            if (result != PortalRequest::Result::Granted)
                emit failed(
                    tr("The desktop rejected the global shortcut. Allow it in the desktop's "
                       "settings for shortcuts."));
        },
        this);
}

void GlobalShortcut::grab()
{
    m_grab = std::make_unique<x11::KeyGrab>(m_letter, [this] { emit activated({}); });
    if (!m_grab->isHeld())
        emit failed(tr("Ctrl+Alt+%1 can't be used here. In the desktop's settings, let a shortcut "
                       "run “vignette --capture” instead.")
                        .arg(QChar::fromLatin1(m_letter).toUpper()));
}

void GlobalShortcut::leave()
{
    delete m_request;
    m_isLost = false;
    m_grab.reset();
    if (m_session.isEmpty())
        return;
    QDBusConnection::sessionBus().send(
        QDBusMessage::createMethodCall(QLatin1String(portal::service), m_session,
            QStringLiteral("org.freedesktop.portal.Session"), QStringLiteral("Close")));
    forget();
}

// Later, when it is known whether another portal has taken its place.
void GlobalShortcut::onRequestLost()
{
    const auto go = [this] {
        m_isLost = m_isWanted && !m_isPresent;
        if (m_isWanted && m_isPresent && ++m_losses <= mostLosses)
            createSession();
        else if (m_isWanted)
            QTimer::singleShot(patience, this, [this] { // no portal came, or it ends each time
                if (m_session.isEmpty() && (std::exchange(m_isLost, false) || m_losses > mostLosses))
                    grab();
            });
    };
    forget();
    QMetaObject::invokeMethod(this, go, Qt::QueuedConnection);
}

void GlobalShortcut::forget()
{
    if (m_session.isEmpty())
        return;
    m_session.clear();
    QDBusConnection::sessionBus().disconnect(QLatin1String(portal::service),
        QLatin1String(portal::path), shortcutInterface, QStringLiteral("Activated"), this,
        SLOT(onActivated(QDBusObjectPath, QString, qulonglong, QVariantMap)));
}

void GlobalShortcut::onActivated(
    const QDBusObjectPath& session, const QString& id, qulonglong, const QVariantMap& options)
{
    if (session.path() == m_session && id == m_id)
        emit activated(options.value(QStringLiteral("activation_token")).toString());
}

} // namespace services
