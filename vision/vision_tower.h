#pragma once

#include "engine/files/weight_file.h"
#include "engine/models/image_embedding.h"
#include "kernels/backend.h"
#include "vision/images/image.h"
#include "vision/known_world.h"
#include "vision/patches.h"
#include "vision/towers/tower_plan.h"
#include "vision/towers/vision_config.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace vision {

/// Turns an image into rows that take the place of tokens in the prompt. Belongs to one thread,
/// usually that of the generator.
class VisionTower {
public:
    /// Loads the tensors of the tower onto `backend`, which must outlive the tower. Throws
    /// Error{Unsupported} naming an unknown family, Error{BadFile} if a tensor is missing or has a
    /// wrong shape, and Error{OutOfMemory} if it does not fit.
    static std::unique_ptr<VisionTower> load(std::shared_ptr<const engine::WeightFile> file,
        const VisionConfig& config, kernels::Backend& backend);

    /// Does the same with a plan that need not be a family's.
    static std::unique_ptr<VisionTower> load(std::shared_ptr<const engine::WeightFile> file,
        const VisionConfig& config, const TowerPlan& plan, kernels::Backend& backend);
    virtual ~VisionTower() = default;

    virtual const VisionConfig& config() const = 0;

    /// The length of each row: the width of the decoder that the tower belongs to.
    virtual int64_t rowWidth() const = 0;

    /// The rows of an image, on the tower's backend. An image with the same content is encoded once
    /// and shared as long as anybody holds the result; the newest few are kept longer. Throws
    /// Error.
    virtual engine::ImageEmbeddingPtr embed(const Image& image) = 0;

    /// Makes embed() judge whether images belong to this world, see ImageEmbedding::isForeign.
    /// Null, as at first: it does not.
    virtual void setWorld(std::shared_ptr<const KnownWorld> world) = 0;

    /// The two steps of embed(), for tests and `inspect`: the image as the tower reads it, and the
    /// rows [rows, rowWidth()] that such images or tiles become, one after the other. Several
    /// images pass the tower together, each as if it were alone.
    virtual Patches preprocess(const Image& image) const = 0;
    virtual std::vector<float> encode(const Patches& patches) = 0;

    /// Does the same, but leaves the rows on the backend, as embed() does. They are complete.
    virtual kernels::Tensor encodeOnDevice(const Patches& patches) = 0;
};

} // namespace vision
