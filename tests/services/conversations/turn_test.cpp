#include "services/conversations/conversation.h"
#include "services/conversations/turn.h"
#include "tests/services/conversations/slow_gatherer.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QTest>

using services::AnswerStatistics;
using services::Conversation;
using services::Message;
using services::MessageId;
using services::OpenReply;
using services::Source;
using services::Turns;
using tests::SlowGatherer;

namespace {

const Source found{.title = "Birds of the coast",
    .address = "/books/birds.pdf",
    .page = 12,
    .passage = "The gull is loud.",
    .begin = 100,
    .end = 117};

// A conversation whose answer waits.
struct Asked {
    Asked()
    {
        conversation.appendUserMessage({"What is loud?"});
        reply = conversation.appendReply();
        answer = reply.id();
    }

    const Message& message() const { return conversation.messageById(answer); }

    Conversation conversation;
    OpenReply reply; // until it is given to a turn
    MessageId answer = services::noMessage;
};

} // namespace

/// What a turn gathers before a model is asked: shown, stopped, failed, in order.
class TurnTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_turns = std::make_unique<Turns>();
        m_submitted.clear();
        m_open.clear();
    }

    void withNothingToGatherTheModelIsAskedAtOnce()
    {
        SlowGatherer nothing;
        nothing.hasNothing = true;
        m_turns->add(nothing);
        Asked asked;

        begin(asked);

        QCOMPARE(m_submitted, QList<MessageId>{asked.answer});
        QVERIFY(asked.message().waitReason.isEmpty());
    }

    void whatIsGatheredIsShownAndKeptWithTheAnswer()
    {
        SlowGatherer gatherer;
        m_turns->add(gatherer);
        Asked asked;

        begin(asked);
        QCOMPARE(asked.message().waitReason, "Looking it up");
        gatherer.begun[0]->events.waits("Reading page 3 of 40");
        QCOMPARE(asked.message().waitReason, "Reading page 3 of 40");
        QVERIFY(m_submitted.isEmpty());
        gatherer.begun[0]->events.done({found});

        QTRY_COMPARE(m_submitted, QList<MessageId>{asked.answer});
        QVERIFY(asked.message().waitReason.isEmpty());
        QCOMPARE(asked.message().sources, QList<Source>{found});
        QVERIFY(asked.message().isOpen());
        QVERIFY(gatherer.begun[0]->isDropped);
    }

    void gatherersWorkInTheirOrderAndTheirSourcesStandInIt()
    {
        SlowGatherer first, nothing, last;
        nothing.hasNothing = true;
        for (SlowGatherer* each : {&first, &nothing, &last})
            m_turns->add(*each);
        Source other = found;
        other.title = "Another";
        Asked asked;

        begin(asked);
        QVERIFY(last.begun.isEmpty());
        first.begun[0]->events.done({found});
        QTRY_COMPARE(last.begun.size(), 1);
        QVERIFY(m_submitted.isEmpty());
        last.begun[0]->events.done({other});

        QTRY_COMPARE(m_submitted.size(), 1);
        QCOMPARE(asked.message().sources, (QList<Source>{found, other}));
    }

    void aFailureEndsTheAnswerWithItsSentence()
    {
        SlowGatherer first, second;
        m_turns->add(first);
        m_turns->add(second);
        Asked asked;

        begin(asked);
        first.begun[0]->events.failed("The book cannot be read.");

        QTRY_COMPARE(asked.message().state, Message::State::Failed);
        QCOMPARE(asked.message().error, "The book cannot be read.");
        QVERIFY(m_submitted.isEmpty());
        QVERIFY(second.begun.isEmpty());
        QVERIFY(first.begun[0]->isDropped);
    }

    void aStoppedTurnEndsAtOnceWhateverIsFoundLater()
    {
        SlowGatherer gatherer, second;
        m_turns->add(gatherer);
        m_turns->add(second);
        Asked asked;
        begin(asked);
        gatherer.begun[0]->events.done({found}); // it is reported later than this

        stop(asked);

        QCOMPARE(asked.message().state, Message::State::Complete);
        QCOMPARE(asked.message().statistics.end, AnswerStatistics::End::Stopped);
        QVERIFY(gatherer.begun[0]->isDropped);
        QCoreApplication::processEvents();
        QVERIFY(asked.message().sources.isEmpty());
        QVERIFY(second.begun.isEmpty());
        QVERIFY(m_submitted.isEmpty());
    }

    void conversationsGatherAtOnceAndApart()
    {
        SlowGatherer gatherer;
        m_turns->add(gatherer);
        Asked one, two, three;
        for (Asked* each : {&one, &two, &three})
            begin(*each);
        QCOMPARE(gatherer.begun.size(), 3);

        stop(two);
        gatherer.begun[2]->events.done({});
        gatherer.begun[0]->events.failed("No.");

        QTRY_COMPARE(one.message().state, Message::State::Failed);
        QCOMPARE(two.message().state, Message::State::Complete);
        QCOMPARE(three.message().state, Message::State::Waiting);
        QCOMPARE(m_submitted, QList<MessageId>{three.answer});
    }

    void severalAnswersOfOneQuestionGatherEach()
    {
        SlowGatherer gatherer;
        m_turns->add(gatherer);
        Asked asked;
        OpenReply another = std::move(asked.conversation.appendReplies(0, {{}}).front());
        const MessageId other = another.id();

        begin(asked);
        begin(std::move(another));
        gatherer.begun[1]->events.done({found});
        QTRY_COMPARE(m_submitted, QList<MessageId>{other});
        gatherer.begun[0]->events.done({});

        QTRY_COMPARE(m_submitted, (QList<MessageId>{other, asked.answer}));
        QVERIFY(asked.message().sources.isEmpty());
        QCOMPARE(asked.conversation.messageById(other).sources.size(), 1);
    }

    void aConversationThatGoesTakesItsTurnAlong()
    {
        SlowGatherer gatherer;
        m_turns->add(gatherer);
        auto asked = std::make_unique<Asked>();
        begin(*asked);

        asked.reset();

        QVERIFY(gatherer.begun[0]->isDropped);
        QCoreApplication::processEvents();
        QVERIFY(m_submitted.isEmpty());
        m_turns->stopWhere([](const Conversation&, MessageId) { return true; }); // there is none
    }

    void aTurnThatIsLeftOverEndsWithItsOwner()
    {
        SlowGatherer gatherer;
        m_turns->add(gatherer);
        Asked asked;
        begin(asked);

        m_turns.reset();

        QVERIFY(gatherer.begun[0]->isDropped);
        QCOMPARE(asked.message().state, Message::State::Complete);
        QCOMPARE(asked.message().statistics.end, AnswerStatistics::End::Stopped);
    }

private:
    void begin(Asked& asked) { begin(std::move(asked.reply)); }

    void begin(OpenReply reply)
    {
        m_turns->begin(std::move(reply), [this](OpenReply gathered) {
            m_submitted << gathered.id();
            m_open.push_back(std::move(gathered));
        });
    }

    void stop(const Asked& asked)
    {
        m_turns->stopWhere([&asked](const Conversation& conversation, MessageId) {
            return &conversation == &asked.conversation;
        });
    }

    std::unique_ptr<Turns> m_turns;
    QList<MessageId> m_submitted;
    std::vector<OpenReply> m_open; // those that were submitted
};

TESTS(TurnTest, QCoreApplication);
#include "turn_test.moc"
