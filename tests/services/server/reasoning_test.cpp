#include "tests/services/server/quoted.h"
#include "tests/services/server/served.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QTest>

#include <memory>

using tests::HttpClient;
using tests::quoted;
using tests::Served;

namespace {

// Opens a thought unless thinking is off, as Qwen 3.5's template does.
constexpr const char* thinkingTemplate
    = "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant: <think>\n"
      "{% if enable_thinking is defined and not enable_thinking %}\n</think>\n\n{% endif %}";

// Shows every variable in the prompt.
constexpr const char* variablesTemplate
    = "{{ reasoning_effort }} {{ foo }} {% for m in messages %}{{ m.reasoning_content }} "
      "{{ m.content }}\n{% endfor %}{% if add_generation_prompt %}assistant:{% endif %}";

// Knows two efforts only, and says so.
constexpr const char* strictTemplate
    = "{% if reasoning_effort is defined and reasoning_effort not in ['none', 'high'] %}"
      "{{ raise_exception('no such effort') }}{% endif %}{{ reasoning_effort }}"
      "{{ messages[-1].content }}";

} // namespace

// Requests to a model whose template is asked about reasoning, over a socket.
class ReasoningTest : public QObject {
    Q_OBJECT

    static std::unique_ptr<Served> serve(tests::StarterCopy& copy, const char* source)
    {
        copy.setTemplate(source);
        runtime::LoadOptions options;
        options.path = copy.write().toStdString();
        return std::make_unique<Served>(options);
    }

    tests::StarterCopy m_thinkingCopy, m_variablesCopy;
    const std::unique_ptr<Served> m_thinking = serve(m_thinkingCopy, thinkingTemplate);
    const std::unique_ptr<Served> m_variables = serve(m_variablesCopy, variablesTemplate);

