#pragma once

#include "engine/cache/page_pool.h"
#include "engine/generate/job.h"

#include "runtime/memory/remembered_use.h"
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

namespace runtime {

class RememberedFiles;

/// What one model remembers of conversations: the tokens of each that its cache held last and, on
/// the disk, the cache's content for those it holds no more. So a conversation goes on where it
/// ended, also after another start of the program. Used on the loop's thread.
class RememberedConversations {
public:
    /// For the next generator of the loop, as long as it has that one. All must outlive it; files
    /// may be missing. `contextTokens`: prompts of as many are refused.
    RememberedConversations(engine::AsyncGenerator& loop, const engine::Tokenizer& tokenizer,
        int64_t contextTokens, std::shared_ptr<RememberedFiles> files);

    /// Before the conversation's job runs: brings back what a file holds of it, writes
    /// others down whose room it takes, until the job is stopped, and spells the prompt as the cache
    /// holds it.
    void prepare(const RememberedUse& use, engine::Job& job);

    /// An answer finds room for so many tokens, and has to ask again before it has written them.
    static constexpr int64_t roomToAnswer = 256;

    /// While it is written: writes others down whose room its next tokens take, until `stop`.
    void makeRoomToGoOn(const RememberedUse& use, const std::stop_token& stop);

    /// After it: the content keys of prompt and answer, see engine::Result.
    void remember(const RememberedUse& use, std::vector<engine::ContentKey> keys);

    using GiveUp = std::function<bool()>;

    /// Writes all down that is not in its file, the latest first, until `isGivenUp`.
    void keepAll(const GiveUp& isGivenUp);

private:
    struct Entry {
        RememberedUse use;
        std::vector<engine::ContentKey> keys;
        int64_t tokensInFile = 0; ///< of the keys' beginning, in the file if it is still there
    };

    Entry* find(const std::string& conversation);
    Entry& newest(engine::Generator& generator, const RememberedUse& use);
    void restore(engine::Generator& generator, const RememberedUse& use);
    void makeRoom(engine::Generator& generator, const RememberedUse& use, int64_t tokens,
        const std::stop_token& stop);
    void keep(engine::Generator& generator, Entry& entry, const GiveUp& isGivenUp);
    void write(engine::Generator& generator, Entry& entry, const GiveUp& isGivenUp);

    engine::AsyncGenerator& m_loop; // without a generator after an error
    const engine::Tokenizer& m_tokenizer;
    const int64_t m_contextTokens;
    std::shared_ptr<RememberedFiles> m_files;
    std::list<Entry> m_entries; // the latest first
};

} // namespace runtime
