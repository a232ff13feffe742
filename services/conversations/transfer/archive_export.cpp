#include "services/conversations/transfer/archive_export.h"

#include "services/background.h"
#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_store.h"
#include "services/conversations/transfer/archive_writer.h"

namespace services {

ArchiveExport::ArchiveExport(
    ConversationList& conversations, ConversationStore* store, const QString& path, QObject* parent)
    : Transfer(parent)
    , m_store(store)
    , m_path(path)
{
    for (int row = 0; row < conversations.rowCount(); ++row)
        if (!conversations.conversation(row)->isTemporary())
            m_waiting << conversations.conversation(row);
    m_total = int(m_waiting.size());
    runInBackground<std::shared_ptr<ArchiveWriter>>(
        this, [path] { return std::make_shared<ArchiveWriter>(path); },
        [this](const Outcome<std::shared_ptr<ArchiveWriter>>& outcome) {
            if (!outcome.value) {
                emit failed(outcome.error);
                return;
            }
            m_writer = *outcome.value;
            next();
        });
}

void ArchiveExport::next()
{
    if (m_isStopped) {
        emit failed(tr("The export was stopped: nothing was written."));
        return;
    }
    while (!m_waiting.isEmpty()) {
        const QPointer<Conversation> conversation = m_waiting.takeFirst();
        if (!conversation)
            continue;
        const ConversationRecord record = conversation->record();
        if (conversation->isLoaded() || !m_store)
            return write(exportedConversation(record, conversation->allMessages()));
        return m_store->loadContents(
            record.id, this,
            [this, record](const ConversationContents& contents) {
                write(exportedConversation(record, contents.messages));
            },
            [this, record] {
                emit failed(tr("The conversation “%1” could not be read: nothing was exported.")
                                .arg(record.title));
            });
    }
    end();
}

void ArchiveExport::write(const ExportedConversation& conversation)
{
    runInBackground<bool>(
        this,
        [writer = m_writer, conversation] {
            writer->add(conversation);
            return true;
        },
        [this](const Outcome<bool>& outcome) {
            if (!outcome.value) {
                emit failed(outcome.error);
                return;
            }
            emit progressed(++m_count);
            next();
        });
}

void ArchiveExport::end()
{
    runInBackground<bool>(
        this,
        [writer = m_writer] {
            writer->finish();
            return true;
        },
        [this](const Outcome<bool>& outcome) {
            if (outcome.value)
                emit finished(m_count);
            else
                emit failed(outcome.error);
        });
}

} // namespace services
