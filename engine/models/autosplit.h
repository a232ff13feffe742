#pragma once

#include "engine/config/tensor_source.h"
#include "engine/models/device_plan.h"
#include "engine/models/families/model_plan.h"
#include "engine/models/model.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace engine {

/// A device, which must outlive what is placed on it, and how much of it a model may take.
struct DeviceBudget {
    kernels::Backend* device = nullptr;
    int64_t limit = 0; ///< bytes; 0: what a card with memory of its own has free, or what the
        ///< machine has, less what devices before this may take of it
    int64_t reserve = 0; ///< bytes of those to leave alone
};

/// The largest pass that memory is kept for.
struct PassSize {
    int64_t tokens = 2048; ///< of all sequences together
    int64_t sequences = 32;
    int64_t logitRows = 32;
};

/// Bytes that the parts of a decoder take where they lie.
struct DecoderBytes {
    int64_t embedding = 0;
    std::vector<int64_t> blocks; ///< of each layer: weights and cache
    int64_t head = 0; ///< norm, weights and logits, beside the embedding
    int64_t headApart
        = 0; ///< the same on a device without the embedding, which it may have to copy
    int64_t work = 0; ///< what a pass needs on every device that takes part
};

/// Counts them for a model whose cache is `cache`, allocated or not. What a device can read in
/// the file itself counts as well: it has to be in memory to be read fast.
DecoderBytes countBytes(const TensorSource& source, const ModelPlan& plan, const PagedCache& cache,
    const PassSize& pass);

/// Fills the devices in their order with embedding, blocks and head, going on to the next one when
/// a part no longer fits, and never back: so the hidden state changes devices as seldom as it can.
/// A budget's limit of 0 offers nothing here. Throws Error{OutOfMemory} with the numbers if they
/// are too small together.
DevicePlan planDevices(const DecoderBytes& bytes, std::span<const DeviceBudget> budgets);

/// Loads a model onto as many of the devices as it needs, and allocates `cache`, which must not
/// have memory yet, beside its blocks. Adapters are not counted: leave them a reserve. Throws what
/// planDevices(), Model::load() and PagedCache::allocate() throw.
std::unique_ptr<Model> loadAutosplit(std::shared_ptr<const WeightFile> weights,
    const ModelConfig& config, std::span<const DeviceBudget> budgets, PagedCache& cache,
    const PassSize& pass = {}, const Model::Progress& progress = {});

} // namespace engine
