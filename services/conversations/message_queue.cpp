#include "services/conversations/message_queue.h"

#include "services/conversations/answer_writer.h"
#include "services/conversations/conversation.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace services {

MessageQueue::MessageQueue(AnswerWriter& answers, AttachmentLoader& loader, QObject* parent)
    : QObject(parent)
    , m_answers(answers)
{
    using Ticket = AttachmentLoader::Ticket;
    const auto take = [this](Ticket ticket, const LoadedFile& file) {
        forFile(ticket, [&file](Conversation&, Draft& draft, qsizetype index) {
            takeFile(draft, placeOfAwaited(draft, index), file);
        });
    };
    connect(&loader, &AttachmentLoader::pictureLoaded, this,
        [take](Ticket ticket, const Picture& picture) { take(ticket, picture); });
    connect(&loader, &AttachmentLoader::textLoaded, this,
        [take](Ticket ticket, const TextAttachment& text) { take(ticket, text); });
    connect(
        &loader, &AttachmentLoader::failed, this, [this](Ticket ticket, const QString& message) {
            forFile(ticket, [&](Conversation& conversation, Draft& draft, qsizetype index) {
                draft.awaited.removeAt(index);
                emit fileFailed(&conversation, message);
            });
        });
}

// Calls `act` with the queued message that awaits this file, and the index of the file in it.
template <typename Act>
void MessageQueue::forFile(AttachmentLoader::Ticket ticket, Act act)
{
    for (Conversation* conversation : m_watched.keys()) {
        QList<QueuedMessage> queue = conversation->queue();
        for (QueuedMessage& message : queue) {
            const auto file
                = std::ranges::find(message.draft.awaited, ticket, &AwaitedFile::ticket);
            if (file == message.draft.awaited.end())
                continue;
            act(*conversation, message.draft, file - message.draft.awaited.begin());
            conversation->setQueue(queue);
            break;
        }
    }
}

MessageQueue::Watched& MessageQueue::watch(Conversation& conversation)
{
    const auto known = m_watched.find(&conversation);
    if (known != m_watched.end())
        return *known;
    connect(&conversation, &Conversation::messageTouched, this,
        [this, &conversation](MessageId id) { note(conversation, id); });
    connect(
        &conversation, &Conversation::writingChanged, this, [this, &conversation](bool isWriting) {
            if (!isWriting)
                onWritingEnded(conversation);
        });
    connect(&conversation, &QObject::destroyed, this, [this, key = &conversation] {
        m_watched.remove(key);
        if (m_edited == key)
            m_edited = nullptr;
    });
    return *m_watched.insert(&conversation, {.hold = holdOf(conversation)});
}

MessageQueue::Hold MessageQueue::holdOf(const Conversation& conversation) const
{
    const auto known = m_watched.constFind(const_cast<Conversation*>(&conversation));
    if (known != m_watched.cend())
        return known->hold;
    return conversation.queue().isEmpty() ? Hold::None : Hold::Restored;
}

bool MessageQueue::add(Conversation& conversation, const Draft& message)
{
    QList<QueuedMessage> queue = conversation.queue();
    if (queue.size() >= maxMessages)
        return false;
    watch(conversation);
    conversation.setQueue(queue << QueuedMessage{.draft = message});
    setHold(conversation, Hold::None);
    sendSoon(conversation); // the answer may have ended meanwhile
    return true;
}

void MessageQueue::replace(Conversation& conversation, qint64 id, const Draft& message)
{
    QList<QueuedMessage> queue = conversation.queue();
    const auto found = std::ranges::find(queue, id, &QueuedMessage::id);
    if (found == queue.end())
        return;
    watch(conversation); // for its files
    found->draft = message;
    conversation.setQueue(queue);
}

void MessageQueue::remove(Conversation& conversation, qint64 id)
{
    watch(conversation);
    QList<QueuedMessage> queue = conversation.queue();
    queue.removeIf([id](const QueuedMessage& message) { return message.id == id; });
    conversation.setQueue(queue);
}

void MessageQueue::putBack(
    Conversation& conversation, qsizetype index, const QueuedMessage& message)
{
    watch(conversation);
    QList<QueuedMessage> queue = conversation.queue();
    queue.insert(std::clamp<qsizetype>(index, 0, queue.size()), message);
    conversation.setQueue(queue);
}

void MessageQueue::sendNow(Conversation& conversation)
{
    if (conversation.queue().isEmpty())
        return;
    watch(conversation);
    setHold(conversation, Hold::None);
    if (!conversation.isWriting())
        return sendSoon(conversation);
    m_watched[&conversation].sendsNext = true;
    m_answers.stop(conversation);
}

void MessageQueue::hold(Conversation& conversation)
{
    watch(conversation);
    setHold(conversation, Hold::Stopped);
}

void MessageQueue::setHold(Conversation& conversation, Hold hold)
{
    if (m_watched[&conversation].hold == hold)
        return;
    m_watched[&conversation].hold = hold;
    emit changed(&conversation);
}

void MessageQueue::setEdited(Conversation* conversation)
{
    const Conversation* before = m_edited;
    m_edited = conversation;
    for (Conversation* each : m_watched.keys())
        if (each == before && each != conversation)
            sendSoon(*each);
}

void MessageQueue::note(Conversation& conversation, MessageId touched)
{
    const Message& message = conversation.messageById(touched);
    if (message.author == Author::Assistant && !message.isOpen())
        m_watched[&conversation].lastEnded = touched;
}

void MessageQueue::onWritingEnded(Conversation& conversation)
{
    Watched& watched = m_watched[&conversation];
    const bool sendsNext = std::exchange(watched.sendsNext, false);
    if (conversation.queue().isEmpty() || watched.lastEnded == noMessage)
        return;
    const Message& answer = conversation.messageById(watched.lastEnded);
    if (sendsNext)
        return sendSoon(conversation);
    if (answer.state == Message::State::Failed)
        return setHold(conversation, Hold::Failed);
    if (answer.statistics.end == AnswerStatistics::End::Stopped)
        return setHold(conversation, Hold::Stopped);
    sendSoon(conversation);
}

// Later, when everybody has been told that the answer has ended.
void MessageQueue::sendSoon(Conversation& conversation)
{
    QMetaObject::invokeMethod(
        this,
        [this, alive = QPointer(&conversation)] {
            if (alive)
                send(*alive);
        },
        Qt::QueuedConnection);
}

// The message is stored in the conversation before it leaves the queue, or a crash in between would
// lose it.
void MessageQueue::send(Conversation& conversation)
{
    if (conversation.queue().isEmpty() || !conversation.isLoaded() || conversation.isWriting()
        || m_watched[&conversation].hold != Hold::None || m_edited == &conversation)
        return;
    QList<QueuedMessage> queue = conversation.queue();
    conversation.appendUserMessage(queue.first().draft);
    queue.removeFirst();
    conversation.setQueue(queue);
    m_answers.answer(conversation);
}

} // namespace services
