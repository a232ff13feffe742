#include "services/conversations/kept_contexts.h"

#include "services/conversations/conversation_list.h"
#include "services/generation/cache_shelf.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

namespace services {

KeptContexts::KeptContexts(std::shared_ptr<CacheShelf> shelf, ConversationList& conversations,
    const Settings& settings, QObject* parent)
    : QObject(parent)
    , m_shelf(std::move(shelf))
    , m_conversations(conversations)
    , m_settings(settings)
{
    m_thread.setMaxThreadCount(1); // one thing after the other
    connect(&conversations, &ConversationList::rowsAboutToBeRemoved, this,
        [this](
            const QModelIndex&, int first, int last) { follow(first, last, &CacheShelf::remove); });
    connect(&conversations, &ConversationList::rowsInserted, this,
        [this](const QModelIndex&, int first, int last) {
            follow(first, last, &CacheShelf::putBack);
        });
    connect(&conversations, &ConversationList::messagesRemoved, this,
        &KeptContexts::forgetRemovedMessages);
    connect(&conversations, &ConversationList::restored, this, &KeptContexts::begin);
    connect(&settings, &Settings::changed, this, [this](const QString& key) {
        if (key == QLatin1String(settings::keptContextGigabytes.key))
            applyLimit();
    });
}

void KeptContexts::follow(
    int firstRow, int lastRow, void (CacheShelf::*act)(const QString& conversation))
{
    QStringList ids;
    for (int row = firstRow; row <= lastRow; ++row)
        ids << m_conversations.conversation(row)->id();
    m_thread.start([shelf = m_shelf, ids, act] {
        for (const QString& id : ids)
            ((*shelf).*act)(id);
    });
}

void KeptContexts::forgetRemovedMessages(const QString& conversation)
{
    m_shelf->outdate(conversation);
    m_thread.start([shelf = m_shelf, conversation] { shelf->removeOutdated(conversation); });
}

// A file may have been left behind by a program that ended badly. Where the conversations cannot
// be read, another program may have them open, and theirs are not touched.
void KeptContexts::begin(bool areConversationsKept)
{
    m_isKeeping = areConversationsKept;
    if (!m_isKeeping)
        return;
    QSet<QString> ids;
    for (int row = 0; row < m_conversations.rowCount(); ++row)
        ids << m_conversations.conversation(row)->id();
    m_thread.start([shelf = m_shelf, ids] { shelf->keepOnly(ids); });
    applyLimit();
}

void KeptContexts::applyLimit()
{
    if (!m_isKeeping)
        return;
    const qint64 bytes = qint64(m_settings.get(settings::keptContextGigabytes)) * 1'000'000'000;
    m_thread.start([shelf = m_shelf, bytes] { shelf->setLimit(bytes); });
}

} // namespace services
