#include "engine/config/read_layer_shapes.h"

#include "kernels/error.h"

#include <algorithm>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;

namespace {

constexpr int64_t mostLayers = 1000; // of a configuration that is not checked yet

int64_t layersOf(const ModelConfig& config)
{
    return std::clamp<int64_t>(config.layers, 0, mostLayers);
}

// transformers 5 lists the layers without a window by their numbers, with what is other in them.
int64_t inFullLayers(
    const ModelConfig& config, const JsonFields& fields, std::string_view key, int64_t otherwise)
{
    const JsonFields layers = fields.object("per_layer_config");
    std::optional<int64_t> found;
    for (int64_t layer = 0; layer < layersOf(config); ++layer) {
        const auto own = layers.object(std::to_string(layer)).integer(key);
        if (own && found && *own != *found)
            fields.refuse("per_layer_config", "the same numbers for all its layers");
        found = own ? own : found;
    }
    return found.value_or(otherwise);
}

void readSharing(ModelConfig& config, const JsonFields& fields)
{
    config.sharingLayers = fields.integer("num_kv_shared_layers").value_or(0);
    if (!fields.boolean("use_double_wide_mlp").value_or(false) || config.sharingLayers <= 0)
        return;
    for (int64_t layer = 0; layer < layersOf(config); ++layer) {
        const bool isWide = layer >= config.layers - config.sharingLayers;
        config.layerFeedForward.push_back(config.feedForward * (isWide ? 2 : 1));
    }
    config.feedForward *= 2;
}

void readLayerInputs(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults)
{
    config.layerInputs
        = fields.integer("hidden_size_per_layer_input").value_or(defaults.layerInputs);
    const int64_t tokens
        = fields.integer("vocab_size_per_layer_input").value_or(defaults.vocabulary);
    if (config.layerInputs > 0 && tokens != config.vocabulary)
        throw Error(ErrorKind::Unsupported,
            fields.source()
                + " has another vocabulary for the embeddings of its layers "
                  "(vocab_size_per_layer_input), which is not known");
}

void readDirections(ModelConfig& config, const JsonFields& fields)
{
    const std::string both = fields.text("use_bidirectional_attention").value_or("");
    if (!both.empty() && both != "vision")
        throw Error(ErrorKind::Unsupported,
            fields.source() + " has use_bidirectional_attention, which is known for vision only");
    config.localSeesSpans = both == "vision";
}

} // namespace

void readLayerShapes(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults)
{
    if (defaults.fullHeadDim == 0)
        return;
    config.localHeadDim = config.headDim;
    config.localKvHeads = config.kvHeads;
    config.headDim = inFullLayers(config, fields, "head_dim",
        fields.integer("global_head_dim").value_or(defaults.fullHeadDim));
    config.keysAreValues = fields.boolean("attention_k_eq_v").value_or(false);
    const auto kvHeads = fields.integer("num_global_key_value_heads");
    if (config.keysAreValues)
        config.kvHeads
            = inFullLayers(config, fields, "num_key_value_heads", kvHeads.value_or(config.kvHeads));
    readSharing(config, fields);
    readLayerInputs(config, fields, defaults);
    readDirections(config, fields);
}

int64_t highestOf(const ModelConfig& config, const ArchitectureKeys& keys, const std::string& key)
{
    if (!keys.isArray(key))
        return keys.integer(key);
    auto numbers = keys.integers(key).value_or(std::vector<int64_t>{});
    numbers.resize(std::min(numbers.size(), size_t(layersOf(config))));
    if (numbers.empty())
        throw Error(ErrorKind::BadFile, keys.fileName() + " must have numbers as " + key);
    return *std::ranges::max_element(numbers);
}

namespace {

// One number for each layer; empty if the key has a single one. Those of multi-token-prediction
// heads, which may follow, are left out.
std::vector<int64_t> ofLayers(
    const ModelConfig& config, const ArchitectureKeys& keys, const std::string& key)
{
    if (!keys.isArray(key))
        return {};
    auto numbers = keys.integers(key).value_or(std::vector<int64_t>{});
    const auto count = int64_t(numbers.size());
    if (count != config.layers && count != config.layers + config.mtpLayers)
        throw Error(ErrorKind::BadFile,
            keys.fileName() + " must have one number of " + key + " for each layer");
    numbers.resize(size_t(config.layers));
    return numbers;
}

void readKvHeads(ModelConfig& config, const ArchitectureKeys& keys)
{
    const auto ofLayer = ofLayers(config, keys, "attention.head_count_kv");
    const auto hasWindow = ofLayers(config, keys, "attention.sliding_window_pattern");
    if (ofLayer.empty() || ofLayer.size() != hasWindow.size())
        return;
    for (size_t layer = 0; layer < ofLayer.size(); ++layer)
        (hasWindow[layer] ? config.localKvHeads : config.kvHeads) = ofLayer[layer];
    for (size_t layer = 0; layer < ofLayer.size(); ++layer)
        if (ofLayer[layer] != (hasWindow[layer] ? config.localKvHeads : config.kvHeads))
            throw Error(ErrorKind::Unsupported,
                keys.fileName() + " has layers of one kind that differ in their heads");
}

// A layer without a window that has keys of its own and no weight for values.
bool keysAreValues(const ModelConfig& config, const ArchitectureKeys& keys, const GgufFile& file)
{
    const auto hasWindow = ofLayers(config, keys, "attention.sliding_window_pattern");
    for (size_t layer = 0; layer < hasWindow.size(); ++layer) {
        const std::string prefix = "blk." + std::to_string(layer) + ".";
        if (!hasWindow[layer] && file.find(prefix + "attn_k.weight"))
            return !file.find(prefix + "attn_v.weight");
    }
    return false;
}

} // namespace

void readLayerShapes(ModelConfig& config, const ArchitectureKeys& keys, const GgufFile& file,
    const ConfigDefaults& defaults)
{
    if (defaults.fullHeadDim == 0)
        return;
    config.localHeadDim = keys.integer("attention.key_length_swa", config.headDim);
    config.localKvHeads = config.kvHeads;
    if (keys.integer("attention.value_length_swa", config.localHeadDim) != config.localHeadDim
        || keys.integer("rope.dimension_count_swa", config.localHeadDim) != config.localHeadDim)
        throw Error(ErrorKind::Unsupported,
            keys.fileName() + " has heads with a window that are not rotated as a whole");
    readKvHeads(config, keys);
    config.keysAreValues = keysAreValues(config, keys, file);
    config.sharingLayers = keys.integer("attention.shared_kv_layers", 0);
    config.layerFeedForward = ofLayers(config, keys, "feed_forward_length");
    config.layerInputs = keys.integer("embedding_length_per_layer_input", 0);
    config.localSeesSpans = true;
}

} // namespace engine
