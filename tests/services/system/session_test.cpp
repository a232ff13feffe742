#include "services/system/paths.h"
#include "services/system/session.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

using services::CrashMarker;
using services::Session;

// What is remembered from one run to the next, and where.
class SessionTest : public QObject {
    Q_OBJECT

private slots:
    void aSessionIsReadAsItWasWritten()
    {
        const QTemporaryDir folder;
        const Session session{
            QByteArray("\0\x01\xff geometry", 11), "state", "captions", "id-7", 22};

        services::writeSession(folder.path(), session);
        const Session read = services::readSession(folder.path());

        QCOMPARE(read.geometry, session.geometry);
        QCOMPARE(read.state, session.state);
        QCOMPARE(read.page, session.page);
        QCOMPARE(read.conversation, session.conversation);
        QCOMPARE(read.titleBar, session.titleBar);
    }

    void aDamagedSessionIsAnEmptyOne_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("noise") << QByteArray("\x00\xff\xfe[[[\n=", 8);
        QTest::newRow("too large") << "[window]\npage=" + QByteArray(1 << 20, 'x');
    }
    void aDamagedSessionIsAnEmptyOne()
    {
        QFETCH(QByteArray, bytes);
        const QTemporaryDir folder;
        QFile file(folder.filePath("session.ini"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
        file.close();

        const Session session = services::readSession(folder.path());

        QVERIFY(session.page.isEmpty() && session.conversation.isEmpty());
        QVERIFY(session.geometry.isEmpty() && session.state.isEmpty());
    }

    void anEndThatIsNoneIsNoticedOnce()
    {
        const QTemporaryDir folder;
        QFile left(folder.filePath("running")); // as a killed program leaves it
        QVERIFY(left.open(QIODevice::WriteOnly));
        left.close();

        {
            const CrashMarker marker(folder.path());
            QVERIFY(marker.previousEndedBadly());
        }
        QVERIFY(!QFile::exists(folder.filePath("running")));
        QVERIFY(!CrashMarker(folder.path()).previousEndedBadly());
    }

    void aProgramThatStillRunsHasNotCrashed()
    {
        const QTemporaryDir folder;
        const CrashMarker running(folder.path());

        std::optional<CrashMarker> second(std::in_place, folder.path());
        QVERIFY(!second->previousEndedBadly());
        second.reset();
        QVERIFY(QFile::exists(folder.filePath("running"))); // it is still the first one's
    }

    void foldersFollowTheEnvironment()
    {
        const QTemporaryDir home;
        for (const char* name : {"CONFIG", "DATA", "STATE", "CACHE"})
            qputenv(QByteArray("XDG_") + name + "_HOME",
                QFile::encodeName(home.filePath(QString(name).toLower())));

        QCOMPARE(services::paths::settingsFile(), home.filePath("config/vignette/vignette.ini"));
        QCOMPARE(services::paths::conversationFile(),
            home.filePath("data/vignette/conversations.sqlite"));
        QCOMPARE(services::paths::logFolder(), home.filePath("state/vignette/logs"));
        QCOMPARE(services::paths::cacheFolder(), home.filePath("cache/vignette"));
        QVERIFY(QDir(home.filePath("state/vignette/logs")).exists());

        qputenv("XDG_STATE_HOME", "relative"); // the specification: to be ignored
        QVERIFY(services::paths::stateFolder().startsWith(QDir::homePath()));
    }
};

TESTS(SessionTest, QCoreApplication);
#include "session_test.moc"
