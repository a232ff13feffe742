#include "services/conversations/transfer/conversation_import.h"

#include "services/background.h"
#include "services/conversations/conversation_list.h"
#include "services/conversations/transfer/conversation_reader.h"

namespace services {

ConversationImport::ConversationImport(
    ConversationList& conversations, const QStringList& paths, QObject* parent)
    : Transfer(parent)
    , m_conversations(conversations)
    , m_paths(paths)
{
    openNext();
}

Conversation* ConversationImport::first() const
{
    return m_first;
}

void ConversationImport::stop()
{
    m_isStopped = true;
    m_paths.clear();
}

void ConversationImport::openNext()
{
    using Reader = std::shared_ptr<ConversationReader>;
    if (m_paths.isEmpty()) { // also if there were none at all
        QMetaObject::invokeMethod(
            this, [this] { emit finished(m_count, m_failure); }, Qt::QueuedConnection);
        return;
    }
    runInBackground<Reader>(
        this, [path = m_paths.takeFirst()] { return std::make_shared<ConversationReader>(path); },
        [this](const Outcome<Reader>& outcome) {
            if (!outcome.value) {
                fail(outcome.error);
                return openNext();
            }
            m_reader = *outcome.value;
            readNext();
        });
}

// One that was read is on the disk before the next one comes, so that they do not pile up.
void ConversationImport::readNext()
{
    if (m_isStopped)
        return openNext();
    using Next = std::optional<ExportedConversation>;
    runInBackground<Next>(
        this, [reader = m_reader] { return reader->next(); },
        [this](const Outcome<Next>& outcome) {
            if (!outcome.value) {
                fail(outcome.error);
                return readNext();
            }
            const Next& conversation = *outcome.value;
            if (!conversation)
                return openNext();
            add(*conversation);
        });
}

void ConversationImport::add(const ExportedConversation& conversation)
{
    const auto goOn = [this] {
        emit progressed(++m_count);
        readNext();
    };
    m_twins += m_conversations.holdsTwinOf(conversation.record) ? 1 : 0;
    Conversation* added = m_conversations.import(
        conversation.record, conversation.messages, this, goOn, [this] { giveUp(); });
    if (!m_first)
        m_first = added;
}

// What could not be written now cannot be written later: the disk is full, or there is no file.
void ConversationImport::giveUp()
{
    fail(m_count == 0
            ? tr("Nothing could be imported: the file of the conversations cannot be used.")
            : tr("The import was not finished: the file of the conversations cannot be written."));
    m_paths.clear();
    openNext();
}

void ConversationImport::fail(const QString& sentence)
{
    if (m_failure.isEmpty())
        m_failure = sentence;
}

} // namespace services
