#include "base/error.h"
#include "services/server/http/access.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using services::server::Access;

// Web pages of others must not reach the server through the user's browser.
class AccessTest : public QObject {
    Q_OBJECT

private slots:
    void onlyTheNamesOfThisComputerAreHosts_data()
    {
        QTest::addColumn<QByteArray>("host");
        QTest::addColumn<bool>("onLoopback");
        QTest::addColumn<bool>("elsewhere");
        QTest::newRow("localhost") << QByteArray("localhost:8080") << true << true;
        QTest::newRow("capitals") << QByteArray("LocalHost") << true << true;
        QTest::newRow("IPv4") << QByteArray("127.0.0.1:8080") << true << true;
        QTest::newRow("IPv6") << QByteArray("[::1]:8080") << true << true;
        QTest::newRow("named") << QByteArray("box.lan:8080") << true << true;
        QTest::newRow("an address") << QByteArray("192.168.1.5:8080") << false << true;
        QTest::newRow("rebound") << QByteArray("evil.example") << false << false;
        QTest::newRow("like localhost") << QByteArray("localhost.evil.example") << false << false;
        QTest::newRow("like an address") << QByteArray("127.0.0.1.evil.example") << false << false;
        QTest::newRow("none") << QByteArray() << false << false;
        QTest::newRow("a bracket") << QByteArray("[") << false << false;
    }
    void onlyTheNamesOfThisComputerAreHosts()
    {
        QFETCH(QByteArray, host);
        QFETCH(bool, onLoopback);
        QFETCH(bool, elsewhere);
        Access access{.hosts = {"box.lan"}};

        QCOMPARE(access.allowsHost(host.toStdString()), onLoopback);
        access.isLoopback = false;
        QCOMPARE(access.allowsHost(host.toStdString()), elsewhere);
    }

    void originsMustBeNamed()
    {
        const Access access{.origins = {"https://chat.example"}};

        QVERIFY(access.allowsOrigin("https://chat.example"));
        for (const char* foreign : {"https://chat.example.evil", "http://chat.example", "null",
                 "http://localhost:3000", ""})
            QVERIFY(!access.allowsOrigin(foreign));
    }

    void oneOfTheKeysIsEnough()
    {
        const Access access{.keys = {"abc", "defg"}};

        QVERIFY(access.allowsKey("abc") && access.allowsKey("defg"));
        for (const char* wrong : {"", "ab", "abcd", "ABC", "abc\ndefg"})
            QVERIFY(!access.allowsKey(wrong));
        QVERIFY(Access().allowsKey("whatever"));
    }

    void keysAreTheLinesOfAFile()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("keys").toStdString();
        std::ofstream(path) << "# for the phone\n one \r\n\ntwo\n";

        const auto keys = services::server::readKeys(path);

        QCOMPARE(keys, (std::vector<std::string>{"one", "two"}));
        std::ofstream(path) << "# nothing\n";
        QVERIFY_EXCEPTION_THROWN(services::server::readKeys(path), base::Error);
        QVERIFY_EXCEPTION_THROWN(services::server::readKeys(path + "x"), base::Error);
    }
};

TESTS(AccessTest);
#include "access_test.moc"
