#include "base/error.h"
#include "runtime/registry/model_registry.h"
#include "services/pictures/picture.h"
#include "services/remote/remote_engine.h"
#include "tests/runtime/answers/asked.h"
#include "tests/support/made_up_server.h"
#include "tests/support/test_program.h"

#include <QImage>
#include <QTest>

using runtime::AnswerStatistics;
using runtime::AnswerWait;
using runtime::ModelState;
using services::RemoteEngine;
using services::RemoteEngineOptions;
using tests::Asked;
using tests::userSays;
using namespace std::chrono_literals;

namespace {

services::RemoteTimes shortTimes()
{
    services::RemoteTimes times;
    times.question = 2s;
    times.firstWord = 2s;
    times.silence = 1s;
    times.retries.first = times.retries.longest = 20ms;
    return times;
}

/// Counts the notifications of the engine.
class Host : public runtime::EngineHost {
public:
    void changed() override { ++changes; }
    void answered() override { ++answers; }
    void ended() override { ++ends; }

    std::atomic<int> changes = 0, answers = 0, ends = 0;
};

} // namespace

// An engine whose model a server runs that has all the faults that servers have.
class RemoteEngineTest : public QObject {
    Q_OBJECT

    std::unique_ptr<tests::MadeUpServer> m_server;
    std::shared_ptr<services::RemoteThread> m_thread;
    std::shared_ptr<Host> m_host;
    std::unique_ptr<RemoteEngine> m_engine;

    void load(const QString& model = "parrot", int atOnce = 4, const QByteArray& key = {})
    {
        m_engine.reset();
        m_host = std::make_shared<Host>();
        RemoteEngineOptions options;
        options.provider = {m_server->address(), atOnce};
        options.model = model;
        options.thread = m_thread;
        options.times = shortTimes();
        options.key = [key](const auto& done) { done({key, {}}); };
        m_engine = std::make_unique<RemoteEngine>(std::move(options), m_host);
        m_engine->load();
    }

    std::unique_ptr<Asked> ask(runtime::AnswerRequest request)
    {
        return std::make_unique<Asked>(
            [&](auto sink) { return m_engine->submit(std::move(request), std::move(sink)); });
    }
    std::unique_ptr<Asked> ask(const std::string& words)
    {
        runtime::AnswerRequest request;
        request.messages = {userSays(words)};
        return ask(std::move(request));
    }

    // How it ended: its text, or the message of its failure.
    QString endOf(Asked& asked)
    {
        if (!QTest::qWaitFor([&] { return asked.hasEnded(); }, tests::patience))
            return "it did not end";
        return asked.failure().isEmpty() ? asked.text() : asked.failure();
    }

    // The size of the only image that was sent.
    QSize pictureSize()
    {
        const QList<QJsonObject> questions = m_server->log().questions();
        const QJsonArray sizes = questions.value(0)["pictures"].toArray();
        const QJsonArray size = sizes.at(0).toArray();
        return sizes.size() == 1 ? QSize(size.at(0).toInt(), size.at(1).toInt()) : QSize();
    }

    ModelState::Stage stage() { return m_engine->describe().stage; }

private slots:
    void init()
    {
        m_server = std::make_unique<tests::MadeUpServer>();
        m_thread = std::make_shared<services::RemoteThread>();
        load();
    }
    void cleanup()
    {
        m_engine.reset();
        m_thread.reset();
        m_server.reset();
    }

    void aQuestionIsAnsweredWordByWord()
    {
        const auto asked = ask("Hello");
        QCOMPARE(endOf(*asked), QString("I was shown 0 and told: Hello"));

        const AnswerStatistics statistics = *asked->statistics();
        QCOMPARE(statistics.end, AnswerStatistics::End::Complete);
        QCOMPARE(statistics.tokens, int64_t(7));
        QCOMPARE(statistics.promptTokens, int64_t(11));
        QCOMPARE(statistics.cachedTokens, int64_t(7));
        QVERIFY(statistics.firstTokenSeconds > 0);
        QCOMPARE(asked->starts(), 1);
        QVERIFY(asked->waitedFor(AnswerWait::For::Server));
        QTRY_COMPARE(m_engine->use().openAnswers, int64_t(0));
        QTRY_COMPARE(m_host->answers.load(), 1);
    }

