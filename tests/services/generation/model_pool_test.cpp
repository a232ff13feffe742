#include "runtime/answer_engine.h"
#include "tests/services/generation/pool_support.h"
#include "tests/support/test_program.h"

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
        QCOMPARE(pool.state({}).stage, ModelState::Stage::Unloaded);

        AnswerStream* stream = pool.submit({}, question("Hello"), this);
        QSignalSpy waits(stream, &AnswerStream::waits);
        QSignalSpy texts(stream, &AnswerStream::textAdded);
        QSignalSpy finished(stream, &AnswerStream::finished);

        QCOMPARE(pool.state({}).stage, ModelState::Stage::Loading);
        QCOMPARE(changes.count(), 1); // at once
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
        QCOMPARE(pool.state({}).stage, ModelState::Stage::Ready);
        QVERIFY(pool.state({}).summary.isBuiltIn);
        QVERIFY(!texts.isEmpty());
        QVERIFY(waits[0][0].toString().contains("Loading"));
        QVERIFY(finished[0][0].value<AnswerStatistics>().tokens > 0);
    }

    void whoeverAsksHearsOfTheirOwnAnswerOnly()
    {
        const QTemporaryDir folder;
        const ModelId other = tests::copyOfStarter(folder, "模型 ü.gguf");
        ModelPool pool{{}};
        AnswerStream* first = pool.submit({}, question("Hello"), this);
        AnswerStream* second = pool.submit(other, question("Who are you?"), this);
        QSignalSpy firstEnd(first, &AnswerStream::finished);
        QSignalSpy secondEnd(second, &AnswerStream::finished);

        first->stop();

        QTRY_VERIFY_WITH_TIMEOUT(firstEnd.count() == 1 && secondEnd.count() == 1, patience);
        QCOMPARE(firstEnd[0][0].value<AnswerStatistics>().end, AnswerStatistics::End::Stopped);
        QVERIFY(secondEnd[0][0].value<AnswerStatistics>().end != AnswerStatistics::End::Stopped);
        QCOMPARE(pool.state(other).summary.name, std::string("模型 ü"));
    }

    void aStreamThatIsDeletedStopsItsAnswer()
    {
        ModelPool pool{{}};
        delete pool.submit({}, question("Hello"), this);
        AnswerStream* next = pool.submit({}, question("Hello"), this);
        QSignalSpy finished(next, &AnswerStream::finished);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
        QVERIFY(children().isEmpty() || children() == QObjectList{next});
    }

    void whatWasLeftOutIsSaidInTheLanguageOfTheWindow()
    {
        services::LoadOptions options;
        options.device = "cuda:0";
        ModelPool pool(options);
        pool.load({});
        QTRY_COMPARE_WITH_TIMEOUT(pool.state({}).stage, ModelState::Stage::Ready, patience);
        if (pool.state({}).summary.device.starts_with("CPU")) {
            QCOMPARE(pool.state({}).summary.notes.size(), 1U);
            QVERIFY(services::noteMessages(pool.state({}).summary)[0].contains("isn't used"));
        }
    }

    void aModelThatCannotBeLoadedFailsItsAnswersWithTheReason()
    {
        ModelPool pool{{}};
        for (const ModelId& model :
            {ModelId::fromText("/nowhere/model.gguf"), ModelId::fromText("http://x/v1#any")}) {
            AnswerStream* stream = pool.submit(model, question("Hello"), this);
            QSignalSpy failed(stream, &AnswerStream::failed);
            QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, patience);
            QCOMPARE(pool.state(model).stage, ModelState::Stage::Failed);
            QCOMPARE(services::stateMessage(pool.state(model)), failed[0][0].toString());
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
        pool.load({});
        QTRY_COMPARE_WITH_TIMEOUT(pool.state({}).stage, ModelState::Stage::Ready, patience);

        pool.countTokens({}, question("Hello"), this, take);

        QCOMPARE(counts.size(), 1); // not in the window's thread
        QTRY_COMPARE_WITH_TIMEOUT(counts.size(), 2, patience);
        QVERIFY(counts[1] && counts[1]->tokens > 0);
    }
};

TESTS(ModelPoolTest, QCoreApplication);
#include "model_pool_test.moc"
