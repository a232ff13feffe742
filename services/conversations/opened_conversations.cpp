#include "services/conversations/opened_conversations.h"

#include "services/conversations/conversation.h"
#include "services/conversations/conversation_saver.h"

namespace services {

void OpenedConversations::use(Conversation* conversation)
{
    m_used.removeOne(conversation);
    m_used.prepend(conversation);
    qint64 bytes = 0;
    for (Conversation* each : m_used) {
        if (each == m_shown || each == conversation)
            continue;
        bytes += each->pictureBytes();
        if (bytes > m_most)
            giveBack(each);
    }
}

// Nothing is given back that is only here, or that someone is at.
bool OpenedConversations::mayGiveBack(const Conversation& conversation) const
{
    return &conversation != m_shown && conversation.isLoaded() && !conversation.isTemporary()
        && !conversation.isWriting() && haveSameFiles(conversation.draft(), {})
        && conversation.pictureBytes() > 0;
}

void OpenedConversations::giveBack(Conversation* conversation)
{
    if (mayGiveBack(*conversation))
        m_saver.whenKept(conversation, [this, conversation] {
            if (mayGiveBack(*conversation))
                conversation->unload();
        });
}

} // namespace services
