#pragma once

#include "runtime/models/load_options.h"
#include "runtime/models/model_facts.h"

namespace runtime {

/// The memory that a model takes once it has answered with its whole context, by part, in bytes. A
/// value. What is read in the file itself counts, for it has to be in memory to be read fast.
struct MemoryEstimate {
    int64_t weights = 0;
    int64_t vision = 0; ///< its tower and what a picture needs while it is read
    int64_t cache = 0; ///< keys and values of the whole context
    int64_t working = 0; ///< the matrices of a step
    int64_t vocabulary = 0;
    int64_t draft = 0; ///< all of the small model that guesses ahead

    int64_t total() const { return weights + vision + cache + working + vocabulary + draft; }
};

/// What a picture needs beside the weights of the tower while it is read, in bytes.
int64_t pictureBytes(const vision::VisionConfig& config);

/// Of a model that is loaded so. `draft` is what options.draftPath names; null: none. All zero for
/// a model that cannot be used.
MemoryEstimate estimateMemory(
    const ModelFacts& model, const LoadOptions& options, const ModelFacts* draft = nullptr);

} // namespace runtime
