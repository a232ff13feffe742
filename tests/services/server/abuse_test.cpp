#include "tests/services/server/quoted.h"
#include "tests/services/server/served.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTest>

#include <memory>
#include <sys/resource.h>
#include <vector>

using services::server::ServerOptions;
using tests::HttpClient;
using tests::quoted;
using tests::Served;

namespace {

ServerOptions quickOptions()
{
    ServerOptions options;
    options.limits.head = std::chrono::milliseconds(300);
    options.limits.body = std::chrono::milliseconds(300);
    options.limits.connections = 64;
    return options;
}

ServerOptions keyOptions()
{
    ServerOptions options;
    options.access.keys = {"secret"};
    options.access.origins = {"https://chat.example"};
    return options;
}

} // namespace

// What asks too much is rejected, and the others are answered as before.
class AbuseTest : public QObject {
    Q_OBJECT

    Served m_served{{}, quickOptions()};

    static QByteArray chatBody(const QByteArray& fields)
    {
        return R"({"model": "model", "max_tokens": 2, "messages": [{"role": "user", "content":
            "Hi"}], )"
            + fields + "}";
    }

private slots:
    void init() { QTRY_COMPARE_WITH_TIMEOUT(m_served.get("/health").status, 200, 60'000); }

    void slowHeadsAreEnded()
    {
        HttpClient client(m_served.port());
        client.write("POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\n");

        QCOMPARE(client.answer().status, 408);
    }

    void slowBodiesAreEnded()
    {
        HttpClient client(m_served.port());
        client.write(HttpClient::head("/v1/chat/completions", 1000) + "{");

        QCOMPARE(client.answer().status, 400);
    }

    // A text may be as deep as it is long, whatever the depth of the body is.
    void deepArgumentsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("field");
        const auto nested
            = [](qsizetype levels) { return QByteArray(levels, '[') + QByteArray(levels, ']'); };
        const QByteArray messages
            = quoted("'messages': [{'role': 'user', 'content': 'Hi'}, {'role': 'assistant', "
                     "'tool_calls': [{'type': 'function', 'id': '1', 'function': {'name': 'now', "
                     "'arguments': '")
            + nested(200'000) + quoted("'}}]}, {'role': 'user', 'content': 'Hi'}]");
        const QString field = "messages[1].tool_calls[0].function.arguments";
        QTest::newRow("chat") << QByteArray("/v1/chat/completions")
                              << R"({"model": "model", )" + messages + "}" << field;
        QTest::newRow("tokenize") << QByteArray("/tokenize") << "{" + messages + "}" << field;
        const QByteArray input
            = quoted("'input': [{'type': 'function_call', 'call_id': '1', 'name': 'now', "
                     "'arguments': '")
            + nested(200'000) + quoted("'}]");
        QTest::newRow("responses")
            << QByteArray("/v1/responses") << R"({"model": "model", )" + input + "}"
            << QString("input[0].arguments");
        const QByteArray blocks = R"({"model": "model", "max_tokens": 2, "messages": [
            {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "now",
            "input": {"a": )"
            + nested(50) + "}}]}]}"; // a body may have 64 levels
        QTest::newRow("messages") << QByteArray("/v1/messages") << blocks << QString("input");
        QTest::newRow("count") << QByteArray("/v1/messages/count_tokens") << blocks
                               << QString("input");
    }
    void deepArgumentsAreRefused()
    {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, body);
        QFETCH(QString, field);

        const auto answer = m_served.post(path, body);

        QCOMPARE(answer.status, 400);
        const QJsonObject error = answer.json()["error"].toObject();
        QVERIFY2(error["message"].toString().contains(field + "' is nested deeper than 48 levels"),
            answer.body);
        if (error.contains("param"))
            QCOMPARE(error["param"].toString(), field);
        QCOMPARE(m_served.chat(R"("max_tokens": 2)").status, 200);
    }

    void argumentsOfTheGreatestDepthAreRead()
    {
        const QByteArray deep = QByteArray(48, '[') + QByteArray(48, ']');

        const auto answer = m_served.post("/tokenize",
            quoted("{'messages': [{'role': 'assistant', 'tool_calls': [{'type': 'function', "
                   "'function': {'name': 'now', 'arguments': '")
                + deep + quoted("'}}]}, {'role': 'user', 'content': 'Hi'}]}"));

        QCOMPARE(answer.status, 200);
        QVERIFY(answer.json()["count"].toInt() > 0);
    }

    void manyEmptyObjectsAreReadInAsManySteps()
    {
        const auto answer = m_served.post("/v1/chat/completions",
            chatBody(R"("unknown": [)" + QByteArray("{},").repeated(900'000) + "{}]"));

        QCOMPARE(answer.status, 200);
    }

    void hugeBodiesAreRefusedBeforeTheyCome()
    {
        HttpClient client(m_served.port());
        client.write(HttpClient::head("/v1/chat/completions", 10'000'000'000));

        QCOMPARE(client.answer().status, 413);
    }

    void endlessChunksAreRefused()
    {
        HttpClient client(m_served.port());
        client.write("POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                     "application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
        const QByteArray chunk = "100000\r\n" + QByteArray(0x100000, ' ') + "\r\n";
        for (int chunks = 0; chunks < 80 && client.write(chunk); ++chunks) { }

        QCOMPARE(client.answer().status, 413);
    }

    void wrongRequestsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<int>("status");
        const QByteArray json = "application/json";
        QTest::newRow("deep") << QByteArray(100'000, '[') << json << 400;
        QTest::newRow("invalid UTF-8") << QByteArray("{\"model\": \"\xc3\x28\"}") << json << 400;
        QTest::newRow("a form") << QByteArray("model=model") << QByteArray("text/plain") << 415;
        QByteArray stops;
        for (int stop = 0; stop < 10'000; ++stop)
            stops += (stops.isEmpty() ? "\"" : ",\"") + QByteArray::number(stop) + "\"";
        QTest::newRow("stops") << chatBody("\"stop\": [" + stops + "]") << json << 400;
        QByteArray any = quoted("{'type': 'string'}");
        for (int level = 0; level < 14; ++level)
            any = quoted("{'allOf': [{'anyOf': [") + any + quoted(", {'minLength': ")
                + QByteArray::number(level) + quoted("}]}, {'anyOf': [{'pattern': 'a{1000}b")
                + QByteArray::number(level) + quoted("'}, {'maxLength': 1000}]}]}");
        const QByteArray schema = quoted("{'type': 'object', 'properties': {'a': ") + any + "}}";
        QTest::newRow("schema") << chatBody(
            R"("response_format": {"type": "json_schema", "json_schema": {"schema": )" + schema
            + "}}") << json << 400;
    }
    void wrongRequestsAreRefused()
    {
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, type);
        QFETCH(int, status);

        const auto answer = m_served.post("/v1/chat/completions", body, {{"Content-Type", type}});

        QCOMPARE(answer.status, status);
        QVERIFY(answer.json().contains("error"));
        QVERIFY(answer.body.size() < 10'000);
    }

    void aPictureBombIsRefused()
    {
        // The head of a PNG of 60,000 times 60,000 pixels.
        const QByteArray png
            = QByteArray::fromHex("89504e470d0a1a0a0000000d494844520000ea600000ea600802000000");
        const auto answer = m_served.post("/v1/chat/completions",
            quoted("{'model': 'model', 'messages': [{'role': 'user', 'content': [{'type': "
                   "'image_url', 'image_url': {'url': 'data:image/png;base64,"
                + png.toBase64() + "'}}]}]}"));

        QCOMPARE(answer.status, 400);
    }

    void foreignPagesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        for (const char* origin : {"https://evil.example", "null", "http://localhost:3000"})
            QTest::newRow(origin) << QByteArray("Origin") << QByteArray(origin);
        for (const char* host : {"evil.example", "evil.example:8080", "127.0.0.1.evil.example"})
            QTest::newRow(host) << QByteArray("Host") << QByteArray(host);
    }
    void foreignPagesAreRefused()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);

        const auto answer = m_served.get("/v1/models", {{name, value}});

        QCOMPARE(answer.status, 403);
        QVERIFY(!answer.head.contains("Access-Control"));
    }

    void aKeyIsAskedFor()
    {
        const Served served({}, keyOptions());
        QTRY_COMPARE_WITH_TIMEOUT(served.get("/health").status, 200, 60'000);

        QCOMPARE(served.get("/metrics").status, 401);
        QCOMPARE(served.get("/v1/models").status, 401);
        QCOMPARE(served.get("/v1/models", {{"Authorization", "Bearer wrong"}}).status, 401);
        QCOMPARE(served.get("/v1/models", {{"Authorization", "Bearer secret"}}).status, 200);
        QCOMPARE(served.get("/v1/models", {{"X-Api-Key", "secret"}}).status, 200);
        QCOMPARE(served.post("/v1/chat/completions", chatBody(R"("n": 1)")).status, 401);
    }

    void anOriginThatIsNamedMayAsk()
    {
        const Served served({}, keyOptions());

        const auto answer = served.get(
            "/v1/models", {{"Authorization", "Bearer secret"}, {"Origin", "https://chat.example"}});

        QVERIFY(answer.head.contains("Access-Control-Allow-Origin: https://chat.example"));
    }

    void nothingIsOfferedToOthersWithoutAKey()
    {
        ServerOptions options;
        options.host = "0.0.0.0";

        QVERIFY_EXCEPTION_THROWN(Served({}, options), base::Error);
    }

    void unknownPathsAndMethodsAreTold()
    {
        QCOMPARE(m_served.get("/nothing").status, 404);
        QCOMPARE(m_served.get("/v1/chat/completions").status, 405);
        QCOMPARE(m_served.get("/" + QByteArray(20'000, 'a')).status, 431);
    }

    // Otherwise anybody could write into them, and each path would stay in memory.
    void metricsHaveNoWordsOfClients()
    {
        const Served served({}, keyOptions());
        for (const QByteArray request : {"OPTIONS /evil%22%7D%0Aforged 1 HTTP/1.1",
                 "OPTIONS /evil HTTP/1.1", "GET /evil HTTP/9.9", "GET /v1/models/evil HTTP/1.1"}) {
            HttpClient client(served.port());
            client.write(request
                + "\r\nHost: localhost\r\nConnection: close\r\nOrigin: https://chat.example\r\n"
                  "Authorization: Bearer secret\r\n\r\n");
            QVERIFY(client.answer().status != 0);
        }

        const auto metrics = served.get("/metrics", {{"Authorization", "Bearer secret"}});

        QVERIFY2(metrics.body.contains(R"(path="other",status="204"} 1)"), metrics.body);
        QVERIFY2(!metrics.body.contains("evil"), metrics.body);
        QVERIFY2(!metrics.body.contains("forged"), metrics.body);
    }

    void tooManyWaitingAreSentAway()
    {
        ServerOptions options;
        options.parallel = 1;
        options.mostWaiting = 1;
        Served served({}, options);
        const QByteArray body
            = R"({"model": "model", "max_tokens": 4000, "response_format": {"type":
            "json_schema", "json_schema": {"schema": {"type": "string", "minLength": 5000}}},
            "messages": [{"role": "user", "content": "Hi"}]})";
        HttpClient running(served.port()), waiting(served.port());
        running.write(HttpClient::head("/v1/chat/completions", body.size()) + body);
        QTRY_COMPARE_WITH_TIMEOUT(served.server().use().running, 1, 60'000);
        waiting.write(HttpClient::head("/v1/chat/completions", body.size()) + body);
        QTRY_COMPARE_WITH_TIMEOUT(served.server().use().waiting, 1, 60'000);

        const auto answer = served.post("/v1/chat/completions", body);

        QCOMPARE(answer.status, 429);
        QVERIFY(answer.head.contains("Retry-After: "));
        waiting.hangUp();
        QTRY_COMPARE_WITH_TIMEOUT(served.server().use().waiting, 0, 5'000);
        running.hangUp();
    }

    // Each connection beyond the system's queue takes a second: the client tries again that much
    // later.
    void fiveThousandConnectionsKeepNobodyOut()
    {
        constexpr int count = 5'000;
        rlimit limit{};
        getrlimit(RLIMIT_NOFILE, &limit);
        limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, 3 * count);
        setrlimit(RLIMIT_NOFILE, &limit);
        if (limit.rlim_cur < count + 500)
            QSKIP("This system allows too few open files for 5,000 connections.");
        std::vector<std::unique_ptr<HttpClient>> idle;
        for (int each = 0; each < count; ++each) {
            idle.push_back(std::make_unique<HttpClient>(m_served.port()));
            if (each % 250 == 0)
                QCOMPARE(m_served.get("/health").status, 200);
        }

        const auto answer = m_served.chat(R"("max_tokens": 2)");

        QCOMPARE(answer.status, 200);
        QVERIFY(m_served.server().connections() <= 65);
    }

    void answersUnderWayAreFinishedAtTheEnd()
    {
        Served served;
        const QByteArray body = R"({"model": "model", "max_tokens": 300, "response_format": {"type":
            "json_schema", "json_schema": {"schema": {"type": "string", "minLength": 500}}},
            "messages": [{"role": "user", "content": "Hi"}]})";
        HttpClient client(served.port());
        client.write(HttpClient::head("/v1/chat/completions", body.size()) + body);
        QTRY_COMPARE_WITH_TIMEOUT(served.server().use().running, 1, 60'000);

        served.server().stop(std::chrono::seconds(60));

        QCOMPARE(client.answer().status, 200);
    }

    void answersThatTakeTooLongAreEnded()
    {
        Served served;
        const QByteArray body
            = R"({"model": "model", "max_tokens": 4000, "response_format": {"type":
            "json_schema", "json_schema": {"schema": {"type": "string", "minLength": 5000}}},
            "messages": [{"role": "user", "content": "Hi"}]})";
        HttpClient client(served.port());
        client.write(HttpClient::head("/v1/chat/completions", body.size()) + body);
        QTRY_COMPARE_WITH_TIMEOUT(served.server().use().running, 1, 60'000);
        QElapsedTimer timer;
        timer.start();

        served.server().stop(std::chrono::milliseconds(200));

        QVERIFY(timer.elapsed() < 10'000);
        QCOMPARE(client.answer().status, 0);
    }
};

TESTS(AbuseTest, QCoreApplication);
#include "abuse_test.moc"
