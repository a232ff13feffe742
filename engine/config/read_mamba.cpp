#include "base/error.h"
#include "base/utf8.h"
#include "engine/config/read_layers.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

// What configurations say of Mamba-2: sizes, limits, the factors of Falcon-H1, and the layers of
// Nemotron-H.

namespace engine {

using base::Error;
using base::ErrorKind;

namespace {

enum class LayerKind { State, Attention, Mlp, Experts };

LayerKind layerKind(const JsonFields& fields, const std::string& name)
{
    static constexpr struct {
        std::string_view name;
        LayerKind kind;
    } kinds[] = {
        {"M", LayerKind::State},
        {"mamba", LayerKind::State},
        {"linear_attention", LayerKind::State},
        {"*", LayerKind::Attention},
        {"attention", LayerKind::Attention},
        {"full_attention", LayerKind::Attention},
        {"-", LayerKind::Mlp},
        {"mlp", LayerKind::Mlp},
        {"E", LayerKind::Experts},
        {"moe", LayerKind::Experts},
    };
    for (const auto& row : kinds)
        if (row.name == name)
            return row.kind;
    throw Error(ErrorKind::Unsupported,
        fields.source() + " has the layer type \"" + base::printable(name)
            + "\", which isn't supported");
}

// A letter for each layer or, since transformers 5, a word.
std::vector<std::string> namesOfLayers(const JsonFields& fields)
{
    if (const auto words = fields.texts("layers_block_type"))
        return *words;
    const auto letters = fields.text("hybrid_override_pattern");
    if (!letters)
        fields.refuse("hybrid_override_pattern", "a letter for each layer");
    std::vector<std::string> names;
    for (const char letter : *letters)
        names.emplace_back(1, letter);
    return names;
}

void readLoneLayers(ModelConfig& config, const JsonFields& fields)
{
    const std::vector<std::string> names = namesOfLayers(fields);
    config.denseLayers.clear();
    for (int64_t layer = 0; layer < int64_t(names.size()); ++layer) {
        const LayerKind kind = layerKind(fields, names[size_t(layer)]);
        const bool hasMlp = kind == LayerKind::Mlp || kind == LayerKind::Experts;
        (hasMlp ? config.mixerlessLayers : config.mlplessLayers).push_back(layer);
        if (kind != LayerKind::Experts)
            config.denseLayers.push_back(layer);
        if (kind == LayerKind::State)
            config.stateLayers.push_back(layer);
    }
    if (config.denseLayers.size() == names.size()) { // whatever the file says of experts
        config.expertCount = 0;
        config.denseLayers.clear();
    }
}

int64_t firstInteger(
    const JsonFields& fields, std::initializer_list<std::string_view> keys, int64_t otherwise)
{
    int64_t found = otherwise;
    for (auto key = std::rbegin(keys); key != std::rend(keys); ++key)
        found = fields.integer(*key).value_or(found);
    return found;
}

// The columns of a head, which "auto" and families without a default derive from the hidden size.
int64_t headColumns(
    const ModelConfig& config, const JsonFields& fields, const StateDefaults& states)
{
    constexpr int64_t largest = 1 << 20; // of sizes that are not checked yet
    const int64_t expand = firstInteger(fields, {"mamba_expand", "expand"}, 2);
    const int64_t all = fields.integer("mamba_d_ssm")
                            .value_or(std::clamp<int64_t>(expand, 0, largest)
                                * std::clamp<int64_t>(config.hidden, 0, largest));
    const int64_t derived = states.valueDim > 0
        ? states.valueDim
        : all / std::max<int64_t>(config.stateValueHeads, 1);
    const int64_t columns = fields.isText("mamba_d_head")
        ? derived
        : firstInteger(fields, {"mamba_d_head", "mamba_head_dim"}, derived);
    if (fields.has("mamba_d_ssm") && (columns < 1 || all / columns != config.stateValueHeads))
        fields.refuse("mamba_d_ssm", "mamba_n_heads times mamba_d_head");
    return columns;
}

void readStepLimits(ModelConfig& config, const JsonFields& fields, const StateDefaults& states)
{
    const auto limits
        = fields.numbers("time_step_limit").value_or(std::vector<double>{0, INFINITY});
    if (limits.size() != 2 || !(limits[0] >= 0 && limits[0] <= limits[1] && limits[1] > 0))
        fields.refuse("time_step_limit", "the shortest and the longest step of time");
    config.stateStepMin = limits[0];
    config.stateStepMax = std::isinf(limits[1]) ? 0 : limits[1];
    if (states.hasShortestStep)
        config.stateStepMin
            = std::max(config.stateStepMin, fields.number("time_step_min").value_or(0.001));
}

std::vector<double> factorsIn(const JsonFields& fields, std::string_view key, size_t count)
{
    const auto factors = fields.numbers(key).value_or(std::vector<double>(count, 1.0));
    if (factors.size() != count)
        fields.refuse(key, "a list of " + std::to_string(count) + " numbers");
    return factors;
}

// Keys are multiplied where scores are, so that a cache of half precision has room for them.
void readParallelFactors(ModelConfig& config, const JsonFields& fields)
{
    const auto factor = [&](std::string_view key) { return fields.number(key).value_or(1); };
    config.attentionInputScale = factor("attention_in_multiplier");
    config.attentionOutputScale = factor("attention_out_multiplier");
    config.stateInputScale = factor("ssm_in_multiplier");
    config.stateOutputScale = factor("ssm_out_multiplier");
    config.stateFactors = factorsIn(fields, "ssm_multipliers", 5);
    const std::vector<double> ofMlp = factorsIn(fields, "mlp_multipliers", 2);
    config.gateScale = ofMlp[0];
    config.mlpScale = ofMlp[1];
    config.keyScale = factor("key_multiplier");
    config.stateHasNorm = fields.boolean("mamba_rms_norm").value_or(false);
    config.stateNormBeforeGate
        = fields.boolean("mamba_norm_before_gate").value_or(true) && config.stateHasNorm;
}

} // namespace

int64_t countNamedLayers(
    const JsonFields& fields, const ConfigDefaults& defaults, int64_t otherwise)
{
    return defaults.states.isAlone ? int64_t(namesOfLayers(fields).size()) : otherwise;
}

void readMamba(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults)
{
    const StateDefaults& states = defaults.states;
    config.stateIsMamba = true;
    config.stateTaps = firstInteger(fields, {"mamba_d_conv", "conv_kernel"}, states.taps);
    config.stateKeyHeads = firstInteger(fields, {"mamba_n_groups", "n_groups"}, states.keyHeads);
    config.stateValueHeads
        = firstInteger(fields, {"mamba_n_heads", "mamba_num_heads"}, states.valueHeads);
    config.stateKeyDim = firstInteger(fields, {"mamba_d_state", "ssm_state_size"}, states.keyDim);
    config.stateValueDim = headColumns(config, fields, states);
    readStepLimits(config, fields, states);
    if (config.expertCount == 0) // Granite 4 without experts has only what experts share
        config.feedForward
            = fields.integer("shared_intermediate_size").value_or(config.feedForward);
    config.parallelState = states.isParallel;
    if (states.isParallel)
        readParallelFactors(config, fields);
    if (states.isAlone)
        readLoneLayers(config, fields);
}

void readMamba(ModelConfig& config, const ArchitectureKeys& keys, const GgufFile& file)
{
    keys.integer("expert_shared_feed_forward_length", 0); // says nothing if there are no experts
    config.stateIsMamba = true;
    config.stateTaps = keys.integer("ssm.conv_kernel");
    config.stateKeyHeads = keys.integer("ssm.group_count", 1);
    config.stateValueHeads = keys.integer("ssm.time_step_rank");
    config.stateKeyDim = keys.integer("ssm.state_size");
    const int64_t columns = keys.integer("ssm.inner_size");
    config.stateValueDim = config.stateValueHeads > 0 ? columns / config.stateValueHeads : 0;
    const int64_t first = config.stateLayers.empty() ? 0 : config.stateLayers.front();
    config.stateHasNorm = file.find("blk." + std::to_string(first) + ".ssm_norm.weight");
}

} // namespace engine
