#pragma once

#include <QObject>
#include <QThreadPool>

#include <memory>

namespace services {

class CacheShelf;
class ConversationList;
class Settings;

/// Lets what models keep of conversations on the disk go with them: what belongs to a conversation
/// that is removed, or loses a message, goes at once, and all of it is bounded as the settings say.
/// Nothing is kept where the conversations are not. Lives in the window's thread; the disk is
/// touched on another.
class KeptContexts : public QObject {
    Q_OBJECT

public:
    /// List and settings must outlive it.
    KeptContexts(std::shared_ptr<CacheShelf> shelf, ConversationList& conversations,
        const Settings& settings, QObject* parent = nullptr);

private:
    void follow(int firstRow, int lastRow, void (CacheShelf::*act)(const QString& conversation));
    void forgetRemovedMessages(const QString& conversation);
    void begin(bool areConversationsKept);
    void applyLimit();

    std::shared_ptr<CacheShelf> m_shelf;
    ConversationList& m_conversations;
    const Settings& m_settings;
    bool m_isKeeping = false;
    QThreadPool m_thread; // last: it ends before the rest goes
};

} // namespace services
