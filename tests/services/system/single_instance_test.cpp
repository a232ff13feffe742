#include "services/system/single_instance.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QLocalServer>
#include <QLocalSocket>
#include <QLockFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QtEndian>

#include <algorithm>
#include <memory>
#include <vector>

using services::SingleInstance;
using services::StartRequest;

namespace {

QByteArray message(const QByteArray& json)
{
    QByteArray length(4, '\0');
    qToBigEndian(quint32(json.size()), length.data());
    return length + json;
}

// A second start, in a thread of its own because it waits for the first.
SingleInstance::Role startElsewhere(const QString& folder, const StartRequest& request)
{
    auto role = SingleInstance::Role::Alone;
    std::unique_ptr<QThread> other(
        QThread::create([&] { role = SingleInstance(folder).start(request); }));
    other->start();
    while (!other->wait(10))
        QCoreApplication::processEvents();
    return role;
}

} // namespace

// A user's second start of the program hands over what it was given to the first.
class SingleInstanceTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_first = std::make_unique<SingleInstance>(m_folder->path());
    }

    void theFirstListensForThisUserOnly()
    {
        QCOMPARE(m_first->start({}), SingleInstance::Role::First);

        const auto permissions = QFile::permissions(socket());
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup
            | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
        QVERIFY(QFile::exists(socket()));
        QCOMPARE(permissions & others, QFile::Permissions());
    }

    void theSecondHandsOverFilesOfAnyName()
    {
        QCOMPARE(m_first->start({}), SingleInstance::Role::First);
        StartRequest received;
        connect(m_first.get(), &SingleInstance::requested, this,
            [&](const StartRequest& request) { received = request; });
        const QStringList files{"/tmp/with space.png", "/tmp/line\nbreak.png",
            "/tmp/\"quoted\\.png", "/tmp/猫と犬.png",
            QString("/tmp/") + QString(4000, u'é') + ".png"};

        const auto role = startElsewhere(m_folder->path(), {files, "new-chat", "token-1"});

        QCOMPARE(role, SingleInstance::Role::HandedOver);
        QCOMPARE(received.files, files);
        QCOMPARE(received.action, QString("new-chat"));
        QCOMPARE(received.activationToken, QString("token-1"));
    }

    void aSocketOfAKilledProgramIsTakenOver()
    {
        const QString left = socket();
        { // bound and never closed by its owner: the file stays, nobody listens
            QLocalServer server;
            QVERIFY(server.listen(left));
            QVERIFY(QFile::rename(left, left + ".kept"));
        }
        QVERIFY(QFile::rename(left + ".kept", left));

        QCOMPARE(m_first->start({}), SingleInstance::Role::First);
        QCOMPARE(startElsewhere(m_folder->path(), {}), SingleInstance::Role::HandedOver);
    }

    void oneThatDoesNotAnswerIsNotStartedTwice()
    {
        QLocalServer deaf; // its event loop does not run while the other start waits
        QVERIFY(deaf.listen(socket()));

        QCOMPARE(m_first->start({}, /*timeoutMs=*/200), SingleInstance::Role::NotAnswered);
    }

    void twoStartsAtOneMomentDoNotBothListen()
    {
        QLockFile other(m_folder->filePath("vignette.lock"));
        QVERIFY(other.lock());

        QCOMPARE(m_first->start({}, /*timeoutMs=*/50), SingleInstance::Role::NotAnswered);
        QVERIFY(!QFile::exists(socket()));
    }

    void withoutAFolderForItItRunsAlone()
    {
        QCOMPARE(SingleInstance(QString()).start({}), SingleInstance::Role::Alone);
    }

    void oneThatIsTooBusyToListenKeepsItsSocket()
    {
        QLocalServer busy;
        busy.setListenBacklogSize(1);
        QVERIFY(busy.listen(socket()));
        std::vector<std::unique_ptr<QLocalSocket>> crowd;
        for (int number = 0; number < 5; ++number) {
            crowd.push_back(std::make_unique<QLocalSocket>());
            crowd.back()->connectToServer(socket());
        }

        QCOMPARE(m_first->start({}, /*timeoutMs=*/200), SingleInstance::Role::NotAnswered);
        QVERIFY(QFile::exists(socket()));
    }

    void ofTooManyFilesTheFirstAreHandedOver()
    {
        QCOMPARE(m_first->start({}), SingleInstance::Role::First);
        StartRequest received;
        connect(m_first.get(), &SingleInstance::requested, this,
            [&](const StartRequest& request) { received = request; });
        QStringList files;
        for (int number = 0; number < 3000; ++number)
            files << "/tmp/" + QString::number(number) + QString(number % 1000, u'é') + ".png";

        const auto role = startElsewhere(m_folder->path(), {files, "captions", {}});

        QCOMPARE(role, SingleInstance::Role::HandedOver);
        QVERIFY(received.files.size() > 500 && received.files.size() < files.size());
        QCOMPARE(received.files, files.mid(0, received.files.size()));
        QCOMPARE(received.action, QString("captions"));
    }

    void whereNoSocketCanBeMadeTheProgramRunsAlone()
    {
        SingleInstance lonely(m_folder->filePath("there/is/no/such/folder"));

        QCOMPARE(lonely.start({}, 200), SingleInstance::Role::Alone);
    }

    void hostileMessagesAreNotHeard_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("no JSON") << message("hello");
        QTest::newRow("a list") << message("[1, 2]");
        QTest::newRow("relative path") << message(R"({"files": ["../../etc/passwd"]})");
        QTest::newRow("a number as path") << message(R"({"files": [7]})");
        QTest::newRow("NUL in a path") << message(R"({"files": ["/tmp/a\u0000b"]})");
        QTest::newRow("endless token") << message("{\"token\": \"" + QByteArray(5000, 'x') + "\"}");
        QTest::newRow("too long") << QByteArray("\xff\xff\xff\xff and so on", 14);
        QTest::newRow("deep") << message(QByteArray(100'000, '['));
    }
    void hostileMessagesAreNotHeard()
    {
        QFETCH(QByteArray, bytes);
        QCOMPARE(m_first->start({}), SingleInstance::Role::First);
        QSignalSpy requested(m_first.get(), &SingleInstance::requested);

        QLocalSocket client;
        client.connectToServer(socket());
        client.write(bytes);
        QTRY_COMPARE(client.state(), QLocalSocket::UnconnectedState);

        QCOMPARE(requested.count(), 0);
        QCOMPARE(startElsewhere(m_folder->path(), {}), SingleInstance::Role::HandedOver);
        QCOMPARE(requested.count(), 1);
    }

    void silentClientsDoNotKeepOthersOut()
    {
        QCOMPARE(m_first->start({}), SingleInstance::Role::First);
        std::vector<std::unique_ptr<QLocalSocket>> silent;
        for (int number = 0; number < 3; ++number) {
            silent.push_back(std::make_unique<QLocalSocket>());
            silent.back()->connectToServer(socket());
            silent.back()->write("\0\0", 2); // half a length
        }

        QCOMPARE(startElsewhere(m_folder->path(), {}), SingleInstance::Role::HandedOver);
    }

    void aCrowdIsSentAway()
    {
        QCOMPARE(m_first->start({}), SingleInstance::Role::First);
        std::vector<std::unique_ptr<QLocalSocket>> crowd;
        for (int number = 0; number < SingleInstance::maxClients + 5; ++number) {
            crowd.push_back(std::make_unique<QLocalSocket>());
            crowd.back()->connectToServer(socket());
        }

        const auto isGone = [](const std::unique_ptr<QLocalSocket>& client) {
            return client->state() == QLocalSocket::UnconnectedState;
        };
        QTRY_VERIFY(std::count_if(crowd.begin(), crowd.end(), isGone) >= 5);
        QCOMPARE(std::count_if(crowd.begin(), crowd.end(), isGone), 5);
    }

private:
    QString socket() const { return m_folder->filePath("vignette.socket"); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SingleInstance> m_first;
};

TESTS(SingleInstanceTest, QCoreApplication);
#include "single_instance_test.moc"
