#include "services/settings/settings.h"
#include "services/tools/box/tool_box.h"
#include "tests/support/fixtures.h"
#include "tests/support/made_up_keyring.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <optional>

using services::McpHeaders;
using services::McpLimits;
using services::McpServer;
using services::McpSettings;
using services::ToolBox;
using services::ToolOutcome;

namespace {

constexpr int patience = 60'000; // milliseconds

/// A server with these faults, see tests/support/mcp/made_up_http_server.py.
class HttpServer {
public:
    explicit HttpServer(const QStringList& faults)
    {
        const auto script = tests::dataFolder() / "../support/mcp/made_up_http_server.py";
        m_process.start("/usr/bin/python3",
            QStringList{"-B", QString::fromStdString(script.string())} + faults);
        while (!m_process.canReadLine())
            if (!m_process.waitForReadyRead(patience))
                qFatal("the server doesn't start");
        m_port = m_process.readLine().trimmed().toInt();
    }
    ~HttpServer()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    McpSettings settings(const QStringList& headers = {}) const
    {
        return {.name = "web",
            .isOn = true,
            .url = QString("http://127.0.0.1:%1/mcp").arg(m_port),
            .headers = headers};
    }

    /// What has happened to it so far.
    QJsonObject state() const
    {
        QProcess curl;
        curl.start("/usr/bin/python3",
            {"-c",
                QString("import urllib.request as r; print(r.urlopen('http://127.0.0.1:%1/state')"
                        ".read().decode())")
                    .arg(m_port)});
        curl.waitForFinished();
        return QJsonDocument::fromJson(curl.readAll()).object();
    }

private:
    QProcess m_process;
    int m_port = 0;
};

McpServer::HeaderSource source(const McpHeaders& headers)
{
    return [headers](QObject*, const auto& done) { done(headers); };
}

/// A client of it, and the result of its last call.
struct Client {
    explicit Client(const McpSettings& settings, McpLimits limits = {}, McpHeaders headers = {})
        : server(settings, limits, source(headers))
    {
    }

    bool isReady() const { return server.stage() == McpServer::Stage::Ready; }
    bool hasFailed() const { return server.stage() == McpServer::Stage::Failed; }
    services::Tool::Done reader()
    {
        outcome.reset();
        return [this](const ToolOutcome& told) { outcome = told; };
    }
    void call(const QString& text) { run = server.call("echo", {{"text", text}}, reader()); }

    McpServer server;
    std::optional<ToolOutcome> outcome;
    std::unique_ptr<services::ToolRun> run;
};

} // namespace

/// Servers that offer tools by streamable HTTP, good ones and others.
class McpHttpTest : public QObject {
    Q_OBJECT

private slots:
    void itsToolsAreKnownAndCalled_data()
    {
        QTest::addColumn<QStringList>("faults");
        QTest::newRow("JSON") << QStringList{};
        QTest::newRow("events") << QStringList{"events"};
        QTest::newRow("session") << QStringList{"session"};
        QTest::newRow("events and session") << QStringList{"events", "session"};
    }
    void itsToolsAreKnownAndCalled()
    {
        QFETCH(QStringList, faults);
        const HttpServer http(faults);
        Client client(http.settings());
        QSignalSpy contacted(&client.server, &McpServer::contacted);
        QTRY_VERIFY2_WITH_TIMEOUT(client.isReady(), qPrintable(client.server.message()), patience);
        QCOMPARE(client.server.tools().size(), size_t(1));

        client.call("Grüße");

        QTRY_VERIFY_WITH_TIMEOUT(client.outcome, patience);
        QCOMPARE(client.outcome->text, "Grüße");
        QVERIFY(!client.outcome->hasFailed);
        QTRY_VERIFY(!contacted.isEmpty());
        QCOMPARE(contacted.first().first().toString(), "127.0.0.1");
    }

    void theProtocolsHeadersAreSentWithThoseOfTheUser()
    {
        const HttpServer http({"session", "key"});
        Client client(http.settings({"Authorization"}), {}, {{"Authorization", "Bearer secret"}});
        QTRY_VERIFY_WITH_TIMEOUT(client.isReady(), patience);

        client.call("headers");

        QTRY_VERIFY_WITH_TIMEOUT(client.outcome, patience);
        const QJsonObject sent = QJsonDocument::fromJson(client.outcome->text.toUtf8()).object();
        QCOMPARE(sent["Authorization"].toString(), "Bearer secret");
        QCOMPARE(sent["Mcp-Session-Id"].toString(), "session-1");
        QVERIFY(sent["MCP-Protocol-Version"].toString().startsWith("2025"));
        QCOMPARE(sent["Accept"].toString(), "application/json, text/event-stream");
    }

