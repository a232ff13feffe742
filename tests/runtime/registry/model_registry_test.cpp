#include "tests/runtime/registry/registry_spy.h"
#include "tests/support/test_program.h"

#include <QTest>

using runtime::AnswerWait;
using runtime::ModelId;
using runtime::ModelState;
using tests::Asked;
using tests::patience;
using tests::RegistrySpy;

namespace {

// Takes the built-in model several steps to read, and as long to answer as it may.
std::string longQuestion()
{
    return QByteArray("What is this? ").repeated(300).toStdString();
}

} // namespace

// Models come when they are requested, and each answer ends once whatever becomes of its model.
class ModelRegistryTest : public QObject {
    Q_OBJECT

private slots:
    void aModelIsLoadedWhenItIsAsked()
    {
        RegistrySpy spy;
        QCOMPARE(spy.stage(), ModelState::Stage::Unloaded);

        const Asked id = spy.ask("Hello");

        QCOMPARE(spy.stage(), ModelState::Stage::Loading);
        QCOMPARE(spy.told().at(0).stage, ModelState::Stage::Loading); // at once
        QTRY_VERIFY_WITH_TIMEOUT(id.hasEnded(), patience);
        QCOMPARE(spy.stage(), ModelState::Stage::Ready);
        QVERIFY(spy.registry.state({}).summary.isBuiltIn);
        QVERIFY2(id.failure().isEmpty(), qPrintable(id.failure()));
        QVERIFY(!id.text().isEmpty());
        QCOMPARE(id.starts(), 1);
        QCOMPARE(id.waits().at(0).what, AnswerWait::For::Model);
    }

    void twoModelsAnswerAtOnce()
    {
        const QTemporaryDir folder;
        const ModelId other = tests::copyOfStarter(folder, "模型 ü.gguf");
        RegistrySpy spy;

        const Asked first = spy.ask("Hello");
        const Asked second = spy.ask(other, "Hello");

        QTRY_VERIFY_WITH_TIMEOUT(first.hasEnded() && second.hasEnded(), patience);
        QVERIFY(!first.text().isEmpty());
        QCOMPARE(second.text(), first.text());
        QCOMPARE(spy.registry.resident().size(), 2U);
        QCOMPARE(spy.registry.state(other).summary.name, std::string("模型 ü"));
        QVERIFY(!spy.registry.state(other).summary.canSee);
    }

    void aLoadIsCancelled()
    {
        RegistrySpy spy;
        const Asked id = spy.ask("Hello");

        spy.registry.cancelLoad({});

        QCOMPARE(spy.stage(), ModelState::Stage::Unloaded);
        QVERIFY(spy.registry.state({}).message.find("canceled") != std::string::npos);
        QVERIFY(spy.registry.failed().empty());
        QVERIFY(spy.registry.resident().empty());
        QTRY_VERIFY_WITH_TIMEOUT(id.hasEnded(), patience);
        QVERIFY(id.failure().contains("canceled"));
        const Asked next = spy.ask("Hello");
        QTRY_VERIFY_WITH_TIMEOUT(next.hasEnded(), patience);
        QVERIFY(!next.text().isEmpty());
        QCOMPARE(id.ends(), 1);
    }

    void onlyALoadIsCancelled()
    {
        RegistrySpy spy;
        spy.registry.load({});
        QTRY_COMPARE_WITH_TIMEOUT(spy.stage(), ModelState::Stage::Ready, patience);

        spy.registry.cancelLoad({});

        QCOMPARE(spy.stage(), ModelState::Stage::Ready);
    }

    void unloadingEndsTheAnswersUnderWay()
    {
        RegistrySpy spy;
        const Asked writing = spy.ask(longQuestion());
        const Asked waiting = spy.ask(longQuestion());
        QTRY_VERIFY_WITH_TIMEOUT(writing.starts() > 0, patience);

        spy.registry.unload({});

        QCOMPARE(spy.stage(), ModelState::Stage::Unloaded);
        QTRY_VERIFY_WITH_TIMEOUT(writing.hasEnded() && waiting.hasEnded(), patience);
        for (const Asked* answer : {&writing, &waiting})
            QVERIFY2(answer->failure().contains("unloaded"), qPrintable(answer->failure()));
        const Asked next = spy.ask("Hello");
        QTRY_VERIFY_WITH_TIMEOUT(next.hasEnded(), patience);
        QVERIFY(!next.text().isEmpty());
        QCOMPARE(writing.ends() + waiting.ends(), 2);
    }

