#include "engine/templates/chat_template.h"
#include "engine/templates/load_chat_template.h"
#include "runtime/tool_calls/tool_call_reader.h"
#include "tests/runtime/tool_calls/written_calls.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <nlohmann/json.hpp>

using runtime::Tool;
using runtime::ToolCall;
using runtime::ToolCallFormat;
using runtime::ToolCallReader;
using tests::WrittenCall;
using tests::writtenCalls;
using tests::writtenWords;
using Json = nlohmann::ordered_json;

namespace {

const std::vector<Tool> tools = {
    {"look_up", "Finds a word.", tests::wordSchema},
    {"now", "Tells the time.", tests::emptySchema},
};

/// An answer as it was reported: its text, and each call as name(arguments).
struct Heard {
    QByteArray words;
    QByteArrayList calls;
    QByteArrayList ids;

    void hear(const std::vector<ToolCallReader::Part>& parts)
    {
        for (const auto& part : parts) {
            if (const auto* text = std::get_if<std::string>(&part)) {
                words += QByteArray::fromStdString(*text);
                continue;
            }
            const auto& call = std::get<ToolCall>(part);
            calls << QByteArray::fromStdString(call.name + call.arguments);
            ids << QByteArray::fromStdString(call.id);
        }
    }
};

const ToolCallFormat& formatNamed(std::string_view name)
{
    return *std::ranges::find(runtime::toolCallFormats(), name, &ToolCallFormat::name);
}

using Begins = ToolCallReader::Begins;

// Reads in pieces of `piece` bytes; the result does not depend on them.
Heard read(std::string_view format, std::string_view text, size_t piece,
    Begins begins = Begins::WithAnswer)
{
    ToolCallReader reader(formatNamed(format), tools, begins);
    Heard heard;
    for (size_t at = 0; at < text.size(); at += piece)
        heard.hear(reader.push(text.substr(at, piece)));
    heard.hear(reader.finish());
    return heard;
}

void addAnswerColumns()
{
    QTest::addColumn<QByteArray>("format");
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<QByteArrayList>("calls");
}

void compareAnswer()
{
    QFETCH(QByteArray, format);
    QFETCH(QByteArray, answer);
    QFETCH(QByteArray, words);
    QFETCH(QByteArrayList, calls);

    for (const size_t piece : {size_t(1), size_t(5), size_t(answer.size()) + 1}) {
        const Heard heard = read(format.toStdString(), answer.toStdString(), piece);

        QCOMPARE(heard.words, words);
        QCOMPARE(heard.calls, calls);
    }
}

} // namespace

// What a model writes, separated into text and tool calls.
class ToolCallReaderTest : public QObject {
    Q_OBJECT

private slots:
    void everyFormatIsRead_data()
    {
        addAnswerColumns();
        for (const WrittenCall& row : writtenCalls())
            QTest::newRow(row.name) << row.format << row.answer << row.words << row.calls;
    }
    void everyFormatIsRead() { compareAnswer(); }

    void otherTextIsNotACall_data()
    {
        addAnswerColumns();
        for (const WrittenCall& row : writtenWords())
            QTest::newRow(row.name) << row.format << row.answer << row.answer << row.calls;
    }
    void otherTextIsNotACall() { compareAnswer(); }

    void wordsAreToldBeforeTheCallIsComplete()
    {
        ToolCallReader reader(formatNamed("hermes"), tools, Begins::WithAnswer);
        Heard heard;

        heard.hear(reader.push("Let me "));
        heard.hear(reader.push("see.\n<tool_"));

        QCOMPARE(heard.words, QByteArray("Let me see."));
        heard.hear(reader.push(R"(call>{"name":"now"})"));
        QCOMPARE(heard.words, QByteArray("Let me see."));
        QVERIFY(heard.calls.isEmpty());
        heard.hear(reader.push("</tool_call>"));
        QCOMPARE(heard.calls, QByteArrayList{"now{}"});
    }

    void anAnswerInJsonThatIsNotACallIsReportedAtOnce()
    {
        ToolCallReader reader(formatNamed("json"), tools, Begins::WithAnswer);
        Heard heard;

        heard.hear(reader.push("{ \"na"));
        QCOMPARE(heard.words, QByteArray());
        heard.hear(reader.push("me\": \"Ada"));

        QCOMPARE(heard.words, QByteArray("{ \"name\": \"Ada"));
    }

    void theModelsMarkOfACallIsKept()
    {
        const Heard heard = read(
            "mistral", R"([TOOL_CALLS][{"name": "now", "arguments": {}, "id": "abc123def"}])", 7);

        QCOMPARE(heard.ids, QByteArrayList{"abc123def"});
    }

