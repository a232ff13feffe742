#include "tests/services/generation/pool_spy.h"

using services::AnswerId;
using services::ModelId;
using services::ModelState;
using tests::PoolSpy;

namespace {

constexpr int patience = 120'000; // milliseconds

// Takes the built-in model several steps to read, and as long to answer as it may.
QString longQuestion()
{
    return QString("What is this? ").repeated(300);
}

} // namespace

// Models come when they are asked for, and each answer ends once whatever becomes of its model.
class ModelPoolTest : public QObject {
    Q_OBJECT

private slots:
    void aModelIsLoadedWhenItIsAsked()
    {
        PoolSpy spy;
        QCOMPARE(spy.stage(), ModelState::Stage::Unloaded);

        const AnswerId id = spy.ask("Hello");

        QCOMPARE(spy.stage(), ModelState::Stage::Loading);
        QCOMPARE(spy.stateChanges.count(), 1); // at once
        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(id), patience);
        QCOMPARE(spy.stage(), ModelState::Stage::Ready);
        QVERIFY(spy.pool.state({}).summary.isStarter);
        QVERIFY2(spy.answer(id).failure.isEmpty(), qPrintable(spy.answer(id).failure));
        QVERIFY(!spy.answer(id).text.isEmpty());
        QCOMPARE(spy.answer(id).starts, 1);
        QVERIFY(spy.answer(id).waits.value(0).contains("Loading"));
    }

    void twoModelsAnswerAtOnce()
    {
        const QTemporaryDir folder;
        const ModelId other = tests::copyOfStarter(folder, "模型 ü.gguf");
        PoolSpy spy;

        const AnswerId first = spy.ask("Hello");
        const AnswerId second = spy.ask(other, "Hello");

        QVERIFY(first != second);
        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(first) && spy.hasEnded(second), patience);
        QVERIFY(!spy.answer(first).text.isEmpty());
        QCOMPARE(spy.answer(second).text, spy.answer(first).text);
        QCOMPARE(spy.pool.resident().size(), 2);
        QCOMPARE(spy.pool.state(other).summary.name, QString("模型 ü"));
        QVERIFY(!spy.pool.state(other).summary.canSee);
    }

    void aLoadIsCancelled()
    {
        PoolSpy spy;
        const AnswerId id = spy.ask("Hello");

        spy.pool.cancelLoad({});

        QCOMPARE(spy.stage(), ModelState::Stage::Unloaded);
        QVERIFY(spy.pool.resident().isEmpty());
        QVERIFY(spy.answer(id).failure.contains("cancelled"));
        const AnswerId next = spy.ask("Hello");
        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(next), patience);
        QVERIFY(!spy.answer(next).text.isEmpty());
        QCOMPARE(spy.answer(id).ends, 1);
    }

    void onlyALoadIsCancelled()
    {
        PoolSpy spy;
        spy.pool.load({});
        QTRY_COMPARE_WITH_TIMEOUT(spy.stage(), ModelState::Stage::Ready, patience);

        spy.pool.cancelLoad({});

        QCOMPARE(spy.stage(), ModelState::Stage::Ready);
    }

    void unloadingEndsTheAnswersUnderWay()
    {
        PoolSpy spy;
        const AnswerId writing = spy.ask(longQuestion());
        const AnswerId waiting = spy.ask(longQuestion());
        QTRY_VERIFY_WITH_TIMEOUT(spy.answer(writing).starts > 0, patience);

        spy.pool.unload({});

        QCOMPARE(spy.stage(), ModelState::Stage::Unloaded);
        for (const AnswerId id : {writing, waiting})
            QVERIFY2(
                spy.answer(id).failure.contains("unloaded"), qPrintable(spy.answer(id).failure));
        const AnswerId next = spy.ask("Hello");
        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(next), patience);
        QVERIFY(!spy.answer(next).text.isEmpty());
        for (const AnswerId id : {writing, waiting})
            QCOMPARE(spy.answer(id).ends, 1);
    }

    void aModelThatIsIdleMakesRoomForAnother()
    {
        const QTemporaryDir folder;
        const ModelId second = tests::copyOfStarter(folder, "second.gguf");
        const ModelId third = tests::copyOfStarter(folder, "third.gguf");
        PoolSpy spy;
        spy.pool.setFreeMemory([] { return qint64(1) << 40; });
        load(spy, {});
        load(spy, second);
        load(spy, {}); // does nothing, but is not a use either
        const AnswerId id = spy.ask("Hello"); // so that the second is the one not used for longest
        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(id), patience);

        spy.pool.setFreeMemory([] { return qint64(1'000'000); });
        load(spy, third);

        QCOMPARE(spy.stage(second), ModelState::Stage::Unloaded);
        QCOMPARE(spy.stage(), ModelState::Stage::Ready);
    }

    void aLoadThatNeedsTheMemoryOfAnotherSaysThatItWaits()
    {
        const QTemporaryDir folder;
        const ModelId second = tests::copyOfStarter(folder, "second.gguf");
        PoolSpy spy;
        spy.pool.setFreeMemory([] { return qint64(1) << 40; });
        load(spy, {});
        spy.pool.setFreeMemory([] { return qint64(1'000'000); });
        listenTo(spy, second);

        const AnswerId id = spy.ask(second, "Hello");

        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(id), patience);
        QVERIFY2(spy.answer(id).failure.isEmpty(), qPrintable(spy.answer(id).failure));
        QCOMPARE(m_sentences.size(), 1);
        QVERIFY2(m_sentences[0].contains("another model"), qPrintable(m_sentences[0]));
        QVERIFY(spy.answer(id).waits.contains(m_sentences[0]));
    }

    void aLoadThatFitsDoesNotWaitForAnUnload()
    {
        const QTemporaryDir folder;
        const ModelId second = tests::copyOfStarter(folder, "second.gguf");
        PoolSpy spy;
        spy.pool.setFreeMemory([] { return qint64(1) << 40; });
        load(spy, {});
        listenTo(spy, second);
        spy.pool.setFreeMemory([&spy] {
            spy.pool.unload({}); // is still ending when the room is looked for
            return qint64(1) << 40;
        });

        load(spy, second);

        QCOMPARE(spy.stage(), ModelState::Stage::Unloaded);
        QCOMPARE(m_sentences, QStringList());
    }

    // Of what the model that ends gives back there is enough for the next: the third one stays.
    void whatAModelIsAboutToGiveBackCountsAsRoom()
    {
        const QTemporaryDir folder;
        const ModelId second = tests::copyOfStarter(folder, "second.gguf");
        const ModelId third = tests::copyOfStarter(folder, "third.gguf");
        PoolSpy spy;
        spy.pool.setFreeMemory([] { return qint64(1) << 40; });
        load(spy, {});
        load(spy, second);
        spy.pool.setFreeMemory([&spy, second] {
            spy.pool.unload(second);
            return qint64(1'000'000);
        });

        load(spy, third);

        QCOMPARE(spy.stage(), ModelState::Stage::Ready);
    }

    void aModelThatAnswersMakesNoRoom()
    {
        const QTemporaryDir folder;
        const ModelId second = tests::copyOfStarter(folder, "second.gguf");
        PoolSpy spy;
        spy.pool.setFreeMemory([] { return qint64(0); });
        const AnswerId writing = spy.ask(longQuestion());
        QTRY_VERIFY_WITH_TIMEOUT(spy.answer(writing).starts > 0, patience);

        const AnswerId other = spy.ask(second, "Hello");

        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(writing) && spy.hasEnded(other), patience);
        QVERIFY2(spy.answer(writing).failure.isEmpty(), qPrintable(spy.answer(writing).failure));
        QVERIFY2(spy.answer(other).failure.isEmpty(), qPrintable(spy.answer(other).failure));
    }

    void anIdleModelIsUnloadedAndComesBack()
    {
        PoolSpy spy;
        spy.pool.setIdleTime(std::chrono::milliseconds(1));
        const AnswerId id = spy.ask("Hello");
        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(id), patience);
        QVERIFY2(spy.answer(id).failure.isEmpty(), qPrintable(spy.answer(id).failure));

        QTRY_COMPARE_WITH_TIMEOUT(spy.stage(), ModelState::Stage::Unloaded, patience);

        const AnswerId next = spy.ask("Hello");
        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(next), patience);
        QCOMPARE(spy.answer(next).text, spy.answer(id).text);
    }

    void aDraftModelLeavesAnswersAsTheyAre()
    {
        const QTemporaryDir folder;
        PoolSpy spy;
        const AnswerId alone = spy.ask("Hello");
        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(alone), patience);
        services::LoadOptions options;
        options.draftPath = tests::copyOfStarter(folder, "draft.gguf").toStdString();
        PoolSpy drafting(options);

        const AnswerId id = drafting.ask("Hello");

        QTRY_VERIFY_WITH_TIMEOUT(drafting.hasEnded(id), patience);
        QCOMPARE(drafting.answer(id).text, spy.answer(alone).text);
        QCOMPARE(drafting.pool.state({}).summary.draft, QString("draft"));
    }

    void aDeviceThatIsMissingIsReplacedAndSaidSo()
    {
        services::LoadOptions options;
        options.device = "cuda:0";
        PoolSpy spy(options);

        const AnswerId id = spy.ask("Hello");

        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(id), patience);
        if (spy.pool.state({}).summary.device.startsWith("CPU"))
            QCOMPARE(spy.pool.state({}).summary.notes.size(), 1);
        QVERIFY2(spy.answer(id).failure.isEmpty(), qPrintable(spy.answer(id).failure));
    }

    void anAnswerIsStopped()
    {
        PoolSpy spy;
        const AnswerId id = spy.ask(longQuestion());
        QTRY_VERIFY_WITH_TIMEOUT(spy.answer(id).starts > 0, patience);

        spy.pool.stop(id);

        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(id), patience);
        QCOMPARE(spy.answer(id).statistics.end, services::AnswerStatistics::End::Stopped);
        spy.pool.stop(id);
        spy.pool.stop(123456);
    }

    void anAnswerIsStoppedWhileItsModelIsLoading()
    {
        PoolSpy spy;
        const AnswerId stopped = spy.ask("Hello");
        const AnswerId other = spy.ask("Hello");
        QCOMPARE(spy.stage(), ModelState::Stage::Loading);

        spy.pool.stop(stopped);

        QCOMPARE(spy.answer(stopped).ends, 1); // at once
        QCOMPARE(spy.answer(stopped).statistics.end, services::AnswerStatistics::End::Stopped);
        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(other), patience);
        QVERIFY(!spy.answer(other).text.isEmpty());
        QCOMPARE(spy.answer(stopped).ends, 1);
        QVERIFY(spy.answer(stopped).text.isEmpty());
    }

    void aModelThatCannotBeLoadedFailsItsAnswersWithTheReason()
    {
        PoolSpy spy;
        const ModelId missing = "/nowhere/model.gguf";

        const AnswerId id = spy.ask(missing, "Hello");

        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(id), patience);
        QVERIFY2(spy.answer(id).failure.contains("model.gguf"), qPrintable(spy.answer(id).failure));
        QCOMPARE(spy.stage(missing), ModelState::Stage::Failed);
        QCOMPARE(spy.pool.state(missing).sentence, spy.answer(id).failure);
        QVERIFY(spy.pool.resident().isEmpty());
        QCOMPARE(spy.answer(id).ends, 1);
    }

    void itEndsWhateverItsModelsAreDoing()
    {
        const QTemporaryDir folder;
        {
            PoolSpy spy;
            spy.ask(longQuestion());
        }
        PoolSpy spy;
        const AnswerId writing = spy.ask(longQuestion());
        QTRY_VERIFY_WITH_TIMEOUT(spy.answer(writing).starts > 0, patience);
        spy.ask(tests::copyOfStarter(folder, "other.gguf"), "Hello");
        spy.pool.unload({});
    }

private:
    // To what the loading of a model is said to wait for.
    void listenTo(PoolSpy& spy, const ModelId& model)
    {
        m_sentences.clear();
        connect(&spy.pool, &services::ModelPool::stateChanged, &spy,
            [this, &spy, model](const ModelId& changed) {
                const ModelState state = spy.pool.state(model);
                if (changed == model && !state.sentence.isEmpty())
                    m_sentences << state.sentence;
            });
    }

    static void load(PoolSpy& spy, const ModelId& model)
    {
        spy.pool.load(model);
        QTRY_COMPARE_WITH_TIMEOUT(spy.stage(model), ModelState::Stage::Ready, patience);
    }

    QStringList m_sentences;
};

QTEST_GUILESS_MAIN(ModelPoolTest)
#include "model_pool_test.moc"
