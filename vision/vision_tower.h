#pragma once

#include "engine/files/weight_file.h"
#include "engine/models/image_embedding.h"
#include "kernels/backend.h"
#include "vision/images/image.h"
#include "vision/patches.h"
#include "vision/towers/tower_plan.h"
#include "vision/towers/vision_config.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace vision {

/// Turns a picture into rows that stand in the prompt where tokens would stand.
/// Not thread-safe: one tower belongs to one thread, in practice the generator thread.
class VisionTower {
public:
    /// Places the tower's tensors on `backend`, which must outlive the tower. Throws
    /// Error{Unsupported} naming an unknown family, Error{BadFile} if a tensor is missing or
    /// misshapen, Error{OutOfMemory} if it does not fit.
    static std::unique_ptr<VisionTower> load(std::shared_ptr<const engine::WeightFile> file,
        const VisionConfig& config, kernels::Backend& backend);

    /// The same by a plan that need not be a family's.
    static std::unique_ptr<VisionTower> load(std::shared_ptr<const engine::WeightFile> file,
        const VisionConfig& config, const TowerPlan& plan, kernels::Backend& backend);
    virtual ~VisionTower() = default;

    virtual const VisionConfig& config() const = 0;

    /// Numbers in each row: the hidden width of the decoder the tower belongs to.
    virtual int64_t rowWidth() const = 0;

    /// The rows of one picture, on the tower's backend. The same picture (by content) is encoded
    /// once and shared while anybody holds it, and the newest few beyond that. Throws Error.
    virtual engine::ImageEmbeddingPtr embed(const Image& image) = 0;

    /// The steps of embed, for tests and `inspect`: the picture as the tower reads it, and the rows
    /// [rows, rowWidth()] that such pictures or tiles give, one behind the other. Several go
    /// through the tower together, each as if it were alone.
    virtual Patches preprocess(const Image& image) const = 0;
    virtual std::vector<float> encode(const Patches& patches) = 0;
};

} // namespace vision