    void nothingIsSentBeforeAQuestion()
    {
        QTRY_COMPARE(stage(), ModelState::Stage::Ready);
        const auto log = m_server->log();
        QCOMPARE(log.requests.size(), 1);
        QCOMPARE(log.requests[0]["path"].toString(), QString("/v1/models"));
    }

    void itSaysWhatTheModelIs()
    {
        QTRY_COMPARE(stage(), ModelState::Stage::Ready);
        const runtime::ModelSummary summary = m_engine->describe().summary;
        QCOMPARE(QString::fromStdString(summary.name), QString("parrot"));
        QVERIFY(summary.device.find("vLLM") != std::string::npos);
        QCOMPARE(summary.contextTokens, int64_t(4096));
        QCOMPARE(summary.answersAtOnce, 4);
        QVERIFY(summary.canSee && summary.embeds && summary.callsTools);
    }

    void theDetailsOfAServerAreAskedFor()
    {
        m_server->setModels({QJsonObject{{"id", "m.gguf"}, {"owned_by", "llamacpp"}}});
        load("m.gguf");
        QTRY_COMPARE(stage(), ModelState::Stage::Ready);
        QCOMPARE(m_engine->describe().summary.contextTokens, int64_t(512));
        QVERIFY(!m_engine->describe().summary.canSee);

        runtime::AnswerRequest request;
        request.messages
            = {userSays("What is it?", {services::toPixels(QImage(8, 8, QImage::Format_RGB888))})};
        QVERIFY(endOf(*ask(request)).contains("can't process pictures"));
        QVERIFY(m_server->log().questions().isEmpty());
    }

    void aModelThatIsNotThereIsOneSentence()
    {
        load("raven");
        QTRY_COMPARE(stage(), ModelState::Stage::Failed);
        QVERIFY(m_engine->describe().message.find("raven") != std::string::npos);
    }

    void picturesAreSent()
    {
        QImage picture(3000, 1500, QImage::Format_RGB888);
        picture.fill(Qt::blue);
        runtime::AnswerRequest request;
        request.messages = {userSays("What is it?", {services::toPixels(picture)})};
        QCOMPARE(endOf(*ask(request)), QString("I was shown 1 and told: What is it?"));
        QCOMPARE(pictureSize(), (QSize{1536, 768}));
    }

