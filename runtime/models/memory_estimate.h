#pragma once

#include "runtime/models/load_options.h"
#include "runtime/models/model_facts.h"

namespace runtime {

/// The memory that a model takes once it has answered with its whole context, in bytes and by part.
/// The mapped parts of the file count, because they must be in memory to be read fast.
struct MemoryEstimate {
    int64_t weights = 0;
    int64_t vision = 0; ///< the tower, and what a picture needs while it is encoded
    int64_t cache = 0; ///< keys and values of the whole context
    int64_t working = 0; ///< the matrices of a step
    int64_t vocabulary = 0;
    int64_t draft = 0; ///< everything of the draft model
    int64_t contextTokens = 0; ///< that the cache is for

    int64_t total() const { return weights + vision + cache + working + vocabulary + draft; }
};

/// How many bytes a picture needs while it is encoded, without the weights of the tower.
int64_t pictureBytes(const vision::VisionConfig& config);

/// Estimates the memory of a model that is loaded with these options. `draft` describes the model
/// at options.draftPath; null: none. All zero for a model that cannot be used.
MemoryEstimate estimateMemory(
    const ModelFacts& model, const LoadOptions& options, const ModelFacts* draft = nullptr);

} // namespace runtime
