#pragma once

#include "services/conversations/conversation_record.h"
#include "services/conversations/message.h"

#include <QList>

namespace services {

/// What files of conversations call their format.
inline constexpr const char* conversationFormat = "vignette-conversation";

/// A conversation as it is written to a file for the user, or read from one. Any thread may hold
/// one.
struct ExportedConversation {
    ConversationRecord record; ///< its id and draft are not used
    QList<Message> messages; ///< all of them, indexed by id; none is removed
};

/// Leaves out messages that were removed and renumbers the others.
ExportedConversation exportedConversation(
    const ConversationRecord& record, const QList<Message>& messages);

/// The messages of the branch that is shown, from the first one on.
QList<Message> shownBranch(const ExportedConversation& conversation);

} // namespace services
