#pragma once

#include "services/conversations/chat_settings.h"
#include "services/conversations/message.h"

#include <QString>

namespace services {

/// Who chose the name of a conversation: a later one in this list has the better right.
enum class TitleOrigin { FirstWords, Model, User };

/// What the list of conversations shows of one, and what else is kept beside its messages.
struct ConversationRecord {
    QString id; ///< unique for ever
    QString title;
    TitleOrigin titleOrigin = TitleOrigin::FirstWords;
    bool isPinned = false;
    qint64 created = 0, changed = 0; ///< milliseconds since 1970, UTC
    MessageId leaf = noMessage; ///< the end of the branch that is shown
    QString draft = {}; ///< the text of what is not yet sent
    QString folder = {}; ///< its name; empty: in none
    ChatSettings settings = {};
};

} // namespace services
