#pragma once

#include "engine/cache/page_pool.h"
#include "engine/generate/job.h"
#include "engine/tokenizers/tokenizer.h"
#include "runtime/memory/remembered_files.h"

#include <functional>
#include <list>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace engine {
class AsyncGenerator;
class Generator;
class Tokenizer;
} // namespace engine

namespace runtime {

class RememberedFiles;

/// A prompt and its content keys, one for each id.
struct KeyedPrompt {
    engine::TokenIds ids;
    std::vector<engine::ContentKey> keys;

    bool operator==(const KeyedPrompt&) const = default;
};

/// Replaces tokens of the prompt by those of an earlier version, as far as both have the same text.
/// A model need not choose the tokens that the tokenizer makes of its answer's text, and the cache
/// contains those that it chose. Only ordinary tokens are replaced, runs of them by runs with the
/// same bytes.
KeyedPrompt spelledAsBefore(const engine::Tokenizer& tokenizer, const KeyedPrompt& prompt,
    std::span<const engine::ContentKey> before);

/// The prompt cache of one model: the tokens of each that its cache held last and, on the disk,
/// the content of the cache for conversations that it contains no more. So a conversation continues
/// where it ended, also after a restart of the program. Used on the loop's thread.
class RememberedConversations {
public:
    /// Serves the next generator of the loop as long as the loop has it. All references must
    /// outlive this object; `files` may be null. Prompts with `contextTokens` tokens or more are
    /// rejected.
    RememberedConversations(engine::AsyncGenerator& loop, const engine::Tokenizer& tokenizer,
        int64_t contextTokens, std::shared_ptr<RememberedFiles> files);

    /// Must be called before the job of a conversation runs. Restores what a file contains of the
    /// conversation; writes other conversations whose room it takes to the disk, until the job is
    /// stopped; and spells the prompt as the cache has it.
    void prepare(const RememberedUse& use, engine::Job& job);

    /// An answer finds room for so many tokens; makeRoomToGoOn() must be called before it has
    /// written them.
    static constexpr int64_t roomToAnswer = 256;

    /// Must be called while the answer is written. Writes other conversations whose room its next
    /// tokens take to the disk, until `stop`.
    void makeRoomToGoOn(const RememberedUse& use, const std::stop_token& stop);

    /// Must be called after the answer, with the content keys of prompt and answer, see
    /// engine::Result.
    void remember(const RememberedUse& use, std::vector<engine::ContentKey> keys);

    using GiveUp = std::function<bool()>;

    /// Writes everything that is not in its file, the most recent first, until `isGivenUp` returns
    /// true.
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
