#include "app/desktop_notifications.h"
#include "app/tray_icon.h"
#include "services/conversations/conversation_list.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "tests/support/test_program.h"

#include <QApplication>
#include <QDBusConnection>
#include <QGuiApplication>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

// What a desktop does with notifications, as far as the program can see.
class FakeDesktop : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    QStringList titles, texts;
    uint replaced = 0;

public slots:
    uint Notify(const QString&, uint replaces, const QString&, const QString& title,
        const QString& text, const QStringList&, const QVariantMap&, int)
    {
        titles << title;
        texts << text;
        replaced = replaces;
        return 7;
    }
    void CloseNotification(uint) { }

signals:
    void ActivationToken(uint id, const QString& token);
    void ActionInvoked(uint id, const QString& action);
    void NotificationClosed(uint id, uint reason);
};

// An answer that took long and ended behind other windows is reported.
class AnswerNotifierTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_bus.start("dbus-daemon", {"--session", "--nofork", "--print-address"});
        if (!m_bus.waitForReadyRead())
            QSKIP("dbus-daemon is not installed");
        const QByteArray address = m_bus.readLine().trimmed();
        qputenv("DBUS_SESSION_BUS_ADDRESS", address);
        qRegisterMetaType<services::Conversation*>();
        QDBusConnection desktop
            = QDBusConnection::connectToBus(QString::fromLatin1(address), "desktop");
        QVERIFY(desktop.registerObject("/org/freedesktop/Notifications", &m_desktop,
            QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals));
        QVERIFY(desktop.registerService("org.freedesktop.Notifications"));
    }

    void cleanupTestCase()
    {
        m_bus.terminate();
        m_bus.waitForFinished();
    }

    void init()
    {
        m_desktop.titles.clear();
        m_desktop.texts.clear();
        m_settings.reset(services::settings::notify);
        m_conversations = std::make_unique<services::ConversationList>();
    }

    void tellsOfALongAnswerInTheBackground()
    {
        app::AnswerNotifier notifier(*m_conversations, m_settings, nullptr, /*longSeconds=*/0);
        services::Conversation* chosen = nullptr;
        QString token;
        connect(&notifier, &app::AnswerNotifier::chosen, this,
            [&](services::Conversation* conversation, const QString& activationToken) {
                chosen = conversation;
                token = activationToken;
            });

        services::Conversation* conversation = answer("Where is the cat?");

        QTRY_COMPARE(m_desktop.titles.size(), 1);
        QVERIFY(!m_desktop.texts.first().contains("cat")); // nothing of what was written

        emit m_desktop.ActivationToken(7, "token");
        emit m_desktop.ActionInvoked(7, "default");
        QTRY_COMPARE(chosen, conversation);
        QCOMPARE(token, QString("token"));
    }

    void aSecondOneOfTheConversationTakesThePlaceOfTheFirst()
    {
        app::AnswerNotifier notifier(*m_conversations, m_settings, nullptr, 0);
        QSignalSpy chosen(&notifier, &app::AnswerNotifier::chosen);
        services::Conversation* conversation = answer("Once");
        QTRY_COMPARE(m_desktop.titles.size(), 1);
        emit m_desktop.ActionInvoked(7, "default");
        QTRY_COMPARE(chosen.count(), 1); // by now its number is known

        reply(*conversation);

        QTRY_COMPARE(m_desktop.titles.size(), 2);
        QCOMPARE(m_desktop.replaced, 7U);
    }

    void saysNothingOfAShortAnswerOrWhereItIsNotWanted()
    {
        {
            const app::AnswerNotifier notifier(*m_conversations, m_settings, nullptr, 10);
            answer("Short"); // not to be told
        }
        m_settings.set(services::settings::notify, false);
        {
            const app::AnswerNotifier notifier(*m_conversations, m_settings, nullptr, 0);
            answer("Not wanted");
        }
        m_settings.set(services::settings::notify, true);
        const app::AnswerNotifier notifier(*m_conversations, m_settings, nullptr, 0);
        answer("Wanted");

        QTRY_COMPARE(m_desktop.titles.size(), 1);
        QVERIFY(!QTest::qWaitFor([&] { return m_desktop.titles.size() > 1; }, 50));
    }

    void clicksOnTheMessagesOfOthersAreNotOurs()
    {
        const app::AnswerNotifier notifier(*m_conversations, m_settings, nullptr, 0);
        QSignalSpy chosen(&notifier, &app::AnswerNotifier::chosen);
        answer("Ours");
        QTRY_COMPARE(m_desktop.titles.size(), 1);

        emit m_desktop.ActionInvoked(8, "default");
        emit m_desktop.ActionInvoked(7, "default");

        QTRY_COMPARE(chosen.count(), 1); // they come in the order in which they were sent
        QVERIFY(!QTest::qWaitFor([&] { return chosen.count() > 1; }, 50));
    }

    void withoutATrayTheWindowIsNeverHidden()
    {
        app::TrayIcon tray;
        tray.setWanted(true);

        QVERIFY(!tray.isShown());
        QVERIFY(QGuiApplication::quitOnLastWindowClosed());
    }

private:
    services::Conversation* answer(const QString& question)
    {
        services::Conversation* conversation = m_conversations->newConversation();
        conversation->appendUserMessage({question});
        reply(*conversation);
        return conversation;
    }

    static void reply(services::Conversation& conversation)
    {
        services::OpenReply reply = conversation.appendReply();
        reply.append("On the mat.");
        reply.finish();
    }

    QProcess m_bus;
    FakeDesktop m_desktop;
    QTemporaryDir m_folder;
    services::Settings m_settings{m_folder.filePath("settings.ini")};
    std::unique_ptr<services::ConversationList> m_conversations;
};

TESTS(AnswerNotifierTest, QApplication);
#include "answer_notifier_test.moc"
