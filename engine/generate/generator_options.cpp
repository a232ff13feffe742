#include "engine/generate/generator_options.h"

#include "base/error.h"
#include "engine/cache/paged_cache.h"
#include "engine/generate/ngram_draft.h"

#include <string>

namespace engine {

namespace {

[[noreturn]] void refuse(const std::string& sentence)
{
    throw base::Error(base::ErrorKind::BadRequest, sentence);
}

void checkDraft(const GeneratorOptions& options)
{
    if (options.draftModel && options.useNgramDraft)
        refuse("Speculative decoding uses a draft model or n-grams, not both.");
    if (options.draftModel && !options.draftCache)
        refuse("A draft model needs a cache of its own.");
    if (options.draftModel || options.useNgramDraft)
        NgramDraft({.maxNgram = options.maxNgram}); // rejects an invalid max n-gram length
    if (options.numDraftTokens < 0 || options.numDraftTokens > options.maxQSize) {
        refuse("A decoding pass checks 0 to " + std::to_string(options.maxQSize)
            + " drafted tokens of a sequence, not " + std::to_string(options.numDraftTokens) + ".");
    }
}

// More rows than a chunk need more memory than reading does. The usual batch is not warned of: it
// is seldom full.
void warnOfLongPasses(const GeneratorOptions& options)
{
    if (!options.warn || options.maxBatchSize <= options.maxChunkSize / options.maxQSize)
        return;
    options.warn("A decoding pass may take " + std::to_string(options.maxQSize)
        + " tokens of each of " + std::to_string(options.maxBatchSize)
        + " sequences, which is more than the " + std::to_string(options.maxChunkSize)
        + " of a prompt chunk and needs more memory.");
}

} // namespace

GeneratorOptions checkedOptions(GeneratorOptions options, int64_t contextLength)
{
    if (options.maxBatchSize < 0 || options.maxSeqLen < 0)
        refuse("The limits of a generator cannot be negative.");
    if (options.maxChunkSize <= 0 || options.maxChunkSize % pageSize != 0)
        refuse("Prompts are read in chunks of a multiple of 256 tokens, not of "
            + std::to_string(options.maxChunkSize) + ".");
    if (options.maxReadingTime.count() < 0)
        refuse("The time budget of a step can't be negative.");
    CHECK(options.now);
    if (options.maxQSize < 1)
        refuse("A pass must take at least one token of a sequence, not "
            + std::to_string(options.maxQSize) + ".");
    if (!options.draftModel && !options.useNgramDraft)
        options.numDraftTokens = 0;
    checkDraft(options);
    warnOfLongPasses(options);
    if (options.maxBatchSize == 0)
        options.maxBatchSize = 256;
    if (options.maxSeqLen == 0)
        options.maxSeqLen = contextLength;
    return options;
}

} // namespace engine
