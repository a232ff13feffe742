#include "runtime/memory/remembered_conversations.h"

#include "base/error.h"
#include "base/log.h"
#include "engine/cache/page_table.h"
#include "engine/generate/async_generator.h"
#include "engine/generate/generator.h"
#include "runtime/memory/remembered_files.h"

#include <algorithm>
#include <optional>
#include <string>

namespace runtime {

using engine::ContentKey;

namespace {

using Keys = std::span<const ContentKey>;

// Ends of two runs of ordinary tokens with the same bytes.
struct Runs {
    size_t first = 0, second = 0;
};

// One side of a comparison: the bytes of its next tokens.
class Speller {
public:
    Speller(const engine::Tokenizer& tokenizer, Keys keys, size_t start)
        : m_tokenizer(tokenizer)
        , m_keys(keys)
        , m_next(start)
    {
    }

    const std::string& text() const { return m_text; }
    size_t next() const { return m_next; }

    /// False if none is left, or the next one is a special token or the row of an image.
    bool addToken()
    {
        if (m_next == m_keys.size() || m_keys[m_next] >= ContentKey(m_tokenizer.vocabularySize()))
            return false;
        const auto id = engine::TokenId(m_keys[m_next]);
        if (m_tokenizer.isSpecial(id))
            return false;
        m_text += m_tokenizer.bytes(id);
        ++m_next;
        return true;
    }

private:
    const engine::Tokenizer& m_tokenizer;
    Keys m_keys;
    size_t m_next;
    std::string m_text;
};

std::optional<Runs> runsOfSameBytes(const engine::Tokenizer& tokenizer, Keys first,
    size_t firstStart, Keys second, size_t secondStart)
{
    Speller a(tokenizer, first, firstStart), b(tokenizer, second, secondStart);
    do {
        Speller& shorter = a.text().size() <= b.text().size() ? a : b;
        if (!shorter.addToken())
            return std::nullopt;
        if (!a.text().starts_with(b.text()) && !b.text().starts_with(a.text()))
            return std::nullopt;
    } while (a.text().empty() || a.text() != b.text());
    return Runs{a.next(), b.next()};
}

} // namespace

KeyedPrompt spelledAsBefore(
    const engine::Tokenizer& tokenizer, const KeyedPrompt& prompt, Keys before)
{
    CHECK(prompt.ids.size() == prompt.keys.size());
    KeyedPrompt spelled;
    size_t here = 0, there = 0;
    while (here < prompt.keys.size() && there < before.size()) {
        if (prompt.keys[here] == before[there]) {
            spelled.ids.push_back(prompt.ids[here]);
            spelled.keys.push_back(prompt.keys[here]);
            ++here, ++there;
            continue;
        }
        const auto runs = runsOfSameBytes(tokenizer, prompt.keys, here, before, there);
        if (!runs)
            break;
        for (; there < runs->second; ++there) {
            spelled.ids.push_back(engine::TokenId(before[there]));
            spelled.keys.push_back(before[there]);
        }
        here = runs->first;
    }
    spelled.ids.insert(spelled.ids.end(), prompt.ids.begin() + ptrdiff_t(here), prompt.ids.end());
    spelled.keys.insert(
        spelled.keys.end(), prompt.keys.begin() + ptrdiff_t(here), prompt.keys.end());
    return spelled;
}

namespace {

constexpr size_t mostEntries = 64;
constexpr int64_t leastKept = 512; // tokens; fewer are read again as quickly

// The number of tokens that both begin with.
int64_t inCommon(const std::vector<ContentKey>& a, const std::vector<ContentKey>& b)
{
    return std::ranges::mismatch(a, b).in1 - a.begin();
}

} // namespace

RememberedConversations::RememberedConversations(engine::AsyncGenerator& loop,
    const engine::Tokenizer& tokenizer, int64_t contextTokens,
    std::shared_ptr<RememberedFiles> files)
    : m_loop(loop)
    , m_tokenizer(tokenizer)
    , m_contextTokens(contextTokens)
    , m_files(std::move(files))
{
}

RememberedConversations::Entry* RememberedConversations::find(const std::string& conversation)
{
    const auto found = std::ranges::find_if(
        m_entries, [&](const Entry& entry) { return entry.use.conversation == conversation; });
    return found == m_entries.end() ? nullptr : &*found;
}

// The entry of a conversation, which comes before the others from now on.
RememberedConversations::Entry& RememberedConversations::newest(
    engine::Generator& generator, const RememberedUse& use)
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

void RememberedConversations::prepare(const RememberedUse& use, engine::Job& job)
{
    engine::Generator* generator = m_loop.generator();
    if (!generator)
        return;
    makeRoom(*generator, use, int64_t(job.ids.size()) + roomToAnswer, job.stop);
    if (use.conversation.empty())
        return;
    const Entry* known = find(use.conversation);
    if (!known || generator->cachedTokens(known->keys) < known->tokensInFile)
        restore(*generator, use);
    const Entry* entry = find(use.conversation);
    if (!entry)
        return;
    KeyedPrompt spelled
        = spelledAsBefore(m_tokenizer, {job.ids, generator->promptKeys(job)}, entry->keys);
    // A longer spelling is not worth a rejection.
    if (spelled.ids.size() <= job.ids.size() || int64_t(spelled.ids.size()) < m_contextTokens)
        job.ids = std::move(spelled.ids);
}

void RememberedConversations::makeRoomToGoOn(const RememberedUse& use, const std::stop_token& stop)
{
    if (engine::Generator* generator = m_loop.generator())
        makeRoom(*generator, use, roomToAnswer, stop);
}

void RememberedConversations::remember(const RememberedUse& use, std::vector<ContentKey> keys)
{
    engine::Generator* generator = m_loop.generator();
    if (!generator || use.conversation.empty() || use.isAside)
        return;
    Entry& entry = newest(*generator, use);
    entry.tokensInFile = std::min(entry.tokensInFile, inCommon(entry.keys, keys));
    entry.keys = std::move(keys);
}

void RememberedConversations::restore(engine::Generator& generator, const RememberedUse& use)
{
    if (!m_files || use.isTemporary)
        return;
    const std::filesystem::path file = m_files->filePath(use.conversation, generator.root());
    if (!m_files->has(use.conversation, file))
        return;
    try {
        std::vector<ContentKey> keys;
        const int64_t tokens = generator.restoreCache(file, &keys);
        base::log(base::LogLevel::Info,
            std::to_string(tokens) + " tokens of a chat restored from the prompt cache");
        m_files->markUsed(file);
        Entry& entry = newest(generator, use);
        entry.keys = std::move(keys);
        entry.tokensInFile = tokens;
    } catch (const std::exception& problem) {
        base::log(base::LogLevel::Warning, std::string("Prompt cache not used: ") + problem.what());
        m_files->discard(file);
    }
}

// What was used longest ago is overwritten first.
void RememberedConversations::makeRoom(engine::Generator& generator, const RememberedUse& use,
    int64_t tokens, const std::stop_token& stop)
{
    const auto isGivenUp = [&] { return stop.stop_requested() || m_loop.isClosed(); };
    const auto countPages = [&](const Entry& entry) {
        return entry.use.conversation == use.conversation
            ? 0
            : engine::pagesFor(generator.cachedTokens(entry.keys));
    };
    int64_t pages = engine::pagesFor(tokens);
    for (const Entry& entry : m_entries)
        pages += countPages(entry);
    for (auto entry = m_entries.rbegin(); entry != m_entries.rend(); ++entry) {
        if (pages <= generator.numFreePages() || isGivenUp())
            return;
        if (entry->use.conversation == use.conversation)
            continue;
        keep(generator, *entry, isGivenUp);
        pages -= countPages(*entry);
    }
}

void RememberedConversations::keepAll(const GiveUp& isGivenUp)
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

void RememberedConversations::keep(
    engine::Generator& generator, Entry& entry, const GiveUp& isGivenUp)
{
    if (!m_files || entry.use.isTemporary)
        return;
    try {
        write(generator, entry, isGivenUp);
    } catch (const std::exception& problem) {
        base::log(
            base::LogLevel::Warning, std::string("Prompt cache not saved: ") + problem.what());
    }
}

void RememberedConversations::write(
    engine::Generator& generator, Entry& entry, const GiveUp& isGivenUp)
{
    const int64_t tokens = generator.cachedTokens(entry.keys);
    const std::filesystem::path file = m_files->filePath(entry.use.conversation, generator.root());
    if (tokens < leastKept
        || (tokens <= entry.tokensInFile && m_files->has(entry.use.conversation, file))
        || !m_files->makeRoom(entry.use, file, generator.savedBytes(tokens)))
        return;
    const int64_t written = generator.saveCache(file, entry.keys, isGivenUp);
    if (written > 0)
        entry.tokensInFile = written;
    m_files->wasWritten(entry.use, file);
}

} // namespace runtime
