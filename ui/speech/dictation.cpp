#include "ui/speech/dictation.h"

#include <QCoreApplication>
#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QVariantMap>

#include <array>

namespace ui {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(ui::startDictation)
};

// The names of Speech Note on the bus: as a Flatpak, and as a package of a distribution.
constexpr std::array names{"net.mkiol.SpeechNote", "net.mkiol.dsnote"};
constexpr int actionsAreOff = 10; // as the reply says it

using Done = std::function<void(const DictationStart& start)>;

bool isMissing(const QDBusError& error)
{
    return error.type() == QDBusError::ServiceUnknown || error.type() == QDBusError::Disconnected
        || error.type() == QDBusError::NoServer
        || error.name() == QLatin1String("org.freedesktop.DBus.Error.NameHasNoOwner");
}

DictationStart startFrom(const QDBusError& error)
{
    if (isMissing(error))
        return {false,
            Text::tr("Dictation needs the app Speech Note, and it must be running. An input method of "
                     "your desktop that takes dictation works without it.")};
    return {false, Text::tr("Speech Note can't listen: %1").arg(error.message())};
}

// Earlier versions reply nothing.
DictationStart startFrom(const QDBusMessage& reply)
{
    const QVariant result = reply.arguments().value(0);
    const int error = qdbus_cast<QVariantMap>(result).value(QStringLiteral("error")).toInt();
    if (error == actionsAreOff)
        return {false,
            Text::tr("Speech Note accepts no requests of other apps. Allow external applications to "
                     "invoke actions in its settings.")};
    if (error != 0)
        return {false, Text::tr("Speech Note can't listen: %1").arg(error)};
    return {true, Text::tr("Speech Note is listening. What you say is typed into the message box.")};
}

void ask(size_t name, QObject* receiver, const Done& done)
{
    const QString service = QLatin1String(names[name]);
    QDBusMessage call = QDBusMessage::createMethodCall(
        service, u'/' + QString(service).replace(u'.', u'/'), service, QStringLiteral("InvokeAction"));
    call.setAutoStartService(false); // what listens is started by the user
    call << QStringLiteral("start-listening-active-window") << QVariantMap();
    auto* watcher
        = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(call), receiver);
    QObject::connect(watcher, &QDBusPendingCallWatcher::finished, receiver,
        [watcher, name, receiver, done] {
            watcher->deleteLater();
            if (!watcher->isError())
                done(startFrom(watcher->reply()));
            else if (isMissing(watcher->error()) && name + 1 < names.size())
                ask(name + 1, receiver, done);
            else
                done(startFrom(watcher->error()));
        });
}

} // namespace

void startDictation(QObject* receiver, const Done& done)
{
    if (QDBusConnection::sessionBus().isConnected())
        return ask(0, receiver, done);
    // A call ends only if there is a bus.
    const auto fail = [done] { done(startFrom(QDBusError(QDBusError::Disconnected, {}))); };
    QMetaObject::invokeMethod(receiver, fail, Qt::QueuedConnection);
}

} // namespace ui
