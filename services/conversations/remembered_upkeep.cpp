#include "services/conversations/remembered_upkeep.h"

#include "runtime/memory/remembered_files.h"
#include "services/conversations/conversation_list.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

namespace services {

using Files = runtime::RememberedFiles;

RememberedUpkeep::RememberedUpkeep(std::shared_ptr<runtime::RememberedFiles> files,
    ConversationList& conversations, const Settings& settings, QObject* parent)
    : QObject(parent)
    , m_files(std::move(files))
    , m_conversations(conversations)
    , m_settings(settings)
{
    connect(&conversations, &ConversationList::rowsAboutToBeRemoved, this,
        [this](const QModelIndex&, int first, int last) { follow(first, last, &Files::remove); });
    connect(&conversations, &ConversationList::rowsInserted, this,
        [this](const QModelIndex&, int first, int last) { follow(first, last, &Files::putBack); });
    connect(&conversations, &ConversationList::messagesRemoved, this,
        &RememberedUpkeep::forgetRemovedMessages);
    connect(&conversations, &ConversationList::restored, this, &RememberedUpkeep::begin);
    connect(&settings, &Settings::changed, this, [this](const QString& key) {
        if (key == QLatin1String(settings::keptContextGigabytes.key))
            applyLimit();
    });
}

std::vector<std::string> RememberedUpkeep::conversationIds(int firstRow, int lastRow) const
{
    std::vector<std::string> ids;
    for (int row = firstRow; row <= lastRow; ++row)
        ids.push_back(m_conversations.conversation(row)->id().toStdString());
    return ids;
}

void RememberedUpkeep::follow(int firstRow, int lastRow, Act act)
{
    const std::vector<std::string> ids = conversationIds(firstRow, lastRow);
    m_thread.post([files = m_files, ids, act] {
        for (const std::string& id : ids)
            ((*files).*act)(id);
    });
}

void RememberedUpkeep::forgetRemovedMessages(const QString& conversation)
{
    const std::string id = conversation.toStdString();
    m_files->outdate(id);
    m_thread.post([files = m_files, id] { files->removeOutdated(id); });
}

// A file may have been left behind by a program that ended badly. If the conversations cannot be
// read, another program may have them open, and theirs are not touched.
void RememberedUpkeep::begin(bool areConversationsKept)
{
    m_isKeeping = areConversationsKept;
    if (!m_isKeeping)
        return;
    const std::vector<std::string> ids = conversationIds(0, m_conversations.rowCount() - 1);
    m_thread.post([files = m_files, ids] { files->keepOnly({ids.begin(), ids.end()}); });
    applyLimit();
}

void RememberedUpkeep::applyLimit()
{
    if (!m_isKeeping)
        return;
    const qint64 bytes = qint64(m_settings.get(settings::keptContextGigabytes)) * 1'000'000'000;
    m_thread.post([files = m_files, bytes] { files->setLimit(bytes); });
}

} // namespace services
