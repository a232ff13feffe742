#pragma once

#include "engine/config/tensor_names.h"
#include "engine/models/expert_placement.h"
#include "engine/models/families/model_plan.h"
#include "engine/models/model.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace engine {

/// A device, which must outlive what is placed on it, and how much of its memory a model may take.
struct DeviceBudget {
    kernels::Backend* device = nullptr;
    /// The limit in bytes. 0: the free memory of a GPU with memory of its own; otherwise what the
    /// machine has left, minus what the devices before this one may take of it.
    int64_t limit = 0;
    int64_t reserve = 0; ///< bytes of the limit that are not used
    bool onlyExperts = false; ///< the device takes routed experts and no other part
};

/// The largest pass for which memory is reserved.
struct PassSize {
    int64_t tokens = 2048; ///< of all sequences together
    int64_t sequences = 32;
    int64_t logitRows = 32;
};

/// The number of bytes that the parts of a decoder take on their devices.
struct DecoderBytes {
    int64_t embedding = 0;
    std::vector<int64_t> blocks; ///< for each layer: weights and cache
    int64_t head = 0; ///< norm, weights and logits, on the device of the embedding
    /// The same bytes on a device without the embedding, which it may have to copy.
    int64_t headApart = 0;
    int64_t work = 0; ///< what a pass needs on every device that takes part
    /// For each layer the bytes of its routed experts, which `blocks` contains; empty: no layer has
    /// any.
    std::vector<int64_t> experts = {};
};

/// Counts them for a model with this cache, allocated or not. Parts that a device can read in the
/// mapped file count as well, because they must be in memory to be read fast.
DecoderBytes countBytes(const TensorSource& source, const ModelPlan& plan, const PagedCache& cache,
    const PassSize& pass);

/// Fills the devices in their order with embedding, blocks and head. When a part does not fit, it
/// continues with the next device and never goes back, so the hidden state changes devices as
/// rarely as possible. A limit of 0 offers no memory here. Throws Error{OutOfMemory} with the
/// numbers if the devices together are too small.
///
/// Routed experts may go to the last of several devices, the host, if that is no accelerator.
/// Placement Auto puts the experts of as few of the last layers there as let everything else fit
/// on the other devices; if none do, whole layers go to the host.
DevicePlan planDevices(const DecoderBytes& bytes, std::span<const DeviceBudget> budgets,
    ExpertPlacement experts = ExpertPlacement::WithLayers);

/// Loads a model onto as many of the devices as it needs and allocates `cache`, which must not have
/// memory yet, alongside its blocks. Adapters are not counted and need a reserve. Throws what
/// planDevices(), Model::load() and PagedCache::allocate() throw.
std::unique_ptr<Model> loadAutosplit(std::shared_ptr<const WeightFile> weights,
    const ModelConfig& config, std::span<const DeviceBudget> budgets, PagedCache& cache,
    const PassSize& pass = {}, const Model::Progress& progress = {},
    ExpertPlacement experts = ExpertPlacement::WithLayers);

} // namespace engine
