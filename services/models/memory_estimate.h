#pragma once

#include "services/models/load_options.h"
#include "services/models/model_description.h"

namespace services {

/// The memory that a model takes once it has answered with its whole context, by part, in bytes. A
/// value. What is read in the file itself counts, for it has to be in memory to be read fast.
struct MemoryEstimate {
    qint64 weights = 0;
    qint64 vision = 0; ///< its tower and what a picture needs while it is read
    qint64 cache = 0; ///< keys and values of the whole context
    qint64 working = 0; ///< the matrices of a step
    qint64 vocabulary = 0;
    qint64 draft = 0; ///< all of the small model that guesses ahead

    qint64 total() const { return weights + vision + cache + working + vocabulary + draft; }
};

/// What a picture needs beside the weights of the tower while it is read, in bytes.
int64_t pictureBytes(const vision::VisionConfig& config);

/// Of a model that is loaded so. `draft` is what options.draftPath names; null: none. All zero for
/// a model that cannot be used.
MemoryEstimate estimateMemory(const ModelDescription& model, const LoadOptions& options,
    const ModelDescription* draft = nullptr);

} // namespace services
