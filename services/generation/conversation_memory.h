#pragma once

#include "engine/cache/page_pool.h"
#include "engine/generate/job.h"
#include "services/generation/conversation_use.h"

#include <functional>
#include <list>
#include <memory>
#include <stop_token>
#include <vector>

namespace engine {
class AsyncGenerator;
class Generator;
class Tokenizer;
} // namespace engine

namespace services {

class CacheShelf;

/// What one model remembers of conversations: the tokens of each that its cache held last and, on
/// the shelf, the cache's content for those it holds no more. So a conversation goes on where it
/// ended, also after another start of the program. Used on the loop's thread.
class ConversationMemory {
public:
    /// For the next generator of the loop, as long as it has that one. All must outlive it; a shelf
    /// may be missing. `contextTokens`: prompts of as many are refused.
    ConversationMemory(engine::AsyncGenerator& loop, const engine::Tokenizer& tokenizer,
        int64_t contextTokens, std::shared_ptr<CacheShelf> shelf);

    /// Before the conversation's job runs: brings back what a file holds of it, puts others on the
    /// shelf whose room it takes, until the job is stopped, and spells the prompt as the cache
    /// holds it. Returns the prompt's content keys.
    std::vector<engine::ContentKey> prepare(const ConversationUse& use, engine::Job& job);

    /// An answer finds room for so many tokens, and has to ask again before it has written them.
    static constexpr int64_t roomToAnswer = 256;

    /// While it is written: puts others on the shelf whose room its next tokens take, until `stop`.
    void makeRoomToGoOn(const ConversationUse& use, const std::stop_token& stop);

    /// After it: the prompt's keys and those of the answer.
    void remember(const ConversationUse& use, std::vector<engine::ContentKey> keys);

    using GiveUp = std::function<bool()>;

    /// Puts all on the shelf that is not there, the latest first, until `isGivenUp`.
    void keepAll(const GiveUp& isGivenUp);

private:
    struct Entry {
        ConversationUse use;
        std::vector<engine::ContentKey> keys;
        int64_t tokensOnShelf = 0; ///< of the keys' beginning, in the file if it is still there
    };

    Entry* find(const QString& conversation);
    Entry& newest(engine::Generator& generator, const ConversationUse& use);
    void restore(engine::Generator& generator, const ConversationUse& use);
    void makeRoom(engine::Generator& generator, const ConversationUse& use, int64_t tokens,
        const std::stop_token& stop);
    void keep(engine::Generator& generator, Entry& entry, const GiveUp& isGivenUp);
    void write(engine::Generator& generator, Entry& entry, const GiveUp& isGivenUp);

    engine::AsyncGenerator& m_loop; // without a generator after an error
    const engine::Tokenizer& m_tokenizer;
    const int64_t m_contextTokens;
    std::shared_ptr<CacheShelf> m_shelf;
    std::list<Entry> m_entries; // the latest first
};

} // namespace services
