#include "services/settings/settings.h"
#include "services/tools/box/tool_box.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <optional>

using services::McpLimits;
using services::McpServer;
using services::McpSettings;
using services::ToolBox;

namespace {

constexpr int usualMutations = 100; // VIGNETTE_MUTATIONS says otherwise
constexpr int atOnce = 25; // servers
constexpr int longestHang = 10'000; // milliseconds
constexpr qint64 mostMemory = 1 << 30; // bytes

McpSettings mutatedServer(int seed)
{
    const auto script = tests::dataFolder() / "../support/mcp/mutated_server.py";
    return {.name = QStringLiteral("seed %1").arg(seed),
        .command = QStringLiteral("/usr/bin/python3"),
        .arguments
        = {QStringLiteral("-BSE"), QString::fromStdString(script.string()), QString::number(seed)},
        .isOn = true};
}

// The most that this process has ever had in memory.
qint64 peakBytes()
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("VmHWM:"))
            return line.mid(6).chopped(3).trimmed().toLongLong() * 1024;
    return 0;
}

/// Notices for how long the thread that it lives in does nothing else.
class Heartbeat : public QTimer {
public:
    Heartbeat()
    {
        m_since.start();
        callOnTimeout(this, [this] { m_longest = std::max(m_longest, m_since.restart()); });
        start(20);
    }
    qint64 longest() const { return std::max(m_longest, m_since.elapsed()); } ///< milliseconds

private:
    QElapsedTimer m_since;
    qint64 m_longest = 0;
};

} // namespace

/// Whatever MCP servers say and do, the program answers, ends and stays small. Each seed is another
/// conversation; see tests/support/mcp/mutated_server.py.
class MutatedMcpTest : public QObject {
    Q_OBJECT

private slots:
    void conversationsNeitherCrashNorHang_data()
    {
        QTest::addColumn<int>("first");
        const int mutations
            = qEnvironmentVariable("VIGNETTE_MUTATIONS", QString::number(usualMutations)).toInt();
        for (int first = 0; first < mutations; first += atOnce)
            QTest::addRow("from seed %d", first) << first;
    }
    void conversationsNeitherCrashNorHang()
    {
        QFETCH(int, first);
        Heartbeat heartbeat;
        const QTemporaryDir folder;
        services::Settings settings(folder.filePath("settings.ini"));
        std::optional<ToolBox> tools;
        tools.emplace(settings,
            McpLimits{.startSeconds = 3,
                .callSeconds = 2,
                .endMilliseconds = 300,
                .relistMilliseconds = 10});
        tools->start();
        QList<McpSettings> servers;
        for (int seed = first; seed < first + atOnce; ++seed)
            servers << mutatedServer(seed);

        tools->setServers(servers);
        QTRY_VERIFY2_WITH_TIMEOUT(startingSeeds(*tools).isEmpty(),
            qPrintable(startingSeeds(*tools).join(' ')), longestHang);
        callAll(*tools);
        QTRY_VERIFY2_WITH_TIMEOUT(m_open.isEmpty(), qPrintable(m_open.join(' ')), longestHang);
        tools->offered(); // what models are told, whatever the servers say
        // Some are switched off, the others end with the program.
        tools->setServers(servers.mid(atOnce / 2));
        tools.reset();

        QVERIFY2(
            heartbeat.longest() < longestHang, qPrintable(QString::number(heartbeat.longest())));
        QVERIFY2(peakBytes() < mostMemory, qPrintable(QString::number(peakBytes())));
    }

    void cleanupTestCase()
    {
        qInfo("%d calls were answered, at most %lld MiB used.", m_answered, peakBytes() >> 20);
        QVERIFY(m_answered > 0);
    }

private:
    static QStringList startingSeeds(const ToolBox& tools)
    {
        QStringList found;
        for (const auto& server : tools.servers())
            if (server->stage() == McpServer::Stage::Starting)
                found << server->settings().name;
        return found;
    }

    // Makes two calls of each tool: one that is waited for and one that is canceled.
    void callAll(ToolBox& tools)
    {
        m_open.clear();
        m_runs.clear();
        for (const services::ToolDescription& tool : tools.tools()) {
            const QString call = tool.id;
            m_open << call;
            auto run = tools.call(
                tool, {{"text", "Hello"}}, [this, call](const services::ToolOutcome& outcome) {
                    m_open.removeOne(call);
                    m_answered += !outcome.hasFailed;
                });
            tools.call(tool, {}, [](const services::ToolOutcome&) {}).reset();
            if (run)
                m_runs.push_back(std::move(run));
            else
                m_open.removeOne(call);
        }
    }

    QStringList m_open; // calls
    int m_answered = 0;
    std::vector<std::unique_ptr<services::ToolRun>> m_runs;
};

TESTS(MutatedMcpTest, QCoreApplication);
#include "mutated_mcp_test.moc"