    void aForgottenSessionIsBegunAgainAndTheCallRepeated()
    {
        const HttpServer http({"forget"});
        Client client(http.settings());
        QTRY_VERIFY_WITH_TIMEOUT(client.isReady(), patience);

        client.call("headers");

        QTRY_VERIFY_WITH_TIMEOUT(client.outcome, patience);
        QVERIFY2(!client.outcome->hasFailed, qPrintable(client.outcome->text));
        QVERIFY(client.outcome->text.contains("session-2"));
        QVERIFY(client.isReady());
    }

    void whatTheServerSaysByItselfIsHeard_data()
    {
        QTest::addColumn<QStringList>("faults");
        QTest::newRow("at once") << QStringList{"stream"};
        QTest::newRow("after the stream was cut") << QStringList{"stream", "cut-stream"};
    }
    void whatTheServerSaysByItselfIsHeard()
    {
        QFETCH(QStringList, faults);
        const HttpServer http(faults);
        Client client(http.settings(), {.relistMilliseconds = 1});
        QTRY_VERIFY_WITH_TIMEOUT(client.isReady(), patience);
        QCOMPARE(client.server.tools().size(), size_t(1));

        client.call("add");

        QTRY_COMPARE_WITH_TIMEOUT(client.server.tools().size(), size_t(2), patience);
        // Qt may send its request once more if a connection ends early.
        QVERIFY(http.state()["streams"].toInt() >= faults.size());
    }

    void theSessionEndsWithTheServer()
    {
        const HttpServer http({"session", "stream"});
        {
            Client client(http.settings());
            QTRY_VERIFY_WITH_TIMEOUT(client.isReady(), patience);
            QCOMPARE(http.state()["deleted"].toInt(), 0);
        }

        QCOMPARE(http.state()["deleted"].toInt(), 1);
    }

    void headersFollowNoRedirect()
    {
        const HttpServer http({"redirect"});
        Client client(http.settings({"Authorization"}), {}, {{"Authorization", "Bearer secret"}});

        QTRY_VERIFY_WITH_TIMEOUT(client.hasFailed(), patience);

        QVERIFY2(client.server.message().contains("redirects to 127.0.0.2"),
            qPrintable(client.server.message()));
    }

    void headersAreSentEncryptedOnly()
    {
        McpSettings settings{.name = "web",
            .isOn = true,
            .url = "http://example.invalid/mcp",
            .headers = {"Authorization"}};
        Client client(settings, {}, {{"Authorization", "Bearer secret"}});
        QSignalSpy contacted(&client.server, &McpServer::contacted);

        QTRY_VERIFY_WITH_TIMEOUT(client.hasFailed(), patience);

        QVERIFY2(client.server.message().contains("isn't encrypted"),
            qPrintable(client.server.message()));
        QVERIFY(contacted.isEmpty());
        QVERIFY(services::mcpUrlProblem("https://example.invalid/mcp", true).isEmpty());
        QVERIFY(services::mcpUrlProblem("http://localhost/mcp", true).isEmpty());
        QVERIFY(services::mcpUrlProblem("http://example.invalid/mcp", false).isEmpty());
        for (const char* bad : {"", "mcp", "ftp://x/", "https://", "https://me:key@x/"})
            QVERIFY2(!services::mcpUrlProblem(bad, false).isEmpty(), bad);
    }

