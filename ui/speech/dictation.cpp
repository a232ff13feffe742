#include "ui/speech/dictation.h"

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QVariantMap>

namespace ui {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(ui::startDictation)
};

DictationStart startFrom(const QDBusError& error)
{
    switch (error.type()) {
    case QDBusError::NoError:
        return {true, Text::tr("Speech Note is listening. What you say is typed into the message box.")};
    case QDBusError::ServiceUnknown:
    case QDBusError::Disconnected:
    case QDBusError::NoServer:
        return {false,
            Text::tr("Dictation needs the app Speech Note, and it must be running. An input method of "
                     "your desktop that takes dictation works without it.")};
    default:
        return {false, Text::tr("Speech Note can't listen: %1").arg(error.message())};
    }
}

} // namespace

void startDictation(
    QObject* receiver, const std::function<void(const DictationStart& start)>& done)
{
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) { // then no call ends
        const auto fail = [done] { done(startFrom(QDBusError(QDBusError::Disconnected, {}))); };
        QMetaObject::invokeMethod(receiver, fail, Qt::QueuedConnection);
        return;
    }
    QDBusMessage call = QDBusMessage::createMethodCall(QStringLiteral("net.mkiol.SpeechNote"),
        QStringLiteral("/net/mkiol/SpeechNote"), QStringLiteral("net.mkiol.SpeechNote"),
        QStringLiteral("InvokeAction"));
    call << QStringLiteral("start-listening-active-window") << QVariantMap();
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(call), receiver);
    QObject::connect(watcher, &QDBusPendingCallWatcher::finished, receiver, [watcher, done] {
        watcher->deleteLater();
        done(startFrom(watcher->error()));
    });
}

} // namespace ui
