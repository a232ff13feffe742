#include "runtime/prompt/read_messages.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>

using runtime::meantMessage;
using runtime::messagesInWindow;
using runtime::RequestMessage;
using runtime::Role;
using runtime::textMessage;
using runtime::WindowMessage;

namespace {

using Messages = std::vector<WindowMessage>;

// Makes `questions` questions, all but the last of them answered.
Messages chat(int questions, int64_t questionTokens = 20, int64_t answerTokens = 30)
{
    Messages messages;
    for (int question = 0; question < questions; ++question) {
        messages.push_back({Role::User, questionTokens});
        if (question + 1 < questions)
            messages.push_back({Role::Assistant, answerTokens});
    }
    return messages;
}

int64_t tokensRead(const Messages& messages, const std::vector<bool>& isRead)
{
    int64_t tokens = 0;
    for (size_t message = 0; message < messages.size(); ++message)
        tokens += isRead[message] ? messages[message].tokens : 0;
    return tokens;
}

// A conversation of everything that may come up.
Messages anyChat(std::mt19937& random)
{
    const auto upTo = [&random](int most) { return int(random() % unsigned(most + 1)); };
    Messages messages;
    if (upTo(1) == 1)
        messages.push_back({Role::System, upTo(300)});
    const int questions = 1 + upTo(60);
    for (int question = 0; question < questions; ++question) {
        messages.push_back({Role::User, upTo(9) == 0 ? upTo(1500) : upTo(60), upTo(9) == 0});
        if (question + 1 < questions && upTo(9) > 0)
            messages.push_back({Role::Assistant, upTo(200)});
    }
    return messages;
}

} // namespace

// Tests which messages of a conversation are read when the context has room for a number of tokens.
class ContextWindowTest : public QObject {
    Q_OBJECT

private slots:
    void allIsReadWhileThereIsRoom()
    {
        const Messages messages = chat(20);
        QVERIFY(std::ranges::all_of(messagesInWindow(messages, 2048), std::identity()));
    }

    void theOldestQuestionsGoWithTheirAnswers()
    {
        const Messages messages = chat(60);

        const std::vector<bool> isRead = messagesInWindow(messages, 2048);

        QVERIFY(isRead.back());
        QVERIFY(!isRead.front());
        const auto first = std::ranges::find(isRead, true);
        QVERIFY(std::all_of(first, isRead.end(), std::identity()));
        QCOMPARE(messages[size_t(first - isRead.begin())].role, Role::User);
        QVERIFY(tokensRead(messages, isRead) <= 2048 * 7 / 8);
        QVERIFY(tokensRead(messages, isRead) >= 2048 / 3);
    }

    void theSystemPromptAndPicturesStay()
    {
        Messages messages = chat(80);
        messages.insert(messages.begin(), {Role::System, 100});
        messages[3].hasPictures = true;

        const std::vector<bool> isRead = messagesInWindow(messages, 2048);

        QVERIFY(isRead[0] && isRead[3] && isRead[4] && isRead.back());
        QVERIFY(!isRead[1] && !isRead[5]);
    }

    // The file of a question is what the next one is about.
    void aLongQuestionIsReadWithTheOneAfterIt()
    {
        Messages messages = chat(4);
        messages[4].tokens = 1700;

        const std::vector<bool> isRead = messagesInWindow(messages, 2048);

        QVERIFY(!isRead[0] && !isRead[2]);
        QVERIFY(isRead[4] && isRead[5] && isRead[6]);
    }

    void theLastQuestionIsReadHoweverLongItIs()
    {
        Messages messages = chat(4);
        messages.insert(messages.begin(), {Role::System, 100});
        messages.back().tokens = 5000;

        const std::vector<bool> isRead = messagesInWindow(messages, 2048);

        QVERIFY(isRead.front() && isRead.back());
        QCOMPARE(std::ranges::count(isRead, true), 2);
    }

