#include "services/server/http/connection.h"
#include "tests/support/test_program.h"

#include <QTest>

using services::server::HttpLimits;
using services::server::refusalOf;

// Heads that the HTTP library would take in two ways, or not stand, never reach it.
class RequestHeadTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsNoRequestIsRefused_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<int>("status");
        const QByteArray begin = "POST /v1/models HTTP/1.1\r\nHost: localhost\r\n";
        QTest::newRow("plain") << begin + "\r\n" << 0;
        QTest::newRow("length") << begin + "Content-Length: 12\r\n\r\n" << 0;
        QTest::newRow("chunks") << begin + "Transfer-Encoding: chunked\r\n\r\n" << 0;
        QTest::newRow("both") << begin + "Content-Length: 12\r\nTransfer-Encoding: chunked\r\n\r\n"
                              << 400;
        QTest::newRow("two lengths") << begin + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n"
                                     << 400;
        QTest::newRow("two hosts") << begin + "Host: evil.example\r\n\r\n" << 400;
        QTest::newRow("negative") << begin + "Content-Length: -1\r\n\r\n" << 400;
        QTest::newRow("hexadecimal") << begin + "Content-Length: 0x10\r\n\r\n" << 400;
        QTest::newRow("huge") << begin + "Content-Length: 99999999999999999999\r\n\r\n" << 400;
        QTest::newRow("no colon") << begin + "nonsense\r\n\r\n" << 400;
        QTest::newRow("folded") << begin + "A: b\r\n c\r\n\r\n" << 400;
        QTest::newRow("a zero") << begin + QByteArray("A: \0\r\n\r\n", 8) << 400;
        QTest::newRow("another coding") << begin + "Transfer-Encoding: gzip, chunked\r\n\r\n"
                                        << 400;
        QTest::newRow("a blank in a name") << begin + "Content-Length : 1\r\n\r\n" << 400;
        QTest::newRow("no name") << begin + ": 1\r\n\r\n" << 400;
        QTest::newRow("two ends") << begin + "\nContent-Length: 1\r\n\r\n" << 400;
        QTest::newRow("half a line break") << begin + "A: b\rc\r\n\r\n" << 400;
        QTest::newRow("many headers") << begin + QByteArray("A: b\r\n").repeated(200) + "\r\n"
                                      << 431;
        QTest::newRow("a long header") << begin + "A: " + QByteArray(9000, 'x') + "\r\n\r\n" << 431;
        QTest::newRow("a long path")
            << "GET /" + QByteArray(9000, 'x') + " HTTP/1.1\r\nHost: a\r\n\r\n"
            << 431;
    }
    void whatIsNoRequestIsRefused()
    {
        QFETCH(QByteArray, head);
        QFETCH(int, status);

        QCOMPARE(refusalOf(head.toStdString(), HttpLimits()), status);
    }

    void rangesAreLeftOut()
    {
        const std::string head = "GET / HTTP/1.1\r\nRange: bytes=0-1\r\nHost: a\r\n\r\n";

        QCOMPARE(services::server::withoutRanges(head),
            std::string("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
    }
};

TESTS(RequestHeadTest);
#include "request_head_test.moc"
