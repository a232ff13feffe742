#include "engine/config/read_experts.h"

#include "base/error.h"
#include "base/utf8.h"
#include "engine/files/gguf_file.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>

namespace engine {

using base::Error;
using base::ErrorKind;

namespace {

// What a configuration that is not checked yet may say at most; see validate().
constexpr int64_t layerLimit = 10'000, sharedLimit = 1024, widthLimit = 1 << 24;

// The value of the first of the keys that is there; all of them count as read.
int64_t firstInteger(
    const JsonFields& fields, std::initializer_list<std::string_view> keys, int64_t otherwise)
{
    int64_t found = otherwise;
    for (auto key = std::rbegin(keys); key != std::rend(keys); ++key)
        found = fields.integer(*key).value_or(found);
    return found;
}

// "dense" or "sparse" for each layer.
std::optional<std::vector<int64_t>> listedDenseLayers(const JsonFields& fields, int64_t layers)
{
    const auto types = fields.texts("mlp_layer_types");
    if (!types)
        return std::nullopt;
    if (int64_t(types->size()) != layers)
        fields.refuse("mlp_layer_types", "one for each layer");
    std::vector<int64_t> dense;
    for (int64_t layer = 0; layer < layers; ++layer) {
        const std::string& type = (*types)[size_t(layer)];
        if (type != "dense" && type != "sparse")
            throw Error(ErrorKind::Unsupported,
                fields.source() + " has a layer with the MLP type \"" + base::printable(type)
                    + "\", which isn't supported");
        if (type == "dense")
            dense.push_back(layer);
    }
    return dense;
}

// Every decoder_sparse_step-th layer from the first to the last with experts has some, except those
// that mlp_only_layers names.
std::vector<int64_t> denseLayers(
    const JsonFields& fields, int64_t layers, const MixtureDefaults& defaults)
{
    const int64_t step = firstInteger(fields, {"decoder_sparse_step", "moe_layer_interval"}, 1);
    if (step < 1)
        fields.refuse("decoder_sparse_step", "a number above 0");
    const int64_t first = firstInteger(fields,
        {"first_k_dense_replace", "num_dense_layers", "moe_layer_start_index"},
        defaults.firstLayer);
    const int64_t last = fields.integer("moe_layer_end_index").value_or(-1);
    const auto named = fields.integers("mlp_only_layers").value_or(std::vector<int64_t>{});
    if (auto listed = listedDenseLayers(fields, layers))
        return *listed;
    std::vector<int64_t> dense;
    for (int64_t layer = 0; layer < layers; ++layer) {
        const bool isOutside = layer < first || (last >= 0 && layer > last);
        if (isOutside || (layer + 1) % step != 0 || std::ranges::find(named, layer) != named.end())
            dense.push_back(layer);
    }
    return dense;
}

// The one gate that is clamped has the activation of Ops::gateClamped.
void readGate(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults)
{
    if (defaults.gateLimit == 0)
        return;
    config.gateLimit = fields.number("swiglu_limit").value_or(defaults.gateLimit);
    if (!(config.gateLimit > 0 && config.gateLimit < 1e9))
        fields.refuse("swiglu_limit", "a number above 0");
    if (std::abs(fields.number("swiglu_alpha").value_or(1.702) - 1.702) > 1e-6)
        throw Error(ErrorKind::Unsupported,
            fields.source() + " has a swiglu_alpha other than 1.702, which isn't supported");
}

ModelConfig::Scoring readScoring(const JsonFields& fields, ModelConfig::Scoring otherwise)
{
    const auto name = fields.text("scoring_func");
    if (!name)
        return otherwise;
    if (*name != "softmax" && *name != "sigmoid")
        throw Error(ErrorKind::Unsupported,
            fields.source() + " has the scoring_func \"" + base::printable(*name)
                + "\", which isn't supported");
    return *name == "sigmoid" ? ModelConfig::Scoring::Sigmoid : ModelConfig::Scoring::Softmax;
}

void readChoice(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults)
{
    const MixtureDefaults& mixture = defaults.mixture;
    config.expertScoring = readScoring(fields, mixture.scoring);
    config.expertChoiceBias = mixture.choiceBias;
    for (const char* key : {"use_expert_bias", "use_routing_bias", "moe_use_aux_free"})
        config.expertChoiceBias = fields.boolean(key).value_or(config.expertChoiceBias);
    config.expertGroups = fields.integer("n_group").value_or(mixture.groups);
    config.expertGroupsUsed = fields.integer("topk_group").value_or(mixture.groupsUsed);
    config.expertGroupScore = mixture.groupScore;
    if (fields.text("topk_method").value_or("") == "greedy")
        config.expertGroups = config.expertGroupsUsed = 0;
    config.expertWeightsSumToOne
        = fields.boolean("norm_topk_prob").value_or(defaults.expertWeightsSumToOne);
    config.expertWeightFactor
        = fields.number("routed_scaling_factor").value_or(mixture.weightFactor);
}

void readShared(ModelConfig& config, const JsonFields& fields, const MixtureDefaults& mixture)
{
    const int64_t shared
        = firstInteger(fields, {"n_shared_experts", "moe_num_shared_experts"}, mixture.shared);
    if (shared < 0 || shared > sharedLimit)
        fields.refuse("n_shared_experts", "from 0 to " + std::to_string(sharedLimit) + " experts");
    const int64_t asExperts = std::clamp<int64_t>(config.expertFeedForward, 0, widthLimit) * shared;
    config.sharedFeedForward = firstInteger(fields,
        {"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size",
            "shared_intermediate_size"},
        shared > 0 ? asExperts : mixture.sharedFeedForward);
    config.sharedIsGated = mixture.sharedIsGated && config.sharedFeedForward > 0;
}

} // namespace

void readExperts(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults)
{
    const bool asks = defaults.mayHaveExperts && fields.boolean("enable_moe_block").value_or(false);
    if (defaults.experts == 0 && !asks)
        return;
    config.expertCount = firstInteger(fields,
        {"num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts"},
        defaults.experts);
    config.expertsUsed = firstInteger(fields,
        {"num_experts_per_tok", "experts_per_token", "top_k_experts", "moe_k"},
        defaults.expertsUsed);
    config.expertFeedForward = fields.integer("moe_intermediate_size")
                                   .value_or(defaults.expertFeedForward ? defaults.expertFeedForward
                                                                        : config.feedForward);
    config.expertLatent = fields.integer("moe_latent_size").value_or(0);
    readChoice(config, fields, defaults);
    readShared(config, fields, defaults.mixture);
    readGate(config, fields, defaults);
    if (config.layers > 0 && config.layers < layerLimit) // validated later
        config.denseLayers = denseLayers(fields, config.layers, defaults.mixture);
}

namespace {

// The values of expert_gating_func.
constexpr int64_t noGating = 0, softmaxGating = 1, sigmoidGating = 2, softmaxOfChosenGating = 3;

ModelConfig::Scoring readScoring(const ArchitectureKeys& keys, ModelConfig::Scoring otherwise)
{
    switch (const int64_t gating = keys.integer("expert_gating_func", noGating)) {
    case noGating:
        return otherwise;
    case softmaxGating:
    case softmaxOfChosenGating:
        return ModelConfig::Scoring::Softmax;
    case sigmoidGating:
        return ModelConfig::Scoring::Sigmoid;
    default:
        throw Error(ErrorKind::Unsupported,
            keys.fileName() + " uses an unsupported expert gating function (expert_gating_func "
                + std::to_string(gating) + ")");
    }
}

// What tensors of a layer with experts say, and keys that old files leave out.
void readOfLayer(
    ModelConfig& config, const ArchitectureKeys& keys, const GgufFile& file, int64_t layer)
{
    const std::string prefix = "blk." + std::to_string(layer) + ".";
    const int64_t count
        = std::clamp<int64_t>(keys.integer("expert_shared_count", 0), 0, sharedLimit);
    const int64_t width = std::clamp<int64_t>(config.expertFeedForward, 0, widthLimit);
    config.sharedFeedForward = keys.integer("expert_shared_feed_forward_length", count * width);
    if (const WeightTensor* up = file.find(prefix + "ffn_up_shexp.weight"))
        config.sharedFeedForward = up->view.rows;
    if (const WeightTensor* down = file.find(prefix + "ffn_down_exps.weight");
        down && !keys.has("expert_feed_forward_length"))
        config.expertFeedForward = down->view.columns;
    config.sharedIsGated = file.find(prefix + "ffn_gate_inp_shexp.weight") != nullptr;
    config.expertChoiceBias = file.find(prefix + "exp_probs_b.bias") != nullptr;
}

} // namespace

void readExperts(ModelConfig& config, const ArchitectureKeys& keys, const GgufFile& file,
    const ConfigDefaults& defaults)
{
    const MixtureDefaults& mixture = defaults.mixture;
    config.expertCount = keys.integer("expert_count", 0);
    config.expertsUsed = keys.integer("expert_used_count", 0);
    if (config.expertCount == 0)
        return;
    config.expertFeedForward = keys.integer("expert_feed_forward_length", config.feedForward);
    config.expertLatent = keys.integer("moe_latent_size", 0);
    config.expertScoring = readScoring(keys, mixture.scoring);
    config.expertWeightsSumToOne = keys.boolean("expert_weights_norm", mixture.sumToOneInGguf);
    config.expertWeightFactor = keys.number("expert_weights_scale", 1);
    if (config.expertWeightFactor == 0)
        config.expertWeightFactor = 1; // llama.cpp's "not given"
    config.expertGroups = keys.integer("expert_group_count", 0);
    config.expertGroupsUsed = keys.integer("expert_group_used_count", 0);
    // Architectures that have both scorings add two scores of a group only where they are sigmoids.
    config.expertGroupScore
        = config.expertScoring == ModelConfig::Scoring::Sigmoid ? 2 : mixture.groupScore;
    config.gateLimit = defaults.gateLimit;
    std::optional<int64_t> first;
    for (int64_t layer = 0; layer < std::min(config.layers, layerLimit); ++layer)
        if (!file.find("blk." + std::to_string(layer) + ".ffn_gate_inp.weight"))
            config.denseLayers.push_back(layer);
        else if (!first)
            first = layer;
    readOfLayer(config, keys, file, first.value_or(0));
}

} // namespace engine
