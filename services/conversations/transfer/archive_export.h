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

/// Writes all conversations except temporary ones to one archive, in the background and one after
/// the other, so that only one is in memory at a time. Starts when it is constructed; lives in the
/// window's thread. If it is destroyed or stopped before the end, no file is written.
class ArchiveExport : public Transfer {
    Q_OBJECT

public:
    /// `conversations` and `store` must outlive it. With a null store, only conversations in memory
    /// are written.
    ArchiveExport(ConversationList& conversations, ConversationStore* store, const QString& path,
        QObject* parent = nullptr);

    int total() const override { return m_total; }
    void stop() override { m_isStopped = true; }

signals:
    // Exactly one of these is sent, once.
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
