#pragma once

#include "services/models/model_description.h"

#include "runtime/models/memory_estimate.h"

namespace services {

using runtime::MemoryEstimate;

/// Estimates the memory of a model that is loaded with these options. `draft` describes the model
/// at options.draftPath; null: none.
inline MemoryEstimate estimateMemory(const ModelDescription& model,
    const runtime::LoadOptions& options, const ModelDescription* draft = nullptr)
{
    return runtime::estimateMemory(model.facts, options, draft ? &draft->facts : nullptr);
}

} // namespace services
