#pragma once

#include "engine/config/tensor_names.h"
#include "engine/files/weight_file.h"
#include "vision/towers/tower_plan.h"
#include "vision/towers/vision_config.h"

#include <initializer_list>
#include <string_view>

namespace engine {
class JsonFields;
}

namespace vision {

/// Everything that this version knows about a family of vision towers, in one record. The lists
/// must have static lifetime, as the records have.
struct TowerFamily {
    const char* name = "";
    std::initializer_list<std::string_view> modelTypes = {}; ///< model_type in config.json
    std::initializer_list<std::string_view> towerTypes = {}; ///< model_type in its vision_config

    /// clip.projector_type in GGUF files; the converter writes the first one. Empty: no such files
    /// are read or written.
    std::initializer_list<std::string_view> projectorTypes = {};
    /// A tensor by which GGUF files of this family differ from others of that projector; empty:
    /// there are none.
    std::string_view ggufMark = {};

    /// Returns the values that transformers gives to keys that the files leave out.
    VisionConfig (*defaults)() = nullptr;
    /// Reads what only this family has in config.json. Null: nothing.
    void (*readMore)(VisionConfig&, const engine::JsonFields& root) = nullptr;

    /// Makes the plan of a tower whose numbers were checked, usually from defaultTower().
    TowerPlan (*plan)(const VisionConfig&) = nullptr;

    /// The state that gives the result if the file does not say: vision_feature_layer, of which 0
    /// is before the first layer and −1 after the last.
    int64_t resultLayer = -1;

    /// Names of the tower's tensors, in addition to those that most towers have, and of the
    /// projector's in the order in which they are applied. A file must have all of them but the
    /// optional ones.
    std::initializer_list<engine::TensorName> tensors = {};
    std::initializer_list<std::string_view> optional = {}; ///< by their canonical names
    std::initializer_list<engine::TensorName> projector = {};
    /// Names of tensors in GGUF files that are not the canonical ones.
    std::initializer_list<engine::GgufName> ggufTensors = {};

    /// Replaces engine::Family::chatFormat: models with this tower were trained with another.
    std::string_view chatFormat = {};

    /// transformers puts what begins a text before the prompts of this family even where the chat
    /// template has done so already.
    bool repeatsBeginning = false;

    /// llama.cpp reads queries, keys and values of this family apart, where checkpoints have them
    /// as v.blk.*.attn_qkv.
    bool partsQkv = false;

    /// The question for the boxes of what stands in place of its "…", in the words that models with this
    /// tower were trained with. Empty: they give no boxes.
    std::string_view groundingPrompt = {};
};

// The families this version runs. To add one, write a file with its record and give it a name and a
// row here.
extern const TowerFamily gemma3Family, gemma4Family, gemma4UnifiedFamily, lfm2VlFamily,
    lightonOcrFamily, glm4vFamily, glmOcrFamily, idefics3Family, internvlFamily, llavaFamily,
    llavaNextFamily, minicpmVFamily, mistral3Family, museGlimmerFamily, paddleOcrFamily,
    pixtralFamily, qwen2VlFamily, qwen25VlFamily, qwen3VlFamily, qwen35Family;

inline constexpr const TowerFamily* towerTable[]
    = {&gemma3Family, &gemma4Family, &gemma4UnifiedFamily, &lfm2VlFamily, &lightonOcrFamily,
        &glmOcrFamily, &glm4vFamily, &idefics3Family, &internvlFamily, &llavaNextFamily,
        &llavaFamily, &minicpmVFamily, &mistral3Family, &museGlimmerFamily, &paddleOcrFamily,
        &pixtralFamily, &qwen2VlFamily, &qwen25VlFamily, &qwen3VlFamily, &qwen35Family};

/// These return null if the table has no such row. An old config.json may have no towerType; then
/// it is empty.
const TowerFamily* towerFamily(std::string_view name);
const TowerFamily* towerFamilyOfModelType(std::string_view modelType, std::string_view towerType);
const TowerFamily* towerFamilyOfProjector(
    std::string_view projectorType, const engine::WeightFile& file);

/// True if all images or tiles are squares of VisionConfig::imageSize; false if they have sizes of
/// their own, whatever the square of learned positions.
bool readsSquares(TowerPlan::Cut cut);

/// The plan of the family that this tower belongs to. Throws Error{Unsupported} naming the family
/// if the table does not have it.
TowerPlan towerPlan(const VisionConfig& config);

/// The plan from which families state their differences: that of CLIP and SigLIP, whose blocks are
/// equal.
TowerPlan defaultTower(const VisionConfig& config);

/// The block of CLIP and SigLIP: layer norms before, attention with biases over all patches of an
/// image, a plain MLP.
engine::BlockPlan layerNormBlock(const VisionConfig& config);

/// The names of the tensors of a tower and its projector in checkpoints.
engine::TensorNames towerTensorNames(const TowerFamily& family);

} // namespace vision
