#include "services/hub/token_keeper.h"
#include "services/settings/settings.h"
#include "tests/support/awaited.h"
#include "tests/support/made_up_keyring.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using services::HubAccess;
using services::Outcome;
using services::TokenKeeper;
using tests::MadeUpKeyring;
using Place = TokenKeeper::Place;
using namespace std::chrono_literals;

// Tests where the token for a hub is stored, with a keyring, without one, and with one that does
// not answer.
class TokenKeeperTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<services::Settings> m_settings;
    std::unique_ptr<TokenKeeper> m_keeper;
    MadeUpKeyring m_keyring;

    // The next run of the program.
    void start(std::chrono::milliseconds patience = std::chrono::hours(1))
    {
        m_keeper.reset();
        m_settings = std::make_unique<services::Settings>(m_folder->filePath("settings.ini"));
        m_keeper = std::make_unique<TokenKeeper>(*m_settings, m_keyring.store(), patience);
    }

    Outcome<HubAccess> ask()
    {
        return tests::awaited<HubAccess>(
            [&](const auto& done) { m_keeper->ask(m_keeper.get(), done); });
    }
    QByteArray token() { return ask().value.value_or(HubAccess()).token; }

private slots:
    void init()
    {
        qunsetenv("HF_TOKEN");
        qunsetenv("HF_ENDPOINT");
        m_keyring = {};
        m_folder = std::make_unique<QTemporaryDir>();
        start();
    }

    void theKeyringIsNotAskedWithoutNeed()
    {
        QCOMPARE(token(), QByteArray());
        QCOMPARE(m_keeper->place(), Place::Nowhere);
        QCOMPARE(m_keyring.questions, 0);
    }

    void aTokenIsKeptInTheKeyringForTheNextRuns()
    {
        m_keeper->set(" secret\n");
        QCOMPARE(token(), QByteArray("secret"));
        QTRY_COMPARE(m_keeper->place(), Place::Keyring);

        start();

        QCOMPARE(m_keeper->place(), Place::Keyring);
        const int questions = m_keyring.questions;
        QCOMPARE(token(), QByteArray("secret"));
        QCOMPARE(token(), QByteArray("secret"));
        QCOMPARE(m_keyring.questions, questions + 1);
        QFile file(m_folder->filePath("settings.ini"));
        QVERIFY(file.open(QIODevice::ReadOnly) && !file.readAll().contains("secret"));
    }

    void whatIsForgottenIsNowhere()
    {
        m_keeper->set("secret");
        QTRY_COMPARE(m_keeper->place(), Place::Keyring);
        m_keeper->forget();
        QCOMPARE(token(), QByteArray());
        QTRY_COMPARE(m_keeper->place(), Place::Nowhere);
        QTRY_VERIFY(m_keyring.secrets.begin()->second.isEmpty());
        QTRY_VERIFY(!m_settings->get(services::settings::hubTokenIsKept));
    }

    void withoutAKeyringItIsKeptForThisRunAndThatIsSaid()
    {
        m_keyring.mood = MadeUpKeyring::Mood::Refuses;
        m_keeper->set("secret");
        QTRY_VERIFY(m_keeper->message().contains("no service"));
        QCOMPARE(m_keeper->place(), Place::ThisRun);
        QVERIFY2(m_keeper->message().contains("until you quit"), qPrintable(m_keeper->message()));
        QCOMPARE(token(), QByteArray("secret"));

        start();

        QCOMPARE(token(), QByteArray());
        QCOMPARE(m_keeper->place(), Place::Nowhere);
    }

    void aKeyringThatDoesNotAnswerIsNotWaitedForForEver()
    {
        m_keeper->set("secret");
        QTRY_COMPARE(m_keeper->place(), Place::Keyring);
        start(1ms);
        m_keyring.mood = MadeUpKeyring::Mood::IsSilent;

        QCOMPARE(token(), QByteArray());

        QVERIFY2(m_keeper->message().contains("(no response)"), qPrintable(m_keeper->message()));
        QSignalSpy changed(m_keeper.get(), &TokenKeeper::changed);
        m_keyring.late(); // the user has unlocked it at last
        QCOMPARE(changed.size(), 1);
        QCOMPARE(token(), QByteArray("secret"));
        QCOMPARE(m_keeper->place(), Place::Keyring);
    }

    void aLateAnswerDoesNotReplaceANewToken()
    {
        m_keeper->set("old");
        QTRY_COMPARE(m_keeper->place(), Place::Keyring);
        start(1ms);
        m_keyring.mood = MadeUpKeyring::Mood::IsSilent;
        QCOMPARE(token(), QByteArray());
        const auto late = m_keyring.late;
        m_keyring.mood = MadeUpKeyring::Mood::Answers;
        m_keeper->set("new");
        QTRY_COMPARE(m_keeper->place(), Place::Keyring);

        late();

        QCOMPARE(token(), QByteArray("new"));
    }

    void theEnvironmentGoesFirst()
    {
        m_keeper->set("kept");
        QTRY_COMPARE(m_keeper->place(), Place::Keyring);
        start();
        const int questions = m_keyring.questions;
        qputenv("HF_TOKEN", "other");
        qputenv("HF_ENDPOINT", "https://mirror.example/hub");
        QCOMPARE(token(), QByteArray("other"));
        QCOMPARE(ask().value->address, QUrl("https://mirror.example/hub"));
        QCOMPARE(m_keeper->place(), Place::Environment);
        QCOMPARE(m_keyring.questions, questions);
    }

    void whatIsNoTokenIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addRow("nothing") << QByteArray(" ");
        QTest::addRow("two words") << QByteArray("a b");
        QTest::addRow("two lines") << QByteArray("a\r\nHost: b");
        QTest::addRow("long") << QByteArray(5000, 'x');
    }

    void whatIsNoTokenIsRefused()
    {
        QFETCH(QByteArray, text);
        QVERIFY_THROWS_EXCEPTION(base::Error, m_keeper->set(text));
        QCOMPARE(m_keyring.questions, 0);
    }

    // There is no keyring where tests run, or one that has no such entry.
    void theRealKeyringAnswersOrIsNotWaitedFor()
    {
        m_settings->set(services::settings::hubTokenIsKept, true);
        m_keeper = std::make_unique<TokenKeeper>(
            *m_settings, services::desktopSecrets(), std::chrono::seconds(5));
        QVERIFY(ask().value);
    }
};

TESTS(TokenKeeperTest, QCoreApplication);
#include "token_keeper_test.moc"
