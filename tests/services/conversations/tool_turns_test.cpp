#include "services/conversations/answer_writer.h"
#include "services/conversations/build_answer_request.h"
#include "services/conversations/conversation.h"
#include "services/generation/model_pool.h"
#include "services/settings/settings.h"
#include "services/tools/box/tool_box.h"
#include "services/tools/builtin_tools.h"
#include "tests/support/calling_engine.h"
#include "tests/support/hosted_engine.h"
#include "tests/support/mcp/made_up_server.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>

using services::AnswerStatistics;
using services::Conversation;
using services::Message;
using services::ToolDecision;
using services::ToolPermission;
using services::ToolUse;
using CallingEngine = tests::Hosted<tests::CallingEngine>;

namespace {

constexpr int patience = 60'000; // milliseconds

/// A tool that returns these images.
class LookingTool : public services::Tool {
public:
    LookingTool(const QString& name, QList<QByteArray> images)
        : m_name(name)
        , m_images(std::move(images))
    {
    }

    services::ToolDescription description() const override
    {
        return {m_name, m_name, "Look", "Looks.", "{}"};
    }
    std::unique_ptr<services::ToolRun> call(const QJsonObject&, Done done) override
    {
        auto receiver = std::make_unique<Run>();
        QMetaObject::invokeMethod(
            receiver.get(),
            [done, images = m_images] {
                done({"Seen.", false, images});
            },
            Qt::QueuedConnection);
        return receiver;
    }

private:
    class Run : public QObject, public services::ToolRun { };

    const QString m_name;
    const QList<QByteArray> m_images;
};

/// A tool that never answers.
class SilentTool : public services::Tool {
public:
    services::ToolDescription description() const override
    {
        return {"silent", "silent", "Silent", "Says nothing.", "{}"};
    }
    std::unique_ptr<services::ToolRun> call(const QJsonObject&, Done) override
    {
        return std::make_unique<services::ToolRun>();
    }
};

} // namespace

