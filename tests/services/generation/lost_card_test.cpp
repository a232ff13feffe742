#include "kernels/devices/backends.h"
#include "services/generation/generator_thread.h"
#include "services/models/load_options.h"
#include "tests/kernels/card_on_host.h"

#include <QSignalSpy>
#include <QTest>

using services::AnswerId;
using services::AnswerRequest;
using services::GeneratorThread;
using services::LoadOptions;
using services::ModelSummary;

namespace {

constexpr int patience = 60'000; // milliseconds

AnswerRequest question(const QString& text)
{
    AnswerRequest request{{{"user", text, {}}}, {}};
    request.settings.maxTokens = 4;
    return request;
}

LoadOptions onCard()
{
    LoadOptions options;
    options.device = "cuda:0";
    options.contextTokens = 512;
    return options;
}

/// A thread with a model on the card, and what it says.
struct Thread {
    Thread() { generator.load(onCard()); }

    GeneratorThread generator;
    QSignalSpy loaded{&generator, &GeneratorThread::modelLoaded};
    QSignalSpy modelFailed{&generator, &GeneratorThread::modelFailed};
    QSignalSpy started{&generator, &GeneratorThread::answerStarted};
    QSignalSpy finished{&generator, &GeneratorThread::answerFinished};
    QSignalSpy failed{&generator, &GeneratorThread::answerFailed};

    ModelSummary summary() const { return loaded.last()[0].value<ModelSummary>(); }
};

} // namespace

// A card that runs out of memory or fails while answers are written: they end with a sentence, and
// the program goes on. The card is the one that runs on the host, for a real one fails when it
// wants.
class LostCardTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { qputenv("VIGNETTE_CUDA_PLUGIN", VIGNETTE_CARD_ON_HOST); }

    void anAnswerWithoutMemoryFailsAlone()
    {
        Thread thread;
        thread.generator.start();
        QTRY_COMPARE_WITH_TIMEOUT(thread.loaded.count(), 1, patience);

        cuda_on_host::failAllocation(1, 2); // the backend tries twice
        thread.generator.submit(question("Hello"));
        QTRY_COMPARE_WITH_TIMEOUT(thread.failed.count(), 1, patience);
        thread.generator.submit(question("Hello"));
        QTRY_COMPARE_WITH_TIMEOUT(thread.finished.count(), 1, patience);

        QVERIFY2(thread.failed[0][1].toString().contains("memory"),
            qPrintable(thread.failed[0][1].toString()));
        QCOMPARE(thread.modelFailed.count(), 0);
    }

    void aLostCardTakesItsModelAlongAndIsSetUpAnew()
    {
        Thread thread;
        thread.generator.start();
        QTRY_COMPARE_WITH_TIMEOUT(thread.loaded.count(), 1, patience);

        cuda_on_host::failLaunchOf(200);
        const AnswerId first = thread.generator.submit(question("Hello"));
        const AnswerId second = thread.generator.submit(question("Who are you?"));
        QTRY_COMPARE_WITH_TIMEOUT(thread.failed.count(), 2, patience);

        QVERIFY(thread.modelFailed.count() > 0);
        const QString sentence = thread.modelFailed[0][0].toString();
        QVERIFY2(sentence.startsWith("The graphics card failed"), qPrintable(sentence));
        QSet<AnswerId> ids;
        for (const QList<QVariant>& failure : thread.failed)
            ids << failure[0].value<AnswerId>();
        QCOMPARE(ids, (QSet<AnswerId>{first, second}));
        QCOMPARE(thread.finished.count(), 0);

        thread.generator.load(onCard());
        thread.generator.submit(question("Hello"));
        QTRY_COMPARE_WITH_TIMEOUT(thread.finished.count(), 1, patience);
        QVERIFY(thread.summary().notes.isEmpty());
        QVERIFY(thread.summary().device.contains("CUDA"));
    }

    // As where one of two cards was taken out; nothing else would answer any more.
    void aCardThatIsNotThereIsLeftOut()
    {
        LoadOptions options = onCard();
        options.device = "cuda:7,cpu";
        Thread thread;
        thread.generator.start();
        QTRY_COMPARE_WITH_TIMEOUT(thread.loaded.count(), 1, patience);

        thread.generator.load(options);
        thread.generator.submit(question("Hello"));
        QTRY_COMPARE_WITH_TIMEOUT(thread.finished.count(), 1, patience);

        QCOMPARE(thread.summary().notes,
            QStringList{"cuda:7 is not used: this machine does not have it."});
        QVERIFY(thread.summary().device.startsWith("CPU"));
    }

    // Another model still holds on to the card, so it cannot be set up anew.
    void theProcessorStepsInForACardThatStaysLost()
    {
        const auto holder = kernels::openBackend("cuda:0");
        Thread thread;
        thread.generator.start();
        QTRY_COMPARE_WITH_TIMEOUT(thread.loaded.count(), 1, patience);

        cuda_on_host::failLaunchOf(1);
        thread.generator.submit(question("Hello"));
        QTRY_COMPARE_WITH_TIMEOUT(thread.failed.count(), 1, patience);
        thread.generator.load(onCard());
        thread.generator.submit(question("Hello"));
        QTRY_COMPARE_WITH_TIMEOUT(thread.finished.count(), 1, patience);

        QCOMPARE(thread.summary().notes.size(), 1);
        QVERIFY2(thread.summary().notes[0].contains("does not answer"),
            qPrintable(thread.summary().notes[0]));
        QVERIFY(thread.summary().device.startsWith("CPU"));
    }
};

QTEST_GUILESS_MAIN(LostCardTest)
#include "lost_card_test.moc"
