#include "tests/support/fake_portal.h"
#include "tests/support/test_program.h"
#include "ui/speech/dictation.h"

#include <QCoreApplication>
#include <QTest>

#include <optional>

namespace {

/// A program on the session bus that takes dictation.
class FakeSpeechNote : public QDBusVirtualObject {
public:
    QString introspect(const QString&) const override { return {}; }

    bool handleMessage(const QDBusMessage& call, const QDBusConnection& connection) override
    {
        calls << call;
        return connection.send(refusal.isEmpty()
                ? call.createReply(result)
                : call.createErrorReply(QDBusError::Failed, refusal));
    }

    QList<QDBusMessage> calls;
    QVariantMap result;
    QString refusal; // empty: it listens
};

} // namespace

/// Dictation by a program of the desktop.
class DictationTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!m_bus.start())
            QSKIP("dbus-daemon is not installed");
    }

    void whatIsNeededIsSaid()
    {
        const ui::DictationStart start = started();

        QVERIFY(!start.listens);
        QVERIFY2(start.message.contains("must be running"), qPrintable(start.message));
    }

    void speechNoteIsAskedToWriteIntoTheFocusedWindow()
    {
        FakeSpeechNote program;
        QDBusConnection connection = QDBusConnection::connectToBus(
            qEnvironmentVariable("DBUS_SESSION_BUS_ADDRESS"), "speech");
        QVERIFY(connection.registerVirtualObject("/net/mkiol/SpeechNote", &program));
        QVERIFY(connection.registerService("net.mkiol.SpeechNote"));

        QVERIFY(started().listens);
        QCOMPARE(program.calls.size(), 1);
        QCOMPARE(program.calls[0].interface(), "net.mkiol.SpeechNote");
        QCOMPARE(program.calls[0].member(), "InvokeAction");
        QCOMPARE(program.calls[0].signature(), "sa{sv}");
        QCOMPARE(program.calls[0].arguments().constFirst(), "start-listening-active-window");

        program.refusal = "no microphone";
        const ui::DictationStart refused = started();
        QVERIFY(!refused.listens);
        QVERIFY(refused.message.contains("no microphone"));
        program.refusal.clear();
        program.result = {{"error", 10}}; // actions of others are off, as at first
        const ui::DictationStart unheard = started();
        QVERIFY(!unheard.listens);
        QVERIFY(unheard.message.contains("external applications"));
        QVERIFY(connection.unregisterService("net.mkiol.SpeechNote"));
        QDBusConnection::disconnectFromBus("speech");
    }

    void itsOtherNameIsKnown()
    {
        FakeSpeechNote program;
        QDBusConnection connection = QDBusConnection::connectToBus(
            qEnvironmentVariable("DBUS_SESSION_BUS_ADDRESS"), "dsnote");
        QVERIFY(connection.registerVirtualObject("/net/mkiol/dsnote", &program));
        QVERIFY(connection.registerService("net.mkiol.dsnote"));

        QVERIFY(started().listens);
        QDBusConnection::disconnectFromBus("dsnote");
    }

private:
    ui::DictationStart started()
    {
        std::optional<ui::DictationStart> result;
        ui::startDictation(this, [&result](const ui::DictationStart& start) { result = start; });
        [&] { QTRY_VERIFY(result); }();
        return result.value_or(ui::DictationStart());
    }

    tests::FakePortal m_bus;
};

TESTS(DictationTest, QCoreApplication);
#include "dictation_test.moc"
