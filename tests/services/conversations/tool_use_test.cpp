#include "services/conversations/message.h"
#include "tests/support/test_program.h"

#include <QTest>

using services::ShownArgument;
using services::ToolUse;

namespace {

ToolUse call(const QString& arguments)
{
    return {.call = "1", .name = "write_file", .arguments = arguments};
}

} // namespace

// What is shown of a call before the user allows it.
class ToolUseTest : public QObject {
    Q_OBJECT

private slots:
    void argumentsHaveNamesAndValues()
    {
        const ToolUse use
            = call(R"({"path": "/tmp/a", "lines": [1, "two"], "deep": {"a": null}, "on": true})");

        const QList<ShownArgument> expected{{"deep", R"({"a":null})"}, {"lines", R"([1,"two"])"},
            {"on", "true"}, {"path", "/tmp/a"}};
        QCOMPARE(shownArguments(use), expected);
        QCOMPARE(readableArguments(use),
            QString("deep: {\"a\":null}\nlines: [1,\"two\"]\non: true\npath: /tmp/a"));
    }

    void everythingIsShown()
    {
        const QString value = QString(200'000, u'x') + "end";

        QCOMPARE(shownArguments(call("{\"text\": \"" + value + "\"}")),
            (QList<ShownArgument>{{"text", value}}));
    }

    // However an argument is written, it stays one line that begins with its name.
    void noArgumentLooksLikeAnother_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("line");
        const auto row = [](const char* name, const char* arguments, const char* line) {
            QTest::newRow(name) << QString::fromUtf8(arguments) << QString::fromUtf8(line);
        };
        row("line break", R"({"a": "x\npath: /tmp"})", R"(a: x\npath: /tmp)");
        row("other line breaks", R"({"a": "x\u2028path: /tmp\r\u2029\u0085"})",
            R"(a: x\u{2028}path: /tmp\r\u{2029}\u{0085})");
        row("override", R"({"a": "\u202e/pmt :htap"})", R"(a: \u{202E}/pmt :htap)");
        row("within a list", R"({"a": ["\u202ex", "\n"]})", R"(a: ["\u{202E}x","\n"])");
        row("line break in a name", R"({"a\npath": "/tmp"})", R"("a\npath": /tmp)");
        row("a name that looks like an argument", R"({"path: /tmp": 1})", R"("path: /tmp": 1)");
        row("no name", R"({"": "path: /tmp"})", R"("": path: /tmp)");
        row("no object", "path: /tmp\nmode: read\u202e", R"(path: /tmp\nmode: read\u{202E})");
    }
    void noArgumentLooksLikeAnother()
    {
        QFETCH(QString, arguments);
        QFETCH(QString, line);
        QCOMPARE(readableArguments(call(arguments)), line);
    }

    void namesOfToolsAndServersAreEscaped()
    {
        ToolUse use = call("{}");
        use.title = u"Read\n(mine)\u202E"_qs;
        use.server = u"ev\u200Bil"_qs;

        QCOMPARE(toolName(use), QString("Read\\n(mine)\\u{202E} (ev\\u{200B}il)"));
    }
};

TESTS(ToolUseTest);
#include "tool_use_test.moc"
