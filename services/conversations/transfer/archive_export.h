#pragma once

#include "services/conversations/transfer/exported_conversation.h"
#include "services/conversations/transfer/transfer.h"

#include <QPointer>
#include <QString>

#include <memory>

namespace services {

class ArchiveWriter;
class Conversation;
class ConversationList;
class ConversationStore;

/// Writes all conversations but the temporary ones into one archive, in the background and one
/// after the other, so that a single one is in memory at a time. Begins when it is made; lives in
/// the window's thread. If it dies or is stopped before the end, nothing has been written.
class ArchiveExport : public Transfer {
    Q_OBJECT

public:
    /// List and store must outlive it. Null: those in memory are all there are.
    ArchiveExport(ConversationList& conversations, ConversationStore* store, const QString& path,
        QObject* parent = nullptr);

    int total() const override { return m_total; }
    void stop() override { m_isStopped = true; }

signals:
    // One of the two, once.
    void finished(int conversations);
    void failed(const QString& sentence);

private:
    void next();
    void write(const ExportedConversation& conversation);
    void end();

    ConversationStore* m_store;
    QString m_path;
    QList<QPointer<Conversation>> m_waiting;
    std::shared_ptr<ArchiveWriter> m_writer; // used in the background, by one job at a time
    int m_total = 0;
    int m_count = 0; // that were written
    bool m_isStopped = false;
};

} // namespace services
