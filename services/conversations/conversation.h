#pragma once

#include "services/conversations/conversation_record.h"
#include "services/conversations/message.h"

#include <QHash>
#include <QObject>

namespace services {

/// A tree of messages of which one branch, from the first message to a leaf, is shown as rows.
/// Lives in the window's thread.
class Conversation : public QObject {
    Q_OBJECT

public:
    /// A new one, with an id of its own.
    explicit Conversation(QObject* parent = nullptr);
    /// One that is kept on the disk; it has no messages until restore().
    explicit Conversation(const ConversationRecord& record, QObject* parent = nullptr);

    const QString& id() const { return m_record.id; }
    ConversationRecord record() const; ///< as it is to be kept
    const ConversationRecord& storedRecord() const { return m_record; } ///< the title may be old

    /// False while its messages have not been read from the disk; nothing may be added then.
    bool isLoaded() const { return m_isLoaded; }
    void restore(const QList<Message>& messages);

    int rowCount() const { return int(m_branch.size()); }
    const Message& message(int row) const { return m_messages[m_branch[row]]; }
    const Message& messageById(MessageId id) const { return m_messages[id]; }
    bool isEmpty() const { return m_branch.isEmpty(); }

    /// The name the user gave it. Without one, the first words of the first message or, if it is a
    /// picture without a word, of the answer; a general name before there are any.
    QString title() const;
    void rename(const QString& title); ///< empty: the first words again

    bool isPinned() const { return m_record.isPinned; } ///< before all others in the list
    void setPinned(bool pinned);

    /// What is written in the prompt box and not yet sent.
    const QString& draft() const { return m_record.draft; }
    void setDraft(const QString& text);

    /// Whether an answer in any branch is waited for or being written.
    bool isWriting() const { return m_openAnswers > 0; }

    /// Adds a message of the user's at the end of the branch that is shown.
    MessageId appendUserMessage(const QString& text, const QList<Picture>& pictures);

    /// Adds an answer that is still to be written; the calls below fill it, by its id, whether or
    /// not its branch is shown. Calls for an answer that has ended are ignored.
    MessageId appendAnswer();
    void appendText(MessageId answer, const QString& text);
    void finishAnswer(MessageId answer, const AnswerStatistics& statistics);
    void failAnswer(MessageId answer, const QString& sentence);

    /// Opens an answer again that has ended, to write more of it.
    void reopenAnswer(MessageId answer);

    /// Shows the branch from the first message to this one; the next message will follow it.
    void showBranch(MessageId leaf);

    /// Shows a branch that this message is in, unless the one that is shown is: from there on it
    /// follows what was added last.
    void showMessage(MessageId id);

    /// Ends the branch that is shown before this message: what is appended next becomes another
    /// version of it. Nothing of that is kept on the disk before then.
    void branchOff(MessageId id);

    /// The versions of a message: those that follow the same message, itself among them, in the
    /// order in which they were added.
    QList<MessageId> versions(MessageId id) const { return m_following[m_messages[id].parent]; }

    int rowOf(MessageId id) const { return int(m_branch.lastIndexOf(id)); } ///< −1: not shown
    const QList<Message>& allMessages() const { return m_messages; } ///< by id

    /// The messages from the first to this one.
    QList<Message> messagesUntil(MessageId last) const;

signals:
    void loaded();
    void messageTouched(services::MessageId id); ///< appended or changed, shown or not
    void draftChanged();
    void recordChanged(); ///< what the list shows or the disk keeps beside messages
    void rowAppended(int row);
    void messageChanged(int row);
    void branchChanged();
    void titleChanged();
    void writingChanged(bool writing);

private:
    MessageId append(Message message);
    void setBranch(MessageId leaf);
    Message* openAnswer(MessageId id);
    void close(Message& answer, Message::State state);
    void tellChanged(MessageId id);

    QString firstWordsOfAll() const;

    ConversationRecord m_record; // all but the title of one that was not renamed
    bool m_isLoaded = true;
    QList<Message> m_messages; // by id
    QHash<MessageId, QList<MessageId>> m_following; // directly, in the order of their ids
    QList<MessageId> m_branch; // the rows
    int m_openAnswers = 0;
};

} // namespace services
