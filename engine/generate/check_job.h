#pragma once

#include "engine/generate/job.h"

#include <cstdint>

namespace engine {

/// What a generator can offer to a job.
struct JobLimits {
    int64_t vocabulary = 0; ///< the tokens of the model
    int64_t hidden = 0; ///< the numbers in a row of a picture
    int64_t maxSeqLen = 0; ///< the most tokens of prompt and answer together
    int64_t pages = 0; ///< the pages of the cache
    int64_t sequences = 0; ///< the most sequences that are decoded together
    bool seesPicturesWhole = false; ///< see Model::seesPicturesWhole()
};

/// Throws Error{BadRequest}, with the numbers, if the job could never run.
void checkJob(const Job& job, const JobLimits& limits);

} // namespace engine
