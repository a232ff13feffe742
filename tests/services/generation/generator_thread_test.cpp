#include "services/generation/generator_thread.h"
#include "services/generation/loaded_model.h"

#include <QSignalSpy>
#include <QTest>

using services::AnswerId;
using services::AnswerRequest;
using services::AnswerStatistics;
using services::GeneratorThread;

namespace {

constexpr int patience = 120'000; // milliseconds

AnswerRequest question(const QString& text)
{
    return {{{"user", text, {}}}, {}};
}

QString textOf(const QSignalSpy& texts, AnswerId id)
{
    QString text;
    for (const QList<QVariant>& arguments : texts)
        if (arguments[0].value<AnswerId>() == id)
            text += arguments[1].toString();
    return text;
}

} // namespace

class GeneratorThreadTest : public QObject {
    Q_OBJECT

private slots:
    void requestsMadeBeforeTheModelIsLoadedAreAnswered()
    {
        GeneratorThread generator;
        QSignalSpy loaded(&generator, &GeneratorThread::modelLoaded);
        QSignalSpy finished(&generator, &GeneratorThread::answerFinished);
        QSignalSpy texts(&generator, &GeneratorThread::textAdded);

        generator.load({});
        const AnswerId id = generator.submit(question("Hello"));
        generator.start();

        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
        QCOMPARE(loaded.count(), 1);
        QVERIFY(!textOf(texts, id).isEmpty());
        QVERIFY(finished[0][1].value<AnswerStatistics>().tokens > 0);
    }

    void answersWrittenTogetherAreThoseWrittenAlone()
    {
        GeneratorThread generator;
        QSignalSpy finished(&generator, &GeneratorThread::answerFinished);
        QSignalSpy texts(&generator, &GeneratorThread::textAdded);
        generator.load({});
        generator.start();
        const AnswerId alone = generator.submit(question("Hello"));
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);

        const AnswerId first = generator.submit(question("Hello"));
        const AnswerId second = generator.submit(question("Who are you?"));

        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 3, patience);
        QCOMPARE(textOf(texts, first), textOf(texts, alone));
        QVERIFY(!textOf(texts, second).isEmpty());
    }

    void anErrorReachesItsOwnAnswerOnly()
    {
        GeneratorThread generator;
        QSignalSpy finished(&generator, &GeneratorThread::answerFinished);
        QSignalSpy failed(&generator, &GeneratorThread::answerFailed);
        generator.load({});
        generator.start();

        const AnswerId good = generator.submit(question("Hello"));
        const AnswerId bad = generator.submit(question(QString("too long ").repeated(20'000)));

        QTRY_COMPARE_WITH_TIMEOUT(finished.count() + failed.count(), 2, patience);
        QCOMPARE(failed.count(), 1);
        QCOMPARE(failed[0][0].value<AnswerId>(), bad);
        QVERIFY(failed[0][1].toString().size() > 10);
        QCOMPARE(finished[0][0].value<AnswerId>(), good);
    }

    void aModelThatIsNotThereFailsItsAnswersWithASentence()
    {
        GeneratorThread generator;
        QSignalSpy modelFailed(&generator, &GeneratorThread::modelFailed);
        QSignalSpy failed(&generator, &GeneratorThread::answerFailed);
        services::LoadOptions options;
        options.path = "/nowhere/model.gguf";

        generator.load(options);
        generator.submit(question("Hello"));
        generator.start();

        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, patience);
        QCOMPARE(modelFailed.count(), 1);
        QVERIFY(modelFailed[0][0].toString().contains("model.gguf"));
        QCOMPARE(failed[0][1], modelFailed[0][0]);
    }

    void itEndsWhileLoadingAndWhileWriting()
    {
        {
            GeneratorThread generator;
            generator.load({});
            generator.start();
        }
        GeneratorThread generator;
        QSignalSpy started(&generator, &GeneratorThread::answerStarted);
        generator.load({});
        generator.submit(question("Hello"));
        generator.start();
        QTRY_COMPARE_WITH_TIMEOUT(started.count(), 1, patience);
    }
};

QTEST_GUILESS_MAIN(GeneratorThreadTest)
#include "generator_thread_test.moc"
