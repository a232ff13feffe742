#pragma once

#include "engine/config/json_fields.h"
#include "engine/config/model_config.h"
#include "engine/convert/planned_tensor.h"

#include <filesystem>
#include <optional>

namespace engine {

/// The numbers of a vision tower and its projector, from config.json and from the files that say
/// how pictures are prepared.
struct VisionPart {
    std::string projector; ///< the value of clip.projector_type: "idefics3", or "mlp" for LLaVA
    int64_t imageSize = 0, patchSize = 0; ///< the side of a tile and of a patch, in pixels
    int64_t hidden = 0, feedForward = 0, layers = 0, heads = 0;
    double normEpsilon = 1e-6;
    std::string activation;
    int64_t scaleFactor = 0; ///< idefics3: scaleFactor² patches become one row
    int64_t featureLayer = -2; ///< mlp: which hidden state is projected, counted from the end
    int64_t longestEdge = 0; ///< in pixels; a picture is first scaled to it; 0: not given
    std::vector<float> mean, deviation; ///< of red, green and blue
    std::optional<bool> splits
        = std::nullopt; ///< idefics3: into tiles; llama.cpp's keys cannot say so
};

/// Returns nothing for a model without a vision tower. Throws Error{Unsupported} for a tower that
/// cannot be converted and Error{BadFile}, naming the file and the key, for a wrong value.
std::optional<VisionPart> readVisionPart(const std::filesystem::path& folder);

std::vector<PlannedTensor> planVisionTensors(
    const VisionPart& vision, const TensorSource& source, kernels::DType type);

/// Sets the keys general.* and clip.* that llama.cpp needs to run the tower. `hidden` is the width
/// of the decoder.
void setVisionMetadata(GgufWriter& writer, const VisionPart& vision, const std::string& name,
    int64_t hidden, const std::vector<PlannedTensor>& tensors, kernels::DType type);

} // namespace engine
