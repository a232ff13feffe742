#include "engine/config/read_state_layers.h"

#include "engine/files/printable.h"
#include "kernels/error.h"

#include <algorithm>

namespace engine {

namespace {

bool keepsState(const JsonFields& fields, const std::string& layerType)
{
    if (layerType == "linear_attention" || layerType == "conv")
        return true;
    if (layerType == "full_attention")
        return false;
    throw kernels::Error(kernels::ErrorKind::Unsupported,
        fields.source() + " has the layer type \"" + printable(layerType)
            + "\", which is not known");
}

// Of the layers with attention between them.
void requireTrue(const JsonFields& fields, std::string_view key)
{
    if (!fields.boolean(key).value_or(true))
        throw kernels::Error(kernels::ErrorKind::Unsupported,
            fields.source() + " has " + std::string(key)
                + " false, which this version cannot compute");
}

// By what the file says: the kind of each layer, the layers with attention, or how often there is
// one; else by how often the family has one.
std::vector<bool> stateLayers(int64_t layers, const JsonFields& fields, const StateDefaults& states)
{
    const auto types = fields.texts("layer_types");
    const auto attending = fields.integers("full_attn_idxs");
    const int64_t interval
        = fields.integer("full_attention_interval").value_or(states.attentionInterval);
    if (types && int64_t(types->size()) != layers)
        fields.refuse("layer_types", "one for each layer");
    std::vector<bool> keeps;
    for (int64_t layer = 0; layer < layers; ++layer) {
        if (types)
            keeps.push_back(keepsState(fields, (*types)[size_t(layer)]));
        else if (attending)
            keeps.push_back(std::ranges::find(*attending, layer) == attending->end());
        else
            keeps.push_back(interval > 0 && (layer + 1) % interval != 0);
    }
    return keeps;
}

} // namespace

void readStateLayers(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults)
{
    const StateDefaults& states = defaults.states;
    if (states.taps == 0)
        return;
    const auto size = [&](std::string_view key, int64_t otherwise) {
        return otherwise > 0 ? fields.integer(key).value_or(otherwise) : 0;
    };
    config.stateTaps = states.keyHeads > 0 ? size("linear_conv_kernel_dim", states.taps)
                                           : size("conv_L_cache", states.taps);
    requireTrue(fields, states.keyHeads > 0 ? "attn_output_gate" : "use_pos_enc");
    config.stateKeyHeads = size("linear_num_key_heads", states.keyHeads);
    config.stateValueHeads = size("linear_num_value_heads", states.valueHeads);
    config.stateKeyDim = size("linear_key_head_dim", states.keyDim);
    config.stateValueDim = size("linear_value_head_dim", states.valueDim);
    const std::vector<bool> keeps
        = stateLayers(std::clamp<int64_t>(config.layers, 0, 10'000), fields, states);
    for (size_t layer = 0; layer < keeps.size(); ++layer)
        if (keeps[layer])
            config.stateLayers.push_back(int64_t(layer));
}

namespace {

// Layers without heads of keys.
void readHeadlessLayers(ModelConfig& config, const ArchitectureKeys& keys)
{
    const std::string heads = "attention.head_count_kv";
    if (!keys.isArray(heads))
        return;
    const std::vector<int64_t> ofLayers = keys.integers(heads).value_or(std::vector<int64_t>());
    const auto listed = int64_t(ofLayers.size());
    const bool listsHeads = listed == config.layers + config.mtpLayers; // behind the layers
    for (int64_t layer = 0; layer < (listsHeads ? config.layers : listed); ++layer)
        if (ofLayers[size_t(layer)] == 0)
            config.stateLayers.push_back(layer);
}

} // namespace

void readStateLayers(
    ModelConfig& config, const ArchitectureKeys& keys, const ConfigDefaults& defaults)
{
    const StateDefaults& states = defaults.states;
    if (states.taps == 0)
        return;
    if (states.keyHeads == 0) {
        config.stateTaps = keys.integer("shortconv.l_cache", states.taps);
        return readHeadlessLayers(config, keys);
    }
    config.stateTaps = keys.integer("ssm.conv_kernel", states.taps);
    config.stateKeyHeads = keys.integer("ssm.group_count");
    config.stateValueHeads = keys.integer("ssm.time_step_rank");
    config.stateKeyDim = keys.integer("ssm.state_size");
    const int64_t columns = keys.integer("ssm.inner_size");
    config.stateValueDim = config.stateValueHeads > 0 ? columns / config.stateValueHeads : 0;

    const std::string each = "attention.recurrent_layers";
    const int64_t interval = keys.integer("full_attention_interval", states.attentionInterval);
    std::vector<int64_t> keeps;
    if (keys.isArray(each))
        keeps = keys.integers(each).value_or(keeps);
    for (int64_t layer = 0; layer < std::clamp<int64_t>(config.layers, 0, 10'000); ++layer) {
        const bool isNamed = layer < int64_t(keeps.size());
        const bool isCounted = interval > 0 && (layer + 1) % interval == 0;
        if (isNamed ? keeps[size_t(layer)] != 0 : !isCounted)
            config.stateLayers.push_back(layer);
    }
}

} // namespace engine
