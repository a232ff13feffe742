#pragma once

#include "services/conversations/transfer/transfer.h"

#include <QPointer>
#include <QStringList>

#include <memory>

namespace services {

class Conversation;
class ConversationList;
class ConversationReader;
struct ExportedConversation;

/// Reads conversations from files, in the background and one after the other, and adds them to the
/// list. Starts when it is constructed; lives in the window's thread. What was added before it is
/// destroyed stays in the list.
class ConversationImport : public Transfer {
    Q_OBJECT

public:
    /// The list must outlive it.
    ConversationImport(
        ConversationList& conversations, const QStringList& paths, QObject* parent = nullptr);

    int total() const override { return 0; } // files say it at their end
    void stop() override;

    Conversation* first() const; ///< that was added; null if there is none
    int twins() const { return m_twins; } ///< how many were in the list already

signals:
    /// Sent once, at the end, with the number of conversations that were added and a sentence about
    /// the first one that could not be read; it is empty if all could.
    void finished(int conversations, const QString& failure);

private:
    void openNext();
    void readNext();
    void add(const ExportedConversation& conversation);
    void giveUp();
    void fail(const QString& sentence);

    ConversationList& m_conversations;
    QStringList m_paths; // still to be opened
    std::shared_ptr<ConversationReader> m_reader; // used in the background, by one job at a time
    QPointer<Conversation> m_first;
    int m_count = 0;
    int m_twins = 0;
    bool m_isStopped = false;
    QString m_failure;
};

} // namespace services
