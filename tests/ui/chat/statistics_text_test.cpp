#include "tests/support/test_program.h"
#include "ui/chat/statistics_text.h"

#include <QDateTime>
#include <QTest>

using services::Message;

/// The line below an answer.
class StatisticsTextTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void itSaysHowTheAnswerCameAbout()
    {
        QCOMPARE(ui::statisticsText(answer()),
            "14.5 tok/s · 120 tokens · 0.23 s to first token · 812 of 840 cached");
    }

    void itSaysHowTheTokensWereDrawn()
    {
        Message message = answer();
        message.statistics.temperature = 0.8F;
        message.statistics.seed = 4711;
        QVERIFY(ui::statisticsText(message).endsWith("temperature 0.8, seed 4711"));
    }

    void itSaysWhyTheAnswerEnded()
    {
        Message message = answer();
        message.statistics.end = services::AnswerStatistics::End::Stopped;
        QVERIFY(ui::statisticsText(message).startsWith("Stopped · 14.5"));
        message.statistics.end = services::AnswerStatistics::End::TokenLimit;
        QVERIFY(ui::statisticsText(message).startsWith("Reached the length limit"));
    }

    void onlyTheSpeedIsSaidOfOpenAnswers()
    {
        Message message = answer();
        message.state = Message::State::Writing;
        QCOMPARE(ui::statisticsText(message), "14.5 tok/s");
        message.state = Message::State::Waiting;
        QCOMPARE(ui::statisticsText(message), QString());
        message.author = services::Author::User;
        QCOMPARE(ui::statisticsText(message), QString());
    }

    void theTimeIsThereWhilePointedAt()
    {
        Message message = answer();
        message.created = QDateTime(QDate(2020, 2, 3), QTime(14, 5)).toMSecsSinceEpoch();

        QVERIFY(!ui::footerText(message, {}, false).contains("2020"));
        QVERIFY(ui::footerText(message, {}, true).contains("2020"));
        QVERIFY(ui::footerText(message, "Large-8B", false).startsWith("Large-8B · 14.5"));
    }

private:
    static Message answer()
    {
        Message message;
        message.author = services::Author::Assistant;
        message.statistics.tokens = 120;
        message.statistics.tokensPerSecond = 14.5;
        message.statistics.firstTokenSeconds = 0.2295;
        message.statistics.promptTokens = 840;
        message.statistics.cachedTokens = 812;
        return message;
    }
};

TESTS(StatisticsTextTest);
#include "statistics_text_test.moc"