// A model calls, the user decides, the answer continues.
class ToolTurnsTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<services::Settings>(m_folder->filePath("settings.ini"));
        m_engine = std::make_shared<CallingEngine>();
        m_models = std::make_unique<services::ModelPool>(services::LoadOptions{});
        m_models->setRemoteFactory(CallingEngine::factoryOf(m_engine));
        m_models->setCurrent(services::ModelId::remote("http://127.0.0.1:1/v1", "caller"));
        m_tools = std::make_unique<services::ToolBox>(*m_settings);
        m_tools->add(std::make_unique<services::CalculatorTool>());
        m_tools->add(std::make_unique<SilentTool>());
        m_answers = std::make_unique<services::AnswerWriter>(*m_models, *m_settings);
        m_answers->setTools(*m_tools);
        m_conversation = std::make_unique<Conversation>();
    }
    void cleanup()
    {
        m_conversation.reset();
        m_answers.reset();
        m_tools.reset();
        m_models.reset();
        m_engine.reset();
    }

    void withoutToolsThatAreOnTheModelIsToldOfNone()
    {
        ask("call calculator {}");

        QTRY_COMPARE_WITH_TIMEOUT(answer().state, Message::State::Complete, patience);
        QVERIFY(m_engine->asked()[0].tools.empty());
        QVERIFY(answer().toolUses.isEmpty());
    }

    void aCallWaitsUntilItIsAllowed()
    {
        permit("calculator", ToolPermission::Ask);
        ask("call calculator {\"expression\": \"6 * 7\"}");

        QTRY_COMPARE_WITH_TIMEOUT(answer().toolUses.size(), 1, patience);
        QCOMPARE(answer().toolUses[0].state, ToolUse::State::Asked);
        QCOMPARE(answer().toolUses[0].title, QString("Calculator"));
        QCOMPARE(readableArguments(answer().toolUses[0]), QString("expression: 6 * 7"));
        QVERIFY2(answer().waitReason.contains("Calculator"), qPrintable(answer().waitReason));
        decide(0, ToolDecision::Once);

        QTRY_COMPARE_WITH_TIMEOUT(answer().state, Message::State::Complete, patience);
        QCOMPARE(answer().toolUses[0].state, ToolUse::State::Done);
        QCOMPARE(answer().toolUses[0].result, QString("42"));
        QCOMPARE(answerParts(answer()).answer, QString("Let me see.\n\nI was told: 42"));
        QCOMPARE(answer().statistics.end, AnswerStatistics::End::Complete);
        const runtime::AnswerRequest second = m_engine->asked()[1];
        QCOMPARE(second.messages.size(), size_t(3)); // question, call, result
        QCOMPARE(second.messages[1].role, runtime::Role::Assistant);
        QCOMPARE(QString::fromStdString(std::get<std::string>(second.messages[1].parts[0])),
            QString("Let me see.\n\n"));
        QCOMPARE(std::get<runtime::ToolCall>(second.messages[1].parts[1]).name,
            std::string("calculator"));
        QCOMPARE(std::get<runtime::ToolResult>(second.messages[2].parts[0]).id,
            std::string("123456789"));
        QCOMPARE(second.tools.size(), size_t(1));
    }

    void imagesThatAToolReturnsAreShownAndRead()
    {
        QFile file(tests::resource("samples/one-1.png"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        m_tools->add(
            std::make_unique<LookingTool>("look", QList{file.readAll(), QByteArray("no image")}));
        m_tools->add(std::make_unique<LookingTool>("blink", QList<QByteArray>()));
        permit("look", ToolPermission::Always);
        permit("blink", ToolPermission::Always);
        permit("calculator", ToolPermission::Always);

        ask("call calculator {\"expression\": \"1\"}\ncall look {}\ncall blink {}");

        QTRY_COMPARE_WITH_TIMEOUT(answer().state, Message::State::Complete, patience);
        QCOMPARE(answer().pictures.size(), 1);
        QVERIFY(!answer().pictures[0].image.isNull());
        QCOMPARE(answer().toolUses[0].pictures, 0);
        QCOMPARE(answer().toolUses[1].pictures, 1);
        QVERIFY2(answer().toolUses[1].result.startsWith("Seen.\n[An image can't be shown: "),
            qPrintable(answer().toolUses[1].result));
        const std::vector<runtime::RequestMessage> read = m_engine->asked()[1].messages;
        QVERIFY(!runtime::hasPictures(read[2])); // the calculator's result
        QCOMPARE(read[4].role, runtime::Role::Tool);
        QCOMPARE(std::get<runtime::Pixels>(read[4].parts[1]), answer().pictures[0].pixels);

        // The stored form has the images, too.
        const QList<ToolUse> again = services::toolUsesFrom(toJson(answer().toolUses), 1000);
        QCOMPARE(again, answer().toolUses);
    }

    void alwaysIsSaidOnce()
    {
        permit("calculator", ToolPermission::Ask);
        ask("call calculator {\"expression\": \"1\"}");
        QTRY_COMPARE_WITH_TIMEOUT(answer().toolUses.size(), 1, patience);
        decide(0, ToolDecision::Always);
        QTRY_COMPARE_WITH_TIMEOUT(answer().state, Message::State::Complete, patience);

        ask("call calculator {\"expression\": \"2\"}\ncall calculator {\"expression\": \"3\"}");

        QTRY_COMPARE_WITH_TIMEOUT(answer().state, Message::State::Complete, patience);
        QCOMPARE(answer().toolUses.size(), 2);
        QVERIFY2(answer().text.endsWith("I was told: 1 2 3"), qPrintable(answer().text));
    }

    void aRefusedCallIsNotMadeAndTheModelHearsIt()
    {
        permit("calculator", ToolPermission::Ask);
        ask("call calculator {\"expression\": \"1\"}");
        QTRY_COMPARE_WITH_TIMEOUT(answer().toolUses.size(), 1, patience);

        decide(0, ToolDecision::Deny);

        QTRY_COMPARE_WITH_TIMEOUT(answer().state, Message::State::Complete, patience);
        QCOMPARE(answer().toolUses[0].state, ToolUse::State::Denied);
        QVERIFY2(answer().text.contains("denied"), qPrintable(answer().text));
        decide(0, ToolDecision::Once); // too late
        QCOMPARE(answer().toolUses[0].state, ToolUse::State::Denied);
    }

    // The next request would have to contain it.
    void argumentsOtherThanAnObjectAreAFailureReportedToTheModel_data()
    {
        const QString brackets = QString(100'000, u'[') + QString(100'000, u']');
        QTest::addColumn<QString>("arguments");
        QTest::newRow("deep list") << brackets;
        QTest::newRow("deep object") << "{\"a\": " + brackets + "}";
        QTest::newRow("49 levels") << "{\"a\": " + QString(48, u'[') + QString(48, u']') + "}";
        QTest::newRow("many values") << "{\"a\": [" + QString("{},").repeated(200'000) + "0]}";
        QTest::newRow("no JSON") << "{\"expression\": ";
    }
    void argumentsOtherThanAnObjectAreAFailureReportedToTheModel()
    {
        QFETCH(QString, arguments);
        permit("calculator", ToolPermission::Always);
        ask("call calculator " + arguments);

        QTRY_COMPARE_WITH_TIMEOUT(answer().state, Message::State::Complete, patience);
        QCOMPARE(answer().toolUses.size(), 1);
        QCOMPARE(answer().toolUses[0].state, ToolUse::State::Failed);
        QCOMPARE(answer().toolUses[0].arguments, QString("{}"));
        QVERIFY2(answer().text.contains("must be a JSON object"), qPrintable(answer().text));
        QCOMPARE(std::get<runtime::ToolCall>(m_engine->asked()[1].messages[1].parts[1]).arguments,
            std::string("{}"));
    }

    void argumentsOfTheGreatestDepthAreTaken()
    {
        const QString arguments
            = "{\"expression\": \"6 * 7\", \"a\": " + QString(47, u'[') + QString(47, u']') + "}";
        permit("calculator", ToolPermission::Always);
        ask("call calculator " + arguments);

        QTRY_COMPARE_WITH_TIMEOUT(answer().state, Message::State::Complete, patience);
        QCOMPARE(answer().toolUses[0].result, QString("42"));
        QCOMPARE(answer().toolUses[0].arguments, arguments);
    }

    void whatIsNoToolIsAFailureTheModelHears()
    {
        permit("calculator", ToolPermission::Always);
        ask("call nothing {}\ncall silent {}\ncall calculator {\"expression\": \"1 +\"}");

        QTRY_COMPARE_WITH_TIMEOUT(answer().state, Message::State::Complete, patience);
        for (const ToolUse& use : answer().toolUses) // silent is there, but not on
            QCOMPARE(use.state, ToolUse::State::Failed);
        QVERIFY2(answer().text.contains("Error: A number is expected"), qPrintable(answer().text));
    }

    void aModelThatCallsForEverHasToAnswerInTheEnd()
    {
        permit("calculator", ToolPermission::Always);
        ask("again\ncall calculator {\"expression\": \"1\"}");

        QTRY_COMPARE_WITH_TIMEOUT(answer().state, Message::State::Complete, patience);
        QVERIFY(m_engine->asked().back().tools.empty());
        QVERIFY(answer().toolUses.size() >= 1);
        QVERIFY(answer().toolUses.size() <= services::ToolTurns::maxRounds);
    }

    void aLongResultIsCutToFit()
    {
        m_tools->start();
        m_tools->setServers({tests::madeUpServer({"huge"})});
        QTRY_VERIFY_WITH_TIMEOUT(m_tools->find("echo"), patience);
        m_tools->setPermission(*m_tools->find("echo"), ToolPermission::Always);

        ask("call echo {}");

        QTRY_COMPARE_WITH_TIMEOUT(answer().state, Message::State::Complete, patience);
        const QString result = answer().toolUses[0].result;
        QCOMPARE(answer().toolUses[0].server, QString("made up"));
        QVERIFY(result.size() < 4096);
        QVERIFY2(result.endsWith("more characters were left out]"), qPrintable(result.right(60)));
    }

    void aToolThatHasChangedIsAskedAboutAgain()
    {
        m_tools->start();
        m_tools->setServers({tests::madeUpServer({"changed"})});
        QTRY_VERIFY_WITH_TIMEOUT(m_tools->find("echo"), patience);
        ask("call echo {}");
        QTRY_COMPARE_WITH_TIMEOUT(answer().toolUses.size(), 1, patience);
        decide(0, ToolDecision::Always);
        QTRY_COMPARE_WITH_TIMEOUT(answer().state, Message::State::Complete, patience);
        QTRY_COMPARE_WITH_TIMEOUT(
            m_tools->find("echo")->description, QString("After 1 calls."), patience);

        ask("call echo {}");

        QTRY_COMPARE_WITH_TIMEOUT(answer().toolUses.size(), 1, patience);
        QCOMPARE(answer().toolUses[0].state, ToolUse::State::Asked);
    }

    void onlyTheToolThatWasAskedAboutIsCalled()
    {
        services::McpSettings other = tests::madeUpServer();
        other.name = "other";
        m_tools->start();
        m_tools->setServers({tests::madeUpServer(), other});
        QTRY_COMPARE_WITH_TIMEOUT(m_tools->offered().size(), size_t(2), patience);
        ask("call echo {}");
        QTRY_COMPARE_WITH_TIMEOUT(answer().toolUses.size(), 1, patience);
        QCOMPARE(answer().toolUses[0].server, QString("made up"));
        m_tools->setServers({other});
        QCOMPARE(m_tools->find("echo")->server, QString("other")); // which has the name now

        decide(0, ToolDecision::Once);

        QTRY_COMPARE_WITH_TIMEOUT(answer().state, Message::State::Complete, patience);
        QCOMPARE(answer().toolUses[0].state, ToolUse::State::Failed);
    }

    void stoppingEndsWhatIsAskedAndWhatRuns()
    {
        permit("silent", ToolPermission::Always);
        permit("calculator", ToolPermission::Ask);
        ask("call silent {}\ncall calculator {\"expression\": \"1\"}");
        QTRY_COMPARE_WITH_TIMEOUT(answer().toolUses.size(), 2, patience);
        QCOMPARE(answer().toolUses[0].state, ToolUse::State::Running);

        m_answers->stop(*m_conversation);

        QCOMPARE(answer().state, Message::State::Complete);
        QCOMPARE(answer().statistics.end, AnswerStatistics::End::Stopped);
        for (const ToolUse& use : answer().toolUses)
            QCOMPARE(use.state, ToolUse::State::Denied);
        QVERIFY(!m_conversation->isWriting());
    }

    void aConversationMayBeClosedMeanwhile()
    {
        permit("silent", ToolPermission::Always);
        ask("call silent {}");
        QTRY_COMPARE_WITH_TIMEOUT(answer().toolUses.size(), 1, patience);

        m_conversation = std::make_unique<Conversation>();

        permit("calculator", ToolPermission::Always);
        ask("call calculator {\"expression\": \"2\"}");
        QTRY_COMPARE_WITH_TIMEOUT(answer().state, Message::State::Complete, patience);
    }

    void thoughtsBeforeAndAfterCallsAreToldApart()
    {
        Message message;
        message.author = services::Author::Assistant;
        message.text = "<think>One.</think>Let me see.\n\n<think>Two.</think>Done.";
        ToolUse use{.name = "calculator", .arguments = "{}"};
        use.place = message.text.indexOf("<think>Two");
        message.toolUses << use;

        const services::Thinking parts = answerParts(message);

        QCOMPARE(parts.thought, QString("One.\n\nTwo."));
        QCOMPARE(parts.answer, QString("Let me see.\n\nDone."));
        QVERIFY(!parts.isOpen);
    }

    void whatAFileSaysOfCallsIsCheckedWhenItIsRead()
    {
        const QJsonArray array{QJsonObject{{"name", "a"}, {"arguments", "no JSON"}, {"place", 900},
                                   {"state", "asked"}},
            QJsonObject{
                {"name", "b"}, {"arguments", "{\"x\": 1}"}, {"place", -5}, {"state", "done"}},
            QJsonObject{{"name", "c"},
                {"arguments", "{\"a\":" + QString(100, u'[') + QString(100, u']') + "}"}},
            QJsonObject{{"arguments", "{}"}}, 7};

        const QList<ToolUse> uses = services::toolUsesFrom(array, 10);

        QCOMPARE(uses.size(), 3);
        QCOMPARE(uses[2].arguments, QString("{}")); // deeper than a template can write it
        QCOMPARE(uses[0].arguments, QString("{}"));
        QCOMPARE(uses[0].state, ToolUse::State::Denied);
        QCOMPARE(uses[0].place, 10);
        QCOMPARE(uses[1].place, 10); // not before the one before it
        QCOMPARE(uses[1].state, ToolUse::State::Done);
    }

private:
    void permit(const QString& tool, ToolPermission permission)
    {
        for (const services::ToolDescription& each : m_tools->tools())
            if (each.id == tool)
                m_tools->setPermission(each, permission);
    }

    void ask(const QString& question)
    {
        m_conversation->appendUserMessage({question});
        m_answers->answer(*m_conversation);
    }

    void decide(int use, ToolDecision decision)
    {
        m_answers->decide(*m_conversation, answer().id, use, decision);
    }

    const Message& answer() const
    {
        return m_conversation->message(m_conversation->rowCount() - 1);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<services::Settings> m_settings;
    std::shared_ptr<CallingEngine> m_engine;
    std::unique_ptr<services::ModelPool> m_models;
    std::unique_ptr<services::ToolBox> m_tools;
    std::unique_ptr<services::AnswerWriter> m_answers;
    std::unique_ptr<Conversation> m_conversation;
};

TESTS(ToolTurnsTest, QCoreApplication);
#include "tool_turns_test.moc"
