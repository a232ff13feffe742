#pragma once

#include <QList>

namespace services {

class Conversation;
class ConversationSaver;

/// The conversations whose messages are in memory. If the pictures of those that are not shown take
/// too much memory, the ones used longest ago release their messages, which are on the disk. Lives
/// in the window's thread.
class OpenedConversations {
public:
    /// How much memory the pictures of all conversations that are not shown may take.
    static constexpr qint64 mostPictureBytes = 256 << 20;

    /// The saver and the conversations must outlive it.
    explicit OpenedConversations(ConversationSaver& saver)
        : m_saver(saver)
    {
    }

    void use(Conversation* conversation);

    /// This conversation is not released until another one is shown.
    void setShown(const Conversation* conversation) { m_shown = conversation; }

    void setMostPictureBytes(qint64 bytes) { m_most = bytes; }

private:
    bool mayGiveBack(const Conversation& conversation) const;
    void giveBack(Conversation* conversation);

    ConversationSaver& m_saver;
    qint64 m_most = mostPictureBytes;
    QList<Conversation*> m_used; // the one used last comes first
    const Conversation* m_shown = nullptr;
};

} // namespace services