    void picturesThatAreTooLargeAreSentSmaller()
    {
        QImage picture(2000, 2000, QImage::Format_RGB888);
        std::srand(1);
        for (qsizetype byte = 0; byte < picture.sizeInBytes(); ++byte)
            picture.bits()[byte] = uchar(std::rand()); // which JPEG does not make small
        m_server->setFaults({{"most_bytes", 400'000}});
        runtime::AnswerRequest request;
        request.messages = {userSays("What is it?", {services::toPixels(picture)})};
        QCOMPARE(endOf(*ask(request)), QString("I was shown 1 and told: What is it?"));
        QCOMPARE(pictureSize(), (QSize{384, 384}));
    }

    void whatAModelThinksIsMarked()
    {
        for (const char* field : {"reasoning_content", "reasoning"}) {
            m_server->setFaults({{"thought", "let me see"}, {"thought_field", field}});
            QCOMPARE(endOf(*ask("Hello")),
                QString("<think>\nlet me see \n</think>\n\nI was shown 0 and told: Hello"));
        }
    }

    void probabilitiesAreTold()
    {
        runtime::AnswerRequest request;
        request.messages = {userSays("count to 3")};
        request.likeliestTokens = 2;
        const auto asked = ask(request);
        QCOMPARE(endOf(*asked), QString("1 2 3"));
        QCOMPARE(asked->tokens().size(), size_t(3));
        QCOMPARE(asked->tokens()[0].chosen.text, std::string("1 "));
        QVERIFY(std::abs(asked->tokens()[0].chosen.probability - 0.6065f) < 0.001f);
        QCOMPARE(asked->tokens()[0].likeliest.size(), size_t(2));
    }

    void aDrawCanBeRepeated()
    {
        runtime::AnswerRequest request;
        request.messages = {userSays("Hello")};
        request.settings.temperature = 0.7f;
        const auto asked = ask(request);
        endOf(*asked);
        QVERIFY(asked->statistics()->seed);
        QCOMPARE(uint64_t(m_server->log().questions()[0]["body"].toObject()["seed"].toInteger()),
            *asked->statistics()->seed);
    }

    void toolsAreCalled()
    {
        m_server->setFaults({{"calls",
            QJsonArray{QJsonObject{{"id", "c1"}, {"name", "clock"}, {"arguments", "{\"zone\": 1}"}},
                QJsonObject{{"id", "c2"}, {"name", "lamp"}, {"arguments", "{}"}}}}});
        class Called : public runtime::AnswerSink {
        public:
            void onText(std::string_view, std::span<const runtime::TokenDetail>) override { }
            void onToolCall(const runtime::ToolCall& call) override { calls.push_back(call); }
            void onFinished(const AnswerStatistics& statistics) override
            {
                end = statistics.end;
                hasEnded = true;
            }
            void onFailed(const runtime::AnswerFailure&) override { hasEnded = true; }

            std::vector<runtime::ToolCall> calls;
            AnswerStatistics::End end = {};
            std::atomic<bool> hasEnded = false;
        };
        const auto sink = std::make_shared<Called>();
        runtime::AnswerRequest request;
        request.messages = {userSays("What time is it?")};
        request.tools = {{"clock", "", "{}"}};

        const runtime::Answer answer = m_engine->submit(request, sink);

        QTRY_VERIFY_WITH_TIMEOUT(sink->hasEnded, tests::patience);
        QCOMPARE(sink->end, AnswerStatistics::End::Called);
        QCOMPARE(sink->calls.size(), size_t(2));
        QCOMPARE(sink->calls[0].name, std::string("clock"));
        QCOMPARE(sink->calls[0].arguments, std::string("{\"zone\": 1}"));
        QCOMPARE(sink->calls[1].id, std::string("c2"));
    }

    void anAnswerInAFormIsCheckedAsFarAsItGoes()
    {
        runtime::AnswerRequest request;
        request.messages = {userSays("Is it wet?")};
        request.settings.schema = R"({"type": "object"})";
        QCOMPARE(endOf(*ask(request)), QString("{\"wet\": true}"));

        m_server->setFaults({{"ignore", QJsonArray{"response_format"}}});
        QVERIFY(endOf(*ask(request)).contains("doesn't match the JSON schema"));
    }

    void whatAServerCannotDoIsSaid()
    {
        runtime::AnswerRequest request;
        request.messages = {userSays("Hello")};
        request.settings.bannedPhrases = std::vector<std::string>{"no"};
        request.settings.dryMultiplier = 0.8f;
        QVERIFY(endOf(*ask(request)).contains("doesn't support: DRY."));
        QVERIFY(m_server->log().questions().isEmpty());
    }

    void theMostTokensHoldWhereTheRequestCannotNameThem()
    {
        m_server->setModels(
            {QJsonObject{{"id", "parrot"}, {"owned_by", "vllm"}, {"max_model_len", 64}}});
        load();
        runtime::AnswerRequest request;
        request.messages = {userSays("count to 1000")};
        request.settings.maxTokens = 20;
        const auto asked = ask(request);
        QVERIFY(endOf(*asked).endsWith(" 20 "));
        QCOMPARE(asked->statistics()->end, AnswerStatistics::End::TokenLimit);
        QVERIFY(!m_server->log().questions()[0]["body"].toObject().contains("max_tokens"));
    }

    void textsGetVectors()
    {
        const std::vector<std::string> texts{"a", "banana", ""};
        const auto vectors = m_engine->embed(texts);
        QCOMPARE(vectors, (std::vector<std::vector<float>>{{1, 1, 0.5}, {6, 3, 0.5}, {0, 0, 0.5}}));
        QCOMPARE(m_engine->embed(std::vector<std::string>(200, "aa")).size(), size_t(200));
        QVERIFY(m_engine->embed({}).empty());

        m_server->setFaults(
            {{"refuse", QJsonArray{QJsonObject{{"at", "embeddings"}, {"status", 404}}}}});
        try {
            m_engine->embed(texts);
            QFAIL("there are no vectors");
        } catch (const base::Error& error) {
            QCOMPARE(error.kind(), base::ErrorKind::Unsupported);
            QVERIFY(QString(error.what()).contains("doesn't compute embeddings"));
        }
    }

    // ---- the key ----

    void theKeyIsShownAndAWrongOneIsOneSentence()
    {
        load("parrot", 4, "secret");
        endOf(*ask("Hello"));
        for (const QJsonObject& request : m_server->log().requests)
            if (request["path"].toString().endsWith("/completions"))
                QCOMPARE(request["authorization"].toString(), QString("Bearer secret"));

        m_server->setFaults({{"refuse", QJsonArray{QJsonObject{{"at", "chat"}, {"status", 401}}}}});
        QVERIFY(endOf(*ask("Hello")).contains("rejected the API key"));
        load();
        QVERIFY(endOf(*ask("Hello")).contains("requires an API key"));
    }

    // ---- stopping ----

    void stoppingClosesTheConnection()
    {
        m_server->setFaults({{"wait", 0.02}});
        const auto asked = ask("count to 1000");
        QTRY_VERIFY_WITH_TIMEOUT(asked->text().size() > 10, tests::patience);

        asked->stop();

        QTRY_VERIFY_WITH_TIMEOUT(asked->hasEnded(), tests::patience);
        QVERIFY(asked->wasStopped());
        QCOMPARE(asked->ends(), 1);
        int gone = 0; // the log tells each once
        QTRY_VERIFY_WITH_TIMEOUT((gone += m_server->log().gone) == 1, tests::patience);
    }

    void whatIsNotWantedIsNotAsked()
    {
        m_server->setFaults({{"wait", 0.05}});
        load("parrot", 1);
        const auto first = ask("count to 1000");
        QTRY_VERIFY_WITH_TIMEOUT(first->hasStarted(), tests::patience);
        const auto second = ask("Hello");
        QTRY_VERIFY(second->waitedFor(AnswerWait::For::Turn));
        second->stop();
        QTRY_VERIFY_WITH_TIMEOUT(second->wasStopped(), tests::patience);
        first->stop();
        QTRY_VERIFY_WITH_TIMEOUT(first->wasStopped(), tests::patience);
        QCOMPARE(m_server->log().questions().size(), 1);
    }

    void unloadingEndsAllAnswers()
    {
        m_server->setFaults({{"wait", 0.05}});
        const auto first = ask("count to 1000"), second = ask("count to 1000");
        QTRY_VERIFY_WITH_TIMEOUT(second->hasStarted(), tests::patience);
        m_engine->unload(runtime::Unloading::Wanted);
        endOf(*first);
        QVERIFY(endOf(*second).contains("unloaded"));
        QVERIFY(endOf(*ask("Hello")).contains("unloaded"));
        QTRY_COMPARE(m_host->ends.load(), 1);
    }

    void anEngineThatIsDestroyedTellsTheEnd()
    {
        m_server->setFaults({{"wait", 0.05}});
        const auto asked = ask("count to 1000");
        m_engine.reset();
        QCOMPARE(asked->ends(), 1);
        QCOMPARE(m_host->ends.load(), 1);
        load("parrot"); // and one that is never loaded
        m_engine.reset();
    }

    // ---- lost connections ----

    void whatIsLostBeforeTheFirstWordIsAskedAgain()
    {
        m_server->setFaults({{"drop", true}, {"drops", 2}});
        const auto asked = ask("Hello");
        QCOMPARE(endOf(*asked), QString("I was shown 0 and told: Hello"));
        QCOMPARE(asked->ends(), 1);
    }

    void anAnswerThatIsCutBeforeItsFirstWordIsAskedAgain()
    {
        m_server->setFaults({{"cut_after", 1}, {"cuts", 2}}); // after the role
        const auto asked = ask("Hello");
        QCOMPARE(endOf(*asked), QString("I was shown 0 and told: Hello"));
        QCOMPARE(m_server->log().questions().size(), 3);
    }

    void aConnectionLostInTheMiddleKeepsTheText()
    {
        m_server->setFaults({{"cut_after", 4}});
        const auto asked = ask("Hello");
        const QString failure = endOf(*asked);
        QVERIFY2(failure.contains("lost during the answer") && failure.contains("Continue"),
            qPrintable(failure));
        QCOMPARE(asked->text(), QString("I was shown "));
        QCOMPARE(m_server->log().questions().size(), 1); // it is not asked twice
        QCOMPARE(stage(), ModelState::Stage::Ready);
    }

    void theAnswerGoesOnWithNothingDoubledOrLost_data()
    {
        QTest::addColumn<QString>("owner");
        QTest::addColumn<bool>("repeats");
        QTest::newRow("told") << "vllm" << false;
        QTest::newRow("by itself") << "vignette" << false;
        QTest::newRow("by itself, as llama.cpp's does") << "llamacpp" << false;
        QTest::newRow("by itself, and it repeats, as newer ones of llama.cpp do")
            << "llamacpp" << true;
        QTest::newRow("asked in words, and it repeats") << "somebody" << true;
    }
    void theAnswerGoesOnWithNothingDoubledOrLost()
    {
        QFETCH(QString, owner);
        QFETCH(bool, repeats);
        const std::string question = "count to 100";
        m_server->setModels({QJsonObject{{"id", "parrot"}, {"owned_by", owner}}});
        load();
        const QString whole = endOf(*ask(question));
        m_server->setFaults({{"wait", 0.01}});
        const auto asked = ask(question);
        QTRY_VERIFY_WITH_TIMEOUT(asked->text().size() > 60, tests::patience);

        m_server->pullThePlug();
        QVERIFY(endOf(*asked).contains("lost during the answer"));
        QCOMPARE(asked->ends(), 1);
        m_server->plugIn();
        m_server->setModels({QJsonObject{{"id", "parrot"}, {"owned_by", owner}}});
        m_server->setFaults({{"repeat", repeats}});

        runtime::AnswerRequest request;
        request.messages = {userSays(question), tests::modelSays(asked->text().toStdString())};
        const auto rest = ask(request);
        const QString text = endOf(*rest);
        QCOMPARE(asked->text() + text, whole);
        QCOMPARE(rest->statistics()->givenBytes, int64_t(asked->text().toUtf8().size()));
    }

    void aServerThatIsAwayIsOneSentenceAndTheModelIsNotReady()
    {
        QTRY_COMPARE(stage(), ModelState::Stage::Ready);
        m_server->pullThePlug();
        const auto asked = ask("Hello");
        const QString failure = endOf(*asked);
        QVERIFY2(
            failure.contains("No response") && failure.contains("127.0.0.1"), qPrintable(failure));
        QVERIFY(asked->waitedFor(AnswerWait::For::Connection));
        QCOMPARE(stage(), ModelState::Stage::Failed);
        load();
        QTRY_COMPARE_WITH_TIMEOUT(stage(), ModelState::Stage::Failed, tests::patience);
        const QString end = endOf(*ask("Hello"));
        QVERIFY2(end.contains("No response"), qPrintable(end));

        m_server->plugIn();
        load();
        QCOMPARE(endOf(*ask("Hello")), QString("I was shown 0 and told: Hello"));
    }

    void aServerThatComesBackInTimeIsWaitedFor()
    {
        QTRY_COMPARE(stage(), ModelState::Stage::Ready);
        m_server->setFaults(
            {{"refuse", QJsonArray{QJsonObject{{"at", "chat"}, {"status", 500}, {"times", 2}}}}});
        QCOMPARE(endOf(*ask("Hello")), QString("I was shown 0 and told: Hello"));
    }

    void inTheRegistryAServerThatIsAwayIsAskedAnewNextTime()
    {
        m_engine.reset();
        runtime::ModelRegistry registry([this](const runtime::ModelId& model, auto host) {
            RemoteEngineOptions options;
            options.provider = {QString::fromStdString(model.address())};
            options.model = QString::fromStdString(model.name());
            options.thread = m_thread;
            options.times = shortTimes();
            return std::make_shared<RemoteEngine>(std::move(options), std::move(host));
        });
        const auto model = runtime::ModelId::remote(m_server->address().toStdString(), "parrot");
        const auto askRegistry = [&] {
            runtime::AnswerRequest request;
            request.messages = {userSays("Hello")};
            return std::make_unique<Asked>(
                [&](auto sink) { return registry.submit(model, request, std::move(sink)); });
        };
        QCOMPARE(endOf(*askRegistry()), QString("I was shown 0 and told: Hello"));
        m_server->pullThePlug();
        QVERIFY(endOf(*askRegistry()).contains("No response"));
        QTRY_COMPARE(registry.state(model).stage, ModelState::Stage::Failed);
        m_server->plugIn();
        QCOMPARE(endOf(*askRegistry()), QString("I was shown 0 and told: Hello"));
    }

    // ---- servers that are hostile, or broken ----

    void whatMakesNoSenseIsOneSentence_data()
    {
        QTest::addColumn<QJsonObject>("faults");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const QJsonObject& faults, const char* words) {
            QTest::newRow(name) << faults << QString(words);
        };
        row("no JSON", {{"event", "no JSON"}}, "it isn't valid JSON");
        row("half JSON", {{"event", "{\"choices\": ["}}, "it isn't valid JSON");
        row("deep JSON", {{"event", QString(500'000, u'[')}}, "it isn't valid JSON");
        row("a call as deep JSON",
            {{"event",
                "{\"choices\": [{\"delta\": {\"tool_calls\": [{\"function\": {\"arguments\": "
                "{\"a\": "
                    + QString(500'000, u'[') + QString(500'000, u']') + "}}}]}}]}"}},
            "it isn't valid JSON");
        row("an error", {{"event", "{\"error\": {\"message\": \"out of\\nmemory\"}}"}},
            "out of memory");
        row("a line without end", {{"line", 3'000'000}}, "too long");
        row("events without end", {{"endless", "events"}}, "too many empty events");
        row("comments without end", {{"endless", "comments"}}, "took too long to respond");
        row("words for a book",
            {{"event",
                "{\"choices\": [{\"delta\": {\"content\": \"" + QString(200'000, u'x') + "\"}}]}"}},
            "the answer is too long");
        row("another type", {{"type", "text/html"}}, "text/html");
        row("it stops before a word", {{"stall_after", 1}}, "took too long to respond");
        row("it stops after a word", {{"stall_after", 3}}, "stopped responding during the answer");
        row("it drips", {{"drip", 0.1}}, "took too long to respond");
        row("no end is told", {{"no_finish", true}}, "lost during the answer");
        row("refused",
            {{"refuse",
                QJsonArray{QJsonObject{{"at", "chat"}, {"status", 400},
                    {"body",
                        QJsonObject{{"error", QJsonObject{{"message", "too many tokens"}}}}}}}}},
            "too many tokens");
        row("not known", {{"refuse", QJsonArray{QJsonObject{{"at", "chat"}, {"status", 404}}}}},
            "can't find the model “parrot”");
        row("broken", {{"refuse", QJsonArray{QJsonObject{{"at", "chat"}, {"status", 500}}}}},
            "internal error");
        row("led away",
            {{"refuse",
                QJsonArray{QJsonObject{{"at", "chat"}, {"status", 307},
                    {"headers", QJsonObject{{"Location", "http://127.0.0.9:1/v1"}}}}}}},
            "redirects to 127.0.0.9:1");
        row("asked to wait for hours",
            {{"refuse",
                QJsonArray{QJsonObject{{"at", "chat"}, {"status", 429},
                    {"headers", QJsonObject{{"Retry-After", "7200"}}}}}}},
            "Try again in 7200 s");
        row("a thousand tools",
            {{"event", "{\"choices\": [{\"delta\": {\"tool_calls\": [{\"index\": 1000000}]}}]}"}},
            "too many tool calls");
    }
    void whatMakesNoSenseIsOneSentence()
    {
        QFETCH(QJsonObject, faults);
        QFETCH(QString, words);
        m_server->setFaults(faults);

        const auto asked = ask("Hello");
        const QString end = endOf(*asked);

        QVERIFY2(end.contains(words), qPrintable(end));
        QVERIFY2(end.size() < 500 && !end.contains('\n'), qPrintable(end));
        QCOMPARE(asked->ends(), 1);
        QVERIFY(!asked->failure().isEmpty());
        m_server->setFaults({});
        QCOMPARE(endOf(*ask("Hello")), QString("I was shown 0 and told: Hello"));
    }

    void whatIsOnlyUnusualIsRead_data()
    {
        QTest::addColumn<QJsonObject>("faults");
        QTest::newRow("no stream") << QJsonObject{{"plain", true}};
        QTest::newRow("no word of the end") << QJsonObject{{"no_done", true}};
        QTest::newRow("an event of nothing") << QJsonObject{{"event", "{}"}};
        QTest::newRow("slowly, but words") << QJsonObject{{"wait", 0.3}};
    }
    void whatIsOnlyUnusualIsRead()
    {
        QFETCH(QJsonObject, faults);
        m_server->setFaults(faults);
        QCOMPARE(endOf(*ask("Hello")), QString("I was shown 0 and told: Hello"));
    }

    void wordsWithoutEndAreCut()
    {
        m_server->setFaults({{"endless", "words"}});
        runtime::AnswerRequest request;
        request.messages = {userSays("Hello")};
        request.settings.maxTokens = 50;
        const auto asked = ask(request);
        QVERIFY(endOf(*asked).startsWith("and so on and so on "));
        QCOMPARE(asked->statistics()->end, AnswerStatistics::End::TokenLimit);
        QCOMPARE(asked->statistics()->tokens, int64_t(50));
        int gone = 0; // the log tells each once
        QTRY_VERIFY_WITH_TIMEOUT((gone += m_server->log().gone) == 1, tests::patience);
    }

    void theServersCountIsReadOfAnAnswerThatHadAllItsTokens()
    {
        runtime::AnswerRequest request;
        request.messages = {userSays("count to 100")};
        request.settings.maxTokens = 5;
        const auto asked = ask(request);
        endOf(*asked);
        QCOMPARE(asked->statistics()->end, AnswerStatistics::End::TokenLimit);
        QCOMPARE(asked->statistics()->promptTokens, int64_t(11));
        QCOMPARE(asked->statistics()->tokens, int64_t(5));
    }

    // ---- as many as it bears ----

    void soManyAreAskedAtOnceAndNoMore()
    {
        m_server->setFaults({{"wait", 0.02}});
        load("parrot", 9); // more than one object of Qt sends to a machine
        std::vector<std::unique_ptr<Asked>> all;
        for (int number = 0; number < 30; ++number)
            all.push_back(ask("number " + std::to_string(number)));
        for (size_t number = 0; number < all.size(); ++number)
            QCOMPARE(endOf(*all[number]), QString("I was shown 0 and told: number %1").arg(number));
        const auto log = m_server->log();
        QCOMPARE(log.questions().size(), 30);
        QCOMPARE(log.most, 9);
    }

    void aServerThatIsTooBusyIsAskedAgainLater()
    {
        m_server->setFaults({{"wait", 0.01},
            {"refuse",
                QJsonArray{QJsonObject{{"at", "chat"}, {"status", 429}, {"after", 3}, {"times", 5},
                    {"headers", QJsonObject{{"Retry-After", "0"}}}}}}});
        load("parrot", 8);
        std::vector<std::unique_ptr<Asked>> all;
        for (int number = 0; number < 16; ++number)
            all.push_back(ask("number " + std::to_string(number)));
        for (size_t number = 0; number < all.size(); ++number) {
            QCOMPARE(endOf(*all[number]), QString("I was shown 0 and told: number %1").arg(number));
            QCOMPARE(all[number]->ends(), 1);
        }
        QCOMPARE(m_server->log().questions().size(), 16 + 5);
    }

    void aBusyServerIsNamedAndQuotedWhileItIsWaitedFor()
    {
        const QJsonObject body{{"error", QJsonObject{{"message", "The model is overloaded"}}}};
        m_server->setFaults({{"refuse",
            QJsonArray{QJsonObject{{"at", "chat"}, {"status", 503}, {"times", 1}, {"body", body},
                {"headers", QJsonObject{{"Retry-After", "2"}}}}}}});
        const auto asked = ask("Hello");

        QCOMPARE(endOf(*asked), QString("I was shown 0 and told: Hello"));

        QList<int64_t> seconds;
        for (const AnswerWait& wait : asked->waits()) {
            if (wait.what != AnswerWait::For::Busy)
                continue;
            QCOMPARE(wait.said, std::string("The model is overloaded"));
            QVERIFY(wait.server.starts_with("localhost") || wait.server.starts_with("127.0.0.1"));
            QCOMPARE(wait.done, int64_t(2)); // the next attempt
            QVERIFY(wait.total >= wait.done);
            seconds << wait.secondsLeft;
        }
        QVERIFY(!seconds.isEmpty());
        QCOMPARE(seconds.first(), int64_t(2));
        QCOMPARE(seconds.last(), int64_t(1)); // it is counted down
    }
};

TESTS(RemoteEngineTest, QCoreApplication);
#include "remote_engine_test.moc"
