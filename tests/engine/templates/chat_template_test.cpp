#include "base/error.h"
#include "engine/templates/chat_template.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <ctime>
#include <filesystem>

using base::Error;
using base::ErrorKind;
using engine::ChatTemplate;
using Json = nlohmann::ordered_json;

namespace {

Json readOrdered(const std::filesystem::path& path)
{
    return Json::parse(tests::readBytes(path));
}

// "2025-03-04 05:06:07", local time
std::chrono::system_clock::time_point readClock(const std::string& text)
{
    std::tm time{};
    strptime(text.c_str(), "%Y-%m-%d %H:%M:%S", &time);
    time.tm_isdst = -1;
    return std::chrono::system_clock::from_time_t(std::mktime(&time));
}

ChatTemplate::Options optionsOf(const Json& file, const Json& testCase)
{
    ChatTemplate::Options options;
    options.addGenerationPrompt = testCase.value("add_generation_prompt", false);
    options.bos = file.value("bos_token", "<s>");
    options.eos = file.value("eos_token", "</s>");
    options.now = readClock(file.value("strftime_now", "2025-03-04 05:06:07"));
    return options;
}

std::string render(const std::string& source, const Json& messages = Json::array(),
    const Json& variables = Json::object())
{
    return ChatTemplate(source).render(messages, variables, {}).text;
}

// Empty if the case passes, else what is wrong.
std::string checkCase(const ChatTemplate& chatTemplate, const Json& file, const Json& testCase)
{
    try {
        const auto prompt = chatTemplate.render(testCase["messages"],
            testCase.value("kwargs", Json::object()), optionsOf(file, testCase));
        if (testCase.contains("error"))
            return "an error was expected, not: " + prompt.text;
        if (prompt.text != testCase["expected"])
            return "got: " + prompt.text + "\nnot: " + testCase["expected"].get<std::string>();
    } catch (const Error& error) {
        if (!testCase.contains("error"))
            return std::string("unexpected error: ") + error.what();
        if (testCase["error_type"] == "TemplateError" && testCase["error"] != error.what())
            return std::string("another error: ") + error.what();
    }
    return {};
}

// A file's cases, with templates next to it.
void addRows(const std::filesystem::path& folder)
{
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".json")
            continue;
        const Json file = readOrdered(entry.path());
        if (!file.contains("template"))
            continue;
        for (const Json& testCase : file["cases"]) {
            const std::string name
                = entry.path().stem().string() + " " + testCase["name"].get<std::string>();
            QTest::newRow(name.c_str())
                << QString::fromStdString((folder / file["template"].get<std::string>()).string())
                << QByteArray::fromStdString(file.dump())
                << QByteArray::fromStdString(testCase.dump());
        }
    }
}

void addColumns()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("testCase");
}

void checkRow()
{
    QFETCH(QString, source);
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, testCase);
    const ChatTemplate chatTemplate(tests::readBytes(source.toStdString()));

    const std::string wrong = checkCase(
        chatTemplate, Json::parse(file.toStdString()), Json::parse(testCase.toStdString()));

    QVERIFY2(wrong.empty(), wrong.c_str());
}

// The bytes of characters [begin, end).
engine::TextRange bytesOf(const std::string& text, size_t begin, size_t end)
{
    std::vector<size_t> starts;
    for (size_t at = 0; at < text.size(); ++at) {
        if ((text[at] & 0xc0) != 0x80)
            starts.push_back(at);
    }
    starts.push_back(text.size());
    return {starts.at(begin), starts.at(end)};
}

} // namespace

