#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace engine {

class Model;
class PagedCache;

/// The number of pages that a job takes when it starts.
enum class Reservation {
    Grow, ///< the pages of its prompt; it takes others one by one while its answer grows
    /// All pages that its prompt and answer may need, so that it never has to stop for others.
    Full,
};

struct GeneratorOptions {
    int64_t maxBatchSize = 0; ///< the most sequences that are decoded together; 0: 256
    /// The most tokens of prompt and answer of one job; 0: the model's context. An answer that
    /// reaches it ends with MaxNewTokens.
    int64_t maxSeqLen = 0;
    /// The most prompt tokens of a job that are read before it is the next job's turn; a multiple of
    /// 256. A step reads that much of every prompt while no answer is being written.
    int64_t maxChunkSize = 512;
    /// The time that a step spends on reading prompts while answers are being written, so that no
    /// answer pauses for much longer. A chunk has 8 tokens at least, and an image that is seen
    /// whole is not cut. 0: no limit.
    std::chrono::milliseconds maxReadingTime{250};
    int64_t maxQSize = 8; ///< the most drafted tokens of a sequence that one decoding pass checks

    // Speculation guesses the next tokens and lets the model check them in one pass; the answers
    // stay the same. There are two ways, of which at most one may be set; for jobs with images the
    // n-gram draft is always used.
    Model* draftModel = nullptr; ///< the first way: a small model with the same vocabulary
    /// The cache of draftModel, with as many pages as the main one.
    PagedCache* draftCache = nullptr;
    /// The second way: what followed when the same tokens last appeared.
    bool useNgramDraft = false;
    int64_t numDraftTokens = 4; ///< the most tokens of a draft; at most maxQSize
    int64_t maxNgram = 4; ///< the longest run of tokens that the n-gram draft looks for
    /// Drafts less where it does not pay; false: always numDraftTokens.
    bool adaptDraftLength = true;

    int64_t maxSamplingThreads = 16;
    int64_t minSamplingThreads = 3; ///< with fewer jobs, one thread samples for all
    bool paged = true; ///< false: one job runs at a time
    /// Constraints are computed while the model computes, on as many threads as sample at most.
    bool backgroundFilters = true;
    Reservation reservation = Reservation::Grow;

    /// Told, while the generator is made, what is allowed but may surprise: a maxBatchSize with
    /// which a decoding pass may be longer than a chunk. Null: nobody is.
    std::function<void(const std::string& sentence)> warn = {};
    /// What maxReadingTime is measured with.
    std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
};

/// Returns the options with every 0 replaced by what it stands for, and warns of what may surprise.
/// Throws Error{BadRequest}, with the numbers, if an option is out of range.
GeneratorOptions checkedOptions(GeneratorOptions options, int64_t contextLength);

} // namespace engine
