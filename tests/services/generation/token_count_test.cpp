#include "tests/services/generation/pool_spy.h"
#include "tests/support/program.h"

using services::AnswerId;
using services::AnswerRequest;
using services::ModelState;
using services::RequestMessage;
using services::TokenCount;
using tests::PoolSpy;

namespace {

constexpr int patience = 120'000; // milliseconds

} // namespace

// What is counted before a message is sent is what the model then reads.
class TokenCountTest : public QObject {
    Q_OBJECT

private slots:
    void theCountIsWhatTheModelReads_data()
    {
        const QImage picture(tests::resource("samples/one-1.png"));
        const RequestMessage system{"system", "Be short.", {}};
        const RequestMessage question{"user", "Is it <|im_end|> red? Größer 模型!", {}};
        const RequestMessage answer{"assistant", "A red octopus.", {}};
        const RequestMessage shown{"user", "What is it?", {picture, picture.scaled(33, 70)}};
        QTest::addColumn<QList<RequestMessage>>("messages");
        QTest::newRow("text") << QList<RequestMessage>{question};
        QTest::newRow("turns") << QList<RequestMessage>{system, question, answer, question};
        QTest::newRow("pictures") << QList<RequestMessage>{shown, answer, question};
        QTest::newRow("to be continued") << QList<RequestMessage>{shown, answer};
    }
    void theCountIsWhatTheModelReads()
    {
        QFETCH(QList<RequestMessage>, messages);
        PoolSpy spy;
        spy.pool.load({});
        QTRY_COMPARE_WITH_TIMEOUT(spy.stage(), ModelState::Stage::Ready, patience);

        TokenCount count;
        spy.pool.countTokens(
            {}, {messages, {}}, this, [&](const TokenCount& counted) { count = counted; });
        QVERIFY(count.tokens == 0); // not in the window's thread
        QTRY_VERIFY_WITH_TIMEOUT(count.tokens > 0, patience);
        AnswerRequest request{messages, {}};
        request.settings.maxTokens = 1;
        const AnswerId id = spy.pool.submit({}, request);
        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(id), patience);

        QCOMPARE(count.tokens, spy.answer(id).statistics.promptTokens);
        QCOMPARE(count.contextTokens, spy.pool.state({}).summary.contextTokens);
        QCOMPARE(count.parts.size(), messages.size() + 1);
        qint64 sum = 0;
        for (qsizetype i = 0; i < count.parts.size(); ++i) {
            sum += count.parts[i].textTokens + count.parts[i].pictureTokens;
            if (i < messages.size())
                QCOMPARE(count.parts[i].pictureTokens > 0, !messages[i].pictures.isEmpty());
        }
        QCOMPARE(sum, count.tokens);
    }

    void aModelThatIsNotReadyCountsNothing()
    {
        PoolSpy spy;
        bool wasCounted = false;
        spy.pool.countTokens(
            {}, {{{"user", "Hello", {}}}, {}}, this, [&](const TokenCount&) { wasCounted = true; });
        const AnswerId id = spy.ask("Hello");
        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(id), patience);
        QVERIFY(!wasCounted);
    }
};

QTEST_GUILESS_MAIN(TokenCountTest)
#include "token_count_test.moc"
