#include "services/server/http/request_head.h"
#include "tests/support/test_program.h"

#include <QTest>

using services::server::HttpLimits;
using services::server::parseHead;
using services::server::RequestHead;

// Heads that could be understood in two ways, or have no end, are rejected.
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

        QCOMPARE(parseHead(head.toStdString(), HttpLimits()).rejection, status);
    }

    void aRequestIsRead()
    {
        const RequestHead head
            = parseHead("POST /v1/models/a%2Fb%zz?limit=%41#end HTTP/1.1\r\nHost:  localhost \r\n"
                        "X-API-Key: a%41+\r\nX-Api-Key: second\r\nContent-Length: 12\r\n\r\n",
                {});

        QCOMPARE(head.rejection, 0);
        QCOMPARE(head.request.method, std::string("POST"));
        QCOMPARE(head.request.path, std::string("/v1/models/a/b%zz"));
        QCOMPARE(head.request.header("host"), std::string("localhost"));
        QCOMPARE(head.request.header("x-api-key"), std::string("a%41+"));
        QVERIFY(head.body == RequestHead::Body::Sized);
        QCOMPARE(head.bodyBytes, size_t(12));
        QVERIFY(!head.isLast);
    }

    void theConnectionEndsWhereTheClientSaysSo()
    {
        QVERIFY(!parseHead("GET / HTTP/1.1\r\n\r\n", {}).isLast);
        QVERIFY(parseHead("GET / HTTP/1.1\r\nConnection: Close\r\n\r\n", {}).isLast);
        QVERIFY(parseHead("GET / HTTP/1.0\r\n\r\n", {}).isLast);
    }

    void requestLinesHaveThreeParts_data()
    {
        QTest::addColumn<QByteArray>("line");
        for (const char* line : {"", "GET", "GET /", "GET  HTTP/1.1", " / HTTP/1.1",
                 "GET / HTTP/2.0", "GET / a HTTP/1.1", "GET /\ta HTTP/1.1", "GET / HTTP/1.1 "})
            QTest::newRow(line) << QByteArray(line);
    }
    void requestLinesHaveThreeParts()
    {
        QFETCH(QByteArray, line);

        QCOMPARE(
            parseHead((line + "\r\nHost: localhost\r\n\r\n").toStdString(), {}).rejection, 400);
    }
};

TESTS(RequestHeadTest);
#include "request_head_test.moc"
