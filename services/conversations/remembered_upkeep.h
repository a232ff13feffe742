#pragma once

#include "base/serial_worker.h"

#include <QObject>

#include <memory>
#include <string>
#include <vector>

namespace runtime {
class RememberedFiles;
} // namespace runtime

namespace services {

class ConversationList;
class Settings;

/// Removes the contexts that models keep on the disk together with their conversations: at once, when a
/// conversation is removed or loses a message. Keeps all contexts within the size that the settings
/// say. If conversations are not stored, contexts are not either. Lives in the window's thread; the
/// disk is touched on another.
class RememberedUpkeep : public QObject {
    Q_OBJECT

public:
    /// The list and the settings must outlive this object.
    RememberedUpkeep(std::shared_ptr<runtime::RememberedFiles> files,
        ConversationList& conversations, const Settings& settings, QObject* parent = nullptr);

private:
    using Act = void (runtime::RememberedFiles::*)(const std::string& conversation);

    std::vector<std::string> conversationIds(int firstRow, int lastRow) const;
    void follow(int firstRow, int lastRow, Act act);
    void forgetRemovedMessages(const QString& conversation);
    void begin(bool areConversationsKept);
    void applyLimit();

    std::shared_ptr<runtime::RememberedFiles> m_files;
    ConversationList& m_conversations;
    const Settings& m_settings;
    bool m_isKeeping = false;
    base::SerialWorker m_thread; // last: it ends before the rest goes
};

} // namespace services
