#include "tests/services/generation/answer_spy.h"
#include "tests/support/program.h"

#include <utility>

using services::AnswerId;
using services::GeneratorThread;
using tests::AnswerSpy;
using tests::patience;
using tests::userSays;

namespace {

// Takes the built-in model several steps to read.
services::RequestMessage longQuestion()
{
    return userSays(QString("What is this? ").repeated(300));
}

QImage samplePicture()
{
    return QImage(tests::resource("samples/one-1.png"));
}

} // namespace

// Who stops an answer does not wait: neither for its prompt nor for its pictures.
class StoppingTest : public QObject {
    Q_OBJECT

private slots:
    void anAnswerStopsWhileItsPromptIsRead()
    {
        AnswerSpy spy;
        spy.generator.load({});
        const AnswerId id = spy.ask({longQuestion()});
        onceStarted(spy, [&] { spy.generator.stop(id); });
        spy.generator.start();

        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(id), patience);

        QVERIFY2(spy.wasStopped(id), qPrintable(spy.failure(id)));
        QVERIFY(spy.statistics(id)->promptTokens > 512); // more than one step reads
        QCOMPARE(spy.statistics(id)->tokens, 0);
        QVERIFY(spy.text(id).isEmpty());
    }

    void anAnswerStopsWhileItsPicturesWait()
    {
        AnswerSpy spy;
        spy.generator.load({});
        const AnswerId first = spy.ask({userSays("Describe the image.", {samplePicture()})});
        const AnswerId stopped
            = spy.ask({userSays("And this?", {samplePicture(), samplePicture()})});
        spy.generator.stop(stopped);
        spy.generator.start();

        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(first) && spy.hasEnded(stopped), patience);

        QVERIFY(spy.wasStopped(stopped));
        QVERIFY(!spy.hasStarted(stopped));
        QVERIFY(spy.isComplete(first));
        QVERIFY(!spy.text(first).isEmpty());
    }

    void stoppingIsForgiving()
    {
        AnswerSpy spy;
        spy.generator.load({});
        spy.generator.start();
        const AnswerId id = spy.ask({userSays("Hello")});
        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(id), patience);

        spy.generator.stop(id);
        spy.generator.stop(id);
        spy.generator.stop(12345);

        const AnswerId next = spy.ask({userSays("Hello")});
        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(next), patience);
        QCOMPARE(spy.text(next), spy.text(id));
    }

    void anotherModelFailsTheAnswersUnderWay()
    {
        AnswerSpy spy;
        spy.generator.load({});
        const AnswerId reading = spy.ask({longQuestion()});
        const AnswerId waiting = spy.ask({userSays("And this?", {samplePicture()})});
        AnswerId next = 0;
        onceStarted(spy, [&] {
            spy.generator.load({});
            next = spy.ask({userSays("Hello")});
        });
        spy.generator.start();

        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(reading) && spy.hasEnded(waiting), patience);
        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(next), patience);

        QVERIFY2(spy.failure(reading).contains("replaced"), qPrintable(spy.failure(reading)));
        QVERIFY2(spy.failure(waiting).contains("replaced"), qPrintable(spy.failure(waiting)));
        QVERIFY(spy.isComplete(next));
    }

private:
    // Does something on the loop's thread after the first step of the first answer.
    template <typename Work>
    void onceStarted(AnswerSpy& spy, Work work)
    {
        connect(
            &spy.generator, &GeneratorThread::answerStarted, &spy.generator,
            [work, isDone = false](AnswerId) mutable {
                if (!std::exchange(isDone, true))
                    work();
            },
            Qt::DirectConnection);
    }
};

QTEST_GUILESS_MAIN(StoppingTest)
#include "stopping_test.moc"