    static QJsonObject message(const HttpClient::Answer& answer)
    {
        return answer.json()["choices"].toArray().at(0)["message"].toObject();
    }
    int promptTokens(const QByteArray& body) const
    {
        const auto answer = m_variables->post(
            "/v1/chat/completions", quoted("{'model': 'model', 'max_tokens': 1, " + body + "}"));
        return answer.json()["usage"].toObject()["prompt_tokens"].toInt(-1);
    }
    int promptTokensWith(const QByteArray& fields) const
    {
        return promptTokens("'messages': [{'role': 'user', 'content': 'Hi'}]" + fields);
    }

private slots:
    void thePromptOfTheRequestDecidesWhatIsReasoning_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::addColumn<bool>("thinks");
        const auto row = [](const char* fields, bool thinks) {
            QTest::newRow(fields) << quoted(fields) << thinks;
        };
        row("'max_tokens': 6", true);
        row("'max_tokens': 6, 'reasoning_effort': 'high'", true);
        row("'max_tokens': 6, 'reasoning_effort': 'none'", false);
        row("'max_tokens': 6, 'chat_template_kwargs': {'enable_thinking': true}", true);
        row("'max_tokens': 6, 'chat_template_kwargs': {'enable_thinking': false}", false);
    }
    void thePromptOfTheRequestDecidesWhatIsReasoning()
    {
        QFETCH(QByteArray, fields);
        QFETCH(bool, thinks);

        const QJsonObject said = message(m_thinking->chat(fields));

        QCOMPARE(said["content"].toString().isEmpty(), thinks);
        QCOMPARE(said["reasoning_content"].toString().isEmpty(), !thinks);
        QVERIFY(!said["reasoning_content"].toString().contains("<think>"));
    }

    void otherEndpointsSayItAlike()
    {
        const QByteArray messages
            = "{'model': 'model', 'max_tokens': 6, 'messages': [{'role': 'user', 'content': 'x'}]";
        const QByteArray response = "{'model': 'model', 'max_output_tokens': 6, 'input': 'x'";
        const auto block = [&](const QByteArray& fields) {
            return m_thinking->post("/v1/messages", quoted(messages + fields + "}"))
                .json()["content"]
                .toArray()
                .at(0)["type"]
                .toString();
        };
        const auto item = [&](const QByteArray& fields) {
            return m_thinking->post("/v1/responses", quoted(response + fields + "}"))
                .json()["output"]
                .toArray()
                .at(0)["type"]
                .toString();
        };

        QCOMPARE(
            block(", 'thinking': {'type': 'enabled', 'budget_tokens': 5}"), QString("thinking"));
        QCOMPARE(block(", 'thinking': {'type': 'disabled'}"), QString("text"));
        QCOMPARE(item(", 'reasoning': {'effort': 'medium'}"), QString("reasoning"));
        QCOMPARE(item(", 'reasoning': {'effort': 'none'}"), QString("message"));
    }

    void anAnswerWithASchemaIsNoReasoning()
    {
        for (const char* thinks : {"true", "false"}) {
            const auto answer = m_thinking->chat(
                quoted("'max_tokens': 60, 'chat_template_kwargs': {'enable_thinking': ") + thinks
                + quoted("}, 'response_format': {'type': 'json_schema', 'json_schema': {'name': "
                         "'n', 'schema': {'enum': ['red', 'blue']}}}"));

            QVERIFY2(QStringList({"\"red\"", "\"blue\""})
                         .contains(message(answer)["content"].toString()),
                answer.body);
            QVERIFY(!message(answer).contains("reasoning_content"));
        }
    }

    void whatTheClientHasBegunIsNoReasoning()
    {
        const auto said = [&](const QByteArray& last) {
            return message(m_thinking->post("/v1/chat/completions",
                quoted("{'model': 'model', 'max_tokens': 6, 'messages': [{'role': 'user', "
                       "'content': 'x'}, {'role': 'assistant', "
                    + last + "}]}")));
        };

        QVERIFY(!said("'content': 'Sure'").contains("reasoning_content"));
        QVERIFY(!said("'content': '<think>a</think>Sure'").contains("reasoning_content"));
        QVERIFY(said("'content': '<think>Hm'").contains("reasoning_content"));
        QVERIFY(said("'content': '', 'reasoning_content': 'Hm'").contains("reasoning_content"));
        QVERIFY(!said("'content': 'a', 'reasoning_content': 'Hm'").contains("reasoning_content"));
    }

    void variablesReachTheTemplate()
    {
        const int plain = promptTokensWith("");

        QVERIFY(plain > 0);
        QVERIFY(promptTokensWith(", 'reasoning_effort': 'medium'") > plain);
        QVERIFY(promptTokensWith(", 'chat_template_kwargs': {'foo': 'some words'}") > plain);
        QVERIFY(promptTokensWith(", 'template_vars': {'foo': 'some words'}") > plain);
        QCOMPARE(promptTokensWith(", 'chat_template_kwargs': {'bar': 'some words'}"), plain);
        QVERIFY(promptTokensWith(", 'add_generation_prompt': false") < plain);
    }

    void reasoningOfEarlierTurnsReachesTheTemplate()
    {
        const auto tokens = [&](const QByteArray& field) {
            return promptTokens("'messages': [{'role': 'user', 'content': 'a'}, {'role': "
                                "'assistant', 'content': 'b'"
                + field + "}, {'role': 'user', 'content': 'c'}]");
        };

        const int plain = tokens("");

        for (const char* name : {"reasoning_content", "reasoning", "thinking"})
            QVERIFY(tokens(QByteArray(", '") + name + "': 'some words'") > plain);
    }

    void effortsAreThoseOfTheTemplate()
    {
        tests::StarterCopy copy;
        const auto served = serve(copy, strictTemplate);

        for (const char* effort : {"none", "minimal", "low", "medium", "high", "max"})
            QCOMPARE(served
                         ->chat(quoted(
                             QByteArray("'max_tokens': 1, 'reasoning_effort': '") + effort + "'"))
                         .status,
                200);
    }

    void whatIsWrongIsNamed_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* fields, const char* message) {
            QTest::newRow(fields) << quoted(fields) << QString(message);
        };
        row("'reasoning_effort': 'lots'",
            "'reasoning_effort' must be none, minimal, low, medium, high, xhigh or max.");
        row("'reasoning_effort': 5", "'reasoning_effort' must be a string.");
        row("'chat_template_kwargs': []", "'chat_template_kwargs' must be an object.");
        row("'chat_template_kwargs': {'enable_thinking': 'yes'}",
            "'chat_template_kwargs.enable_thinking' must be true or false.");
        row("'chat_template_kwargs': {'messages': []}",
            "'chat_template_kwargs.messages' can't be replaced: it is set by the request.");
        row("'continue_final_message': true",
            "'continue_final_message' needs a last message of the assistant.");
    }
    void whatIsWrongIsNamed()
    {
        QFETCH(QByteArray, fields);
        QFETCH(QString, message);

        const auto answer = m_variables->chat(fields);

        QCOMPARE(answer.status, 400);
        QCOMPARE(answer.json()["error"].toObject()["message"].toString(), message);
    }
};

TESTS(ReasoningTest, QCoreApplication);
#include "reasoning_test.moc"
