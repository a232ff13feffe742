#pragma once

#include "services/attachments/awaited_file.h"
#include "services/attachments/text_file.h"
#include "services/conversations/source.h"
#include "services/conversations/tool_use.h"
#include "services/generation/answer_statistics.h"
#include "services/pictures/picture.h"

#include <QList>
#include <QString>

namespace services {

enum class Author { User, Assistant };

using MessageId = qint64; ///< counts the messages of a conversation from 0

inline constexpr MessageId noMessage = -1;

/// A message of a conversation.
struct Message {
    enum class State { Complete, Waiting, Writing, Failed };

    MessageId id = noMessage;
    MessageId parent = noMessage; ///< the message that it answers or follows
    Author author = Author::User;
    State state = State::Complete;
    QString text; ///< Markdown if the assistant wrote it
    QList<Picture> pictures;
    QList<TextAttachment> attachments = {};
    /// Files that will become pictures or attachments, in this order.
    QList<AwaitedFile> awaited = {};
    /// The ModelId of the model that wrote an answer, or a name if the answer was imported from
    /// another program.
    QString model = {};
    QString error; ///< a sentence if the state is Failed; the text so far is kept
    AnswerStatistics statistics; ///< for a complete answer
    QList<Source> sources = {}; ///< that an answer is based on
    QString note = {}; ///< a sentence on what an answer does not rest on, for the user
    QList<ToolUse> toolUses = {}; ///< calls of tools in an answer, in their order
    qint64 created = 0; ///< milliseconds since 1970, UTC
    QString waitReason = {}; ///< a sentence while the state is Waiting; not stored
    MessageId removedWith = noMessage; ///< the message whose removal also removed this one

    bool isOpen() const { return state == State::Waiting || state == State::Writing; }
    bool isRemoved() const { return removedWith != noMessage; }
};

} // namespace services
