#pragma once

#include "vision/towers/tower_plan.h"
#include "vision/towers/vision_config.h"

#include <span>
#include <string_view>

namespace vision {

/// A family of vision towers: what its files call it and how it differs. To add one, write
/// vision/towers/<family>.cpp and give it a row in towers.cpp.
struct TowerFamily {
    const char* name;
    std::span<const std::string_view> modelTypes; ///< model_type in config.json
    std::span<const std::string_view> towerTypes; ///< model_type in its vision_config
    std::span<const std::string_view> projectorTypes; ///< clip.projector_type in a GGUF file
    VisionConfig (*defaults)(); ///< what transformers takes for a number the files leave out
    TowerPlan (*plan)(); ///< all but the blocks, which are layerNormBlock()
};

std::span<const TowerFamily> towerFamilies();

/// Each null if the table has no such row. An old config.json may leave its towerType empty.
const TowerFamily* towerFamily(std::string_view name);
const TowerFamily* towerFamilyOfModelType(std::string_view modelType, std::string_view towerType);
const TowerFamily* towerFamilyOfProjector(std::string_view projectorType);

/// The plan of the family that this tower belongs to. Throws Error{Unsupported} naming it if the
/// table has no such row.
TowerPlan towerPlan(const VisionConfig& config);

/// The block of CLIP and SigLIP: layer norms before, attention with biases over all patches of a
/// picture, a plain MLP.
engine::BlockPlan layerNormBlock(const VisionConfig& config);

// The rows.
extern const TowerFamily idefics3Family, llavaFamily;

} // namespace vision
