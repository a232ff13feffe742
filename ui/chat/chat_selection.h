#pragma once

#include "services/conversations/conversation.h"
#include "services/conversations/message.h"
#include "ui/chat/model_names.h"
#include "ui/markdown/text_part.h"

#include <QPointer>
#include <QString>

#include <memory>
#include <optional>

class QMimeData;

namespace ui {

/// The text of a message as it is copied and searched. For an answer: without what the model
/// thought.
QString shownText(const services::Message& message);

QString messageMarkdown(const services::Message& message);
QString messagePlainText(const services::Message& message); ///< the text without Markdown's marks
/// The last block of code of an answer; empty if it has none.
QString lastCodeBlock(const services::Message& message);

/// What a report about a failed answer should say. It contains nothing of the conversation.
QString errorDetails(const services::Message& message);

/// The selection in a conversation, from a position in one message to one in another. It is kept
/// by messages and positions in their texts, so the messages need not be in sight. A selection
/// within one message is none: the view of its text keeps that.
class ChatSelection {
public:
    struct Position {
        services::MessageId message = services::noMessage;
        TextPosition text;
    };

    /// Forgets what was selected. Null: there is nothing to select.
    void setConversation(const services::Conversation* conversation);

    void begin(const Position& position); ///< a new one, empty so far
    void extendTo(const Position& position);
    void selectAll(); ///< all messages of the branch that is shown
    void clear();

    /// True if there is a position where it began, and its message is still shown.
    bool hasBegun() const;
    bool isEmpty() const; ///< also if one of its ends is in a branch that is not shown
    /// The part of a message's text; none if none of the message is selected.
    std::optional<TextRange> selectedRange(services::MessageId message) const;

    /// What is copied. "text/plain" and "text/markdown" are the same: the messages' own Markdown
    /// where the whole of a message is selected, and Markdown made of its blocks where it is a
    /// part. "text/html" is the rich text. The author is named before each message if there are
    /// several. Thoughts, images and attachments are left out.
    std::unique_ptr<QMimeData> contents(const ModelNames& names) const;

private:
    struct Ends {
        int firstRow, lastRow;
        TextPosition begin, end; // in these rows
    };

    std::optional<Ends> ends() const;
    static TextRange partOfRow(const Ends& ends, int row);

    QPointer<const services::Conversation> m_conversation;
    Position m_anchor, m_cursor;
    bool m_isWhole = false; // also if there is but one message
};

} // namespace ui