    void aCallInAThoughtCountsOnlyWhereNoWordsFollowIt()
    {
        const QByteArray call = "<tool_call>{\"name\":\"now\"}</tool_call>";
        const QByteArray thought = "<think>Perhaps " + call + ", or not.</think>A bird.";
        for (const size_t piece : {1, 1000}) {
            const Heard considered = read("hermes", thought.toStdString(), piece);
            const Heard forgotten = read("hermes", ("<think>Now.\n" + call).toStdString(), piece);
            const Heard opened
                = read("hermes", ("Hm.\n" + call + "\n").toStdString(), piece, Begins::InThought);
            const Heard after
                = read("hermes", ("Hm.</think>\n" + call).toStdString(), piece, Begins::InThought);

            const Heard closed = read("hermes", ("Hm.\n" + call + "\n</think>\n").toStdString(),
                piece, Begins::InThought);
            const Heard both = read("hermes", ("Hm." + call + "</think>" + call).toStdString(),
                piece, Begins::InThought);

            QCOMPARE(closed.words, QByteArray("Hm."));
            QCOMPARE(closed.calls, QByteArrayList{"now{}"});
            QCOMPARE(both.words, "Hm." + call + "</think>");
            QCOMPARE(both.calls, QByteArrayList{"now{}"});
            QCOMPARE(considered.words, thought);
            QVERIFY(considered.calls.isEmpty());
            QCOMPARE(forgotten.words, QByteArray("<think>Now."));
            QCOMPARE(forgotten.calls, QByteArrayList{"now{}"});
            QCOMPARE(opened.words, QByteArray("Hm."));
            QCOMPARE(opened.calls, QByteArrayList{"now{}"});
            QCOMPARE(after.words, QByteArray("Hm.</think>"));
            QCOMPARE(after.calls, QByteArrayList{"now{}"});
        }
    }

    void brokenBytesOfAnArgumentAreReplaced()
    {
        const Heard heard = read("glm4_moe",
            "<tool_call>look_up\n<arg_key>word</arg_key>\n<arg_value>he\x92ron</arg_value>\n"
            "</tool_call>",
            7);

        QCOMPARE(heard.calls, QByteArrayList{"look_up{\"word\":\"he\xEF\xBF\xBDron\"}"});
    }

    void aCallWithoutAnEndDoesNotGrowForEver()
    {
        ToolCallReader reader(formatNamed("hermes"), tools, Begins::WithAnswer);
        const std::string text = "<tool_call>" + std::string(300 << 10, 'x');
        Heard heard;

        for (size_t at = 0; at < text.size(); at += 1024)
            heard.hear(reader.push(text.substr(at, 1024)));

        QVERIFY(heard.words.size() > 256 << 10);
        heard.hear(reader.push("</tool_call><tool_call>{\"name\":\"now\"}</tool_call>"));
        heard.hear(reader.finish());
        QVERIFY(heard.calls.isEmpty());
        QVERIFY(heard.words.endsWith("</tool_call>"));
    }

    void whatATemplateWritesOfACallIsReadFromAnAnswer_data()
    {
        QTest::addColumn<int>("place");
        for (size_t place = 0; place < engine::familyTemplates().size(); ++place) {
            const engine::FamilyTemplate& family = engine::familyTemplates()[place];
            if (family.source.find("tool_calls") != std::string_view::npos)
                QTest::newRow(family.name.data()) << int(place);
        }
    }
    void whatATemplateWritesOfACallIsReadFromAnAnswer()
    {
        QFETCH(int, place);
        const engine::FamilyTemplate& family = engine::familyTemplates()[size_t(place)];
        const engine::ChatTemplateSource source{std::string(family.source)};
        const engine::ChatTemplate chatTemplate(source);
        Json variables = {{"enable_thinking", true}, {"tools", Json::array()}};
        for (const Tool& tool : tools)
            variables["tools"].push_back({{"type", "function"},
                {"function",
                    {{"name", tool.name}, {"description", tool.description},
                        {"parameters", Json::parse(tool.parameters)}}}});
        Json messages = {{{"role", "user"}, {"content", "What is a heron?"}}};
        engine::ChatTemplate::Options options;
        options.now = std::chrono::system_clock::time_point(std::chrono::hours(12));
        const std::string asked = chatTemplate.render(messages, variables, options).text;
        messages.push_back({{"role", "assistant"}, {"content", ""},
            {"tool_calls",
                {{{"type", "function"}, {"id", "123456789"},
                    {"function", {{"name", "look_up"}, {"arguments", {{"word", "heron"}}}}}}}}});
        options.addGenerationPrompt = false;

        std::string answer = chatTemplate.render(messages, variables, options).text;
        const auto common = std::ranges::mismatch(asked, answer);
        answer.erase(answer.begin(), common.in2);
        for (const char* end : {"<|im_end|>\n", "<|eot_id|>", "<|end|>\n", "<|end_of_text|>\n",
                 "<|END_OF_TURN_TOKEN|>", "<|call|>", "<｜end▁of▁sentence｜>"})
            if (answer.ends_with(end))
                answer.resize(answer.size() - strlen(end));
        const Heard heard = read(runtime::chooseToolCallFormat(source).name, answer, 3);

        QCOMPARE(heard.calls, QByteArrayList{R"(look_up{"word":"heron"})"});
        QCOMPARE(heard.words, QByteArray());
    }
};

TESTS(ToolCallReaderTest);
#include "tool_call_reader_test.moc"