    void aModelThatIsIdleMakesRoomForAnother()
    {
        const QTemporaryDir folder;
        const ModelId second = tests::copyOfStarter(folder, "second.gguf");
        const ModelId third = tests::copyOfStarter(folder, "third.gguf");
        RegistrySpy spy;
        spy.registry.setFreeMemory([] { return int64_t(1) << 40; });
        load(spy, {});
        load(spy, second);
        load(spy, {}); // does nothing, but is not a use either
        const Asked id = spy.ask("Hello"); // so that the second is the one not used for longest
        QTRY_VERIFY_WITH_TIMEOUT(id.hasEnded(), patience);

        spy.registry.setFreeMemory([] { return int64_t(1'000'000); });
        load(spy, third);

        QCOMPARE(spy.stage(second), ModelState::Stage::Unloaded);
        QCOMPARE(spy.stage(), ModelState::Stage::Ready);
    }

    void aLoadThatNeedsTheMemoryOfAnotherSaysThatItWaits()
    {
        const QTemporaryDir folder;
        const ModelId second = tests::copyOfStarter(folder, "second.gguf");
        RegistrySpy spy;
        spy.registry.setFreeMemory([] { return int64_t(1) << 40; });
        load(spy, {});
        spy.registry.setFreeMemory([] { return int64_t(1'000'000); });

        const Asked id = spy.ask(second, "Hello");

        QTRY_VERIFY_WITH_TIMEOUT(id.hasEnded(), patience);
        QVERIFY2(id.failure().isEmpty(), qPrintable(id.failure()));
        QVERIFY(spy.saidThatItWaits(second));
        QVERIFY(id.waitedFor(AnswerWait::For::Memory));
    }

    void aLoadThatFitsDoesNotWaitForAnUnload()
    {
        const QTemporaryDir folder;
        const ModelId second = tests::copyOfStarter(folder, "second.gguf");
        RegistrySpy spy;
        spy.registry.setFreeMemory([] { return int64_t(1) << 40; });
        load(spy, {});
        spy.registry.setFreeMemory([&spy] {
            spy.registry.unload({}); // is still ending when room is searched for
            return int64_t(1) << 40;
        });

        load(spy, second);

        QCOMPARE(spy.stage(), ModelState::Stage::Unloaded);
        QVERIFY(!spy.saidThatItWaits(second));
    }

    // The model that ends frees enough memory for the next: the third one stays.
    void whatAModelIsAboutToGiveBackCountsAsRoom()
    {
        const QTemporaryDir folder;
        const ModelId second = tests::copyOfStarter(folder, "second.gguf");
        const ModelId third = tests::copyOfStarter(folder, "third.gguf");
        RegistrySpy spy;
        spy.registry.setFreeMemory([] { return int64_t(1) << 40; });
        load(spy, {});
        load(spy, second);
        spy.registry.setFreeMemory([&spy, second] {
            spy.registry.unload(second);
            return int64_t(1'000'000);
        });

        load(spy, third);

        QCOMPARE(spy.stage(), ModelState::Stage::Ready);
    }

    void aModelThatAnswersMakesNoRoom()
    {
        const QTemporaryDir folder;
        const ModelId second = tests::copyOfStarter(folder, "second.gguf");
        RegistrySpy spy;
        spy.registry.setFreeMemory([] { return int64_t(0); });
        const Asked writing = spy.ask(longQuestion());
        QTRY_VERIFY_WITH_TIMEOUT(writing.starts() > 0, patience);

        const Asked other = spy.ask(second, "Hello");

        QTRY_VERIFY_WITH_TIMEOUT(writing.hasEnded() && other.hasEnded(), patience);
        QVERIFY2(writing.failure().isEmpty(), qPrintable(writing.failure()));
        QVERIFY2(other.failure().isEmpty(), qPrintable(other.failure()));
    }

    void anIdleModelIsUnloadedAndComesBack()
    {
        RegistrySpy spy;
        spy.registry.setIdleTime(std::chrono::milliseconds(1));
        const Asked id = spy.ask("Hello");
        QTRY_VERIFY_WITH_TIMEOUT(id.hasEnded(), patience);
        QVERIFY2(id.failure().isEmpty(), qPrintable(id.failure()));

        QTRY_COMPARE_WITH_TIMEOUT(spy.stage(), ModelState::Stage::Unloaded, patience);

        const Asked next = spy.ask("Hello");
        QTRY_VERIFY_WITH_TIMEOUT(next.hasEnded(), patience);
        QCOMPARE(next.text(), id.text());
    }

