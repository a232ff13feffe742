#include "tests/runtime/answers/engine_spy.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QTest>

using tests::Asked;
using tests::EngineSpy;
using tests::patience;
using tests::userSays;

namespace {

// Takes the built-in model several steps to read.
runtime::RequestMessage longQuestion()
{
    return userSays(QString("What is this? ").repeated(300).toStdString());
}

runtime::Pixels samplePicture()
{
    return tests::samplePicture(tests::resource("samples/one-1.png").toStdString());
}

} // namespace

// Stopping an answer waits neither for its prompt nor for its images.
class StoppingTest : public QObject {
    Q_OBJECT

private slots:
    void anAnswerStopsWhileItsPromptIsRead()
    {
        EngineSpy spy;
        Asked* reading = nullptr;
        Asked answer = spy.ask({{longQuestion()}}, [&] { reading->stop(); });
        reading = &answer;
        spy.engine.load();

        QTRY_VERIFY_WITH_TIMEOUT(answer.hasEnded(), patience);

        QVERIFY2(answer.wasStopped(), qPrintable(answer.failure()));
        QVERIFY(answer.statistics()->promptTokens > 512); // more than one step reads
        QCOMPARE(answer.statistics()->tokens, 0);
        QVERIFY(answer.text().isEmpty());
    }

    void anAnswerStopsWhileItsPicturesWait()
    {
        EngineSpy spy;
        const Asked first = spy.ask({userSays("Describe the image.", {samplePicture()})});
        Asked stopped = spy.ask({userSays("And this?", {samplePicture(), samplePicture()})});
        stopped.stop();
        spy.engine.load();

        QTRY_VERIFY_WITH_TIMEOUT(first.hasEnded() && stopped.hasEnded(), patience);

        QVERIFY(stopped.wasStopped());
        QVERIFY(!stopped.hasStarted());
        QVERIFY(first.isComplete());
        QVERIFY(!first.text().isEmpty());
    }

    void stoppingIsForgiving()
    {
        EngineSpy spy;
        spy.engine.load();
        Asked answer = spy.ask({userSays("Hello")});
        QTRY_VERIFY_WITH_TIMEOUT(answer.hasEnded(), patience);

        answer.stop();
        answer.stop();

        const Asked next = spy.ask({userSays("Hello")});
        QTRY_VERIFY_WITH_TIMEOUT(next.hasEnded(), patience);
        QCOMPARE(next.text(), answer.text());
    }

    void unloadingFailsTheAnswersUnderWay()
    {
        EngineSpy spy;
        const Asked reading
            = spy.ask({{longQuestion()}}, [&] { spy.engine.unload(runtime::Unloading::Wanted); });
        const Asked waiting = spy.ask({userSays("And this?", {samplePicture()})});
        spy.engine.load();

        QTRY_VERIFY_WITH_TIMEOUT(reading.hasEnded() && waiting.hasEnded(), patience);

        QCOMPARE(
            reading.failure(), QString("The model was unloaded before this answer was complete."));
        QCOMPARE(
            waiting.failure(), QString("The model was unloaded before this answer was complete."));
        const Asked later = spy.ask({userSays("Hello")});
        QTRY_VERIFY_WITH_TIMEOUT(later.hasEnded(), patience);
        QCOMPARE(
            later.failure(), QString("The model was unloaded before this answer was complete."));
    }

    void whoWasStoppedBeforeTheUnloadingDidNotFail()
    {
        EngineSpy spy;
        Asked* stopped = nullptr;
        Asked answer = spy.ask({{longQuestion()}}, [&] {
            stopped->stop();
            spy.engine.unload(runtime::Unloading::Wanted);
        });
        stopped = &answer;
        spy.engine.load();

        QTRY_VERIFY_WITH_TIMEOUT(answer.hasEnded(), patience);
        QVERIFY2(answer.wasStopped(), qPrintable(answer.failure()));
    }
};

TESTS(StoppingTest, QCoreApplication);
#include "stopping_test.moc"
