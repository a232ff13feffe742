#include "runtime/prompt/message_json.h"
#include "services/conversations/answer_writer.h"
#include "services/conversations/build_answer_request.h"
#include "services/conversations/title_maker.h"
#include "services/documents/answers/citations.h"
#include "services/generation/answer_settings.h"
#include "services/models/installed_models.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "tests/services/conversations/slow_gatherer.h"
#include "tests/services/generation/pool_support.h"
#include "tests/support/test_program.h"

using services::AnswerRequest;
using services::AnswerWriter;
using services::Author;
using services::Conversation;
using services::Message;
using services::MessageId;
using services::OpenReply;
using services::Settings;

namespace {

constexpr int patience = 120'000; // milliseconds

QString wordsOf(const AnswerRequest& request, size_t message)
{
    return QString::fromStdString(runtime::toPlainText(request.messages[message]));
}

/// How often a model was asked for a title, watched each time that the event loop has nothing else to do.
class Titles : public QObject {
public:
    explicit Titles(services::TitleMaker& maker)
        : m_maker(maker)
    {
        connect(&m_watch, &QTimer::timeout, this, [this] {
            asked += m_maker.isMaking() && !m_wasMaking;
            m_wasMaking = m_maker.isMaking();
        });
        m_watch.start(0);
    }

    bool isIdle() const { return !m_maker.isMaking(); }

    int asked = 0;

private:
    services::TitleMaker& m_maker;
    QTimer m_watch;
    bool m_wasMaking = false;
};

} // namespace