    void aDraftModelLeavesAnswersAsTheyAre()
    {
        const QTemporaryDir folder;
        RegistrySpy spy;
        const Asked alone = spy.ask("Hello");
        QTRY_VERIFY_WITH_TIMEOUT(alone.hasEnded(), patience);
        runtime::LoadOptions options;
        options.draftPath = tests::copyOfStarter(folder, "draft.gguf").path();
        RegistrySpy drafting(options);

        const Asked id = drafting.ask("Hello");

        QTRY_VERIFY_WITH_TIMEOUT(id.hasEnded(), patience);
        QCOMPARE(id.text(), alone.text());
        QCOMPARE(drafting.registry.state({}).summary.draft, std::string("draft"));
    }

    void aDeviceThatIsMissingIsReplacedAndSaidSo()
    {
        runtime::LoadOptions options;
        options.device = "cuda:0";
        RegistrySpy spy(options);

        const Asked id = spy.ask("Hello");

        QTRY_VERIFY_WITH_TIMEOUT(id.hasEnded(), patience);
        if (spy.registry.state({}).summary.device.starts_with("CPU"))
            QCOMPARE(spy.registry.state({}).summary.notes.size(), 1U);
        QVERIFY2(id.failure().isEmpty(), qPrintable(id.failure()));
    }

    void anAnswerIsStopped()
    {
        RegistrySpy spy;
        Asked id = spy.ask(longQuestion());
        QTRY_VERIFY_WITH_TIMEOUT(id.starts() > 0, patience);

        id.stop();

        QTRY_VERIFY_WITH_TIMEOUT(id.hasEnded(), patience);
        QCOMPARE(id.statistics()->end, runtime::AnswerStatistics::End::Stopped);
        id.stop();
    }

    void anAnswerIsStoppedWhileItsModelIsLoading()
    {
        RegistrySpy spy;
        Asked stopped = spy.ask("Hello");
        const Asked other = spy.ask("Hello");
        QCOMPARE(spy.stage(), ModelState::Stage::Loading);

        stopped.stop();

        QTRY_VERIFY_WITH_TIMEOUT(stopped.hasEnded(), patience);
        QCOMPARE(stopped.statistics()->end, runtime::AnswerStatistics::End::Stopped);
        QTRY_VERIFY_WITH_TIMEOUT(other.hasEnded(), patience);
        QVERIFY(!other.text().isEmpty());
        QCOMPARE(stopped.ends(), 1);
        QVERIFY(stopped.text().isEmpty());
    }

    void aModelThatCannotBeLoadedFailsItsAnswersWithTheReason()
    {
        RegistrySpy spy;
        const ModelId missing = ModelId::fromPath("/nowhere/model.gguf");

        const Asked id = spy.ask(missing, "Hello");

        QTRY_VERIFY_WITH_TIMEOUT(id.hasEnded(), patience);
        QVERIFY2(id.failure().contains("model.gguf"), qPrintable(id.failure()));
        QCOMPARE(spy.stage(missing), ModelState::Stage::Failed);
        QCOMPARE(QString::fromStdString(spy.registry.state(missing).message), id.failure());
        QVERIFY(spy.registry.resident().empty());
        QCOMPARE(id.ends(), 1);
    }

    void itEndsWhateverItsModelsAreDoing()
    {
        const QTemporaryDir folder;
        {
            RegistrySpy spy;
            const Asked asked = spy.ask(longQuestion());
        }
        RegistrySpy spy;
        const Asked writing = spy.ask(longQuestion());
        QTRY_VERIFY_WITH_TIMEOUT(writing.starts() > 0, patience);
        const Asked other = spy.ask(tests::copyOfStarter(folder, "other.gguf"), "Hello");
        spy.registry.unload({});
    }

private:
    static void load(RegistrySpy& spy, const ModelId& model)
    {
        spy.registry.load(model);
        QTRY_COMPARE_WITH_TIMEOUT(spy.stage(model), ModelState::Stage::Ready, patience);
    }
};

TESTS(ModelRegistryTest, QCoreApplication);
#include "model_registry_test.moc"
