#include "services/settings/settings.h"
#include "services/tools/box/tool_box.h"
#include "tests/support/mcp/made_up_server.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>

#include <csignal>
#include <optional>

using services::McpLimits;
using services::McpServer;
using services::McpSettings;
using services::ToolOutcome;
using tests::madeUpServer;

namespace {

constexpr int patience = 60'000; // milliseconds

/// A server with these faults, and the results of its calls.
struct Server {
    explicit Server(const QStringList& faults, McpLimits limits = {})
        : server(madeUpServer(faults), limits)
    {
    }

    bool isReady() const { return server.stage() == McpServer::Stage::Ready; }
    bool hasFailed() const { return server.stage() == McpServer::Stage::Failed; }

    void call(const QString& text = "Hello")
    {
        run = server.call(
            "echo", {{"text", text}}, [this](const ToolOutcome& told) { outcome = told; });
    }

    McpServer server;
    std::optional<ToolOutcome> outcome;
    std::unique_ptr<services::ToolRun> run;
};

// A process of which nothing is left to be waited for is gone, too.
bool isGone(pid_t process)
{
    QFile status(QStringLiteral("/proc/%1/stat").arg(process));
    return !status.open(QIODevice::ReadOnly) || status.readAll().contains(") Z");
}

} // namespace

// Programs that offer tools, good ones and others.
class McpServerTest : public QObject {
    Q_OBJECT

private slots:
    void imagesOfAResultAreTakenUpToALimit()
    {
        const auto image = [](const QByteArray& bytes) {
            return QJsonObject{{"type", "image"}, {"mimeType", "image/png"},
                {"data", QString::fromLatin1(bytes.toBase64())}};
        };
        QJsonArray content{QJsonObject{{"type", "text"}, {"text", "Here"}},
            image(QByteArray(services::maxMcpImageBytes + 3, 'x')),
            QJsonObject{{"type", "audio"}, {"mimeType", "audio/wav"}, {"data", "AAAA"}},
            QJsonObject{{"type", "resource"},
                {"resource", QJsonObject{{"mimeType", "image/png"}, {"blob", "AAAA"}}}}};
        for (int more = 0; more < services::maxMcpImages; ++more)
            content << image("abc");

        const ToolOutcome outcome = services::mcpOutcome({{"content", content}});

        QCOMPARE(outcome.images.size(), services::maxMcpImages);
        QCOMPARE(outcome.images[0], QByteArray(3, '\0'));
        QCOMPARE(outcome.images[1], QByteArray("abc"));
        QCOMPARE(outcome.text,
            QString("Here\n[image image/png, which isn't shown to models]\n"
                    "[audio audio/wav, which isn't shown to models]\n"
                    "[image image/png, which isn't shown to models]"));
    }

    void itsToolsAreKnownAndCalled()
    {
        Server made({});
        QTRY_VERIFY_WITH_TIMEOUT(made.isReady(), patience);

        made.call("Grüße");

        QTRY_VERIFY_WITH_TIMEOUT(made.outcome, patience);
        QCOMPARE(
            made.outcome->text, QString("Grüße\n[image image/png, which isn't shown to models]"));
        QVERIFY(!made.outcome->hasFailed);
        QCOMPARE(
            made.server.tools().size(), size_t(1)); // those that no model can call are left out
        const services::ToolDescription tool = made.server.tools()[0]->description();
        QCOMPARE(tool.id, QString("made up/echo"));
        QCOMPARE(tool.description, QString("Says what it is told."));
    }

    void pagesOfToolsAreReadAndTooManyLeftOut()
    {
        Server pages({"pages"}), many({"many"});

        QTRY_VERIFY_WITH_TIMEOUT(pages.isReady() && many.isReady(), patience);

        QCOMPARE(pages.server.tools().size(), size_t(4));
        QCOMPARE(many.server.tools().size(), size_t(McpLimits().mostTools));
    }

    void itGetsTheUsualEnvironmentAndWhatTheUserSays()
    {
        qputenv("VIGNETTE_SECRET", "1234");
        McpSettings settings = madeUpServer({"environment"});
        settings.environment = {"API_KEY=5678"};
        McpServer server(settings);
        QTRY_COMPARE_WITH_TIMEOUT(server.stage(), McpServer::Stage::Ready, patience);
        std::optional<ToolOutcome> outcome;

        const auto run = server.call("echo", {}, [&](const ToolOutcome& told) { outcome = told; });

        QTRY_VERIFY_WITH_TIMEOUT(outcome, patience);
        QVERIFY2(outcome->text.contains("5678"), qPrintable(outcome->text));
        QVERIFY(outcome->text.contains("PATH"));
        QVERIFY(!outcome->text.contains("1234"));
    }