/// What models are sent, and what becomes of their answers, with the built-in model.
class AnswerWriterTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(m_folder->filePath("settings.ini"));
    }

    void aNewDayDoesNotChangeWhenAConversationBegan()
    {
        services::ConversationRecord record;
        record.id = "old";
        record.created = 1'614'859'200'000; // 2021-03-04, noon
        Conversation conversation(record);
        conversation.restore({});
        conversation.appendUserMessage({"Which day is it?"});

        QCOMPARE(requestOf(conversation).begun,
            std::chrono::sys_days(std::chrono::year(2021) / 3 / 4) + std::chrono::hours(12));
    }

    void ownSettingsComeBeforeThoseOfTheProgram()
    {
        m_settings->set(services::settings::systemPrompt, QString("Be kind."));
        m_settings->set(services::settings::sampler, QString(R"({"temperature": 0.5})"));
        Conversation conversation;
        conversation.appendUserMessage({"Hello"});

        AnswerRequest request = requestOf(conversation);
        QCOMPARE(request.messages.size(), 2U);
        QCOMPARE(request.messages[0].role, services::Role::System);
        QCOMPARE(wordsOf(request, 0), "Be kind.");
        QCOMPARE(request.settings.temperature, std::optional(0.5F));

        services::AnswerSettings own;
        own.topK = 3;
        conversation.setSettings({.systemPrompt = QString(), .generation = own});
        request = requestOf(conversation);
        QCOMPARE(request.messages.size(), 1U);
        QCOMPARE(request.settings.topK, std::optional(3));
        QCOMPARE(request.settings.temperature, std::optional(0.5F)); // of which it says nothing

        own = services::defaultSettings();
        conversation.setSettings({.generation = own});
        QCOMPARE(requestOf(conversation).settings, own);
    }

    void settingsOfAModelComeBetweenThoseOfTheProgramAndTheConversation()
    {
        m_settings->set(services::settings::sampler, QString(R"({"temperature": 0.5})"));
        services::AnswerSettings ofModel = services::defaultSettings();
        ofModel.temperature = 0.25F;
        ofModel.topP = 0.9F;
        services::setModelDefaults(
            *m_settings, services::ModelId::fromText("/a.gguf"), {.generation = ofModel});
        Conversation conversation;
        conversation.appendUserMessage({"Hello"});
        const auto settingsFor = [&](const char* model) {
            return buildAnswerRequest(conversation, conversation.tree().messagesUntil(0),
                *m_settings, services::ModelId::fromText(model))
                .settings;
        };

        QCOMPARE(settingsFor("/a.gguf"), ofModel);
        QCOMPARE(settingsFor("/b.gguf").temperature, std::optional(0.5F));
        QCOMPARE(settingsFor("/b.gguf").topP, std::optional(1.0F));

        services::AnswerSettings own;
        own.temperature = 1.0F;
        conversation.setSettings({.generation = own});
        QCOMPARE(settingsFor("/a.gguf").temperature, std::optional(1.0F));
        QCOMPARE(settingsFor("/a.gguf").topP, std::optional(0.9F));
    }

    void attachmentsStandBeforeTheText()
    {
        Conversation conversation;
        conversation.appendUserMessage(
            {"Sum up", {}, {{"a.txt", "one\ntwo"}, {"b.md", "```x```"}}});

        QCOMPARE(wordsOf(requestOf(conversation), 0),
            "a.txt\n```\none\ntwo\n```\n\nb.md\n````\n```x```\n````\n\nSum up");
    }

    void whatAnAnswerRestsOnStandsBeforeItsQuestion()
    {
        Conversation conversation;
        conversation.appendUserMessage({"What is loud?"});
        OpenReply answer = conversation.appendReply();
        answer.setSources(
            {{.title = "Birds", .page = 3, .passage = "The gull is."}, {.passage = "```x```"}});
        const QString asked = "[1] Birds, page 3\n```\nThe gull is.\n```\n\n"
                              "[2] \n````\n```x```\n````\n\n"
            + QString::fromStdString(services::citedQuestionText("What is loud?"));

        QCOMPARE(requestOf(conversation).messages.size(), 1U);
        QCOMPARE(wordsOf(requestOf(conversation), 0), asked);

        answer.append("The gull.");
        answer.finish();
        conversation.appendUserMessage({"And then?"});
        QCOMPARE(wordsOf(requestOf(conversation), 0), asked); // the cache knows it
        QCOMPARE(wordsOf(requestOf(conversation), 2), "And then?");
    }

    void whatWasReadEarlierOrIsOnlyShownIsNotReadAgain()
    {
        using Reading = services::Source::Reading;
        Conversation conversation;
        conversation.appendUserMessage({"What is loud?"});
        OpenReply answer = conversation.appendReply();
        services::Source earlier{.title = "Birds", .passage = "The gull is."};
        services::Source noted{.title = "Book", .passage = "A long one.", .notes = "It is long."};
        earlier.reading = Reading::Earlier;

        answer.setSources({earlier, noted});
        QCOMPARE(wordsOf(requestOf(conversation), 0),
            "[2] Book\n```\nIt is long.\n```\n\n"
                + QString::fromStdString(services::citedQuestionText("What is loud?")));

        earlier.reading = Reading::Never;
        answer.setSources({earlier});
        QCOMPARE(wordsOf(requestOf(conversation), 0), "What is loud?");
    }

    void theModelIsAskedWhenAllIsGathered()
    {
        tests::SlowGatherer gatherer;
        services::ModelPool pool{{}};
        AnswerWriter writer(pool, *m_settings);
        writer.addGatherer(gatherer);
        Conversation conversation;
        conversation.appendUserMessage({"Hello"});

        const MessageId answer = writer.answer(conversation);
        QCOMPARE(conversation.messageById(answer).waitReason, "Looking it up");
        QVERIFY(pool.registry().state({}).stage == services::ModelState::Stage::Unloaded);
        gatherer.begun[0]->events.done({{.title = "Birds", .passage = "The gull is."}});

        QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience);
        QCOMPARE(conversation.messageById(answer).state, Message::State::Complete);
        QVERIFY(!conversation.messageById(answer).text.isEmpty());
        QCOMPARE(conversation.messageById(answer).sources.size(), 1);
    }

    void answersThatGatherAreStoppedWithTheirConversationOrMessage()
    {
        tests::SlowGatherer gatherer;
        services::ModelPool pool{{}};
        AnswerWriter writer(pool, *m_settings);
        writer.addGatherer(gatherer);
        Conversation conversation, other;
        conversation.appendUserMessage({"Hello"});
        other.appendUserMessage({"Hello"});
        const MessageId first = writer.answer(conversation);
        writer.answerSeveral(conversation, first, 2);
        writer.answer(other);
        QCOMPARE(gatherer.begun.size(), 4);

        writer.stopFrom(conversation, first);
        QVERIFY(!conversation.messageById(first).isOpen());
        QVERIFY(conversation.isWriting());
        writer.stop(conversation);

        QVERIFY(!conversation.isWriting());
        QVERIFY(other.isWriting());
        for (const MessageId each : conversation.tree().versions(first))
            QCOMPARE(conversation.messageById(each).statistics.end,
                services::AnswerStatistics::End::Stopped);
        QVERIFY(gatherer.begun[2]->isDropped);
        QVERIFY(!gatherer.begun[3]->isDropped);
    }

    void thoughtsAreLeftToTheTemplate()
    {
        Conversation conversation;
        conversation.appendUserMessage({"One"});
        OpenReply answer = conversation.appendReply();
        answer.append("<think>\nHm.\n</think>\n\nTwo");
        answer.finish();
        conversation.appendUserMessage({"Three"});

        QCOMPARE(requestOf(conversation).messages.size(), 3U);
        QCOMPARE(wordsOf(requestOf(conversation), 1).trimmed(), "Two");
        QCOMPARE(requestOf(conversation).messages[1].reasoning, std::string("Hm."));
    }

    void severalAnswersAreWrittenAtOnce()
    {
        services::ModelPool pool{{}};
        AnswerWriter writer(pool, *m_settings);
        Conversation conversation;
        conversation.appendUserMessage({"Hello"});
        const MessageId first = writer.answer(conversation);
        QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience);

        const QList<MessageId> more = writer.answerSeveral(conversation, first, 3);

        QCOMPARE(more.size(), 3);
        QCOMPARE(conversation.message(1).id, more[0]);
        for (const MessageId each : more)
            QVERIFY(conversation.messageById(each).isOpen());
        QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience);
        QCOMPARE(conversation.tree().versions(first).size(), 4);
        for (const MessageId each : conversation.tree().versions(first)) {
            QCOMPARE(conversation.messageById(each).state, Message::State::Complete);
            QVERIFY(!conversation.messageById(each).text.isEmpty());
        }
    }

    void aConversationKeepsTheModelThatAnsweredIt()
    {
        const auto other = tests::copyOfStarter(*m_folder, "other.gguf");
        services::ModelPool pool{{}};
        AnswerWriter writer(pool, *m_settings);
        Conversation conversation, old, fresh;
        conversation.appendUserMessage({"Hello"});
        writer.answer(conversation);
        old.appendUserMessage({"Hello"}); // answered before conversations kept their models
        OpenReply answer = old.appendReply(other);
        answer.append("Hm.");
        answer.finish({.tokens = 2});

        pool.setCurrent(services::ModelId::fromText("elsewhere.gguf"));

        QCOMPARE(writer.modelFor(conversation), services::ModelId());
        QCOMPARE(writer.modelFor(old), other);
        QCOMPARE(writer.modelFor(fresh), services::ModelId::fromText("elsewhere.gguf"));
        QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience);
    }

    // "Hello" is a question for which the built-in model has no sure answer.
    void anotherAnswerDiffersAndSaysHowItWasDrawn()
    {
        services::ModelPool pool{{}};
        AnswerWriter writer(pool, *m_settings);
        Conversation conversation;
        conversation.appendUserMessage({"Hello"});
        const MessageId first = writer.answer(conversation);
        QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience);

        writer.answerSeveral(conversation, first, 4);
        QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience);

        QSet<QString> texts;
        for (const MessageId each : conversation.tree().versions(first)) {
            const Message& version = conversation.messageById(each);
            texts << version.text.trimmed();
            QCOMPARE(version.statistics.temperature > 0, each != first);
            QCOMPARE(version.statistics.seed.has_value(), each != first);
        }
        QCOMPARE(texts.size(), 5);
    }

    void anAnswerIsWrittenAgainTheSameWay()
    {
        services::ModelPool pool{{}};
        AnswerWriter writer(pool, *m_settings);
        Conversation conversation;
        conversation.appendUserMessage({"Hello"});
        const MessageId first = writer.answer(conversation);
        QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience);
        const MessageId drawn = writer.answerSeveral(conversation, first, 1).first();
        QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience);
        QVERIFY(conversation.messageById(drawn).text != conversation.messageById(first).text);

        for (const MessageId like : {first, drawn}) {
            writer.answerAlike(conversation, like);
            QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience);
            const Message& again = conversation.message(1);
            QVERIFY(again.id != like);
            QCOMPARE(again.text, conversation.messageById(like).text);
            QCOMPARE(again.statistics.seed, conversation.messageById(like).statistics.seed);
        }
    }

    void severalModelsAnswerOneQuestion()
    {
        const auto other = tests::copyOfStarter(*m_folder, "other.gguf");
        services::ModelPool pool{{}};
        AnswerWriter writer(pool, *m_settings);
        Conversation conversation;
        conversation.appendUserMessage({"Hello"});

        const QList<MessageId> answers = writer.answerWith(conversation, {{}, other});

        QCOMPARE(conversation.rowCount(), 2);
        QCOMPARE(conversation.message(1).id, answers[0]);
        QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience);
        QCOMPARE(conversation.messageById(answers[1]).model, other);
        QVERIFY(!conversation.messageById(answers[1]).text.isEmpty());
    }

    void anotherModelAnswersAgainAndGoesOn()
    {
        const auto other = tests::copyOfStarter(*m_folder, "other.gguf");
        services::ModelPool pool{{}};
        AnswerWriter writer(pool, *m_settings);
        Conversation conversation;
        conversation.appendUserMessage({"Hello"});
        const MessageId first = writer.answer(conversation);
        QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience);

        writer.answerBy(conversation, first, other);

        QCOMPARE(conversation.tree().versions(first).size(), 2);
        QCOMPARE(conversation.message(1).model, other); // which is shown
        QCOMPARE(writer.modelFor(conversation), other);
        QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience);
        QVERIFY(!conversation.message(1).text.isEmpty());
        QVERIFY(!conversation.messageById(first).text.isEmpty());
    }

    void anAnswerThatFailedAtOnceIsWrittenAnewInItsPlace()
    {
        services::ModelPool pool{{}};
        AnswerWriter writer(pool, *m_settings);
        Conversation conversation;
        conversation.setSettings(
            {.model = services::parseModelId(m_folder->filePath("missing.gguf"))});
        conversation.appendUserMessage({"Hello"});
        const MessageId answer = writer.answer(conversation);
        QTRY_COMPARE_WITH_TIMEOUT(
            conversation.messageById(answer).state, Message::State::Failed, patience);
        QVERIFY(!conversation.messageById(answer).error.isEmpty());

        conversation.setSettings({});
        writer.answerAgain(conversation, answer);

        QTRY_COMPARE_WITH_TIMEOUT(
            conversation.messageById(answer).state, Message::State::Complete, patience);
        QCOMPARE(conversation.tree().versions(answer).size(), 1);
        QVERIFY(conversation.messageById(answer).error.isEmpty());
    }

    void anAnswerThatNamesAModelThatIsNotInstalledGoesOnWithTheChosenOne()
    {
        services::InstalledModels installed(*m_settings);
        services::ModelPool pool{{}};
        AnswerWriter writer(pool, *m_settings);
        writer.setInstalled(installed);
        Conversation conversation;
        conversation.appendUserMessage({"Hello"});
        OpenReply answer = conversation.appendReply(
            services::parseModelId(m_folder->filePath("elsewhere.gguf")));
        answer.append("I am");
        answer.finish();

        writer.continueAnswer(conversation, answer.id());

        QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience);
        QCOMPARE(answer.message().state, Message::State::Complete);
        QCOMPARE(answer.message().model, writer.modelFor(conversation));
        QVERIFY(answer.message().text.startsWith("I am"));
    }

    void theModelIsAskedForATitleAfterTheFirstAnswer()
    {
        const auto other = tests::copyOfStarter(*m_folder, "other.gguf");
        services::ModelPool pool{{}};
        AnswerWriter writer(pool, *m_settings);
        const Titles titles(*writer.findChild<services::TitleMaker*>());
        Conversation conversation;
        conversation.setSettings({.model = other});
        conversation.appendUserMessage({"Hello"});
        writer.answer(conversation);

        QTRY_COMPARE_WITH_TIMEOUT(titles.asked, 1, patience);
        QTRY_VERIFY_WITH_TIMEOUT(titles.isIdle(), patience);
        const QString title = conversation.title();
        QVERIFY(!title.isEmpty());
        QVERIFY(title.size() <= 60);

        conversation.rename("Mine");
        conversation.setMadeTitle("Other");
        QCOMPARE(conversation.title(), "Mine");
        conversation.appendUserMessage({"And then?"});
        writer.answer(conversation);
        QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience);
        QTest::qWait(0);
        QCOMPARE(titles.asked, 1); // none is asked for again
    }

    void titlesAreWhatIsLeftWithoutMarks()
    {
        QCOMPARE(services::titleFrom("Title: \"Baking bread.\"\nMore"), "Baking bread");
        QCOMPARE(services::titleFrom("**Der Leuchtturm**"), "Der Leuchtturm");
        QCOMPARE(services::titleFrom("<think>\nHm\n</think>\n# 面包"), "面包");
        QVERIFY(services::titleFrom("").isEmpty());
        QVERIFY(services::titleFrom("…!").isEmpty());
        QVERIFY(services::titleFrom("<think>\nnever ends").isEmpty());
        QVERIFY(services::titleFrom(QString("word ").repeated(40)).isEmpty());
    }

    void whatSmallModelsWriteInsteadOfATitleIsNone()
    {
        const QString answer = "**The extension** that I am referring to is 4012, the desk.";
        QVERIFY(services::titleFrom("Here's a two-word version:").isEmpty());
        QVERIFY(services::titleFrom("The extension that I am referring", answer).isEmpty());
        QVERIFY(services::titleFrom(QString("se%%%%%5") + QChar(0xFFFD) + "steNermall").isEmpty());
        QVERIFY(services::titleFrom("se%%%%%5%%ste").isEmpty());
        QVERIFY(services::titleFrom("One two three four five six seven").isEmpty());
        QCOMPARE(services::titleFrom("Extension of the desk", answer), "Extension of the desk");
        QCOMPARE(services::titleFrom("Bread", "Bread and butter."), "Bread"); // short by chance
    }

    void smallModelsAreNotAskedForTitles()
    {
        const auto other = tests::copyOfStarter(*m_folder, "other.gguf");
        m_settings->set(services::settings::addedModels, {services::toString(other)});
        const services::InstalledModels installed(*m_settings);
        QTRY_VERIFY_WITH_TIMEOUT(installed.find(other), patience);
        services::ModelPool pool{{}};
        AnswerWriter writer(pool, *m_settings);
        writer.setInstalled(installed);
        const Titles titles(*writer.findChild<services::TitleMaker*>());
        Conversation conversation;
        conversation.setSettings({.model = other});
        conversation.appendUserMessage({"Tell me of ships"});

        writer.answer(conversation);

        QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience);
        QTest::qWait(0);
        QCOMPARE(titles.asked, 0);
        QCOMPARE(conversation.title(), "Tell me of ships");
    }

private:
    AnswerRequest requestOf(const Conversation& conversation) const
    {
        const MessageId last = conversation.message(conversation.rowCount() - 1).id;
        return buildAnswerRequest(
            conversation, conversation.tree().messagesUntil(last), *m_settings, {});
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
};

TESTS(AnswerWriterTest, QCoreApplication);
#include "answer_writer_test.moc"
