#include "ui/chat/prompt_queue.h"

#include "services/conversations/conversation.h"
#include "services/conversations/message_queue.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/queue_strip.h"

#include <QPointer>

#include <utility>

namespace ui {

using services::Conversation;
using services::Draft;
using services::MessageQueue;

PromptQueue::PromptQueue(PromptBox& prompt, MessageQueue& queue, QObject* parent)
    : QObject(parent)
    , m_prompt(prompt)
    , m_queue(queue)
{
    connectPrompt();
    connect(&queue, &MessageQueue::changed, this, [this](Conversation* conversation) {
        if (conversation == m_conversation)
            show();
    });
    connect(&queue, &MessageQueue::fileFailed, this,
        [this](Conversation*, const QString& message) { m_prompt.showNotice(message); });
}

void PromptQueue::connectPrompt()
{
    QueueStrip* strip = m_prompt.queueStrip();
    connect(&m_prompt, &PromptBox::queued, this, &PromptQueue::add);
    connect(&m_prompt, &PromptBox::queuedEdited, this, &PromptQueue::replaceEdited);
    connect(&m_prompt, &PromptBox::editBegan, this, [this] { m_queue.setEdited(m_conversation); });
    connect(&m_prompt, &PromptBox::editEnded, this, [this] {
        m_prompt.queueStrip()->setEdited(0);
        m_queue.setEdited(nullptr);
    });
    connect(strip, &QueueStrip::editRequested, this, &PromptQueue::edit);
    connect(strip, &QueueStrip::removeRequested, this, &PromptQueue::remove);
    connect(strip, &QueueStrip::sendRequested, this, [this] { m_queue.sendNow(*m_conversation); });
    connect(strip, &QueueStrip::focusLeft, &m_prompt, qOverload<>(&QWidget::setFocus));
}

void PromptQueue::setConversation(Conversation* conversation)
{
    if (m_conversation)
        m_conversation->disconnect(this);
    if (m_conversation != conversation)
        m_prompt.queueStrip()->withdrawUndo();
    m_conversation = conversation;
    connect(conversation, &Conversation::loaded, this, &PromptQueue::show);
    connect(conversation, &Conversation::queueChanged, this, &PromptQueue::show);
    connect(conversation, &Conversation::writingChanged, this, &PromptQueue::show);
    show();
}

// A message that is not accepted goes back to where it was written.
void PromptQueue::add(const Draft& message)
{
    if (m_queue.add(*m_conversation, message))
        return;
    m_prompt.giveBack(message);
    m_prompt.showNotice(tr("You can queue up to %Ln messages. Send or delete one first.", nullptr,
        MessageQueue::maxMessages));
}

void PromptQueue::edit(qint64 id)
{
    const services::QueuedMessage* message = m_conversation->findQueued(id);
    if (!message)
        return;
    m_prompt.beginEdit(message->draft, PromptBox::Editing::Queued);
    m_edited = id;
    m_prompt.queueStrip()->setEdited(id);
}

void PromptQueue::replaceEdited(const Draft& message)
{
    const qint64 id = std::exchange(m_edited, 0);
    if (m_conversation->findQueued(id))
        m_queue.replace(*m_conversation, id, message);
    else // it was removed meanwhile
        add(message);
}

void PromptQueue::remove(qint64 id)
{
    const services::QueuedMessage* found = m_conversation->findQueued(id);
    if (!found)
        return;
    const services::QueuedMessage message = *found;
    const qsizetype index = found - m_conversation->queue().constData();
    if (m_prompt.isEditing(PromptBox::Editing::Queued) && m_edited == id)
        m_prompt.leaveEdit();
    m_queue.remove(*m_conversation, id);
    m_prompt.queueStrip()->offerUndo(tr("Queued message deleted"),
        [this, message, index, conversation = QPointer(m_conversation)] {
            if (conversation)
                m_queue.putBack(*conversation, index, message);
        });
}

void PromptQueue::show()
{
    m_prompt.queueStrip()->setQueue(m_conversation->queue(), state());
    m_prompt.queueStrip()->setEdited(m_prompt.isEditing(PromptBox::Editing::Queued) ? m_edited : 0);
}

QString PromptQueue::state() const
{
    const auto count = int(m_conversation->queue().size());
    switch (m_queue.holdOf(*m_conversation)) {
    case MessageQueue::Hold::Stopped:
        return tr("%Ln messages not sent: the reply was stopped", nullptr, count);
    case MessageQueue::Hold::Failed:
        return tr("%Ln messages not sent: the reply failed", nullptr, count);
    case MessageQueue::Hold::Restored:
        return tr("%Ln messages not sent yet", nullptr, count);
    case MessageQueue::Hold::None:
        break;
    }
    return m_conversation->isWriting()
        ? tr("%Ln messages queued – sent when the reply ends", nullptr, count)
        : tr("%Ln messages not sent yet", nullptr, count);
}

} // namespace ui
