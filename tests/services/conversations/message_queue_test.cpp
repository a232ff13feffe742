#include "services/conversations/answer_writer.h"
#include "services/conversations/message_queue.h"
#include "services/generation/model_pool.h"
#include "services/settings/settings.h"
#include "tests/services/conversations/slow_gatherer.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using services::Author;
using services::Conversation;
using services::Message;
using services::MessageQueue;
using Hold = services::MessageQueue::Hold;

namespace {

constexpr int patience = 120'000; // milliseconds

} // namespace

/// Queued messages are sent one after the other, as answers end. A gatherer decides when they do.
class MessageQueueTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<services::Settings>(m_folder->filePath("settings.ini"));
        m_writer = std::make_unique<services::AnswerWriter>(m_models, *m_settings);
        m_gatherer = std::make_unique<tests::SlowGatherer>();
        m_writer->addGatherer(*m_gatherer);
        m_loader = std::make_unique<services::AttachmentLoader>();
        m_queue = std::make_unique<MessageQueue>(*m_writer, *m_loader);
        m_chat = std::make_unique<Conversation>();
        m_chat->appendUserMessage({"First"});
        m_writer->answer(*m_chat);
    }

    void cleanup()
    {
        m_queue.reset();
        m_writer.reset();
        m_chat.reset();
    }

    void queuedMessagesAreSentInTheirOrderWhenAnswersEnd()
    {
        QVERIFY(m_queue->add(*m_chat, {"Second"}));
        QVERIFY(m_queue->add(*m_chat, {"Third"}));
        QCOMPARE(questions(), QStringList{"First"});
        QCOMPARE(m_chat->queue().size(), 2);
        QVERIFY(m_chat->queue()[0].id != m_chat->queue()[1].id);

        letAnswer(0);
        QTRY_COMPARE_WITH_TIMEOUT(questions(), (QStringList{"First", "Second"}), patience);
        QVERIFY(m_chat->isWriting());
        QCOMPARE(m_chat->queuedDrafts().value(0).text, "Third");
        letAnswer(1);

        QTRY_COMPARE_WITH_TIMEOUT(questions(), (QStringList{"First", "Second", "Third"}), patience);
        QVERIFY(m_chat->queue().isEmpty());
    }

    void aStoppedAnswerHoldsTheQueueUntilItIsReleased()
    {
        m_queue->add(*m_chat, {"Second"});
        QSignalSpy changed(m_queue.get(), &MessageQueue::changed);

        m_writer->stop(*m_chat);
        QTRY_COMPARE(m_queue->holdOf(*m_chat), Hold::Stopped);
        QCOMPARE(changed.count(), 1);
        settle();
        QCOMPARE(questions(), QStringList{"First"});

        m_queue->sendNow(*m_chat);
        QTRY_COMPARE(questions(), (QStringList{"First", "Second"}));
        QCOMPARE(m_queue->holdOf(*m_chat), Hold::None);
    }

    void aFailedAnswerHoldsTheQueue()
    {
        m_queue->add(*m_chat, {"Second"});

        m_gatherer->begun[0]->events.failed("The disk is gone.");

        QTRY_COMPARE(m_queue->holdOf(*m_chat), Hold::Failed);
        settle();
        QCOMPARE(questions(), QStringList{"First"});
        QCOMPARE(m_chat->queue().size(), 1);
    }

    void sendNowStopsTheAnswerAndSendsTheFirst()
    {
        m_queue->add(*m_chat, {"Second"});
        m_queue->add(*m_chat, {"Third"});

        m_queue->sendNow(*m_chat);

        QTRY_COMPARE(questions(), (QStringList{"First", "Second"}));
        QCOMPARE(m_chat->message(1).statistics.end, services::AnswerStatistics::End::Stopped);
        QCOMPARE(m_queue->holdOf(*m_chat), Hold::None);
        letAnswer(1); // and the others follow
        QTRY_COMPARE_WITH_TIMEOUT(questions(), (QStringList{"First", "Second", "Third"}), patience);
    }

    void whatWasToBeSentNowAndIsGoneSendsNothingLater()
    {
        m_queue->add(*m_chat, {"Second"});
        m_queue->sendNow(*m_chat);
        m_queue->remove(*m_chat, m_chat->queue().first().id);
        QTRY_VERIFY_WITH_TIMEOUT(!m_chat->isWriting(), patience);
        m_chat->appendUserMessage({"Again"});
        m_writer->answer(*m_chat);
        m_queue->add(*m_chat, {"Third"});

        m_gatherer->begun.last()->events.failed("The disk is gone.");

        QTRY_COMPARE(m_queue->holdOf(*m_chat), Hold::Failed);
        settle();
        QCOMPARE(questions(), (QStringList{"First", "Again"}));
    }

    void theQueueOfAnotherRunIsNotSentByItself()
    {
        services::ConversationRecord record;
        record.id = "old";
        Conversation old(record);
        old.restore({{m_chat->message(0)}, {}, {{"Kept"}}});
        QCOMPARE(m_queue->holdOf(old), Hold::Restored);

        m_writer->answer(old);
        letAnswer(1);
        QTRY_VERIFY_WITH_TIMEOUT(!old.isWriting(), patience);
        settle();
        QCOMPARE(old.queue().size(), 1);

        m_queue->sendNow(old);
        QTRY_VERIFY(old.queue().isEmpty());
        QCOMPARE(old.message(2).text, "Kept");
    }

    void nothingIsSentWhileTheUserEditsAMessage()
    {
        m_queue->add(*m_chat, {"Second"});
        m_queue->setEdited(m_chat.get());
        letAnswer(0);
        QTRY_VERIFY_WITH_TIMEOUT(!m_chat->isWriting(), patience);
        settle();
        QCOMPARE(questions(), QStringList{"First"});

        m_queue->replace(*m_chat, m_chat->queue()[0].id, {"Changed"});
        m_queue->setEdited(nullptr);

        QTRY_COMPARE(questions(), (QStringList{"First", "Changed"}));
    }

    void removedMessagesCanBePutBack()
    {
        for (const char* text : {"a", "b", "c"})
            m_queue->add(*m_chat, {text});
        const services::QueuedMessage removed = m_chat->queue()[1];

        m_queue->remove(*m_chat, removed.id);
        QCOMPARE(m_chat->queue().size(), 2);
        QVERIFY(!m_chat->findQueued(removed.id));
        m_queue->putBack(*m_chat, 1, removed);

        QCOMPARE(m_chat->queue().size(), 3);
        QCOMPARE(m_chat->queue()[1].draft.text, "b");
        QCOMPARE(m_chat->queue()[1].id, removed.id);
    }

    void theQueueHasALimit()
    {
        for (int count = 0; count < MessageQueue::maxMessages; ++count)
            QVERIFY(m_queue->add(*m_chat, {"again"}));
        QVERIFY(!m_queue->add(*m_chat, {"too much"}));
        QCOMPARE(m_chat->queue().size(), MessageQueue::maxMessages);
    }

    void filesThatAreReadMeanwhileArePutIntoQueuedMessages()
    {
        const QString path = tests::resource("samples/one-1.png");
        services::Draft draft{"Second"};
        draft.awaited = {{"one-1.png", path, 0, 0, m_loader->loadFile(path)}};
        const QString broken = m_folder->filePath("broken.png");
        {
            QFile file(broken);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("\x89PNG\r\n\x1a\n");
        }
        draft.awaited << services::AwaitedFile{
            "broken.png", broken, 0, 0, m_loader->loadFile(broken)};
        QSignalSpy failed(m_queue.get(), &MessageQueue::fileFailed);

        m_queue->add(*m_chat, draft);

        QTRY_VERIFY_WITH_TIMEOUT(m_chat->queue()[0].draft.awaited.isEmpty(), patience);
        QCOMPARE(m_chat->queue()[0].draft.pictures.size(), 1);
        QCOMPARE(m_chat->queue()[0].draft.pictures[0].name, "one-1.png");
        QCOMPARE(failed.count(), 1);
        m_queue->sendNow(*m_chat);
        QTRY_COMPARE(m_chat->rowCount(), 4);
        QCOMPARE(m_chat->message(2).pictures.size(), 1);
    }

    void aDeletedChatSendsNothing()
    {
        m_queue->add(*m_chat, {"Second"});
        m_queue->hold(*m_chat);
        letAnswer(0);
        QTRY_VERIFY_WITH_TIMEOUT(!m_chat->isWriting(), patience);
        settle();
        QCOMPARE(questions(), QStringList{"First"});

        m_queue->setEdited(m_chat.get());
        m_chat.reset();
        m_queue->setEdited(nullptr); // and one that is destroyed is forgotten
        settle();
    }

private:
    void letAnswer(int turn) { m_gatherer->begun[turn]->events.done({}); }

    // What was put off until later has been done by now.
    static void settle() { QCoreApplication::processEvents(); }

    QStringList questions() const
    {
        QStringList texts;
        for (int row = 0; row < m_chat->rowCount(); ++row)
            if (m_chat->message(row).author == Author::User)
                texts << m_chat->message(row).text;
        return texts;
    }

    services::ModelPool m_models{{}};
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<services::Settings> m_settings;
    std::unique_ptr<tests::SlowGatherer> m_gatherer;
    std::unique_ptr<services::AttachmentLoader> m_loader;
    std::unique_ptr<services::AnswerWriter> m_writer;
    std::unique_ptr<MessageQueue> m_queue;
    std::unique_ptr<Conversation> m_chat;
};

TESTS(MessageQueueTest, QCoreApplication);
#include "message_queue_test.moc"
