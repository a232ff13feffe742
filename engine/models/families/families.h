#pragma once

#include "engine/config/family.h"
#include "engine/config/tensor_names.h"
#include "engine/models/families/model_plan.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace engine {

class GgufFile;

// The families of decoders this version runs. To add one, write a file with its record and give it
// a name and a row here.
extern const Family cohere2Family, deepseekV2Family, deepseekV3Family, ernie4_5Family,
    ernie4_5MoeFamily, exaone4Family, falconH1Family, gemma2Family, gemma3Family, gemma4Family,
    gemma4UnifiedFamily, glm4Family, glm4MoeFamily, glm4MoeLiteFamily, glm4vFamily, glmOcrFamily,
    gptOssFamily, graniteFamily, granitemoehybridFamily, hunyuanFamily, lfm2Family, lfm2MoeFamily,
    llamaFamily, minimaxM2Family, ministral3Family, mistralFamily, mixtralFamily, museGlimmerFamily,
    nemotronHFamily, olmo2Family, paddleOcrFamily, phi3Family, qwen2Family, qwen2MoeFamily,
    qwen2VlFamily, qwen3_5Family, qwen3_5MoeFamily, qwen3Family, qwen3MoeFamily, qwen3NextFamily,
    qwen3VlFamily, qwen3VlMoeFamily, seedOssFamily, smollm3Family, starcoder2Family;

inline constexpr const Family* familyTable[] = {
    &llamaFamily, // SmolVLM, Idefics3 and LLaVA speak it too
    &mistralFamily,
    &mixtralFamily,
    &qwen2Family,
    &qwen2MoeFamily,
    &qwen2VlFamily,
    &qwen3Family,
    &qwen3MoeFamily,
    &qwen3VlFamily,
    &qwen3VlMoeFamily,
    &qwen3NextFamily,
    &qwen3_5Family,
    &qwen3_5MoeFamily,
    &cohere2Family,
    &deepseekV2Family,
    &deepseekV3Family,
    &ernie4_5Family,
    &ernie4_5MoeFamily,
    &exaone4Family,
    &falconH1Family,
    &gemma2Family,
    &gemma3Family,
    &gemma4Family,
    &gemma4UnifiedFamily,
    &glm4Family,
    &glm4MoeFamily,
    &glm4MoeLiteFamily,
    &glm4vFamily,
    &glmOcrFamily,
    &gptOssFamily,
    &graniteFamily,
    &hunyuanFamily,
    &granitemoehybridFamily,
    &lfm2Family,
    &lfm2MoeFamily,
    &minimaxM2Family,
    &ministral3Family,
    &museGlimmerFamily,
    &nemotronHFamily,
    &olmo2Family,
    &paddleOcrFamily,
    &phi3Family,
    &seedOssFamily,
    &smollm3Family,
    &starcoder2Family,
};

bool isKnownFamily(std::string_view name);

/// A list for error messages: "llama, qwen2, qwen3".
std::string knownFamilies();

/// The record of config.family. Throws Error{Unsupported} naming the family if there is none.
const Family& requireFamily(const ModelConfig& config);

/// The plan of a model. Throws Error{Unsupported} as requireFamily() and the family's plan do.
ModelPlan makePlan(const ModelConfig& config);

/// The tensors of a model under their canonical names, whatever its family calls them. A family
/// without a record gets the names that most families use.
TensorSource openTensors(std::shared_ptr<const WeightFile> weights, const ModelConfig& config);

/// The two readers of engine/config/read_config.h with these families.
ModelConfig readConfig(const GgufFile& file);
ModelConfig readConfig(const std::filesystem::path& folder, const WeightFile* weights = nullptr,
    std::string_view fileName = "config.json");

} // namespace engine
