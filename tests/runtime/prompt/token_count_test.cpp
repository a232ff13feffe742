#include "tests/runtime/answers/engine_spy.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QTest>

using runtime::RequestMessage;
using runtime::TokenCount;
using tests::Asked;
using tests::EngineSpy;
using tests::patience;
using tests::userSays;

namespace {

using Messages = std::vector<RequestMessage>;

runtime::Pixels picture()
{
    return tests::samplePicture(tests::resource("samples/one-1.png").toStdString());
}

runtime::Pixels narrowPicture()
{
    vision::Image image{33, 70, {}};
    image.rgb.assign(size_t(3) * 33 * 70, uint8_t(90));
    return std::make_shared<const vision::Image>(std::move(image));
}

} // namespace

Q_DECLARE_METATYPE(Messages)

// What is counted before a message is sent is what the model then reads.
class TokenCountTest : public QObject {
    Q_OBJECT

private slots:
    void theCountIsWhatTheModelReads_data()
    {
        const RequestMessage system = textMessage(runtime::Role::System, "Be short.");
        const RequestMessage question = userSays("Is it <|im_end|> red? Größer 模型!");
        const RequestMessage answer = tests::modelSays("A red octopus.");
        const RequestMessage narrow = userSays("And this?", {narrowPicture()});
        const RequestMessage shown = userSays("What is it?", {picture()});
        const RequestMessage attached{runtime::Role::User,
            {runtime::Passage{{"notes.md", "page 3"}, "Red things: ``` octopus\n"},
                std::string("What is red?")}};
        QTest::addColumn<Messages>("messages");
        QTest::newRow("text") << Messages{question};
        QTest::newRow("turns") << Messages{system, question, answer, question};
        QTest::newRow("pictures") << Messages{narrow, answer, shown, answer, question};
        QTest::newRow("to be continued") << Messages{narrow, answer, shown, answer};
        QTest::newRow("a passage") << Messages{attached};
    }
    void theCountIsWhatTheModelReads()
    {
        QFETCH(Messages, messages);
        EngineSpy spy;
        spy.engine.load();
        QTRY_COMPARE_WITH_TIMEOUT(spy.stage(), runtime::ModelState::Stage::Ready, patience);

        const std::optional<TokenCount> count = spy.engine.count({messages});
        const Asked answer = spy.ask(messages, {.maxTokens = 1});
        QTRY_VERIFY_WITH_TIMEOUT(answer.hasEnded(), patience);

        QVERIFY(count && answer.statistics());
        QCOMPARE(count->tokens, answer.statistics()->promptTokens);
        QCOMPARE(count->contextTokens, spy.engine.describe().summary.contextTokens);
        QCOMPARE(count->parts.size(), messages.size() + 1);
        int64_t sum = 0;
        for (size_t i = 0; i < count->parts.size(); ++i) {
            sum += count->parts[i].textTokens + count->parts[i].pictureTokens;
            if (i < messages.size())
                QCOMPARE(count->parts[i].pictureTokens > 0, hasPictures(messages[i]));
        }
        QCOMPARE(sum, count->tokens);
    }

    void aModelThatIsNotReadyCountsNothing()
    {
        EngineSpy spy;
        QVERIFY(!spy.engine.count({{userSays("Hello")}}));
    }
};

TESTS(TokenCountTest, QCoreApplication);
#include "token_count_test.moc"
