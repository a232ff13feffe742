#include "engine/config/read_experts.h"

#include "kernels/error.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace engine {

namespace {

// The value of the first of the keys that is there.
int64_t firstOf(
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
        throw kernels::Error(kernels::ErrorKind::Unsupported,
            fields.source() + " has a swiglu_alpha other than 1.702, which is not known");
}

} // namespace

void readExperts(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults)
{
    const bool asks = defaults.mayHaveExperts && fields.boolean("enable_moe_block").value_or(false);
    if (defaults.experts == 0 && !asks)
        return;
    config.expertCount = firstOf(
        fields, {"num_local_experts", "num_experts", "n_routed_experts"}, defaults.experts);
    config.expertsUsed = firstOf(fields,
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

} // namespace engine
