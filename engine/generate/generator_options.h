#pragma once

#include <cstdint>

namespace engine {

class Model;
class PagedCache;

/// How many pages a job takes when it starts.
enum class Reservation {
    Grow, ///< those of its prompt, and one after the other as its answer grows
    Full, ///< all that prompt and answer may need, so that it never has to make room
};

struct GeneratorOptions {
    int64_t maxBatchSize = 0; ///< sequences decoded together; 0: 256
    /// Prompt + answer of one job, tokens; 0: the model's context. An answer that reaches it ends
    /// with MaxNewTokens.
    int64_t maxSeqLen = 0;
    int64_t maxChunkSize = 512; ///< prompt tokens of a job per iterate; a multiple of 256
    int64_t maxQSize = 8; ///< tokens of a sequence in one decode pass: 1 + drafted ones

    // Speculation guesses the next tokens and lets the model check them in one pass; the answer is
    // the same. One of the two ways at most; jobs with pictures always take the second.
    Model* draftModel = nullptr; ///< a small model of the same vocabulary …
    PagedCache* draftCache = nullptr; ///< … with a cache of as many pages
    bool useNgramDraft = false; ///< what followed the last time the same tokens appeared
    int64_t numDraftTokens = 4; ///< at a time, at most; below maxQSize
    int64_t maxNgram = 4; ///< the longest run of tokens the n-gram draft looks for
    bool adaptDraftLength = true; ///< drafts less where it does not pay; false: always all

    int64_t maxSamplingThreads = 16;
    int64_t minSamplingThreads = 3; ///< jobs from which sampling is spread over threads
    bool paged = true; ///< false: one job at a time
    bool backgroundFilters = true; ///< constraints are worked out while the model computes
    Reservation reservation = Reservation::Grow;
};

/// The options with every 0 replaced by what it stands for. Throws Error{BadRequest} with the
/// numbers if one is not what it must be.
GeneratorOptions checkedOptions(GeneratorOptions options, int64_t contextLength);

} // namespace engine
