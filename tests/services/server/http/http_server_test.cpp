#include "services/server/http/http_server.h"
#include "tests/services/server/http_client.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QDir>
#include <QTest>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <thread>

using services::server::HttpLimits;
using services::server::HttpReply;
using services::server::HttpRequest;
using services::server::HttpRoute;
using services::server::HttpServer;
using services::server::HttpWriter;
using tests::HttpClient;

namespace {

constexpr const char* json = "application/json";

/// What a handler waits for.
class Door {
public:
    void open()
    {
        const std::lock_guard lock(m_mutex);
        m_isOpen = true;
        m_changed.notify_all();
    }
    void wait()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_isOpen; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_isOpen = false;
};

/// A server on a port of its own, whose handlers are those of these tests.
class Serving {
public:
    explicit Serving(const HttpLimits& limits = {}, const std::vector<std::string>& keys = {})
        : m_server({.routes = routes(),
            .access = {.keys = keys},
            .limits = limits,
            .errorBody = [](const HttpRequest&, int, const std::string&) { return "{}"; }})
        , port(quint16(m_server.bind("127.0.0.1", 0)))
    {
        m_server.start();
    }
    ~Serving() { door.open(); }

    HttpServer& server() { return m_server; }

    Door door;
    std::atomic<int> handled{0}, streamsEnded{0};

private:
    std::vector<HttpRoute> routes()
    {
        const auto empty
            = [](const HttpRequest&, HttpReply& reply) { reply.send(200, json, "{}"); };
        const auto length = [this](const HttpRequest& request, HttpReply& reply) {
            ++handled;
            if (request.header("x-waits") == "yes")
                door.wait();
            reply.send(200, json, std::to_string(request.body.size()));
        };
        const auto computes = [this](const HttpRequest&, HttpReply& reply) {
            ++handled;
            while (!reply.isGone()())
                std::this_thread::yield();
            reply.send(499, json, "{}");
        };
        const auto endless = [this](const HttpRequest&, HttpReply& reply) {
            reply.stream("text/event-stream", [this](HttpWriter& writer) {
                while (writer.write(std::string(1 << 16, 'x'))) { }
                ++streamsEnded;
            });
        };
        return {{"GET", "/empty", empty}, {"POST", "/length", length},
            {"GET", "/computes", computes}, {"GET", "/endless", endless}};
    }

    HttpServer m_server;

public:
    const quint16 port;
};

QByteArray chunkedHead()
{
    return "POST /length HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
           "Transfer-Encoding: chunked\r\n\r\n";
}

HttpLimits patientLimits() // the default ones would end what these tests look for, but late
{
    HttpLimits limits;
    limits.head = limits.body = limits.write = std::chrono::minutes(10);
    return limits;
}

qsizetype openFiles()
{
    return QDir("/proc/self/fd").entryList(QDir::NoDotAndDotDot | QDir::AllEntries).size();
}

/// Prevents threads from being started while it exists: their stacks would be larger than memory.
class NoThreads {
public:
    NoThreads()
    {
        pthread_getattr_default_np(&m_before);
        pthread_attr_t huge = m_before;
        pthread_attr_setstacksize(&huge, size_t(1) << 48);
        pthread_setattr_default_np(&huge);
    }
    ~NoThreads() { pthread_setattr_default_np(&m_before); }
    NoThreads(const NoThreads&) = delete;
    NoThreads& operator=(const NoThreads&) = delete;

private:
    pthread_attr_t m_before{};
};

} // namespace

// What one client may take of a server, whatever the server does.
class HttpServerTest : public QObject {
    Q_OBJECT

private slots:
    void aChunkLineWithoutAnEndIsRefused_data()
    {
        QTest::addColumn<QByteArray>("begin");
        QTest::newRow("size") << QByteArray("00000000");
        QTest::newRow("extension") << QByteArray("1;");
        QTest::newRow("trailer") << QByteArray("0\r\nA: ");
    }
    void aChunkLineWithoutAnEndIsRefused()
    {
        QFETCH(QByteArray, begin);
        const Serving serving(patientLimits());
        HttpClient client(serving.port);

        client.write(chunkedHead() + begin + QByteArray(1 << 20, '0'));

        QCOMPARE(client.answer().status, 400);
    }

