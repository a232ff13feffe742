#include "services/generation/answer_stream.h"
#include "services/models/model_texts.h"
#include "tests/support/test_program.h"

#include <QSignalSpy>
#include <QTest>

using runtime::secondsLeft;
using services::AnswerWait;
using services::toMessage;

Q_DECLARE_METATYPE(services::AnswerWait)

// Tests that users see what they wait for and, once that is known, for how long.
class AnswerWaitTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsLeftFollowsFromWhatIsDone()
    {
        QCOMPARE(secondsLeft(50, 100, 4), 4);
        QCOMPARE(secondsLeft(25, 100, 4), 12);
        QCOMPARE(secondsLeft(100, 100, 4), 0);
    }

    void nothingIsSaidTooEarly()
    {
        QCOMPARE(secondsLeft(50, 100, 0.1), 0);
        QCOMPARE(secondsLeft(1, 100, 60), 0);
        QCOMPARE(secondsLeft(0, 100, 60), 0);
    }

    // A layer of a large model takes longer than a second.
    void theEstimateGoesOnByItself()
    {
        std::shared_ptr<runtime::AnswerSink> engine;
        services::AnswerStream* stream = services::AnswerStream::open(
            this, [&engine](std::shared_ptr<runtime::AnswerSink> sink) {
                engine = std::move(sink);
                return runtime::Answer();
            });
        QStringList told;
        connect(stream, &services::AnswerStream::waits, this,
            [&told](const QString& message) { told << message; });

        engine->onWait({AnswerWait::For::Prompt, 512, 4096, 3});
        QTRY_COMPARE_WITH_TIMEOUT(told.size(), 3, 20'000);
        engine->onText("A", {});
        QTRY_VERIFY(told.size() == 3);

        QVERIFY(told[0].contains("3 s") && told[1].contains("2 s") && told[2].contains("1 s"));
    }

    void theSpeedIsTold()
    {
        std::shared_ptr<runtime::AnswerSink> engine;
        services::AnswerStream* stream = services::AnswerStream::open(
            this, [&engine](std::shared_ptr<runtime::AnswerSink> sink) {
                engine = std::move(sink);
                return runtime::Answer();
            });
        QSignalSpy speed(stream, &services::AnswerStream::writes);

        engine->onSpeed(12.5);

        QTRY_COMPARE(speed.count(), 1);
        QCOMPARE(speed[0][0].toDouble(), 12.5);
    }

    void sentencesHoldTheNumbers_data()
    {
        using For = AnswerWait::For;
        QTest::addColumn<AnswerWait>("wait");
        QTest::addColumn<QStringList>("parts");
        QTest::newRow("memory") << AnswerWait{For::Memory} << QStringList{"another model"};
        QTest::newRow("model") << AnswerWait{For::Model, 42, 100, 7} << QStringList{"42 %", "7"};
        QTest::newRow("model, early") << AnswerWait{For::Model, 1, 100, 0} << QStringList{"1 %"};
        QTest::newRow("pictures") << AnswerWait{For::Pictures, 1, 3, 5}
                                  << QStringList{"2 of 3", "5"};
        QTest::newRow("room") << AnswerWait{For::Room, 0, 2, 9} << QStringList{"(2)", "9"};
        QTest::newRow("server") << AnswerWait{For::Server} << QStringList{"the server"};
        QTest::newRow("named server") << AnswerWait{For::Server, 12, 0, 0, "gpu.example"}
                                      << QStringList{"gpu.example", "12 second"};
        QTest::newRow("turn") << AnswerWait{For::Turn, 0, 2, 0, "gpu.example"}
                              << QStringList{"gpu.example", "(2)"};
        QTest::newRow("prompt") << AnswerWait{For::Prompt, 512, 900, 3}
                                << QStringList{"512 of 900", "3"};
    }
    void sentencesHoldTheNumbers()
    {
        QFETCH(AnswerWait, wait);
        QFETCH(QStringList, parts);
        const QString message = toMessage(wait);
        for (const QString& part : parts)
            QVERIFY2(message.contains(part), qPrintable(message));
        QCOMPARE(message.contains("left") || message.contains("up to"), wait.secondsLeft > 0);
    }

    void aBusyServerIsQuotedWithWhatHappensNext()
    {
        const AnswerWait wait{
            AnswerWait::For::Busy, 3, 6, 12, "gpu.example", "The model is overloaded"};
        QCOMPARE(toMessage(wait),
            QString("gpu.example is busy. Retrying in 12 second(s) (attempt 3 of 6). Server "
                    "message: “The model is overloaded”"));
        QCOMPARE(toMessage(AnswerWait{AnswerWait::For::Connection, 2, 4, 1, "gpu.example"}),
            QString("No answer from gpu.example. Retrying in 1 second(s) (attempt 2 of 4)."));
    }
};

TESTS(AnswerWaitTest, QCoreApplication);
#include "answer_wait_test.moc"
