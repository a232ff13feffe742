#include "engine/config/read_factors.h"

#include "base/error.h"
#include "engine/config/tensor_names.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>

namespace engine {

namespace {

// The value of a factor; nothing if the family has none. What is null is as if the family had none.
std::optional<double> factorIn(const JsonFields& fields, const ConfigFactor& factor)
{
    if (factor.key.empty() || fields.isNull(factor.key))
        return std::nullopt;
    const double value = fields.number(factor.key).value_or(factor.otherwise);
    if (!(value >= 0))
        fields.refuse(factor.key, "a non-negative number");
    return value == 0 ? std::nullopt : std::optional(value);
}

std::optional<double> factorIn(
    const ArchitectureKeys& keys, const std::string& key, const ConfigFactor& factor)
{
    if (factor.key.empty() || !keys.has(key))
        return std::nullopt;
    const double value = keys.number(key, 0);
    if (!(value >= 0))
        throw base::Error(base::ErrorKind::BadFile,
            keys.fileName() + " must have a non-negative number as " + key);
    return value == 0 ? std::nullopt : std::optional(value);
}

} // namespace

void readFactors(ModelConfig& config, const JsonFields& decoder, const JsonFields& rope,
    const ConfigFactors& factors)
{
    const auto find = [&](const ConfigFactor& factor) { return factorIn(decoder, factor); };
    config.embeddingScale = find(factors.embedding).value_or(1);
    config.residualScale = find(factors.residual).value_or(1);
    config.attentionScale = find(factors.attention).value_or(0);
    if (const auto root = find(factors.attentionRoot))
        config.attentionScale = 1 / std::sqrt(*root);
    config.logitScale = find(factors.logits).value_or(1);
    if (const auto divisor = find(factors.logitDivisor))
        config.logitScale = 1 / *divisor;
    config.attentionCap = find(factors.attentionCap).value_or(0);
    config.logitCap = find(factors.logitCap).value_or(0);
    config.queryGrowth = factorIn(rope, factors.queryGrowth).value_or(0);
}

void readFactors(ModelConfig& config, const ArchitectureKeys& keys, const ConfigFactors& factors)
{
    const auto find = [&](const char* key, const ConfigFactor& factor, double otherwise) {
        return factorIn(keys, key, factor).value_or(otherwise);
    };
    config.embeddingScale = find("embedding_scale", factors.embedding, 1);
    config.residualScale = find("residual_scale", factors.residual, 1);
    config.attentionScale = find("attention.scale", factors.attention, 0);
    config.logitScale = find("logit_scale", factors.logits, 1);
    config.logitScale /= find("logit_scale", factors.logitDivisor, 1);
    config.attentionCap = find("attn_logit_softcapping", factors.attentionCap, 0);
    config.logitCap = find("final_logit_softcapping", factors.logitCap, 0);
    config.queryGrowth = find("attention.temperature_scale", factors.queryGrowth, 0);
}

namespace {

// The value of the first of the keys that is there.
int64_t firstInteger(
    const JsonFields& fields, std::initializer_list<std::string_view> keys, int64_t otherwise)
{
    int64_t found = otherwise;
    for (auto key = std::rbegin(keys); key != std::rend(keys); ++key)
        found = fields.integer(*key).value_or(found);
    return found;
}

// Every decoder_sparse_step-th layer has experts, except those that mlp_only_layers names.
std::vector<int64_t> denseLayers(const JsonFields& fields, int64_t layers)
{
    const int64_t step = fields.integer("decoder_sparse_step").value_or(1);
    const auto named = fields.integers("mlp_only_layers").value_or(std::vector<int64_t>{});
    if (step < 1)
        fields.refuse("decoder_sparse_step", "a number above 0");
    std::vector<int64_t> dense;
    for (int64_t layer = 0; layer < layers; ++layer)
        if ((layer + 1) % step != 0 || std::ranges::find(named, layer) != named.end())
            dense.push_back(layer);
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
        throw base::Error(base::ErrorKind::Unsupported,
            fields.source() + " has a swiglu_alpha other than 1.702, which isn't supported");
}

} // namespace

void readExperts(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults)
{
    const bool asks = defaults.mayHaveExperts && fields.boolean("enable_moe_block").value_or(false);
    if (defaults.experts == 0 && !asks)
        return;
    config.expertCount = firstInteger(
        fields, {"num_local_experts", "num_experts", "n_routed_experts"}, defaults.experts);
    config.expertsUsed = firstInteger(fields,
        {"num_experts_per_tok", "experts_per_token", "top_k_experts"}, defaults.expertsUsed);
    config.expertFeedForward = fields.integer("moe_intermediate_size")
                                   .value_or(defaults.expertFeedForward ? defaults.expertFeedForward
                                                                        : config.feedForward);
    config.expertWeightsSumToOne
        = fields.boolean("norm_topk_prob").value_or(defaults.expertWeightsSumToOne);
    config.expertWeightFactor = fields.number("routed_scaling_factor").value_or(1);
    readGate(config, fields, defaults);
    if (config.layers > 0 && config.layers < 10'000) // validated later
        config.denseLayers = denseLayers(fields, config.layers);
}

std::string commonWeightType(const WeightFile& file, int64_t layers)
{
    std::map<kernels::DType, int64_t> bytes;
    for (const WeightTensor& tensor : file.tensors())
        if (!isMtpTensor(tensor.name, layers))
            bytes[tensor.view.dtype] += tensor.view.sizeInBytes();
    const auto most = std::max_element(bytes.begin(), bytes.end(),
        [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == bytes.end())
        return "";
    const std::string packing = file.packing();
    return packing.empty() ? kernels::name(most->first)
                           : packing + " as " + kernels::name(most->first);
}

} // namespace engine
