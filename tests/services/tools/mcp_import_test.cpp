#include "base/error.h"
#include "services/tools/mcp/mcp_import.h"
#include "tests/support/test_program.h"

#include <QTest>

using services::McpImport;
using services::McpSettings;
using services::readMcpJson;

/// The configurations of other programs.
class McpImportTest : public QObject {
    Q_OBJECT

private slots:
    void aProgramIsReadFromEachForm_data()
    {
        QTest::addColumn<QString>("text");
        const QString server = "{\"command\": \"npx\", \"args\": [\"-y\", \"server\", 8080], "
                               "\"env\": {\"API_KEY\": \"k\", \"PORT\": 1}}";
        QTest::newRow("Claude, Cursor") << "{\"mcpServers\": {\"files\": " + server + "}}";
        QTest::newRow("VS Code, mcp.json")
            << "{\"inputs\": [], \"servers\": {\"files\": " + server + "}}";
        QTest::newRow("VS Code, settings.json")
            << "{\"editor.tabSize\": 2, \"mcp\": {\"servers\": {\"files\": " + server + "}}}";
        QTest::newRow("list") << "{\"files\": " + server + "}";
        QTest::newRow("without brackets") << "\"mcpServers\": {\"files\": " + server + "}";
        QTest::newRow("with a comma behind") << "\"files\": " + server + ",";
        QTest::newRow("comments") << "{\"mcpServers\": { // mine\n"
                                     "            /* \"old\": {\"command\": \"x\"}, */ \"files\": "
                + server + ", }, }";
    }
    void aProgramIsReadFromEachForm()
    {
        QFETCH(QString, text);

        const McpImport read = readMcpJson(text);

        QCOMPARE(read.servers.size(), 1);
        QVERIFY(read.problems.isEmpty());
        const McpSettings& server = read.servers.first();
        QCOMPARE(server.name, "files");
        QCOMPARE(server.command, "npx");
        QCOMPARE(server.arguments, (QStringList{"-y", "server", "8080"}));
        QCOMPARE(server.environment, (QStringList{"API_KEY=k", "PORT=1"}));
        QVERIFY(!server.isOn);
        QVERIFY(server.url.isEmpty());
    }

    void aWebServerIsRead_data()
    {
        QTest::addColumn<QString>("key");
        for (const char* key : {"url", "serverUrl", "httpUrl"})
            QTest::newRow(key) << key;
    }
    void aWebServerIsRead()
    {
        QFETCH(QString, key);
        const McpImport read
            = readMcpJson("{\"mcpServers\": {\"web\": {\"type\": \"http\", \"" + key
                + "\": \"https://example.org/mcp\", \"headers\": {\"Authorization\": \"Bearer "
                  "abc\"}}}}");

        QCOMPARE(read.servers.size(), 1);
        QCOMPARE(read.servers[0].url, "https://example.org/mcp");
        QCOMPARE(read.servers[0].headers, QStringList{"Authorization"});
        QVERIFY(read.servers[0].command.isEmpty());
        QCOMPARE(read.headers.value(0)["Authorization"], "Bearer abc");
        QVERIFY(!services::serialize(read.servers).contains("abc"));
    }

    void textsThatLookLikeCommentsStay()
    {
        const McpImport read
            = readMcpJson("{\"mcpServers\": {\"x\": {\"command\": \"C:\\\\bin\\\\x\", \"args\": "
                          "[\"// no\", \"a,}\", \"/* \\\" */\"],}}}");

        QCOMPARE(read.servers[0].command, "C:\\bin\\x");
        QCOMPARE(read.servers[0].arguments, (QStringList{"// no", "a,}", "/* \" */"}));
    }

    void whatCannotBeUsedIsLeftOutWithAMessage()
    {
        const McpImport read = readMcpJson(
            "{\"mcpServers\": {\n"
            "            \"empty\": {}, \"old\": {\"type\": \"sse\", \"url\": "
            "\"https://example.org/sse\"},\n"
            "            \"open\": {\"url\": \"http://example.org/mcp\", \"headers\": {\"X-Key\": "
            "\"a\"}},\n"
            "            \"good\": {\"command\": \"x\", \"env\": {\"A\": \"b\\nc\"}},\n"
            "            \"asks\": {\"command\": \"x\", \"env\": {\"KEY\": \"${input:key}\"}},\n"
            "            \"split\": {\"url\": \"https://example.org/mcp\", \"headers\": {\"X\": "
            "\"a\\r\\nHost: b\"}}}}");

        QStringList names;
        for (const McpSettings& server : read.servers)
            names << server.name;
        QCOMPARE(names, (QStringList{"asks", "good", "split"}));
        const QString all = read.problems.join('\n');
        for (const char* words : {"“empty” wasn't added", "older SSE transport", "isn't encrypted",
                 "“A” of “good”", "“asks” contains placeholders", "header “X” of “split”"})
            QVERIFY2(all.contains(words), qPrintable(all));
        for (const McpSettings& server : read.servers)
            QVERIFY(server.environment.isEmpty() || server.name == "asks");
    }

    void otherTextsAreRejected_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << "";
        QTest::newRow("words") << "npx server";
        QTest::newRow("other JSON") << "{\"a\": 1}";
        QTest::newRow("array") << "[]";
        QTest::newRow("no servers") << "{\"mcpServers\": {}}";
        QTest::newRow("deep") << QString(100'000, '[');
        QTest::newRow("long") << "{\"mcpServers\": {\"a\": {\"command\": \"" + QString(1 << 20, 'x')
                + "\"}}}";
        QTest::newRow("open comment") << "{\"mcpServers\": /* ";
        QTest::newRow("open text") << "{\"mcpServers\": \"\\";
    }
    void otherTextsAreRejected()
    {
        QFETCH(QString, text);
        QVERIFY_THROWS_EXCEPTION(base::Error, readMcpJson(text));
    }

    void thereMayBeManyServers()
    {
        QString text = "{\"mcpServers\": {";
        for (int i = 0; i < 1000; ++i)
            text += QString("%1\"s%2\": {\"command\": \"x\"}").arg(i ? "," : "").arg(i);

        QCOMPARE(readMcpJson(text + "}}").servers.size(), 50);
    }
};

TESTS(McpImportTest, QCoreApplication);
#include "mcp_import_test.moc"
