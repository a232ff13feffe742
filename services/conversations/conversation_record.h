#pragma once

#include "services/conversations/message.h"

#include <QString>

namespace services {

/// What the list of conversations shows of one, and what else is kept beside its messages.
struct ConversationRecord {
    QString id; ///< unique for ever
    QString title;
    bool isRenamed = false; ///< the user chose the title
    bool isPinned = false;
    qint64 created = 0, changed = 0; ///< milliseconds since 1970, UTC
    MessageId leaf = noMessage; ///< the end of the branch that is shown
    QString draft = {}; ///< what is written and not yet sent
};

} // namespace services
