#include "runtime/models/loaded_model.h"
#include "runtime/prompt/prompt_text.h"
#include "tests/runtime/answers/engine_spy.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"

#include <algorithm>

using runtime::AnswerStatistics;
using tests::Asked;
using tests::EngineSpy;
using tests::patience;
using tests::userSays;

namespace {

/// A random model that can write JSON, is offered tools and has a mark of calls as a token.
class CallingModel {
public:
    explicit CallingModel(const std::string& sign = "<tool_call>")
    {
        const QString path = m_folder.path("tokenizer.json");
        auto tokenizer = nlohmann::json::parse(tests::readFile(path).toStdString());
        auto& vocabulary = tokenizer["model"]["vocab"];
        const auto rename = [&](const char* from, const char* to) {
            vocabulary[to] = vocabulary[from];
            vocabulary.erase(from);
        };
        for (const auto& [letter, other] : {std::pair("A", "{"), {"B", "}"}, {"C", "\""},
                 {"D", ":"}, {"E", "_"}, {"F", "[TOOL_CALLS]"}})
            rename(letter, other);
        auto mark = tokenizer["added_tokens"][0];
        mark["content"] = "[TOOL_CALLS]";
        mark["id"] = vocabulary["[TOOL_CALLS]"];
        tokenizer["added_tokens"].push_back(mark);
        tests::writeFile(path, QByteArray::fromStdString(tokenizer.dump()));
        const nlohmann::json settings = {{"bos_token", "<s>"},
            {"chat_template",
                "{# " + sign
                    + " #}{{ bos_token }}{% for tool in tools or [] %}{{ tool.function.name }}"
                      "{% endfor %}{% for message in messages %}{{ message.content }}"
                      "{% endfor %}"}};
        tests::writeFile(
            m_folder.path("tokenizer_config.json"), QByteArray::fromStdString(settings.dump()));
    }

    runtime::LoadOptions options() const
    {
        runtime::LoadOptions options;
        options.path = m_folder.path().toStdString();
        options.threads = 1;
        return options;
    }

private:
    tests::TinyFolder m_folder;
};

runtime::AnswerRequest requestWith(std::vector<runtime::Tool> tools, const char* regex)
{
    runtime::AnswerRequest request{{userSays("What time is it?")}};
    request.settings.regex = regex;
    request.tools = std::move(tools);
    return request;
}

const runtime::Tool clockTool = {"now", "Tells the time.", R"({"type": "object"})"};
const char* const callOfTheClock
    = R"(Well\. <tool_call>\{"name":"now","arguments":\{\}\}</tool_call>)";

} // namespace

// Tests the way from what a model writes to what the caller is notified of.
class ToolCallsTest : public QObject {
    Q_OBJECT

private slots:
    void aCallIsToldAndIsNoPartOfTheWords()
    {
        const CallingModel model;
        EngineSpy spy(model.options());
        spy.engine.load();

        const Asked answer = spy.ask(requestWith({clockTool}, callOfTheClock));

        QTRY_VERIFY_WITH_TIMEOUT(answer.hasEnded(), patience);
        QVERIFY2(answer.statistics(), qPrintable(answer.failure()));
        QCOMPARE(answer.statistics()->end, AnswerStatistics::End::Called);
        QCOMPARE(answer.text(), QString("Well."));
        QCOMPARE(answer.calls().size(), size_t(1));
        QCOMPARE(answer.calls()[0].name, std::string("now"));
        QCOMPARE(answer.calls()[0].arguments, std::string("{}"));
        QCOMPARE(answer.calls()[0].id.size(), size_t(9));
        QVERIFY(spy.engine.describe().summary.callsTools);
    }

    void withoutToolsItIsWhatTheModelSaid()
    {
        const CallingModel model;
        EngineSpy spy(model.options());
        spy.engine.load();

        const Asked answer = spy.ask(requestWith({}, callOfTheClock));

        QTRY_VERIFY_WITH_TIMEOUT(answer.hasEnded(), patience);
        QVERIFY2(answer.statistics(), qPrintable(answer.failure()));
        QCOMPARE(answer.statistics()->end, AnswerStatistics::End::Complete);
        QCOMPARE(answer.text(),
            QString(R"(Well. <tool_call>{"name":"now","arguments":{}}</tool_call>)"));
        QVERIFY(answer.calls().empty());
    }

    void aModelThatIsNotToldOfToolsCallsNone()
    {
        EngineSpy spy; // the built-in model
        spy.engine.load();
        runtime::AnswerRequest request{{userSays("Hello")}};
        request.tools = {clockTool};

        const Asked answer = spy.ask(request);

        QTRY_VERIFY_WITH_TIMEOUT(answer.hasEnded(), patience);
        QVERIFY2(answer.isComplete(), qPrintable(answer.failure()));
        QVERIFY(!spy.engine.describe().summary.callsTools);
    }

    void marksThatAreTokensAreSeenIfThereIsSomethingToCall()
    {
        const CallingModel written("[TOOL_CALLS]");
        const auto model = runtime::LoadedModel::load(written.options());
        runtime::FormConstraints forms(model->tokenizer());
        const auto shown = [&](const runtime::AnswerRequest& request) {
            auto prompt = runtime::buildPrompt(*model->promptFormat(), request, {});
            return makeJob(*model, std::move(prompt), request, forms).shownSpecials;
        };

        const auto with = shown(requestWith({clockTool}, ""));
        const auto without = shown(requestWith({}, ""));

        QCOMPARE(with, engine::TokenIds{model->tokenizer().find("[TOOL_CALLS]")});
        QVERIFY(model->tokenizer().isSpecial(with.front()));
        QVERIFY(without.empty());
    }
};

TESTS(ToolCallsTest, QCoreApplication);
#include "tool_calls_test.moc"
