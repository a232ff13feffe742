#pragma once

#include "services/conversations/conversation.h"
#include "services/conversations/conversation_record.h"
#include "services/conversations/conversation_saver.h"

#include <QAbstractListModel>
#include <QList>
#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>

namespace services {

/// The folders that conversations can be put into, in the order in which they are listed. Lives in
/// the window's thread.
class ConversationFolders : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const QList<Folder>& all() const { return m_folders; }
    QStringList names() const;
    bool contains(const QString& name) const { return indexOf(name) >= 0; }

    /// Adds a folder at the end and returns its name: if `name` is empty or already used, a number
    /// is appended.
    QString add(const QString& name);

    /// Does nothing if `to` is already used or empty.
    void rename(const QString& from, const QString& to);
    void remove(const QString& name); ///< its conversations are kept, without a folder
    void setCollapsed(const QString& name, bool isCollapsed);

    /// Puts them before those that were added meanwhile.
    void restore(const QList<Folder>& folders);

signals:
    void changed();
    void renamed(const QString& from, const QString& to);
    void removed(const QString& name);

private:
    qsizetype indexOf(const QString& name) const;

    QList<Folder> m_folders;
};

/// The list of conversations, which it owns: pinned ones first, then by the time of their last
/// change, the latest first. A conversation becomes a row with its first message, so opening a new
/// chat leaves nothing behind.
class ConversationList : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        WritingRole = Qt::UserRole + 1, ///< bool: an answer is being written
        PinnedRole, ///< bool
        ConversationRole, ///< Conversation*
        TemporaryRole, ///< bool: nothing of it is stored
    };

    /// The conversations of the store are read in the background and appear as rows later. The
    /// store must outlive the list; null: nothing is stored.
    explicit ConversationList(ConversationStore* store = nullptr, QObject* parent = nullptr);
    ~ConversationList() override;

    /// Returns a conversation without messages, owned by the list. As long as the last one has no
    /// messages, it is returned again.
    Conversation* newConversation();
    Conversation* newTemporary(); ///< does the same for one of which nothing is stored

    /// Copies a conversation with the messages up to `until` (noMessage: all). Its messages must be
    /// in memory. The copy is a row at once, the newest, and temporary if the conversation is.
    Conversation* duplicate(const Conversation* conversation, MessageId until = noMessage);

    /// Adds a conversation that came from elsewhere as a row. It gets an id of its own.
    Conversation* add(const ConversationRecord& record, const QList<Message>& messages,
        Conversation::Keeping keeping = Conversation::Keeping::Stored);

    /// Adds a conversation from a file, whose images have no pixels. With a store, its messages are
    /// not kept in memory. Later calls `kept` or, if it could not be written to the disk,
    /// `notKept`; in that case the row is removed. Neither is called if `receiver` is null or has
    /// been destroyed. The title of one that is here already says that this one was imported.
    Conversation* import(const ConversationRecord& record, const QList<Message>& messages,
        QObject* receiver = nullptr, const std::function<void()>& kept = {},
        const std::function<void()>& notKept = {});

    /// True if a row has the same title and the time of its beginning, as one has that was exported
    /// and is imported again.
    bool containsTwin(const ConversationRecord& record) const;

    /// Reads the messages of a row from the disk if they are not in memory.
    void load(Conversation* conversation);

    /// Does the same for the conversation that is shown from now on. Others may then be released
    /// from memory if their images take much of it.
    void open(Conversation* conversation);
    void setMaxPictureBytes(qint64 bytes); ///< in memory, for conversations that are not shown

    /// Removes a row. Until the conversation is forgotten, putBack() restores it.
    void remove(Conversation* conversation);
    void putBack(Conversation* conversation);
    /// Erases a conversation that was removed from the disk. What is not forgotten by then is
    /// erased when the store is destroyed or, after a crash, opened again.
    void forget(Conversation* conversation);

    Conversation* conversation(int row) const { return m_rows[row]; }
    Conversation* find(const QString& id) const; ///< null if there is none
    int rowOf(const Conversation* conversation) const; ///< −1 if it is in no row

    ConversationFolders& folders() { return m_folders; }

    /// The data of a row for its conversation.
    static QVariant conversationData(Conversation* conversation, int role);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& title, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    /// Everything in the store has been read, or (`wasRead` is false) could not be read.
    void restored(bool wasRead);
    void messagesRemoved(const QString& conversation); ///< of a conversation that stays

private:
    void restore(const QList<ConversationRecord>& records);
    void restoreDrafts(const QList<ConversationRecord>& unsent);
    void takeDraft(const ConversationRecord& record, const ConversationContents& contents);
    void followFolders();
    ConversationRecord withOwnId(const ConversationRecord& record);
    Conversation* handOut(Conversation*& place, Conversation::Keeping keeping);
    void watch(Conversation* conversation);
    void keep(Conversation* conversation);
    void insert(Conversation* conversation);
    void reposition(Conversation* conversation);
    int placeFor(const Conversation* conversation) const;
    void notifyChanged(const Conversation* conversation);

    ConversationStore* m_store;
    // Null without a store.
    std::unique_ptr<ConversationSaver> m_saver;
    std::unique_ptr<OpenedConversations> m_opened;
    ConversationFolders m_folders;
    QList<Conversation*> m_rows;
    Conversation* m_empty = nullptr; // handed out, not yet a row
    Conversation* m_emptyTemporary = nullptr; // the same
};

/// The conversation of a row of this list, or of another model with its roles; null if it has none.
Conversation* conversationAt(const QModelIndex& index);

} // namespace services
