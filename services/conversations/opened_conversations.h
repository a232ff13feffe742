#pragma once

#include <QList>

namespace services {

class Conversation;
class ConversationSaver;

/// The conversations whose messages are in memory. Of those that are not shown, the ones used
/// longest ago give theirs back while their pictures take too much: all of it is on the disk. Lives
/// in the window's thread.
class OpenedConversations {
public:
    static constexpr qint64 mostPictureBytes = 256 << 20; ///< of those that are not shown

    /// The saver must outlive it, and so must conversations.
    explicit OpenedConversations(ConversationSaver& saver)
        : m_saver(saver)
    {
    }

    void use(Conversation* conversation);

    /// This one stays until another is shown.
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
