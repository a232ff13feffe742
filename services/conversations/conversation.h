#pragma once

#include "services/conversations/message.h"

#include <QObject>

namespace services {

/// A tree of messages of which one branch, from the first message to a leaf, is shown as rows.
/// Lives in the window's thread.
class Conversation : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    int rowCount() const { return int(m_branch.size()); }
    const Message& message(int row) const { return m_messages[m_branch[row]]; }
    bool isEmpty() const { return m_branch.isEmpty(); }

    /// The first words of the first message or, if it is a picture without a word, of the answer; a
    /// general name before there are any.
    QString title() const;

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

    /// Shows the branch from the first message to this one; the next message will follow it.
    void showBranch(MessageId leaf);

    /// The messages from the first to this one.
    QList<Message> messagesUntil(MessageId last) const;

signals:
    void rowAppended(int row);
    void messageChanged(int row);
    void branchChanged();
    void titleChanged();
    void writingChanged(bool writing);

private:
    MessageId append(Message message);
    Message* openAnswer(MessageId id);
    void close(Message& answer, Message::State state);
    void tellChanged(MessageId id);

    QList<Message> m_messages; // by id
    QList<MessageId> m_branch; // the rows
    int m_openAnswers = 0;
};

} // namespace services