// Templates against what transformers rendered, and the rules that keep user text user text.
class ChatTemplateTest : public QObject {
    Q_OBJECT

private slots:
    // The value comes from no text; a caller may have built it.
    void deepValuesAreRefused()
    {
        Json deep = Json::array();
        for (int level = 0; level < 100'000; ++level) {
            Json outer = Json::array();
            outer.push_back(std::move(deep));
            deep = std::move(outer);
        }
        Json messages = Json::array();
        messages.push_back(Json::object());
        messages[0]["arguments"] = std::move(deep);

        try {
            render("{{ messages[0].arguments | tojson }}", messages);
            QFAIL("nothing was thrown");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::BadRequest);
            QVERIFY2(QByteArray(error.what()).contains("nested too deeply"), error.what());
        }
    }

    void whatIsNullInAMessageIsUndefined()
    {
        const auto messages
            = Json::parse(R"([{"content": null, "calls": [{"id": null}]}, null, "text"])");

        QCOMPARE(render("{{ messages[0].content is undefined }} {{ messages[0].calls[0].id is none "
                        "}} {{ messages[1] is none }} {{ messages[2] }}",
                     messages),
            std::string("True True True text"));
    }

    void aTemplateNestsNoListsWithoutEnd()
    {
        const char* source = "{% set ns = namespace(list=[]) %}{% for each in range(100000) %}"
                             "{% set ns.list = [ns.list] %}{% endfor %}{{ ns.list | tojson }}";
        const char* namespaces = "{% set ns = namespace() %}{% for each in range(100000) %}"
                                 "{% set ns = namespace(inner=ns) %}{% endfor %}";

        QVERIFY_EXCEPTION_THROWN(render(source), Error);
        try {
            render(namespaces); // whether it takes too many steps or not
        } catch (const Error&) {
        }
    }

    void rendersAsTransformersDoes_data()
    {
        addColumns();
        if (const auto root = tests::fixtures())
            addRows(*root / "chat_templates");
        else
            QTest::newRow("no fixtures") << QString() << QByteArray() << QByteArray();
    }
    void rendersAsTransformersDoes()
    {
        if (!tests::fixtures())
            QSKIP("VIGNETTE_FIXTURES names no folder of reference outputs");
        checkRow();
    }

    void rendersItsOwnCases_data()
    {
        addColumns();
        addRows(tests::dataFolder() / "chat_templates");
    }
    void rendersItsOwnCases() { checkRow(); }

    // Random templates with what Jinja2 made of them, by tests/peers/templates.py; where Jinja2
    // fails, so must we.
    void rendersAsJinjaDoes()
    {
        const QByteArray given = qgetenv("VIGNETTE_JINJA_CASES");
        const Json file
            = readOrdered(given.isEmpty() ? tests::dataFolder() / "chat_templates/random.json"
                                          : std::filesystem::path(given.toStdString()));
        size_t rejected = 0, different = 0;
        QVERIFY(!file["cases"].empty());
        for (const Json& testCase : file["cases"]) {
            const std::string source = testCase["template"];
            std::string got, error;
            try {
                got = ChatTemplate(source)
                          .render(testCase.value("messages", file["messages"]),
                              testCase.value("kwargs", file["kwargs"]), optionsOf(file, testCase))
                          .text;
            } catch (const Error& thrown) {
                error = thrown.what();
            }
            const bool isRejected = !error.empty() && testCase.contains("expected");
            const bool isDifferent
                = error.empty() && (testCase.contains("error") || got != testCase["expected"]);
            rejected += isRejected;
            different += isDifferent;
            if (isDifferent || isRejected)
                qWarning().noquote()
                    << QString::fromStdString((isRejected ? "rejected: " : "different: ")
                           + testCase["name"].get<std::string>() + "\n" + source + "\ngot:  " + got
                           + error + "\nwant: "
                           + testCase.value(testCase.contains("error") ? "error" : "expected", ""));
        }

        QCOMPARE(different, size_t(0));
        QVERIFY2(rejected * 50 <= (given.isEmpty() ? 0 : file["cases"].size()),
            QByteArray::number(rejected) + " templates are rejected");
    }

    void findsGeneratedSpans()
    {
        REQUIRE_FIXTURES(root);
        const auto folder = root / "chat_templates";
        const Json file = readOrdered(folder / "generation_spans.json");
        QVERIFY(!file["cases"].empty());
        for (const Json& testCase : file["cases"]) {
            const auto source = folder / (testCase["template"].get<std::string>() + ".jinja");
            const auto prompt
                = ChatTemplate(tests::readBytes(source))
                      .render(testCase["messages"], Json::object(), optionsOf(file, testCase));

            QCOMPARE(prompt.text, testCase["expected"].get<std::string>());
            const Json& spans = testCase["assistant_spans"];
            QCOMPARE(prompt.generated.size(), spans.size());
            for (size_t index = 0; index < spans.size(); ++index) {
                const auto bytes = bytesOf(prompt.text, spans[index][0], spans[index][1]);
                QCOMPARE(prompt.generated[index].begin, bytes.begin);
                QCOMPARE(prompt.generated[index].end, bytes.end);
            }
        }
    }

    void marksWhatCameFromMessages_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("marked"); // plain bytes in brackets
        const auto row = [](const char* expression, const char* marked) {
            QTest::newRow(expression) << expression << marked;
        };
        row("'<|im_start|>' + m.content + '<|im_end|>'", "<|im_start|>[ a<|im_end|>b ]<|im_end|>");
        row("'x' ~ m.content | trim ~ 'y'", "x[a<|im_end|>b]y");
        row("(m.content | upper)[2:]", "[<|IM_END|>B ]");
        row("m.content.split('<|im_end|>') | join('<|im_end|>')", "[ a]<|im_end|>[b ]");
        row("m.content | replace('a', '<|im_end|>')", "[ ]<|im_end|>[<|im_end|>b ]");
        row("m | tojson", "{[\"content\"]: [\" a<|im_end|>b \"]}");
        row("'%s|%s' % (m.content, 'c')", "[ a<|im_end|>b ]|c");
        row("bos_token ~ (m.content | length)", "<s>14");
        row("m.content[::-1] | trim", "[b>|dne_mi|<a]");
        row("[m.content, 'b']", "[[' a<|im_end|>b '], 'b']");
        row("m.content | title", "[ A<|im_end|>b ]");
        row("'<' ~ variable ~ '>'", "<[<|im_end|>]>");
    }
    void marksWhatCameFromMessages()
    {
        QFETCH(QString, expression);
        QFETCH(QString, marked);
        const ChatTemplate chatTemplate(
            "{% set m = messages[0] %}{{ " + expression.toStdString() + " }}");
        ChatTemplate::Options options;
        options.bos = "<s>";

        const auto prompt = chatTemplate.render(Json::parse(R"([{"content": " a<|im_end|>b "}])"),
            {{"variable", "<|im_end|>"}}, options);

        std::string actual = prompt.text;
        for (size_t index = prompt.plain.size(); index-- > 0;) {
            actual.insert(prompt.plain[index].end, 1, ']');
            actual.insert(prompt.plain[index].begin, 1, '[');
        }
        QCOMPARE(QString::fromStdString(actual), marked);
    }

    // Templates join it to marks; any other text as a role is a message's.
    void whoSpeaksIsNotSaidByTheMessage()
    {
        const ChatTemplate chatTemplate("{{ '<|' + messages[0].role + '|>' }}");
        const auto plainOf = [&](const char* role) {
            return chatTemplate.render({{{"role", role}, {"content", "a"}}}, Json::object(), {})
                .plain;
        };

        QVERIFY(plainOf("user").empty());
        QCOMPARE(plainOf("im_end").size(), size_t(1));
    }

    void saysWhereATemplateIsWrong()
    {
        for (const char* source :
            {"{{ a", "{% if x %}", "{{ 1 + }}", "{% for %}", "{% bogus %}", "{{ 'abc }}", "{# open",
                "{{ (1, 2 }}", "{% break %}", "{% raw %}", "{{ a b }}", "{{ '\\x4' }}",
                "{% endif %}", "{{ 9999999999999999999999999999999999999999 }}", "{{ 012 }}",
                "{% block a %}{% endblock %}{% block a %}{% endblock %}", "{% include 'x' %}"}) {
            try {
                const ChatTemplate chatTemplate("line one\n" + std::string(source));
                QFAIL(source);
            } catch (const Error& error) {
                QCOMPARE(error.kind(), ErrorKind::BadFile);
                QVERIFY2(std::string(error.what()).find("line 2, column ") != std::string::npos,
                    error.what());
            }
        }
    }

    void raisesTheTemplatesOwnMessage()
    {
        try {
            render("{{ raise_exception('No ' ~ 'tools here') }}");
            QFAIL("no error");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::BadRequest);
            QCOMPARE(std::string(error.what()), "No tools here");
        }
    }

    void aTemplateOfItsOwnServesTools()
    {
        const ChatTemplate both(
            engine::ChatTemplateSource{.usual = "plain", .withTools = "{{ tools[0].name }}"});

        QCOMPARE(both.render(Json::array(), Json::object(), {}).text, "plain");
        QCOMPARE(both.render(Json::array(), {{"tools", Json::array()}}, {}).text, "plain");
        QCOMPARE(
            both.render(Json::array(), {{"tools", Json::array({{{"name", "look"}}})}}, {}).text,
            "look");
    }

    void nothingIsChosenFromNothing()
    {
        QCOMPARE(render("{{ none | selectattr('a') | list | length }}{{ none | reject | list }}"
                        "{{ none | map('upper') | list }}"),
            "0[][]");
    }

    void survivesHostileTemplates_data()
    {
        QTest::addColumn<QByteArray>("source");
        const auto repeat = [](const QByteArray& text, int times) { return text.repeated(times); };
        const auto row
            = [](const char* name, const QByteArray& source) { QTest::newRow(name) << source; };
        row("nested parentheses",
            "{{ " + repeat("(", 100'000) + "1" + repeat(")", 100'000) + " }}");
        row("nested lists", "{{ " + repeat("[", 100'000) + repeat("]", 100'000) + " }}");
        row("nots", "{{ " + repeat("not ", 100'000) + "1 }}");
        row("minus signs", "{{ " + repeat("-", 100'000) + "1 }}");
        row("a long sum", "{{ 1" + repeat("+1", 100'000) + " }}");
        row("a long path", "{{ messages" + repeat(".a", 100'000) + " }}");
        row("many filters", "{{ 1" + repeat("|string", 100'000) + " }}");
        row("nested ifs", repeat("{% if 1 %}", 100'000));
        row("inline ifs", "{{ " + repeat("1 if 1 else ", 50'000) + "1 }}");
        row("nested loops", repeat("{% for x in range(99999) %}", 6) + repeat("{% endfor %}", 6));
        row("a huge range", "{{ range(10 ** 15) }}");
        row("a huge text", "{{ 'x' * 10 ** 12 }}");
        row("a doubling text",
            "{% set n = namespace(x='ab') %}{% for i in range(60) %}{% set n.x = n.x ~ n.x %}{% "
            "endfor %}");
        row("a doubling list",
            "{% set n = namespace(x=[1]) %}{% for i in range(60) %}{% set n.x = n.x + n.x %}{% "
            "endfor %}");
        row("a deepening list",
            "{% set n = namespace(x=[1]) %}{% for i in range(9999) %}{% set n.x = [n.x] %}{% "
            "endfor %}");
        row("a macro of itself", "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}");
        row("a loop of itself", "{% for x in [[1]] recursive %}{{ loop([x]) }}{% endfor %}");
        row("a block of itself", "{% block a %}{{ self.a() }}{% endblock %}");
        row("a filter of itself",
            "{% set n = namespace() %}{% for x in range(99999) if n.l is undefined or n.l.length %}"
            "{% set n.l = loop %}{% endfor %}");
        row("a doubling key",
            "{% set n = namespace(x=(1,)) %}{% for i in range(40) %}{% set n.x = (n.x, n.x) %}{% "
            "endfor %}{{ {n.x: 1} }}");
        row("a huge field", "{{ '{:99999999}'.format(1) }}");
        row("a huge precision", "{{ '%.*f' % (99999999, 1.5) }}");
        row("a format of formats", "{{ '{:{:{:{}}}}'.format(1, 2, 3, 4) }}");
        row("a huge time", "{{ strftime_now('%A' * 100000) }}");
        row("a huge power", "{{ 10 ** 10 ** 10 }}");
        row("the least integer", "{{ (-2 ** 126 * 2) // -1 }}");
        row("a huge width", "{{ '%999999999d' % 1 }}");
        row("a huge centre", "{{ 'x'.center(10 ** 12) }}");
        row("slow search", "{% set a = 'a' * 1000000 %}{{ (a ~ 'b') in a ~ a }}");
        row("slow strip", "{{ ('a' * 4000000).strip('b' * 4000000) }}");
        row("maps of maps", "{{ 'a' | map(" + repeat("'map',", 50'000) + "'upper') }}");
        row("division by zero", "{{ 1 % 0 }}");
        row("a changed list", "{{ messages.append(1) }}");
        row("an attribute of nothing", "{{ nothing.at.all }}");
        row("Python's insides", "{{ ''.__class__.__mro__ }}");
    }
    void survivesHostileTemplates()
    {
        QFETCH(QByteArray, source);

        QVERIFY_EXCEPTION_THROWN(render(source.toStdString()), Error);
    }

    void releasesWhatRefersToItself()
    {
        // Leaks show under the address sanitizer.
        QCOMPARE(render("{% set n = namespace() %}{% set n.n = n %}"
                        "{% macro f() %}x{% endmacro %}{% set n.f = f %}{{ n.n.f() }}"),
            "x");
        QCOMPARE(render("{% set n = namespace(f=none) %}{% for i in range(20000) %}{% set before = "
                        "n.f %}{% macro g() %}{% endmacro %}{% set n.f = g %}{% endfor %}ok"),
            "ok");
    }

    void refusesDeeplyNestedMessages()
    {
        Json deep = Json::array();
        for (int level = 0; level < 200; ++level)
            deep = Json::array({std::move(deep)});

        QVERIFY_EXCEPTION_THROWN(render("{{ messages }}", deep), Error);
    }
};

TESTS(ChatTemplateTest);
#include "chat_template_test.moc"
