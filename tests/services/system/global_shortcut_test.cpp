#include "services/system/global_shortcut.h"
#include "tests/support/fake_portal.h"
#include "tests/support/test_program.h"

#include <QDBusArgument>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using services::GlobalShortcut;

namespace {

constexpr auto session = "/org/freedesktop/portal/desktop/session/1/vignette";

} // namespace

// A shortcut that a desktop portal reports, whichever program is in front.
class GlobalShortcutTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!m_portal.start())
            QSKIP("dbus-daemon is not installed");
    }

    void init()
    {
        m_portal.setPresent(true);
        m_portal.interfaces = {"GlobalShortcuts"};
        m_portal.calls.clear();
        m_portal.ignored.clear();
        m_bindCode = 0;
        m_portal.respond = [this](const QString& method, auto&&...) {
            if (method == "CreateSession")
                return tests::FakePortal::Response{0, {{"session_handle", session}}};
            return tests::FakePortal::Response{m_bindCode};
        };
        m_shortcut = std::make_unique<GlobalShortcut>("ask", "Ask about the screen", 'a');
        m_activated = std::make_unique<QSignalSpy>(m_shortcut.get(), &GlobalShortcut::activated);
        m_failed = std::make_unique<QSignalSpy>(m_shortcut.get(), &GlobalShortcut::failed);
    }

    void isBoundOnlyIfItIsWanted()
    {
        QVERIFY(!QTest::qWaitFor([&] { return !m_portal.calls.isEmpty(); }, 50));

        m_shortcut->setWanted(true);

        QTRY_COMPARE(m_portal.calls.size(), 2);
        QCOMPARE(m_portal.calls[1].member(), QString("BindShortcuts"));
        QCOMPARE(m_portal.calls[1].signature(), QString("oa(sa{sv})sa{sv}"));
        const auto bound = m_portal.calls[1].arguments()[1].value<QDBusArgument>();
        QString id;
        QVariantMap properties;
        bound.beginArray();
        bound.beginStructure();
        bound >> id >> properties;
        QCOMPARE(id, QString("ask"));
        QCOMPARE(properties["description"].toString(), QString("Ask about the screen"));
        QCOMPARE(properties["preferred_trigger"].toString(), QString("CTRL+ALT+a"));
    }

    void aPressIsReportedWithItsToken()
    {
        bind();

        press(session, "ask", {{"activation_token", "token"}});

        QTRY_COMPARE(m_activated->size(), 1);
        QCOMPARE(m_activated->first()[0].toString(), QString("token"));
    }

    void shortcutsOfOthersAreNotOurs()
    {
        bind();

        press("/other/session", "ask");
        press(session, "another");
        press(session, "ask");

        QTRY_COMPARE(m_activated->size(), 1); // they come in the order in which they were sent
        QVERIFY(!QTest::qWaitFor([&] { return m_activated->size() > 1; }, 50));
    }

    void afterwardsNothingIsReported()
    {
        bind();
        m_shortcut->setWanted(false);
        QTRY_COMPARE(m_portal.closed, QStringList{session});

        press(session, "ask");

        QVERIFY(!QTest::qWaitFor([&] { return !m_activated->isEmpty(); }, 50));
    }

    void aPortalThatIsRestartedKnowsItAgain()
    {
        bind();
        const auto token = [this](int call) {
            return qdbus_cast<QVariantMap>(
                m_portal.calls[call].arguments().constLast())["session_handle_token"]
                .toString();
        };
        const QString first = token(0);
        m_portal.setPresent(false);
        m_portal.calls.clear();

        m_portal.setPresent(true);

        QTRY_COMPARE(m_portal.calls.size(), 2);
        QVERIFY(token(0) != first);
        QCoreApplication::processEvents();
        press(session, "ask");
        QTRY_COMPARE(m_activated->size(), 1);
        QCOMPARE(m_failed->size(), 0);
    }

    // The user may still be asked when the portal ends.
    void aPortalThatEndsBeforeItAnswersIsAskedAgain_data()
    {
        QTest::addColumn<QString>("open");
        QTest::addColumn<int>("calls");
        QTest::newRow("session") << "CreateSession" << 1;
        QTest::newRow("shortcuts") << "BindShortcuts" << 2;
    }
    void aPortalThatEndsBeforeItAnswersIsAskedAgain()
    {
        QFETCH(QString, open);
        QFETCH(int, calls);
        m_portal.ignored = {open};
        m_shortcut->setWanted(true);
        QTRY_COMPARE(m_portal.calls.size(), calls);
        m_portal.setPresent(false);
        m_portal.calls.clear();
        m_portal.ignored.clear();

        m_portal.setPresent(true);

        QTRY_COMPARE(m_portal.calls.size(), 2);
        QCoreApplication::processEvents();
        press(session, "ask");
        QTRY_COMPARE(m_activated->size(), 1);
        QCOMPARE(m_failed->size(), 0);
    }

    void aRefusalIsOneMessage()
    {
        m_bindCode = 1;

        m_shortcut->setWanted(true);

        QTRY_COMPARE(m_failed->size(), 1);
    }

    // The platform of this test has no X server to take keys from.
    void withoutPortalAMessageNamesTheCommand()
    {
        m_portal.setPresent(false);

        m_shortcut->setWanted(true);

        QTRY_COMPARE(m_failed->size(), 1);
        QVERIFY(m_failed->first()[0].toString().contains("vignette --capture"));
    }

private:
    void bind()
    {
        m_portal.closed.clear();
        m_shortcut->setWanted(true);
        QTRY_COMPARE(m_portal.calls.size(), 2);
        QCoreApplication::processEvents();
    }

    void press(const char* path, const QString& id, const QVariantMap& options = {})
    {
        m_portal.emitSignal("GlobalShortcuts", "Activated",
            {QVariant::fromValue(QDBusObjectPath(path)), id, QVariant::fromValue(qulonglong(1)),
                options});
    }

    tests::FakePortal m_portal;
    uint m_bindCode = 0;
    std::unique_ptr<GlobalShortcut> m_shortcut;
    std::unique_ptr<QSignalSpy> m_activated, m_failed;
};

TESTS(GlobalShortcutTest, QGuiApplication);
#include "global_shortcut_test.moc"
