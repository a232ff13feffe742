#pragma once

#include "services/conversations/conversation_record.h"
#include "services/conversations/message.h"

#include <QList>

namespace services {

/// A conversation as it goes into a file of the user's and comes out of one. A value, for any
/// thread.
struct ExportedConversation {
    ConversationRecord record; ///< without id and draft
    QList<Message> messages; ///< all, by id, none removed
};

/// Takes out the messages that were removed; those after them move up.
ExportedConversation exportedConversation(
    const ConversationRecord& record, const QList<Message>& messages);

/// The branch that is shown, from its first message.
QList<Message> shownBranch(const ExportedConversation& conversation);

} // namespace services
