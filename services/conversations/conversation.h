#pragma once

#include "services/conversations/conversation_record.h"
#include "services/conversations/message.h"
#include "services/conversations/message_tree.h"
#include "services/conversations/open_reply.h"

#include <QMap>
#include <QObject>

#include <vector>

namespace services {

/// What is read of a conversation when it is opened.
struct ConversationContents {
    QList<Message> messages; ///< by id
    Draft draft; ///< its text is in the record, too
    QList<Draft> queue = {}; ///< see Conversation::queue()
};

/// A tree of messages of which one branch, from the first message to a leaf, is shown as rows.
/// Lives in the window's thread.
class Conversation : public QObject {
    Q_OBJECT

public:
    enum class Keeping { Stored, Temporary };

    /// A new one, with an id of its own. Nothing of a temporary one is ever written to the disk.
    explicit Conversation(QObject* parent = nullptr, Keeping keeping = Keeping::Stored);
    /// One that is described by its record; it has no messages until restore().
    explicit Conversation(const ConversationRecord& record, QObject* parent = nullptr,
        Keeping keeping = Keeping::Stored);

    const QString& id() const { return m_record.id; }
    ConversationRecord record() const; ///< as it is to be stored
    /// Its folder, its settings and so on; only the title and the draft may be old.
    const ConversationRecord& storedRecord() const { return m_record; }

    /// False while its messages have not been read from the disk; nothing may be added then.
    bool isLoaded() const { return m_isLoaded; }
    void restore(const ConversationContents& contents);

    /// Releases what restore() brings, which is on the disk, until it is brought again. Nobody may
    /// be at it, and none of its answers may be open.
    void unload();

    bool isTemporary() const { return m_isTemporary; }
    void keep(); ///< makes a temporary one an ordinary one

    int rowCount() const { return int(m_tree.branch().size()); }
    const Message& message(int row) const { return m_tree[m_tree.branch()[row]]; }
    const Message& messageById(MessageId id) const { return m_tree[id]; }
    bool isEmpty() const { return m_tree.branch().isEmpty(); }

    /// The name the user gave it, or else the one a model made. If both are missing, the first
    /// words of the first message or, if it is an image without a word or with a question that fits
    /// every image, of the answer; a general name before there are any.
    QString title() const;
    void rename(const QString& title); ///< empty: the first words again
    /// A name made by a model. Ignored if there is a better one.
    void setMadeTitle(const QString& title);

    void setPinned(bool pinned); ///< before all others in the list
    void setFolder(const QString& folder); ///< by its name; empty: in none

    const ChatSettings& settings() const { return m_record.settings; }
    void setSettings(const ChatSettings& settings);

    /// The unsent content of the prompt box. Its images and attachments come with loaded().
    const Draft& draft() const { return m_draft; }
    void setDraft(const Draft& draft);

    /// The messages that wait to be sent, in this order; MessageQueue sends them. They come with
    /// loaded(), and are kept as the draft is.
    const QList<QueuedMessage>& queue() const { return m_queue; }
    /// Gives an id to each message that has none.
    void setQueue(const QList<QueuedMessage>& queue);
    const QueuedMessage* findQueued(qint64 id) const; ///< null if there is none
    QList<Draft> queuedDrafts() const;

    /// True if an answer in any branch is waited for or being written.
    bool isWriting() const { return m_openReplies > 0; }

    /// Adds a message of the user's at the end of the branch that is shown.
    MessageId appendUserMessage(const Draft& draft);

    /// Puts files that have been read into the message that awaits them, by their indices in it
    /// (placeOfAwaited). Ignored where its messages are not here any more.
    void takeFiles(MessageId message, const QMap<int, LoadedFile>& files);

    /// Notes the text in images of a message, by their indices. Ignored in the same way.
    void setPictureTexts(MessageId message, const QMap<int, PictureText>& texts);

    /// Adds a reply at the end of the branch that is shown. `model` will write it.
    OpenReply appendReply(const ModelId& model = {});

    /// Adds several replies to one message, each to be written by its model. The first is shown.
    std::vector<OpenReply> appendReplies(MessageId question, const QList<ModelId>& models);

    /// Opens a reply again that has ended, to write more of it.
    OpenReply reopenReply(MessageId reply, const ModelId& model);

    /// Adds a complete version of a message that differs in its text, and shows it.
    MessageId appendVersion(MessageId of, const QString& text);

    /// Takes away a message and all that follows it; what is shown then is another version of it
    /// or, if there is none, the branch before it. It can be put back until it is forgotten.
    void removeMessage(MessageId id);
    void putBackMessage(MessageId id);
    /// Drops the contents of a message that was removed and of all that were removed with it.
    void forgetMessage(MessageId id);

    /// Shows a branch that this message is in, unless the one that is shown is: from there on it
    /// follows what was added last.
    void showMessage(MessageId id);

    /// Ends the branch that is shown before this message: what is appended next becomes another
    /// version of it. Nothing of that is kept on the disk before then.
    void branchOff(MessageId id);

    int rowOf(MessageId id) const { return m_tree.rowOf(id); } ///< −1: not shown

    /// All messages, with their versions and branches.
    const MessageTree& tree() const { return m_tree; }

signals:
    void loaded();
    void messageTouched(services::MessageId id); ///< appended or changed, shown or not
    void draftChanged(bool hasOtherFiles); ///< its text or, if it says so, its files, too
    void queueChanged();
    void recordChanged(); ///< what the list shows or the disk keeps in addition to messages
    void rowAppended(int row);
    void messageChanged(int row);
    void branchChanged();
    void messagesRemoved(); ///< at once, before any other signal about it
    void messagesForgotten(services::MessageId with); ///< that were removed with this one
    void titleChanged();
    void writingChanged(bool writing);
    void settingsChanged();
    void kept();

private:
    friend class OpenReply;

    MessageId append(Message message);
    void endReply(MessageId id, Message::State state);
    void countOpen(int difference);
    void notifyChanged(MessageId id);
    void notifyBranchChanged();
    void showBranch(MessageId leaf);

    QString firstWordsOfAll() const;

    ConversationRecord m_record; // all but the title made of first words, and the draft
    Draft m_draft;
    QList<QueuedMessage> m_queue;
    qint64 m_lastQueued = 0; // the id that was given last
    bool m_isLoaded = true;
    bool m_isTemporary = false;
    MessageTree m_tree;
    int m_openReplies = 0;
};

} // namespace services
