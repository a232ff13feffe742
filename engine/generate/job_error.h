#pragma once

#include "engine/generate/result.h"

#include <exception>

namespace engine {

class JobState;
class PagedCache;

/// Writes into a last result why its job failed: the kind of error, if it is known, and a sentence.
void tellError(Result& result, const std::exception& error);

/// Gives a job whose model computed invalid numbers the cause, if it is that the cache could not
/// hold the job's keys or values. To be called before the job's pages are released.
void tellOverflow(Result& last, const JobState& job, const PagedCache& cache);

} // namespace engine