    void headersOfTheProtocolAreNotForUsers()
    {
        QVERIFY(services::isMcpHeader("X-Api-Key", "abc def"));
        QVERIFY(!services::isMcpHeader("X-Api Key", "a"));
        QVERIFY(!services::isMcpHeader("X-Key", "a\r\nHost: b"));
        QVERIFY(!services::isMcpHeader("mcp-session-id", "a"));
        QVERIFY(!services::isMcpHeader("Host", "a"));
        QVERIFY(!services::isMcpHeader("X-Key", QString(10'000, 'a')));
    }

    void faultsAtTheBeginningAreSentences_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("words");
        QTest::newRow("key") << "key"
                             << "denied access (status 401)";
        QTest::newRow("page") << "html"
                              << "sent an invalid message";
    }
    void faultsAtTheBeginningAreSentences()
    {
        QFETCH(QString, fault);
        QFETCH(QString, words);
        const HttpServer http({fault});

        Client client(http.settings());

        QTRY_VERIFY_WITH_TIMEOUT(client.hasFailed(), patience);
        QVERIFY2(client.server.message().contains(words), qPrintable(client.server.message()));
    }

    void aServerThatIsAwaySaysSo()
    {
        Client client({.name = "web", .isOn = true, .url = "http://127.0.0.1:1/mcp"});

        QTRY_VERIFY_WITH_TIMEOUT(client.hasFailed(), patience);
        QVERIFY2(
            client.server.message().contains("127.0.0.1"), qPrintable(client.server.message()));
    }

    void faultsInCallsAreSentences_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("words");
        QTest::addColumn<bool>("ends"); // the server with it
        QTest::newRow("hangs") << "hang"
                               << "didn't respond within 1 second" << false;
        QTest::newRow("broken") << "broken"
                                << "internal error (status 500)" << false;
        QTest::newRow("cut") << "cut"
                             << "without an answer" << false;
        QTest::newRow("too long") << "long"
                                  << "a line that is too long" << true;
    }
    void faultsInCallsAreSentences()
    {
        QFETCH(QString, fault);
        QFETCH(QString, words);
        QFETCH(bool, ends);
        const HttpServer http({fault});
        Client client(http.settings(), {.callSeconds = fault == "hang" ? 1 : 60});
        QTRY_VERIFY_WITH_TIMEOUT(client.isReady(), patience);

        client.call("Hello");

        QTRY_VERIFY_WITH_TIMEOUT(client.outcome, patience);
        QVERIFY(client.outcome->hasFailed);
        QVERIFY2(client.outcome->text.contains(words), qPrintable(client.outcome->text));
        QTRY_COMPARE(client.hasFailed(), ends);
    }

    void promptsAndResourcesAreListedAndRead()
    {
        const HttpServer http({});
        Client client(http.settings());
        QTRY_VERIFY_WITH_TIMEOUT(
            !client.server.prompts().isEmpty() && !client.server.resources().isEmpty(), patience);
        QCOMPARE(client.server.prompts().size(), 1);
        QCOMPARE(client.server.prompts()[0].title, "Review a text");
        QCOMPARE(client.server.prompts()[0].arguments.size(), 2);
        QVERIFY(client.server.prompts()[0].arguments[0].isRequired);
        QCOMPARE(client.server.resources().size(), 1);

        client.run = client.server.readPrompt(
            "review", {{"text", "A poem"}, {"tone", "strictly"}}, client.reader());
        QTRY_VERIFY_WITH_TIMEOUT(client.outcome, patience);
        QCOMPARE(client.outcome->text, "Review this strictly: A poem");

        client.run = client.server.readResource("note://1", client.reader());
        QTRY_VERIFY_WITH_TIMEOUT(client.outcome, patience);
        QCOMPARE(client.outcome->text, "Buy milk.");
    }

    void aServerWithoutPromptsIsNotAskedForThem()
    {
        const HttpServer http({"no-prompts"});
        Client client(http.settings());
        QTRY_VERIFY_WITH_TIMEOUT(client.isReady(), patience);
        client.call("Hello");
        QTRY_VERIFY_WITH_TIMEOUT(client.outcome, patience);

        QVERIFY(client.server.prompts().isEmpty());
        QVERIFY(client.isReady());
    }

    void valuesOfHeadersAreInTheKeyringOnly()
    {
        const HttpServer http({"key"});
        const QTemporaryDir folder;
        services::Settings settings(folder.filePath("settings.ini"));
        tests::MadeUpKeyring keyring;
        const McpSettings server = http.settings({"Authorization"});
        {
            ToolBox tools(settings, {}, keyring.store());
            tools.start();
            tools.setHeaders({}, server, {{"Authorization", "Bearer wrong"}});
            tools.setServers({server});
            QTRY_COMPARE_WITH_TIMEOUT(
                tools.servers()[0]->stage(), McpServer::Stage::Failed, patience);

            // The same server with another value is started again.
            tools.setHeaders(server, server, {{"Authorization", "Bearer secret"}});
            tools.setServers({server});
            QTRY_COMPARE_WITH_TIMEOUT(
                tools.servers()[0]->stage(), McpServer::Stage::Ready, patience);
            QTRY_VERIFY(tools.serverSettings()[0].hasKeptHeaders);
        }
        const auto stored = [&] {
            QFile file(settings.path());
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QTRY_VERIFY(stored().contains("Authorization"));
        QVERIFY(!stored().contains("secret"));
        QCOMPARE(keyring.secrets.size(), size_t(1));

        // The next start of the program.
        ToolBox tools(settings, {}, keyring.store());
        tools.start();
        QTRY_COMPARE_WITH_TIMEOUT(tools.servers()[0]->stage(), McpServer::Stage::Ready, patience);

        tools.setServers({});
        QTRY_VERIFY(keyring.secrets.begin()->second.isEmpty());
    }

    void twoServersWithOneUrlHaveHeadersOfTheirOwn()
    {
        const HttpServer http({"key"});
        const QTemporaryDir folder;
        services::Settings settings(folder.filePath("settings.ini"));
        tests::MadeUpKeyring keyring;
        ToolBox tools(settings, {}, keyring.store());
        tools.start();
        McpSettings good = http.settings({"Authorization"}), bad = good;
        bad.name = "other";

        tools.setHeaders({}, good, {{"Authorization", "Bearer secret"}});
        tools.setHeaders({}, bad, {{"Authorization", "Bearer wrong"}});
        tools.setServers({good, bad});

        QTRY_COMPARE_WITH_TIMEOUT(tools.servers()[1]->stage(), McpServer::Stage::Failed, patience);
        QTRY_COMPARE_WITH_TIMEOUT(tools.servers()[0]->stage(), McpServer::Stage::Ready, patience);
        QTRY_VERIFY(tools.serverSettings()[0].hasKeptHeaders);
        QTRY_VERIFY(tools.serverSettings()[1].hasKeptHeaders);

        tools.setServers({good});
        QTRY_COMPARE(std::ranges::count_if(
                         keyring.secrets, [](const auto& each) { return !each.second.isEmpty(); }),
            1);
        QVERIFY(tools.serverSettings()[0].hasKeptHeaders);
    }

    void aRenamedServerKeepsItsHeaders()
    {
        const HttpServer http({"key"});
        const QTemporaryDir folder;
        services::Settings settings(folder.filePath("settings.ini"));
        tests::MadeUpKeyring keyring;
        McpSettings server = http.settings({"Authorization"});
        {
            ToolBox tools(settings, {}, keyring.store());
            tools.setHeaders({}, server, {{"Authorization", "Bearer secret"}});
            tools.setServers({server});
            QTRY_VERIFY(tools.serverSettings()[0].hasKeptHeaders);
        }
        ToolBox tools(settings, {}, keyring.store()); // which has not read the keyring yet
        tools.start();
        McpSettings renamed = server;
        renamed.name = "another name";

        tools.setHeaders(server, renamed, {});
        tools.setServers({renamed});

        QTRY_COMPARE_WITH_TIMEOUT(tools.servers()[0]->stage(), McpServer::Stage::Ready, patience);
        QTRY_VERIFY(tools.serverSettings()[0].hasKeptHeaders);
        QTRY_COMPARE(std::ranges::count_if(
                         keyring.secrets, [](const auto& each) { return !each.second.isEmpty(); }),
            1);
    }

    void headersThatWereKeptByUrlAreMoved()
    {
        const HttpServer http({"key"});
        const QTemporaryDir folder;
        services::Settings settings(folder.filePath("settings.ini"));
        tests::MadeUpKeyring keyring;
        McpSettings server = http.settings({"Authorization"});
        server.hasHeadersByUrl = true; // as an earlier version wrote it
        settings.set(services::settings::mcpServers, services::serialize({server}));
        const QString before = "mcp-headers: " + server.url;
        keyring.secrets[before] = R"({"Authorization": "Bearer secret"})";

        ToolBox tools(settings, {}, keyring.store());
        tools.start();

        QTRY_COMPARE_WITH_TIMEOUT(tools.servers()[0]->stage(), McpServer::Stage::Ready, patience);
        QTRY_VERIFY(tools.serverSettings()[0].hasKeptHeaders);
        QVERIFY(!tools.serverSettings()[0].hasHeadersByUrl);
        QTRY_VERIFY(keyring.secrets[before].isEmpty());
    }

    void aTextThatIsTooLongIsNotInserted()
    {
        const QJsonObject longText{
            {"contents", QJsonArray{QJsonObject{{"text", QString(1'000'001, 'x')}}}}};

        const ToolOutcome outcome = services::mcpTextOutcome(longText);

        QVERIFY(outcome.hasFailed);
        QVERIFY2(outcome.text.contains("1,000,001"), qPrintable(outcome.text));
    }

    void aHeaderThatIsNotStoredIsAskedForAgain()
    {
        const HttpServer http({"key"});
        const QTemporaryDir folder;
        services::Settings settings(folder.filePath("settings.ini"));
        tests::MadeUpKeyring keyring;
        ToolBox tools(settings, {}, keyring.store());
        tools.start();

        tools.setServers({http.settings({"Authorization"})});

        QTRY_COMPARE_WITH_TIMEOUT(tools.servers()[0]->stage(), McpServer::Stage::Failed, patience);
        QVERIFY2(tools.servers()[0]->message().contains("enter it again"),
            qPrintable(tools.servers()[0]->message()));
    }
};

TESTS(McpHttpTest, QCoreApplication);
#include "mcp_http_test.moc"