    void chunkedBodiesAreRead()
    {
        const Serving serving;
        HttpClient client(serving.port);
        client.write(chunkedHead().replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")
            + "3;a=b\r\n123\r\nA\r\n0123456789\r\n0\r\n\r\n");

        const auto answer = client.answer();

        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.body, "13");
    }

    void anotherRequestMayFollowAChunkedOne()
    {
        const Serving serving;
        HttpClient client(serving.port);
        client.write(chunkedHead() + "3\r\n123\r\n0\r\n\r\n");
        while (!client.more().contains("\r\n\r\n3"))
            QVERIFY(client.isConnected());

        client.write("GET /empty HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        QCOMPARE(client.answer().body.count("HTTP/1.1 200"), 1); // behind the first reply
    }

    void headRequestsGetNoBody()
    {
        const Serving serving;
        HttpClient client(serving.port);
        client.write("HEAD /empty HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        const auto answer = client.answer();

        QCOMPARE(answer.status, 200);
        QVERIFY(answer.head.contains("Content-Length: 2"));
        QVERIFY(answer.body.isEmpty());
    }

    void nothingIsSentInParts()
    {
        const Serving serving;

        const auto answer = HttpClient::get(serving.port, "/empty", {{"Range", "bytes=0-0"}});

        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.body, "{}");
    }

    void aClientThatWaitsForItIsToldToGoOn()
    {
        const Serving serving;
        HttpClient client(serving.port);
        client.write(HttpClient::head("/length", 3, {{"Expect", "100-continue"}}));
        QVERIFY(client.more().startsWith("HTTP/1.1 100 "));

        client.write("123");

        QVERIFY(client.answer().body.endsWith("3"));
    }

    void compressedBodiesAreRejected()
    {
        const Serving serving;

        const auto answer
            = HttpClient::post(serving.port, "/length", "abc", {{"Content-Encoding", "gzip"}});

        QCOMPARE(answer.status, 415);
    }

    void requestsMayFollowAtOnce()
    {
        const Serving serving;
        HttpClient client(serving.port);
        client.write(HttpClient::head("/length", 3).replace("Connection: close\r\n", "") + "123"
            + "GET /empty HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        QCOMPARE(client.answer().body.count("HTTP/1.1 200"), 1); // behind the first reply
    }

    void aBodyMustSayHowLongItIs()
    {
        const Serving serving(patientLimits());
        HttpClient client(serving.port);
        client.write("POST /length HTTP/1.1\r\nHost: localhost\r\nConnection: "
                     "close\r\nContent-Type: application/json\r\n\r\n");

        QCOMPARE(client.answer().status, 411);
    }

    void aClientForWhomThereIsNoThreadIsSentAway()
    {
        const Serving serving;
        {
            const NoThreads none;
            HttpClient client(serving.port);
            QCOMPARE(client.answer().status, 503);
        }

        QCOMPARE(HttpClient::get(serving.port, "/empty").status, 200);
    }

    void endedConnectionsAreClosed()
    {
        Serving serving;
        const qsizetype before = openFiles();

        QCOMPARE(HttpClient::get(serving.port, "/empty").status, 200);

        QTRY_COMPARE(openFiles(), before);
    }

    void keysAreReadAsTheyAreSent()
    {
        const Serving serving({}, {"a%41+"});

        QCOMPARE(HttpClient::get(serving.port, "/empty", {{"X-Api-Key", "a%41+"}}).status, 200);
        QCOMPARE(
            HttpClient::get(serving.port, "/empty", {{"Authorization", "Bearer a%41+"}}).status,
            200);
        QCOMPARE(HttpClient::get(serving.port, "/empty", {{"X-Api-Key", "aA+"}}).status, 401);
    }

    // Otherwise many of them would take all memory while their requests wait.
    void bodiesCountUntilTheirRepliesBegin()
    {
        HttpLimits limits;
        limits.freeBodyBytes = 1000;
        limits.allBodies = 10'000;
        Serving serving(limits);
        const QByteArray large(8000, ' ');
        HttpClient waiting(serving.port);
        waiting.write(HttpClient::head("/length", large.size(), {{"X-Waits", "yes"}}) + large);
        QTRY_COMPARE(serving.handled.load(), 1);

        const auto second = HttpClient::post(serving.port, "/length", large);
        const auto small = HttpClient::post(serving.port, "/length", QByteArray(1000, ' '));
        serving.door.open();

        QCOMPARE(second.status, 503);
        QVERIFY(second.head.contains("Retry-After: "));
        QCOMPARE(small.status, 200);
        QCOMPARE(waiting.answer().status, 200);
        QCOMPARE(HttpClient::post(serving.port, "/length", large).status, 200);
    }

    void oneWhoSendsABodySlowlyMakesRoom()
    {
        HttpLimits limits = patientLimits();
        limits.connections = 1;
        const Serving serving(limits);
        HttpClient slow(serving.port);
        slow.write(HttpClient::head("/length", 1000) + "{");

        // True once one of several requests was served: each has to find the place free.
        bool isServed = false;
        const auto isServedNow = [&] {
            isServed = isServed || HttpClient::get(serving.port, "/empty").status == 200;
            return isServed;
        };
        QTRY_VERIFY(isServedNow());
    }

    // Otherwise a mebibyte sent at once would let a byte now and then hold memory for a minute.
    void aFastStartEarnsNoLongPause()
    {
        HttpLimits limits;
        limits.body = std::chrono::milliseconds(500);
        const Serving serving(limits);
        HttpClient client(serving.port);
        client.write(HttpClient::head("/length", 2 << 20) + QByteArray(1 << 20, ' '));

        constexpr int most = 200; // bytes
        int sent = 0;
        for (; sent < most && client.isConnected(); ++sent) {
            client.write(" ");
            QTest::qWait(20); // the pace of this sender
        }

        QVERIFY(sent < most);
    }

    void aHandlerThatComputesNoticesTheEnd()
    {
        Serving serving;
        HttpClient client(serving.port);
        client.write("GET /computes HTTP/1.1\r\nHost: localhost\r\n\r\n");
        QTRY_COMPARE(serving.handled.load(), 1);

        serving.server().stop(std::chrono::milliseconds(0));

        QCOMPARE(serving.server().connections(), 0);
    }

    // It reads now and then, so it never lets the server wait long at a time.
    void oneWhoReadsSlowlyIsEnded()
    {
        HttpLimits limits;
        limits.write = std::chrono::milliseconds(1000);
        limits.minRate = size_t(1) << 40;
        const Serving serving(limits);
        QTcpSocket reader;
        reader.setReadBufferSize(1 << 20);
        reader.connectToHost("127.0.0.1", serving.port);
        QVERIFY(reader.waitForConnected());
        reader.write("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n");

        for (int reads = 0; reads < 400 && serving.streamsEnded == 0; ++reads) {
            reader.waitForReadyRead(100);
            reader.read(1 << 20);
            QTest::qWait(20); // what makes it slow
        }

        QCOMPARE(serving.streamsEnded.load(), 1);
    }
};

TESTS(HttpServerTest, QCoreApplication);
#include "http_server_test.moc"
