#include "services/conversations/transfer/exported_conversation.h"

#include <QHash>

#include <algorithm>

namespace services {

ExportedConversation exportedConversation(
    const ConversationRecord& record, const QList<Message>& messages)
{
    QHash<MessageId, MessageId> places{{noMessage, noMessage}}; // by what they were
    ExportedConversation exported{record, {}};
    exported.record.id.clear();
    exported.record.draft.clear();
    for (Message message : messages) {
        if (message.isRemoved()) // and so is all that follows it
            continue;
        places[message.id] = exported.messages.size();
        message.id = exported.messages.size();
        message.parent = places.value(message.parent, noMessage);
        exported.messages << message;
    }
    exported.record.leaf = places.value(record.leaf, exported.messages.size() - 1);
    return exported;
}

QList<Message> shownBranch(const ExportedConversation& conversation)
{
    QList<Message> branch;
    for (MessageId id = conversation.record.leaf; id >= 0 && id < conversation.messages.size();
         id = conversation.messages[id].parent)
        branch.append(conversation.messages[id]);
    std::ranges::reverse(branch);
    return branch;
}

} // namespace services
