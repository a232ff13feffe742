#include "engine/generate/job.h"

#include "base/error.h"
#include "engine/cache/page_table.h"
#include "engine/cache/paged_cache.h"
#include "engine/models/image_positions.h"
#include "engine/sampling/sampler_settings.h"
#include "engine/tokenizers/tokenizer.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace engine {

namespace {

[[noreturn]] void refuse(const std::string& sentence)
{
    throw base::Error(base::ErrorKind::BadRequest, sentence);
}

void checkId(const Job& job, TokenId id, int64_t vocabulary)
{
    if (id >= 0 && id < vocabulary)
        return;
    const std::string number = std::to_string(id);
    if (!isImageId(id)) {
        refuse("The prompt contains the token id " + number + ", but the model has "
            + std::to_string(vocabulary) + " tokens, counted from 0.");
    }
    if (!findImage(job.images, id)) {
        refuse("The prompt contains the id " + number
            + ", which doesn't belong to any of its pictures.");
    }
}

void checkImages(const Job& job, int64_t hidden)
{
    for (const ImageEmbeddingPtr& image : job.images) {
        CHECK(image);
        if (image->rows.view().columns != hidden) {
            refuse("The rows of the picture have " + std::to_string(image->rows.view().columns)
                + " numbers, but the model reads rows of " + std::to_string(hidden)
                + ": the vision encoder and the model don't match.");
        }
    }
}

void checkWholeImages(const Job& job)
{
    for (const TokenIds* ids : {&job.ids, &job.negativeIds})
        if (!hasWholeImages(*ids, job.images))
            refuse("A picture can't be split: the prompt must contain all its rows in order, "
                   "followed by a token.");
}

// Two prompts may begin alike, but share no page before it is read: to start, they need them all.
// Every sum below stays far from the end of the type: the prompts are in memory.
void checkLength(const Job& job, const JobLimits& limits)
{
    const auto prompt = int64_t(std::max(job.ids.size(), job.negativeIds.size()));
    if (prompt >= limits.maxSeqLen) {
        refuse("The prompt has " + std::to_string(prompt)
            + " tokens and leaves no room for an answer: the limit is "
            + std::to_string(limits.maxSeqLen) + " in all.");
    }
    const int64_t answer
        = std::min(std::max<int64_t>(job.maxNewTokens, 1), limits.maxSeqLen - prompt);
    int64_t pages = pagesFor(int64_t(job.ids.size()) + answer);
    if (!job.negativeIds.empty())
        pages += pagesFor(int64_t(job.negativeIds.size()) + answer);
    if (pages > limits.pages) {
        refuse("The prompt of " + std::to_string(prompt) + " tokens and its answer of up to "
            + std::to_string(answer)
            + (job.negativeIds.empty() ? " need " : ", with guidance, need ")
            + std::to_string(pages) + " pages, the cache has " + std::to_string(limits.pages) + " ("
            + std::to_string(limits.pages * pageSize) + " tokens).");
    }
}

void checkNumbers(const Job& job, int64_t sequences)
{
    if (!job.negativeIds.empty() && sequences < 2)
        refuse("A job with guidance decodes two sequences together; this generator's limit is "
            + std::to_string(sequences) + ".");
    if (job.maxNewTokens < 0)
        refuse("An answer of at most " + std::to_string(job.maxNewTokens)
            + " tokens was requested; the number can't be negative.");
    if (job.minNewTokens < 0 || job.returnTopTokens < 0 || job.maxSkips < 0)
        refuse("The min length of an answer, the number of top tokens and the max skips of a job "
               "can't be negative.");
    if (!std::isfinite(job.guidance))
        refuse("The guidance scale must be a finite number.");
}

} // namespace

void checkJob(const Job& job, const JobLimits& limits)
{
    if (job.ids.empty())
        refuse("The prompt is empty: it needs at least one token.");
    checkNumbers(job, limits.sequences);
    checkSettings(job.sampling);
    checkLength(job, limits);
    checkImages(job, limits.hidden);
    for (const TokenIds* ids : {&job.ids, &job.negativeIds})
        for (const TokenId id : *ids)
            checkId(job, id, limits.vocabulary);
    if (limits.seesWholeImages)
        checkWholeImages(job);
    for (const ConstraintPtr& constraint : job.constraints)
        CHECK(constraint);
}

namespace {

constexpr std::string_view breakers = ".,!?<>[](){}\n\t\"";

bool lacksBreakers(const SamplerSettings& settings)
{
    return settings.dryMultiplier > 0 && !settings.dryBreakers;
}

bool lacksProtected(const SamplerSettings& settings)
{
    return settings.xtcProbability > 0 && !settings.xtcProtected;
}

} // namespace

SamplingDefaults readSamplingDefaults(const Tokenizer& tokenizer)
{
    SamplingDefaults defaults;
    for (TokenId id = 0; id < tokenizer.vocabularySize(); ++id) {
        const bool isSpecial = tokenizer.isSpecial(id);
        const std::string text = tokenizer.bytes(id);
        if (isSpecial || text.find_first_of(breakers) != std::string::npos)
            defaults.dryBreakers.push_back(id);
        if (isSpecial || text.find('\n') != std::string::npos)
            defaults.xtcProtected.push_back(id);
    }
    return defaults;
}

bool needsDefaults(const SamplerSettings& settings)
{
    return lacksBreakers(settings) || lacksProtected(settings);
}

void takeDefaults(SamplerSettings& settings, const SamplingDefaults& defaults)
{
    if (lacksBreakers(settings))
        settings.dryBreakers = defaults.dryBreakers;
    if (lacksProtected(settings))
        settings.xtcProtected = defaults.xtcProtected;
}

} // namespace engine
