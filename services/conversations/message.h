#pragma once

#include "services/attachments/awaited_file.h"
#include "services/attachments/text_file.h"
#include "services/conversations/source.h"
#include "services/generation/answer_statistics.h"
#include "services/pictures/picture.h"

#include <QList>
#include <QString>

namespace services {

enum class Author { User, Assistant };

using MessageId = qint64; ///< within its conversation, from 0

inline constexpr MessageId noMessage = -1;

/// One message of a conversation. A value.
struct Message {
    enum class State { Complete, Waiting, Writing, Failed };

    MessageId id = noMessage;
    MessageId parent = noMessage; ///< the message it answers or follows
    Author author = Author::User;
    State state = State::Complete;
    QString text; ///< Markdown if the assistant wrote it
    QList<Picture> pictures;
    QList<TextAttachment> attachments = {};
    QList<AwaitedFile> awaited = {}; ///< will be pictures or attachments, in this order
    QString model = {}; ///< the ModelId that an answer was written with, or a name where it was
                        ///< imported from another program
    QString error; ///< a sentence, if state is Failed; the text so far is kept
    AnswerStatistics statistics; ///< of a complete answer
    QList<Source> sources = {}; ///< that an answer rests on
    qint64 created = 0; ///< milliseconds since 1970, UTC
    QString waitReason = {}; ///< a sentence, while state is Waiting; not kept
    MessageId removedWith = noMessage; ///< the message that was removed, and this one with it

    bool isOpen() const { return state == State::Waiting || state == State::Writing; }
    bool isRemoved() const { return removedWith != noMessage; }
};

} // namespace services
