#pragma once

#include "services/conversations/chat_settings.h"
#include "services/conversations/message.h"

#include <QString>

namespace services {

/// Where the title of a conversation comes from. A later value in this list replaces an earlier
/// one.
enum class TitleOrigin { FirstWords, Model, User };

/// What the list of conversations shows of a conversation, and what else is stored beside its
/// messages.
struct ConversationRecord {
    QString id; ///< unique, also among deleted ones
    QString title;
    TitleOrigin titleOrigin = TitleOrigin::FirstWords;
    bool isPinned = false;
    qint64 created = 0, changed = 0; ///< milliseconds since 1970, UTC
    MessageId leaf = noMessage; ///< the last message of the branch that is shown
    QString draft = {}; ///< the text that has not been sent yet
    QString folder = {}; ///< the name of its folder; empty: none
    ChatSettings settings = {};
};

} // namespace services
