#include "tests/runtime/answers/engine_spy.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using runtime::RequestMessage;
using runtime::TokenCount;
using tests::Asked;
using tests::EngineSpy;
using tests::modelSays;
using tests::patience;
using tests::userSays;

namespace {

runtime::Pixels picture()
{
    return tests::samplePicture(tests::resource("samples/one-1.png").toStdString());
}

bool isRead(const TokenCount& count, size_t message)
{
    return count.parts[message].isRead;
}

} // namespace

// A conversation that outgrows the context of the built-in model.
class ReadMessagesTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_spy = std::make_unique<EngineSpy>();
        m_spy->engine.load();
        QTRY_COMPARE_WITH_TIMEOUT(m_spy->stage(), runtime::ModelState::Stage::Ready, patience);
        m_context = m_spy->engine.describe().summary.contextTokens;
    }

    // The image is the first thing said, and the last question is about it.
    void aFullContextDoesNotEndAChat()
    {
        std::vector<RequestMessage> messages{userSays("What is it?", {picture()})};
        int rereads = 0;
        for (int turn = 0; turn < 60; ++turn) {
            const Asked answer = m_spy->ask(
                {messages, {.maxTokens = 24}, {.conversation = "a", .isTemporary = true}});
            QTRY_VERIFY_WITH_TIMEOUT(answer.hasEnded(), patience);
            QVERIFY2(answer.statistics(), qPrintable(answer.failure()));
            const auto statistics = *answer.statistics();
            QVERIFY(statistics.promptTokens < m_context);
            rereads += turn > 0 && statistics.cachedTokens < statistics.promptTokens / 2;
            messages.push_back(modelSays(answer.text().toStdString()));
            messages.push_back(
                userSays("Is it red? " + std::to_string(turn) + std::string(100, 'a')));
        }
        const TokenCount count = *m_spy->engine.count({messages});
        QVERIFY(isRead(count, 0) && isRead(count, 1)); // the image
        QVERIFY(!isRead(count, 2));
        QVERIFY(isRead(count, messages.size() - 1));
        QVERIFY2(rereads >= 1 && rereads < 10, qPrintable(QString::number(rereads)));
    }

    void theLastQuestionIsAnsweredAfterALongFile()
    {
        const RequestMessage file{runtime::Role::User,
            {runtime::Passage{{"license.txt"}, std::string(1200, 'x')}, std::string("Sum up")}};
        std::vector<RequestMessage> messages{
            userSays(std::string(900, 'y')), modelSays("Yes."), file};

        const TokenCount count = *m_spy->engine.count({messages});
        const Asked answer = m_spy->ask(messages, {.maxTokens = 4});
        QTRY_VERIFY_WITH_TIMEOUT(answer.hasEnded(), patience);

        QVERIFY2(answer.statistics(), qPrintable(answer.failure()));
        QVERIFY(isRead(count, 2));
        QCOMPARE(answer.statistics()->promptTokens, count.tokens);
    }

    void whatCannotFitIsRefusedWithWhatWouldFit()
    {
        std::string text;
        while (text.size() < 40'000)
            text += "What is it? ";
        const std::vector<RequestMessage> messages{
            userSays("Hello"), modelSays("Hm."), userSays(text)};

        const TokenCount count = *m_spy->engine.count({messages});
        QVERIFY(!count.fits());
        QVERIFY(count.fittingCharacters > 1000 && count.fittingCharacters < 20'000);
        const Asked answer = m_spy->ask(messages);
        QTRY_VERIFY_WITH_TIMEOUT(answer.hasEnded(), patience);
        QVERIFY2(answer.failure().contains("too long")
                && answer.failure().contains(QString::number(count.fittingCharacters)),
            qPrintable(answer.failure()));

        text.resize(size_t(count.fittingCharacters) * 98 / 100);
        QVERIFY(
            m_spy->engine.count({{userSays("Hello"), modelSays("Hm."), userSays(text)}})->fits());
    }

    void aNegativePromptHalvesTheRoom()
    {
        std::vector<RequestMessage> messages;
        for (int turn = 0; turn < 12; ++turn) {
            messages.push_back(userSays(std::string(90, 'x')));
            messages.push_back(modelSays("Yes."));
        }
        messages.push_back(userSays("Hello"));
        const int64_t alone = m_spy->engine.count({messages})->tokens;
        QVERIFY(alone > m_context * 15 / 32);

        const runtime::AnswerSettings settings{.maxTokens = 4, .negativePrompt = "You say yes."};
        const TokenCount count = *m_spy->engine.count({messages, settings});
        const Asked answer = m_spy->ask(messages, settings);
        QTRY_VERIFY_WITH_TIMEOUT(answer.hasEnded(), patience);

        QVERIFY(count.tokens < m_context * 15 / 32);
        QVERIFY2(answer.isComplete(), qPrintable(answer.failure()));
    }

private:
    std::unique_ptr<EngineSpy> m_spy;
    int64_t m_context = 0;
};

TESTS(ReadMessagesTest, QCoreApplication);
#include "read_messages_test.moc"
