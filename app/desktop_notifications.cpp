#include "app/desktop_notifications.h"

#include "services/conversations/conversation_list.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

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
    // Signals about other programs' notifications arrive here, too.
    const QString key = m_shown.key(id);
    if (!key.isEmpty())
        emit clicked(key, m_tokens.take(id));
}

void DesktopNotifications::onClosed(uint id, uint)
{
    m_tokens.remove(id);
    m_shown.remove(m_shown.key(id));
}

using services::Conversation;
using services::ConversationList;

AnswerNotifier::AnswerNotifier(ConversationList& conversations, const services::Settings& settings,
    QObject* parent, double longSeconds)
    : QObject(parent)
    , m_conversations(conversations)
    , m_settings(settings)
    , m_longSeconds(longSeconds)
{
    connect(&conversations, &ConversationList::dataChanged, this,
        [this](
            const QModelIndex& first, const QModelIndex& last) { look(first.row(), last.row()); });
    connect(&conversations, &ConversationList::rowsInserted, this,
        [this](const QModelIndex&, int first, int last) { look(first, last); });
    connect(&m_notifications, &DesktopNotifications::clicked, this,
        [this](const QString& id, const QString& token) {
            if (Conversation* conversation = m_conversations.find(id))
                emit chosen(conversation, token);
        });
}

void AnswerNotifier::look(int firstRow, int lastRow)
{
    for (int row = firstRow; row <= lastRow; ++row) {
        Conversation& conversation = *m_conversations.conversation(row);
        const auto since = m_writing.constFind(conversation.id());
        if (conversation.isWriting() && since == m_writing.constEnd()) {
            m_writing[conversation.id()].start();
        } else if (!conversation.isWriting() && since != m_writing.constEnd()) {
            const double seconds = double(since->elapsed()) / 1000;
            m_writing.erase(since);
            onEnded(conversation, seconds);
        }
    }
}

void AnswerNotifier::onEnded(Conversation& conversation, double seconds)
{
    const bool isInFront = QGuiApplication::applicationState() == Qt::ApplicationActive;
    if (isInFront || seconds < m_longSeconds || !m_settings.get(services::settings::notify))
        return;
    // Whoever looks over the user's shoulder, or into the desktop's list of messages, reads no
    // text.
    m_notifications.show(tr("An answer is complete"), tr("Click to read."), conversation.id());
}

} // namespace app
