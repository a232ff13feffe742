#include "tests/runtime/answers/engine_spy.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"

#include <QTest>

using runtime::ModelState;
using tests::Asked;
using tests::EngineSpy;
using tests::patience;
using tests::userSays;

class LocalEngineTest : public QObject {
    Q_OBJECT

private slots:
    void requestsMadeBeforeTheModelIsLoadedAreAnswered()
    {
        EngineSpy spy;
        const Asked answer = spy.ask({userSays("Hello")});

        spy.engine.load();

        QTRY_VERIFY_WITH_TIMEOUT(answer.hasEnded(), patience);
        QCOMPARE(spy.stage(), ModelState::Stage::Ready);
        QVERIFY(!answer.text().isEmpty());
        QVERIFY(answer.statistics()->tokens > 0);
    }

    void aTemplateThatCantBeReadStopsChatsOnly_data()
    {
        QTest::addColumn<QByteArray>("source");
        QTest::addColumn<QString>("cause");
        QTest::newRow("wrong") << QByteArray("{% if %}") << "line 1, column 7";
        QTest::newRow("too long") << QByteArray((1 << 20) + 1, ' ') << "at most 1 MiB";
    }
    void aTemplateThatCantBeReadStopsChatsOnly()
    {
        QFETCH(QByteArray, source);
        QFETCH(QString, cause);
        const tests::TinyFolder folder;
        tests::writeFile(folder.path("chat_template.jinja"), source);
        runtime::LoadOptions options;
        options.path = folder.path().toStdString();
        options.threads = 1;
        EngineSpy spy(options);
        spy.engine.load();
        runtime::AnswerRequest completion;
        completion.plainPrompt = std::string("ab");
        completion.settings.maxTokens = 3;

        const Asked completed = spy.ask(completion);
        const Asked chat = spy.ask({userSays("Hello")});

        QTRY_VERIFY_WITH_TIMEOUT(completed.hasEnded() && chat.hasEnded(), patience);
        QVERIFY2(completed.isComplete(), qPrintable(completed.failure()));
        QVERIFY2(chat.failure().contains("can't chat: ") && chat.failure().contains(cause),
            qPrintable(chat.failure()));
        const auto notes = spy.engine.describe().summary.notes;
        QCOMPARE(notes.size(), size_t(1));
        QCOMPARE(notes[0].about, runtime::LoadNote::About::TemplateFails);
        QVERIFY(QString::fromStdString(notes[0].reason).contains(cause));
    }

    void answersWrittenTogetherAreThoseWrittenAlone()
    {
        EngineSpy spy;
        spy.engine.load();
        const Asked alone = spy.ask({userSays("Hello")});
        QTRY_VERIFY_WITH_TIMEOUT(alone.hasEnded(), patience);

        const Asked first = spy.ask({userSays("Hello")});
        const Asked second = spy.ask({userSays("Who are you?")});

        QTRY_VERIFY_WITH_TIMEOUT(first.hasEnded() && second.hasEnded(), patience);
        QCOMPARE(first.text(), alone.text());
        QVERIFY(!second.text().isEmpty());
    }

    void anErrorReachesItsOwnAnswerOnly()
    {
        EngineSpy spy;
        spy.engine.load();
        std::string tooLong;
        for (int i = 0; i < 20'000; ++i)
            tooLong += "too long ";

        const Asked good = spy.ask({userSays("Hello")});
        const Asked bad = spy.ask({userSays(tooLong)});

        QTRY_VERIFY_WITH_TIMEOUT(good.hasEnded() && bad.hasEnded(), patience);
        QVERIFY(bad.failure().size() > 10);
        QVERIFY2(good.isComplete(), qPrintable(good.failure()));
    }

    void aModelThatIsNotThereFailsItsAnswersWithASentence()
    {
        runtime::LoadOptions options;
        options.path = "/nowhere/model.gguf";
        EngineSpy spy(options);
        const Asked before = spy.ask({userSays("Hello")});

        spy.engine.load();

        QTRY_VERIFY_WITH_TIMEOUT(before.hasEnded(), patience);
        QCOMPARE(spy.stage(), ModelState::Stage::Failed);
        const QString message = QString::fromStdString(spy.engine.describe().message);
        QVERIFY(message.contains("model.gguf"));
        QCOMPARE(before.failure(), message);
        const Asked after = spy.ask({userSays("Hello")});
        QTRY_VERIFY_WITH_TIMEOUT(after.hasEnded(), patience);
        QCOMPARE(after.failure(), message);
    }

    void whoHasAskedHearsOfTheProbabilities()
    {
        EngineSpy spy;
        spy.engine.load();
        runtime::AnswerRequest request{{userSays("Hello")}};
        request.settings = {.temperature = 1.0f, .seed = 5};
        const Asked untold = spy.ask(request);
        request.likeliestTokens = 3;

        const Asked told = spy.ask(request);

        QTRY_VERIFY_WITH_TIMEOUT(told.hasEnded() && untold.hasEnded(), patience);
        QVERIFY(untold.tokens().empty());
        QCOMPARE(told.text(), untold.text());
        QVERIFY(told.tokens().size() > 1);
        std::string text;
        for (const runtime::TokenDetail& token : told.tokens()) {
            text += token.chosen.text;
            QVERIFY(token.chosen.probability > 0 && token.chosen.probability <= 1);
            QCOMPARE(token.likeliest.size(), 3U);
            for (size_t i = 1; i < 3; ++i)
                QVERIFY(token.likeliest[i - 1].probability >= token.likeliest[i].probability);
        }
        QCOMPARE(QString::fromStdString(text).trimmed(), told.text().trimmed());
    }

    void aModelThatMakesNoVectorsSaysSo()
    {
        EngineSpy spy;
        const std::vector<std::string> texts{"one"};
        QVERIFY(!spy.engine.describe().summary.embeds);
        QVERIFY_EXCEPTION_THROWN(spy.engine.embed(texts), base::Error);
    }

    void anAnswerThatIsDroppedIsStopped()
    {
        EngineSpy spy;
        spy.engine.load();
        class Ends : public runtime::AnswerSink {
        public:
            void onText(std::string_view, std::span<const runtime::TokenDetail>) override { }
            void onFinished(const runtime::AnswerStatistics& statistics) override
            {
                wasStopped = statistics.end == runtime::AnswerStatistics::End::Stopped;
            }
            void onFailed(const runtime::AnswerFailure&) override { }
            std::atomic<bool> wasStopped = false;
        };
        const auto ends = std::make_shared<Ends>();

        spy.engine.submit({{userSays("Hello")}}, ends); // the handle goes at once

        QTRY_VERIFY_WITH_TIMEOUT(ends->wasStopped, patience);
        QCOMPARE(spy.engine.use().openAnswers, 0);
    }

    void itEndsWhileLoadingAndWhileWriting()
    {
        {
            EngineSpy spy;
            spy.engine.load();
        }
        Asked answer = [] {
            EngineSpy spy;
            Asked asked = spy.ask({userSays("Hello")});
            spy.engine.load();
            [&] { QTRY_VERIFY_WITH_TIMEOUT(asked.hasStarted(), patience); }();
            return asked;
        }();
        QCOMPARE(answer.ends(), 1); // also where it was never loaded
        EngineSpy unused;
    }
};

TESTS(LocalEngineTest, QCoreApplication);
#include "local_engine_test.moc"