    void tooManyPicturesGoInSteps()
    {
        int changes = 0;
        std::vector<bool> before;
        for (int questions = 1; questions < 60; ++questions) {
            Messages messages = chat(questions, 100, 20);
            for (WindowMessage& message : messages)
                message.hasPictures = message.role == Role::User;
            const std::vector<bool> isRead = messagesInWindow(messages, 2048);
            QVERIFY(tokensRead(messages, isRead) <= 2048 * 15 / 16);
            changes += !std::equal(before.begin(), before.end(), isRead.begin());
            before = isRead;
        }
        QVERIFY2(changes > 2 && changes < 15, qPrintable(QString::number(changes)));
    }

    // What was read for a question is the beginning of what is read for the next, but at a cut.
    void theBeginningChangesInStepsOnly()
    {
        int cuts = 0;
        std::vector<bool> before;
        for (int questions = 1; questions <= 400; ++questions) {
            const std::vector<bool> isRead = messagesInWindow(chat(questions), 2048);
            cuts += !std::equal(before.begin(), before.end(), isRead.begin());
            before = isRead;
        }
        QVERIFY2(
            cuts > 10 && cuts < 30, qPrintable(QString::number(cuts))); // each frees 800 tokens
    }

    void whatIsMeantIsReadAgain()
    {
        Messages messages = chat(60);
        messages[6].isMeant = true;

        const std::vector<bool> isRead = messagesInWindow(messages, 2048);

        QVERIFY(!isRead[4] && isRead[6] && isRead[7] && !isRead[8] && isRead.back());
        messages[6].tokens = 1900; // there is no room for it
        QVERIFY(!messagesInWindow(messages, 2048)[6]);
        QVERIFY(tokensRead(messages, messagesInWindow(messages, 2048)) > 500);
    }

    void whateverComesTheRulesHold()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 3000; ++round) {
            const Messages messages = anyChat(random);
            const std::vector<bool> isRead = messagesInWindow(messages, 2048);
            QCOMPARE(isRead.size(), messages.size());
            QVERIFY(isRead.back());
            const int64_t tokens = tokensRead(messages, isRead);
            const int64_t system = messages[0].role == Role::System ? messages[0].tokens : 0;
            QVERIFY(system == 0 || isRead[0]);
            QVERIFY(tokens <= system + std::max((2048 - system) * 15 / 16, messages.back().tokens));
            for (size_t message = 1; message < messages.size(); ++message)
                if (messages[message].role == Role::Assistant
                    && messages[message - 1].role == Role::User)
                    QCOMPARE(isRead[message], isRead[message - 1]);
        }
    }

    void aLongConversationTakesNoTime()
    {
        const Messages messages = chat(200'000);
        QVERIFY(messagesInWindow(messages, 8192).back());
    }

    void theMeantMessageIsTheOneWithTheWords()
    {
        const std::vector<RequestMessage> messages{
            textMessage(Role::User, "Tell me of the octopus in the harbour."),
            textMessage(Role::Assistant, "It is red."), textMessage(Role::User, "What is a chart?"),
            textMessage(Role::Assistant, "A picture of numbers, as you see in the papers."),
            textMessage(Role::User, "As you told me: what colour has the octopus?")};
        const std::vector<bool> isRead{false, false, true, true, true};

        QCOMPARE(meantMessage(messages, isRead), std::optional<size_t>(0));
        QCOMPARE(meantMessage(messages, {true, false, false, false, true}), std::nullopt);
        QCOMPARE(meantMessage({}, {}), std::nullopt);
    }

    void theNameOfAFileMeansItsMessage()
    {
        const RequestMessage attached{Role::User,
            {runtime::Passage{{"gpl-3.txt"}, "Everyone is permitted …"}, std::string()}};
        const std::vector<RequestMessage> messages{
            attached, textMessage(Role::User, "Hello"), textMessage(Role::User, "And the GPL?")};

        QCOMPARE(meantMessage(messages, {false, false, true}), std::optional<size_t>(0));
    }
};

TESTS(ContextWindowTest);
#include "context_window_test.moc"
