#pragma once

#include "engine/generate/job.h"

#include <cstdint>

namespace engine {

/// What a generator has to offer.
struct JobLimits {
    int64_t vocabulary = 0; ///< tokens of the model
    int64_t hidden = 0; ///< numbers in a row of a picture
    int64_t maxSeqLen = 0; ///< tokens
    int64_t pages = 0; ///< of the cache
    int64_t sequences = 0; ///< decoded together
};

/// Throws Error{BadRequest} with the numbers if the job could never run.
void checkJob(const Job& job, const JobLimits& limits);

} // namespace engine
