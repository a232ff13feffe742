#include "services/generation/conversation_memory.h"

#include "engine/cache/page_table.h"
#include "engine/generate/async_generator.h"
#include "engine/generate/content_keys.h"
#include "engine/generate/generator.h"
#include "services/generation/cache_shelf.h"
#include "services/generation/earlier_spelling.h"

#include <QLoggingCategory>

#include <algorithm>

namespace services {

using engine::ContentKey;

namespace {

constexpr size_t mostEntries = 64;
constexpr int64_t leastKept = 512; // tokens; fewer are read again as quickly

// How many tokens both begin with.
int64_t inCommon(const std::vector<ContentKey>& a, const std::vector<ContentKey>& b)
{
    return std::ranges::mismatch(a, b).in1 - a.begin();
}

} // namespace

ConversationMemory::ConversationMemory(engine::AsyncGenerator& loop,
    const engine::Tokenizer& tokenizer, int64_t contextTokens, std::shared_ptr<CacheShelf> shelf)
    : m_loop(loop)
    , m_tokenizer(tokenizer)
    , m_contextTokens(contextTokens)
    , m_shelf(std::move(shelf))
{
}

ConversationMemory::Entry* ConversationMemory::find(const QString& conversation)
{
    const auto found = std::ranges::find_if(
        m_entries, [&](const Entry& entry) { return entry.use.conversation == conversation; });
    return found == m_entries.end() ? nullptr : &*found;
}

// The entry of a conversation, which comes before the others from now on.
ConversationMemory::Entry& ConversationMemory::newest(
    engine::Generator& generator, const ConversationUse& use)
{
    const auto found = std::ranges::find_if(
        m_entries, [&](const Entry& entry) { return entry.use.conversation == use.conversation; });
    if (found == m_entries.end())
        m_entries.emplace_front();
    else
        m_entries.splice(m_entries.begin(), m_entries, found);
    if (m_entries.size() > mostEntries) {
        keep(generator, m_entries.back(), [] { return false; });
        m_entries.pop_back();
    }
    m_entries.front().use = use;
    return m_entries.front();
}

std::vector<ContentKey> ConversationMemory::prepare(const ConversationUse& use, engine::Job& job)
{
    KeyedPrompt prompt{job.ids, engine::contentKeys(job.ids, job.images)};
    engine::Generator* generator = m_loop.generator();
    if (!generator)
        return prompt.keys;
    makeRoom(*generator, use, int64_t(job.ids.size()) + roomToAnswer, job.stop);
    if (use.conversation.isEmpty())
        return prompt.keys;
    const Entry* known = find(use.conversation);
    if (!known || generator->cachedTokens(known->keys) < known->tokensOnShelf)
        restore(*generator, use);
    if (const Entry* entry = find(use.conversation)) {
        KeyedPrompt spelled = spelledAsBefore(m_tokenizer, prompt, entry->keys);
        // A longer spelling is not worth a refusal.
        if (spelled.ids.size() <= prompt.ids.size()
            || int64_t(spelled.ids.size()) < m_contextTokens)
            prompt = std::move(spelled);
    }
    job.ids = std::move(prompt.ids);
    return prompt.keys;
}

void ConversationMemory::makeRoomToGoOn(const ConversationUse& use, const std::stop_token& stop)
{
    if (engine::Generator* generator = m_loop.generator())
        makeRoom(*generator, use, roomToAnswer, stop);
}

void ConversationMemory::remember(const ConversationUse& use, std::vector<ContentKey> keys)
{
    engine::Generator* generator = m_loop.generator();
    if (!generator || use.conversation.isEmpty() || use.isAside)
        return;
    Entry& entry = newest(*generator, use);
    entry.tokensOnShelf = std::min(entry.tokensOnShelf, inCommon(entry.keys, keys));
    entry.keys = std::move(keys);
}

void ConversationMemory::restore(engine::Generator& generator, const ConversationUse& use)
{
    if (!m_shelf || use.isTemporary)
        return;
    const std::filesystem::path file = m_shelf->fileOf(use.conversation, generator.root());
    if (!m_shelf->has(use.conversation, file))
        return;
    try {
        std::vector<ContentKey> keys;
        const int64_t tokens = generator.restoreCache(file, &keys);
        qInfo("%lld tokens of a conversation were brought back from the disk", qlonglong(tokens));
        m_shelf->markUsed(file);
        Entry& entry = newest(generator, use);
        entry.keys = std::move(keys);
        entry.tokensOnShelf = tokens;
    } catch (const std::exception& problem) {
        qWarning("What was kept of a conversation is not used: %s", problem.what());
        m_shelf->discard(file);
    }
}

// What was used longest ago is overwritten first.
void ConversationMemory::makeRoom(engine::Generator& generator, const ConversationUse& use,
    int64_t tokens, const std::stop_token& stop)
{
    const auto isGivenUp = [&] { return stop.stop_requested() || m_loop.isClosed(); };
    const auto pagesOf = [&](const Entry& entry) {
        return entry.use.conversation == use.conversation
            ? 0
            : engine::pagesFor(generator.cachedTokens(entry.keys));
    };
    int64_t pages = engine::pagesFor(tokens);
    for (const Entry& entry : m_entries)
        pages += pagesOf(entry);
    for (auto entry = m_entries.rbegin(); entry != m_entries.rend(); ++entry) {
        if (pages <= generator.numFreePages() || isGivenUp())
            return;
        if (entry->use.conversation == use.conversation)
            continue;
        keep(generator, *entry, isGivenUp);
        pages -= pagesOf(*entry);
    }
}

void ConversationMemory::keepAll(const GiveUp& isGivenUp)
{
    engine::Generator* generator = m_loop.generator();
    if (!generator)
        return;
    for (Entry& entry : m_entries) {
        if (isGivenUp())
            return;
        keep(*generator, entry, isGivenUp);
    }
}

void ConversationMemory::keep(engine::Generator& generator, Entry& entry, const GiveUp& isGivenUp)
{
    if (!m_shelf || entry.use.isTemporary)
        return;
    try {
        write(generator, entry, isGivenUp);
    } catch (const std::exception& problem) {
        qWarning("A conversation's context is not kept: %s", problem.what());
    }
}

void ConversationMemory::write(engine::Generator& generator, Entry& entry, const GiveUp& isGivenUp)
{
    const int64_t tokens = generator.cachedTokens(entry.keys);
    const std::filesystem::path file = m_shelf->fileOf(entry.use.conversation, generator.root());
    if (tokens < leastKept
        || (tokens <= entry.tokensOnShelf && m_shelf->has(entry.use.conversation, file))
        || !m_shelf->makeRoom(entry.use, file, tokens * generator.cacheBytesPerToken()))
        return;
    const int64_t written = generator.saveCache(file, entry.keys, isGivenUp);
    if (written > 0)
        entry.tokensOnShelf = written;
    m_shelf->wasWritten(entry.use, file);
}

} // namespace services
