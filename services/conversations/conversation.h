#pragma once

#include "services/conversations/conversation_record.h"
#include "services/conversations/message.h"
#include "services/conversations/message_tree.h"

#include <QHash>
#include <QMap>
#include <QObject>

namespace services {

class AnswerStream;

/// What is read of a conversation when it is opened.
struct ConversationContents {
    QList<Message> messages; ///< by id
    Draft draft; ///< its text is in the record, too
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

    Keeping keeping() const { return m_isTemporary ? Keeping::Temporary : Keeping::Stored; }

    const QString& id() const { return m_record.id; }
    ConversationRecord record() const; ///< as it is to be kept
    const ConversationRecord& storedRecord() const { return m_record; } ///< the title may be old

    /// False while its messages have not been read from the disk; nothing may be added then.
    bool isLoaded() const { return m_isLoaded; }
    void restore(const ConversationContents& contents);

    /// Releases what restore() brings, which is on the disk, until it is brought again. Nobody may
    /// be at it, and none of its answers may be open.
    void unload();

    qint64 pictureBytes() const; ///< that its messages take in memory, with their pixels

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
    TitleOrigin titleOrigin() const { return m_record.titleOrigin; }

    bool isPinned() const { return m_record.isPinned; } ///< before all others in the list
    void setPinned(bool pinned);

    QString folder() const { return m_record.folder; } ///< its name; empty: in none
    void setFolder(const QString& folder);

    const ChatSettings& settings() const { return m_record.settings; }
    void setSettings(const ChatSettings& settings);

    /// The unsent content of the prompt box. Its images and attachments come with loaded().
    const Draft& draft() const { return m_draft; }
    void setDraft(const Draft& draft);

    /// True if an answer in any branch is waited for or being written.
    bool isWriting() const { return m_openAnswers > 0; }

    /// Adds a message of the user's at the end of the branch that is shown.
    MessageId appendUserMessage(const QString& text, const QList<Picture>& pictures,
        const QList<TextAttachment>& attachments = {});
    MessageId appendUserMessage(const Draft& draft); ///< the same, perhaps with files to be read

    /// Puts files that have been read into the message that awaits them, by their indices in it
    /// (placeOfAwaited). Ignored where its messages are not here any more.
    void takeFiles(MessageId message, const QMap<int, LoadedFile>& files);

    /// Notes the text in images of a message, by their indices. Ignored in the same way.
    void setPictureTexts(MessageId message, const QMap<int, PictureText>& texts);

    /// Adds an answer that is still to be written; the calls below fill it, by its id, whether or
    /// not its branch is shown. Calls for an answer that has ended are ignored.
    MessageId appendAnswer(const ModelId& model = {});
    void setWaitReason(MessageId answer, const QString& sentence);
    void setSpeed(MessageId answer, double tokensPerSecond); ///< while it is being written
    void setSources(MessageId answer, const QList<Source>& sources); ///< that it rests on
    void setNote(MessageId answer, const QString& sentence); ///< see Message::note
    void appendText(MessageId answer, const QString& text);
    /// Adds calls of tools that an open answer ends with for now; it waits from then on, without the
    /// stream that wrote them. Returns the index of the first one in Message::toolUses.
    int addToolUses(MessageId answer, const QList<ToolUse>& uses);
    void setToolUse(MessageId answer, int index, const ToolUse& use);
    void finishAnswer(MessageId answer, const AnswerStatistics& statistics);
    void failAnswer(MessageId answer, const QString& sentence);

    /// Adds several answers to one message, each to be written by its model. The first is shown.
    QList<MessageId> appendAnswers(MessageId question, const QList<ModelId>& models);

    /// Opens an answer again that has ended, to write more of it.
    void reopenAnswer(MessageId answer, const ModelId& model);

    /// Forgets the written part of an open answer, with the stream that writes it, to begin it
    /// again.
    void beginAnew(MessageId answer);

    /// Lets a stream fill an answer that is open. It belongs to the conversation from now on, and
    /// its answer ends with it.
    void write(MessageId answer, AnswerStream* stream);
    /// Ends the answers that streams are writing; what was written stays.
    void stopWriting();
    void stopWritingFrom(MessageId first); ///< those that are this message or come after it

    /// Adds a complete version of a message that differs in its text, and shows it.
    MessageId appendVersion(MessageId of, const QString& text);

    /// Takes away a message and all that follows it; what is shown then is another version of it
    /// or, if there is none, the branch before it. It can be put back until it is forgotten.
    void removeMessage(MessageId id);
    void putBackMessage(MessageId id);
    /// Drops the contents of a message that was removed and of all that were removed with it.
    void forgetMessage(MessageId id);

    /// Shows the branch from the first message to this one; the next message will follow it.
    void showBranch(MessageId leaf);

    /// Shows a branch that this message is in, unless the one that is shown is: from there on it
    /// follows what was added last.
    void showMessage(MessageId id);

    /// Ends the branch that is shown before this message: what is appended next becomes another
    /// version of it. Nothing of that is kept on the disk before then.
    void branchOff(MessageId id);

    /// The versions of a message: those that follow the same message, itself among them, in the
    /// order in which they were added. Removed ones are left out.
    QList<MessageId> versions(MessageId id) const { return m_tree.versions(id); }

    int rowOf(MessageId id) const { return m_tree.rowOf(id); } ///< −1: not shown

    /// True if `id` is that message or comes after it, directly or not.
    bool isFrom(MessageId first, MessageId id) const { return m_tree.isFrom(first, id); }

    const QList<Message>& allMessages() const { return m_tree.messages(); } ///< by id, all

    /// The messages from the first to this one.
    QList<Message> messagesUntil(MessageId last) const { return m_tree.messagesUntil(last); }

signals:
    void loaded();
    void messageTouched(services::MessageId id); ///< appended or changed, shown or not
    void draftChanged(bool hasOtherFiles); ///< its text or, if it says so, its files, too
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
    void answerCompleted(services::MessageId answer);

private:
    MessageId append(Message message);
    Message* openAnswer(MessageId id);
    void dropStream(MessageId answer);
    void close(Message& answer, Message::State state);
    void countOpen(int difference);
    void tellChanged(MessageId id);
    void tellBranchChanged();

    QString firstWordsOfAll() const;

    ConversationRecord m_record; // all but the title made of first words, and the draft
    Draft m_draft;
    bool m_isLoaded = true;
    bool m_isTemporary = false;
    MessageTree m_tree;
    int m_openAnswers = 0;
    QHash<MessageId, AnswerStream*> m_streams; // that write answers
};

} // namespace services
