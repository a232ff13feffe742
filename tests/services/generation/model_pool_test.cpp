#include "runtime/answer_engine.h"
#include "tests/services/generation/pool_support.h"
#include "tests/support/test_program.h"

#include <QPointer>
#include <QSignalSpy>

using services::AnswerStatistics;
using services::AnswerStream;
using services::ModelId;
using services::ModelPool;
using services::ModelState;

namespace {

constexpr int patience = 120'000; // milliseconds

services::AnswerRequest question(const char* text)
{
    return {{runtime::textMessage(services::Role::User, text)}};
}

} // namespace

// The registry of models, as the window's thread sees it.
class ModelPoolTest : public QObject {
    Q_OBJECT

private slots:
    void aModelIsLoadedWhenItIsAsked()
    {
        ModelPool pool{{}};
        QSignalSpy changes(&pool, &ModelPool::stateChanged);
        QCOMPARE(pool.registry().state({}).stage, ModelState::Stage::Unloaded);

        AnswerStream* stream = tests::ask(pool, {}, question("Hello"), this);
        QSignalSpy waits(stream, &AnswerStream::waits);
        QSignalSpy texts(stream, &AnswerStream::textAdded);
        QSignalSpy finished(stream, &AnswerStream::finished);

        QCOMPARE(pool.registry().state({}).stage, ModelState::Stage::Loading);
        QCOMPARE(changes.count(), 1); // at once
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
        QCOMPARE(pool.registry().state({}).stage, ModelState::Stage::Ready);
        QVERIFY(pool.registry().state({}).summary.isBuiltIn);
        QVERIFY(!texts.isEmpty());
        QVERIFY(waits[0][0].toString().contains("Loading"));
        QVERIFY(finished[0][0].value<AnswerStatistics>().tokens > 0);
    }

    void whoeverAsksHearsOfTheirOwnAnswerOnly()
    {
        const QTemporaryDir folder;
        const ModelId other = tests::copyOfStarter(folder, "模型 ü.gguf");
        ModelPool pool{{}};
        AnswerStream* first = tests::ask(pool, {}, question("Hello"), this);
        AnswerStream* second = tests::ask(pool, other, question("Who are you?"), this);
        QSignalSpy firstEnd(first, &AnswerStream::finished);
        QSignalSpy secondEnd(second, &AnswerStream::finished);

        first->stop();

        QTRY_VERIFY_WITH_TIMEOUT(firstEnd.count() == 1 && secondEnd.count() == 1, patience);
        QCOMPARE(firstEnd[0][0].value<AnswerStatistics>().end, AnswerStatistics::End::Stopped);
        QVERIFY(secondEnd[0][0].value<AnswerStatistics>().end != AnswerStatistics::End::Stopped);
        QCOMPARE(pool.registry().state(other).summary.name, std::string("模型 ü"));
    }

    void anAnswerThatNobodyReadsIsStopped()
    {
        ModelPool pool{{}};
        auto reader = std::make_unique<QObject>();
        AnswerStream* left = tests::ask(pool, {}, question("Hello"), reader.get());
        AnswerStream* abandoned = tests::ask(pool, {}, question("Hello"), this);
        AnswerStream* next = tests::ask(pool, {}, question("Hello"), this);
        int signalsOfOthers = 0, deleted = 0;
        for (AnswerStream* other : {left, abandoned}) {
            connect(other, &AnswerStream::finished, this, [&] { ++signalsOfOthers; });
            connect(other, &AnswerStream::failed, this, [&] { ++signalsOfOthers; });
        }
        QSignalSpy finished(next, &AnswerStream::finished);
        connect(next, &QObject::destroyed, this, [&] { ++deleted; });
        const QPointer<AnswerStream> leftStream(left), abandonedStream(abandoned);

        reader.reset();
        abandoned->abandon();

        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
        QTRY_VERIFY(!leftStream && !abandonedStream && deleted == 1);
        QCOMPARE(signalsOfOthers, 0);
        QTRY_COMPARE(pool.registry().find({})->use().openAnswers, int64_t(0));
    }

    void whatWasLeftOutIsSaidInTheLanguageOfTheWindow()
    {
        services::LoadOptions options;
        options.device = "cuda:0";
        ModelPool pool(options);
        pool.registry().load({});
        QTRY_COMPARE_WITH_TIMEOUT(
            pool.registry().state({}).stage, ModelState::Stage::Ready, patience);
        if (pool.registry().state({}).summary.device.starts_with("CPU")) {
            QCOMPARE(pool.registry().state({}).summary.notes.size(), 1U);
            QVERIFY(services::noteMessages(pool.registry().state({}).summary)[0].contains(
                "isn't used"));
        }
    }

    void aModelThatCannotBeLoadedFailsItsAnswersWithTheReason()
    {
        ModelPool pool{{}};
        for (const ModelId& model :
            {ModelId::fromText("/nowhere/model.gguf"), ModelId::fromText("http://x/v1#any")}) {
            AnswerStream* stream = tests::ask(pool, model, question("Hello"), this);
            QSignalSpy failed(stream, &AnswerStream::failed);
            QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, patience);
            QCOMPARE(pool.registry().state(model).stage, ModelState::Stage::Failed);
            QCOMPARE(services::stateMessage(pool.registry().state(model)), failed[0][0].toString());
            QVERIFY(std::ranges::count(pool.registry().failed(), model) == 1);
        }
    }

    void countingIsDoneInTheBackground()
    {
        ModelPool pool{{}};
        using Count = std::optional<runtime::TokenCount>;
        QList<Count> counts;
        const auto take = [&](const Count& counted) { counts << counted; };
        pool.countTokens({}, question("Hello"), this, take);
        QTRY_COMPARE_WITH_TIMEOUT(counts.size(), 1, patience);
        QVERIFY(!counts[0]); // the model is not there
        pool.registry().load({});
        QTRY_COMPARE_WITH_TIMEOUT(
            pool.registry().state({}).stage, ModelState::Stage::Ready, patience);

        pool.countTokens({}, question("Hello"), this, take);

        QCOMPARE(counts.size(), 1); // not in the window's thread
        QTRY_COMPARE_WITH_TIMEOUT(counts.size(), 2, patience);
        QVERIFY(counts[1] && counts[1]->tokens > 0);
    }
};

TESTS(ModelPoolTest, QCoreApplication);
#include "model_pool_test.moc"
