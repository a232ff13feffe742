#pragma once

#include "services/conversations/conversation.h"
#include "services/conversations/conversation_folders.h"
#include "services/conversations/conversation_saver.h"
#include "services/conversations/opened_conversations.h"

#include <QAbstractListModel>

#include <functional>
#include <memory>

namespace services {

/// The conversations: pinned ones first, then those that changed last. Owns them. A conversation
/// becomes a row with its first message, so that opening a new chat leaves nothing behind.
class ConversationList : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        WritingRole = Qt::UserRole + 1, ///< bool: an answer is being written
        PinnedRole, ///< bool
        ConversationRole, ///< Conversation*
        TemporaryRole, ///< bool: nothing of it is kept
    };

    /// What is in the store comes as rows later; it must outlive the list. Null: nothing is kept.
    explicit ConversationList(ConversationStore* store = nullptr, QObject* parent = nullptr);
    ~ConversationList() override;

    /// A new conversation without messages, owned by the list; the one handed out before if it is
    /// still without.
    Conversation* newConversation();
    Conversation* newTemporary(); ///< the same; nothing of it is kept

    /// A copy with the messages up to this one; noMessage: with all. The conversation must be
    /// loaded. The copy is a row at once, the newest, and temporary if the conversation is.
    Conversation* duplicate(const Conversation* conversation, MessageId until = noMessage);

    /// Adds one that came from elsewhere, as a row. It is given an id of its own.
    Conversation* add(const ConversationRecord& record, const QList<Message>& messages,
        Conversation::Keeping keeping = Conversation::Keeping::Stored);

    /// The same for one out of a file, whose pictures hold no pixels. With a store its messages are
    /// not kept in memory. Calls one of the two later, unless `receiver` is null or has died by
    /// then: `kept` or, where the disk took nothing, `notKept`; the row is gone then.
    void import(const ConversationRecord& record, const QList<Message>& messages,
        QObject* receiver = nullptr, const std::function<void()>& kept = {},
        const std::function<void()>& notKept = {});

    /// Brings the messages of a row from the disk, if they are not here yet.
    void load(Conversation* conversation);

    /// The same for the one that is shown from now on. Others may then be unloaded where their
    /// pictures take much memory.
    void open(Conversation* conversation);
    void setMostPictureBytes(qint64 bytes); ///< in memory, of those that are not shown

    /// Takes a row out. Until it is forgotten it can be put back.
    void remove(Conversation* conversation);
    void putBack(Conversation* conversation);

    Conversation* conversation(int row) const { return m_rows[row]; }
    Conversation* find(const QString& id) const; ///< null if there is none
    int rowOf(const Conversation* conversation) const; ///< −1: in none

    ConversationFolders& folders() { return m_folders; }

    /// What a row says of its conversation.
    static QVariant dataOf(Conversation* conversation, int role);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& title, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    /// All that was in the store is here, or it could not be read.
    void restored(bool wasRead);
    void messagesRemoved(const QString& conversation); ///< that stays

private:
    void restore(const QList<ConversationRecord>& records);
    void restoreDrafts(const QList<ConversationRecord>& unsent);
    void takeDraft(const ConversationRecord& record, const Draft& files);
    void followFolders();
    ConversationRecord withOwnId(const ConversationRecord& record);
    Conversation* handOut(Conversation*& place, Conversation::Keeping keeping);
    void watch(Conversation* conversation);
    void keep(Conversation* conversation);
    void insert(Conversation* conversation);
    void reposition(Conversation* conversation);
    int placeFor(const Conversation* conversation) const;
    void tellChanged(const Conversation* conversation);

    ConversationStore* m_store;
    // Null without a store.
    std::unique_ptr<ConversationSaver> m_saver;
    std::unique_ptr<OpenedConversations> m_opened;
    ConversationFolders m_folders;
    QList<Conversation*> m_rows;
    Conversation* m_empty = nullptr; // handed out, not yet a row
    Conversation* m_emptyTemporary = nullptr; // the same
};

/// What a row of the list, or of a model that answers to its roles, stands for; null: none.
Conversation* conversationAt(const QModelIndex& index);

} // namespace services
