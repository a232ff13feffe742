#include "engine/generate/check_job.h"

#include "engine/cache/paged_cache.h"
#include "kernels/error.h"

#include <algorithm>
#include <string>

namespace engine {

namespace {

[[noreturn]] void refuse(const std::string& sentence)
{
    throw kernels::Error(kernels::ErrorKind::BadRequest, sentence);
}

bool isRowOf(const ImageEmbeddingPtr& image, TokenId id)
{
    return id >= image->firstId && id - image->firstId < image->count();
}

void checkId(const Job& job, TokenId id, int64_t vocabulary)
{
    if (id >= 0 && id < vocabulary)
        return;
    const std::string number = std::to_string(id);
    if (!isImageId(id)) {
        refuse("The prompt holds the token id " + number + ", but the model has "
            + std::to_string(vocabulary) + " tokens, counted from 0.");
    }
    if (std::ranges::none_of(job.images, [id](const auto& image) { return isRowOf(image, id); })) {
        refuse("The prompt holds the id " + number
            + ", which is a row of none of the pictures that came with it.");
    }
}

void checkImages(const Job& job, int64_t hidden)
{
    for (const ImageEmbeddingPtr& image : job.images) {
        CHECK(image);
        if (image->rows.view().columns != hidden) {
            refuse("The rows of the picture hold " + std::to_string(image->rows.view().columns)
                + " numbers, but the model reads rows of " + std::to_string(hidden)
                + ": picture tower and model do not belong together.");
        }
    }
}

// Every sum below stays far from the end of the type: the prompt is in memory.
void checkLength(const Job& job, const JobLimits& limits)
{
    const auto prompt = int64_t(job.ids.size());
    if (prompt >= limits.maxSeqLen) {
        refuse("The prompt has " + std::to_string(prompt)
            + " tokens and leaves no room for an "
              "answer: the model reads "
            + std::to_string(limits.maxSeqLen) + " in all.");
    }
    const int64_t tokens = prompt + std::min(job.maxNewTokens, limits.maxSeqLen - prompt);
    const int64_t pages = (tokens + pageSize - 1) / pageSize;
    if (pages > limits.pages) {
        refuse("The prompt of " + std::to_string(prompt) + " tokens and its answer of up to "
            + std::to_string(tokens - prompt) + " needs " + std::to_string(pages)
            + " pages, the cache has " + std::to_string(limits.pages) + " ("
            + std::to_string(limits.pages * pageSize) + " tokens).");
    }
}

} // namespace

void checkJob(const Job& job, const JobLimits& limits)
{
    if (job.ids.empty())
        refuse("The prompt is empty: it needs at least one token.");
    if (job.maxNewTokens < 1)
        refuse("An answer of at most " + std::to_string(job.maxNewTokens)
            + " tokens was asked for; it must be allowed one at least.");
    checkLength(job, limits);
    checkImages(job, limits.hidden);
    for (const TokenId id : job.ids)
        checkId(job, id, limits.vocabulary);
}

} // namespace engine
