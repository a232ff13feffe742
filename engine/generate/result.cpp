#include "engine/generate/result.h"

#include "base/error.h"
#include "engine/cache/paged_cache.h"
#include "engine/generate/job_state.h"

#include <algorithm>
#include <new>
#include <string>

namespace engine {

namespace {

// The first of the sequence's pages that says so.
std::string_view findOverflow(const JobSequence& sequence, int64_t written, const PagedCache& cache)
{
    int64_t left = written;
    for (const int32_t page : sequence.pages.pages) {
        const int64_t tokens = std::min(left, pageSize);
        if (tokens == 0)
            break;
        if (const std::string_view what = cache.overflow(page, tokens); !what.empty())
            return what;
        left -= tokens;
    }
    return {};
}

} // namespace

void tellError(Result& result, const std::exception& error)
{
    result.eosReason = EosReason::Error;
    result.error = error.what();
    if (const auto* known = dynamic_cast<const base::Error*>(&error))
        result.errorKind = known->kind();
    if (dynamic_cast<const std::bad_alloc*>(&error)) {
        result.errorKind = base::ErrorKind::OutOfMemory;
        result.error = base::outOfMemory("the rest of this answer").what();
    }
}

void tellOverflow(Result& last, const JobState& job, const PagedCache& cache)
try {
    for (const JobSequence& sequence : job.sequences()) {
        const int64_t written = sequence.pages.filled + job.windowSize();
        const std::string what(findOverflow(sequence, written, cache));
        if (!what.empty())
            return tellError(last,
                base::Error(base::ErrorKind::Unsupported,
                    "The " + name(cache.type()) + " cache doesn't support this model's " + what
                        + "; choose the cache type q8 or fp32."));
    }
} catch (const base::Error&) {
    // A device that cannot be read is lost, as the result says already.
}

} // namespace engine