    void faultsAtTheBeginningAreSentences_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("words");
        QTest::newRow("silent") << "silent"
                                << "didn't respond within 2 second";
        QTest::newRow("dead") << "die-at-once"
                              << "There is no key.";
        QTest::newRow("old") << "version"
                             << "1999-01-01";
    }
    void faultsAtTheBeginningAreSentences()
    {
        QFETCH(QString, fault);
        QFETCH(QString, words);

        Server made({fault}, {.startSeconds = fault == "silent" ? 2 : 60});

        QTRY_VERIFY_WITH_TIMEOUT(made.hasFailed(), patience);
        QVERIFY2(made.server.message().contains(words), qPrintable(made.server.message()));
        QVERIFY(made.server.message().contains("made up"));
    }

    void aProgramThatIsNotThereIsASentence()
    {
        McpServer server({.name = "none", .command = "/nowhere/server", .isOn = true});

        QTRY_COMPARE_WITH_TIMEOUT(server.stage(), McpServer::Stage::Failed, patience);
        QVERIFY2(server.message().contains("/nowhere/server"), qPrintable(server.message()));
    }

    void faultsInACallAreSentences_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("words");
        QTest::addColumn<bool>("isEnd");
        QTest::newRow("hang") << "hang"
                              << "didn't respond within 2 second" << false;
        QTest::newRow("die") << "die"
                             << "I have had enough." << true;
        QTest::newRow("flood") << "flood"
                               << "more output than allowed" << true;
        QTest::newRow("line") << "line"
                              << "a line that is too long" << true;
        QTest::newRow("words") << "words"
                               << "Hello, I am a server." << true;
        QTest::newRow("refuse") << "refuse"
                                << "Not today." << false;
        QTest::newRow("deaf") << "deaf"
                              << "doesn't read its input" << true;
        QTest::newRow("curious") << "curious"
                                 << "doesn't read its input" << true;
    }
    void faultsInACallAreSentences()
    {
        QFETCH(QString, fault);
        QFETCH(QString, words);
        QFETCH(bool, isEnd);
        Server made({fault}, {.callSeconds = fault == "hang" ? 2 : 60});
        QTRY_VERIFY_WITH_TIMEOUT(made.isReady(), patience);

        made.call();

        QTRY_VERIFY_WITH_TIMEOUT(made.outcome, patience);
        QVERIFY(made.outcome->hasFailed);
        QVERIFY2(made.outcome->text.contains(words), qPrintable(made.outcome->text));
        QTRY_COMPARE_WITH_TIMEOUT(made.hasFailed(), isEnd, patience);
    }

    void itsToolsAreListedAgainWhenTheyChangeButNotEachTime()
    {
        Server changed({"changed"}, {.relistMilliseconds = 0});
        Server changing({"changing"}, {.relistMilliseconds = 3'600'000});
        QTRY_VERIFY_WITH_TIMEOUT(changed.isReady() && changing.isReady(), patience);
        const auto description = [&] {
            const auto& tools = changed.server.tools();
            return tools.empty() ? QString() : tools[0]->description().description;
        };
        QCOMPARE(description(), QString("After 0 calls."));

        changed.call();
        changing.call();

        QTRY_COMPARE_WITH_TIMEOUT(description(), QString("After 1 calls."), patience);
        QTRY_VERIFY_WITH_TIMEOUT(changing.outcome, patience);
        changing.outcome.reset();
        changing.call();
        QTRY_VERIFY_WITH_TIMEOUT(changing.outcome, patience);
        QVERIFY2(changing.outcome->text.startsWith("1\n"), qPrintable(changing.outcome->text));
    }

    void aToolIsToldOnceAndWithoutControlCharacters()
    {
        Server namesakes({"namesakes"}), colors({"colors"});

        QTRY_VERIFY_WITH_TIMEOUT(namesakes.isReady() && colors.isReady(), patience);

        QCOMPARE(namesakes.server.tools().size(), size_t(1));
        QCOMPARE(namesakes.server.tools()[0]->description().description,
            QString("Says what it is told."));
        const services::ToolDescription tool = colors.server.tools()[0]->description();
        QCOMPARE(tool.title, QString("Ec\\u{001B}[31mho\\u{202E}"));
        QCOMPARE(tool.description, QString("One2J\nTwo"));
    }

    void oneThatHasEndedIsStartedAgain()
    {
        Server made({"die"});
        QTRY_VERIFY_WITH_TIMEOUT(made.isReady(), patience);
        made.call();
        QTRY_VERIFY_WITH_TIMEOUT(made.hasFailed(), patience);
        QVERIFY(made.server.tools().empty());

        made.server.startAgain();

        QTRY_VERIFY_WITH_TIMEOUT(made.isReady(), patience);
    }

    void aCancelledCallIsNotHeardOf()
    {
        Server made({"hang"}, {.callSeconds = 1});
        QTRY_VERIFY_WITH_TIMEOUT(made.isReady(), patience);

        made.call();
        made.run.reset();

        QTest::qWait(1500); // longer than the limit after which it would be reported
        QVERIFY(!made.outcome);
        QVERIFY(made.isReady());
    }

    void itEndsWithAllThatItHasStarted()
    {
        std::optional<Server> made(std::in_place, QStringList{"children"});
        QTRY_VERIFY_WITH_TIMEOUT(made->isReady(), patience);
        made->call();
        QTRY_VERIFY_WITH_TIMEOUT(made->outcome, patience);
        const pid_t child = made->outcome->text.section('\n', 0, 0).toInt();
        QVERIFY(child > 1 && !isGone(child));

        made.reset();

        QTRY_VERIFY_WITH_TIMEOUT(isGone(child), patience);
    }

    // Each ends only when it has seen that the others are to end, too.
    void allEndAtOnce()
    {
        const QTemporaryDir folder, ends;
        services::Settings settings(folder.filePath("settings.ini"));
        std::optional<services::ToolBox> tools;
        tools.emplace(settings, McpLimits{.endMilliseconds = 5000});
        tools->start();
        QList<McpSettings> servers;
        for (const char* name : {"one", "two", "three"}) {
            servers << madeUpServer({"waits=" + ends.path()});
            servers.last().name = name;
        }
        tools->setServers(servers);
        QTRY_COMPARE_WITH_TIMEOUT(tools->tools().size(), 3, patience);
        tools->setServers(servers.mid(1)); // the program is closed while one ends already

        tools.reset();

        QCOMPARE(QDir(ends.path()).entryList({"ended-*"}).size(), 3);
    }

    void onlyTheUserStartsOne()
    {
        const QTemporaryDir folder;
        services::Settings settings(folder.filePath("settings.ini"));
        McpSettings off = madeUpServer();
        off.isOn = false;
        services::ToolBox tools(settings);
        tools.start();

        tools.setServers({off});

        QCOMPARE(tools.servers()[0]->stage(), McpServer::Stage::Off);
        QVERIFY(tools.offered().empty());
        tools.setServers({madeUpServer()});
        QTRY_COMPARE_WITH_TIMEOUT(tools.offered().size(), size_t(1), patience);
        services::ToolBox later(settings); // the next start of the program
        later.start();
        QTRY_COMPARE_WITH_TIMEOUT(later.offered().size(), size_t(1), patience);
    }

    void permissionsAreKeptByTool()
    {
        using services::ToolPermission;
        const QTemporaryDir folder;
        services::Settings settings(folder.filePath("settings.ini"));
        services::ToolBox tools(settings);
        tools.start();
        McpSettings other = madeUpServer();
        other.name = "other";
        tools.setServers({madeUpServer(), other});
        QTRY_COMPARE_WITH_TIMEOUT(tools.tools().size(), 2, patience);
        const QList<services::ToolDescription> known = tools.tools();
        QCOMPARE(known[0].name, QString("echo"));
        QCOMPARE(known[1].name, QString("other_echo")); // of two tools with one name
        QCOMPARE(tools.permission(known[0]), ToolPermission::Ask);

        tools.setPermission(known[0], ToolPermission::Always);
        tools.setPermission(known[1], ToolPermission::Never);

        const services::ToolBox later(settings);
        QCOMPARE(later.permission(known[0]), ToolPermission::Always);
        QCOMPARE(later.permission(known[1]), ToolPermission::Never);
        QVERIFY(tools.find("echo"));
        QVERIFY(!tools.find("other_echo"));
        QCOMPARE(tools.offered().size(), size_t(1));
    }

    void aToolThatChangesIsAskedAboutAgain()
    {
        using services::ToolPermission;
        const QTemporaryDir folder;
        services::Settings settings(folder.filePath("settings.ini"));
        services::ToolBox tools(settings, {.relistMilliseconds = 0});
        tools.start();
        tools.setServers({madeUpServer({"changed"})});
        QTRY_VERIFY_WITH_TIMEOUT(tools.find("echo"), patience);
        const services::ToolDescription before = *tools.find("echo");
        tools.setPermission(before, ToolPermission::Always);
        QCOMPARE(tools.permission(before), ToolPermission::Always);

        const auto run = tools.call(before, {}, [](const ToolOutcome&) {});

        QTRY_COMPARE_WITH_TIMEOUT(
            tools.find("echo")->description, QString("After 1 calls."), patience);
        const services::ToolDescription after = *tools.find("echo");
        QCOMPARE(tools.permission(after), ToolPermission::Ask);
        QVERIFY(!tools.call(
            before, {}, [](const ToolOutcome&) {})); // it is not the one that was allowed
        tools.setPermission(after, ToolPermission::Never);
        QCOMPARE(tools.permission(before), ToolPermission::Never); // whatever it says of itself
    }

    // Those of the versions that kept them by name only.
    void permissionsByNameAreAskedForAgain()
    {
        using services::ToolPermission;
        const QTemporaryDir folder;
        services::Settings settings(folder.filePath("settings.ini"));
        settings.set(services::settings::toolPermissions,
            QStringList{
                "made up/echo", "always", "made up/other", "never", "calculator", "always"});
        const services::ToolBox tools(settings);
        const auto permission = [&tools](const QString& id, const QString& server) {
            return tools.permission({id, "echo", "Echo", "Says what it is told.", "{}", server});
        };

        QCOMPARE(permission("made up/echo", "made up"), ToolPermission::Ask);
        QCOMPARE(permission("made up/other", "made up"), ToolPermission::Never);
        QCOMPARE(permission("calculator", {}), ToolPermission::Always);
    }
};

TESTS(McpServerTest, QCoreApplication);
#include "mcp_server_test.moc"
