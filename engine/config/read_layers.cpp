#include "engine/config/read_layers.h"

#include "base/error.h"
#include "base/utf8.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace engine {

using base::Error;
using base::ErrorKind;

namespace {

constexpr int64_t maxLayers = 1000; // of a configuration that is not checked yet

int64_t checkedLayers(const ModelConfig& config)
{
    return std::clamp<int64_t>(config.layers, 0, maxLayers);
}

// transformers 5 lists the layers without a window by their numbers, with what is other in them.
int64_t inFullLayers(
    const ModelConfig& config, const JsonFields& fields, std::string_view key, int64_t otherwise)
{
    const JsonFields layers = fields.object("per_layer_config");
    std::optional<int64_t> found;
    for (int64_t layer = 0; layer < checkedLayers(config); ++layer) {
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
    for (int64_t layer = 0; layer < checkedLayers(config); ++layer) {
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
                + " has a different vocabulary for per-layer embeddings "
                  "(vocab_size_per_layer_input), which isn't supported");
}

void readDirections(ModelConfig& config, const JsonFields& fields)
{
    const std::string both = fields.text("use_bidirectional_attention").value_or("");
    if (!both.empty() && both != "vision")
        throw Error(ErrorKind::Unsupported,
            fields.source()
                + " has use_bidirectional_attention, which is only supported for vision");
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

namespace {

// The numbers of a list with one for each layer, without those of multi-token-prediction heads.
std::vector<int64_t> numbersOfLayers(
    const ModelConfig& config, const ArchitectureKeys& keys, const std::string& key)
{
    auto numbers = keys.integers(key).value_or(std::vector<int64_t>{});
    numbers.resize(std::min(numbers.size(), size_t(checkedLayers(config))));
    if (numbers.empty())
        throw Error(ErrorKind::BadFile, keys.fileName() + " must have numbers as " + key);
    return numbers;
}

} // namespace

int64_t maxOverLayers(
    const ModelConfig& config, const ArchitectureKeys& keys, const std::string& key)
{
    return keys.isArray(key) ? std::ranges::max(numbersOfLayers(config, keys, key))
                             : keys.integer(key);
}

int64_t sameInLayers(
    const ModelConfig& config, const ArchitectureKeys& keys, const std::string& key)
{
    if (!keys.isArray(key))
        return keys.integer(key);
    const std::vector<int64_t> numbers = numbersOfLayers(config, keys, key);
    if (std::ranges::count(numbers, numbers.front()) != std::ssize(numbers))
        throw Error(ErrorKind::Unsupported,
            keys.fileName() + " has layers with different numbers as " + key
                + ", which is not supported");
    return numbers.front();
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
                keys.fileName() + " has layers of the same type with different heads");
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
            keys.fileName()
                + " has sliding-window heads that are only partly rotated, which isn't supported");
    readKvHeads(config, keys);
    config.keysAreValues = keysAreValues(config, keys, file);
    config.sharingLayers = keys.integer("attention.shared_kv_layers", 0);
    config.layerFeedForward = ofLayers(config, keys, "feed_forward_length");
    config.layerInputs = keys.integer("embedding_length_per_layer_input", 0);
    config.localSeesSpans = true;
}

namespace {

bool keepsState(const JsonFields& fields, const std::string& layerType)
{
    if (layerType == "linear_attention" || layerType == "conv" || layerType == "mamba")
        return true;
    if (layerType == "full_attention" || layerType == "attention")
        return false;
    throw base::Error(base::ErrorKind::Unsupported,
        fields.source() + " has the layer type \"" + base::printable(layerType)
            + "\", which isn't supported");
}

// Throws Error{Unsupported} if the file sets `key`, which is about the layers with attention, to false.
void requireTrue(const JsonFields& fields, std::string_view key)
{
    if (!fields.boolean(key).value_or(true))
        throw base::Error(base::ErrorKind::Unsupported,
            fields.source() + " has " + std::string(key) + " false, which isn't supported");
}

// Returns for each layer whether it keeps a state. The file lists the kind of each layer or the
// layers with attention, or says how often there is one; otherwise the family's interval counts.
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

void readDeltaSizes(ModelConfig& config, const JsonFields& fields, const StateDefaults& states)
{
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
}

} // namespace

void readStateLayers(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults)
{
    const StateDefaults& states = defaults.states;
    if (states.taps == 0)
        return;
    if (states.isMamba)
        readMamba(config, fields, defaults);
    if (states.isParallel || states.isAlone)
        return;
    if (!states.isMamba)
        readDeltaSizes(config, fields, states);
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

// A layer has a mixer or an MLP: heads of keys, an MLP of some width or, without either, a state.
void readLoneLayers(ModelConfig& config, const ArchitectureKeys& keys)
{
    const std::vector<int64_t> widths = ofLayers(config, keys, "feed_forward_length");
    const std::vector<int64_t> heads = ofLayers(config, keys, "attention.head_count_kv");
    if (widths.empty() || heads.empty())
        throw Error(ErrorKind::BadFile,
            keys.fileName()
                + " must have one number of feed_forward_length and attention.head_count_kv for "
                  "each layer");
    for (int64_t layer = 0; layer < config.layers; ++layer) {
        const bool hasMlp = widths[size_t(layer)] > 0, attends = heads[size_t(layer)] > 0;
        (hasMlp ? config.mixerlessLayers : config.mlplessLayers).push_back(layer);
        if (hasMlp && attends)
            throw Error(ErrorKind::Unsupported,
                keys.fileName() + " has both attention and an MLP in layer " + std::to_string(layer)
                    + ", which isn't supported");
        if (!hasMlp && !attends)
            config.stateLayers.push_back(layer);
    }
}

} // namespace

void readStateLayers(ModelConfig& config, const ArchitectureKeys& keys, const GgufFile& file,
    const ConfigDefaults& defaults)
{
    const StateDefaults& states = defaults.states;
    if (states.taps == 0)
        return;
    if (states.isAlone)
        readLoneLayers(config, keys);
    else if (states.isMamba && !states.isParallel)
        readHeadlessLayers(config, keys);
    if (states.isMamba) {
        config.parallelState = states.isParallel;
        return readMamba(config, keys, file);
    }
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

namespace {

// Scores are divided by the root of the whole length of a key and, where YaRN stretches the context,
// multiplied by the square of its magnitude for all dimensions. Sizes are validated later.
void setLatentScale(ModelConfig& config, double mscaleOfAll)
{
    const double root = std::sqrt(double(std::max<int64_t>(1, config.headDim + config.rotaryDims)));
    const RopeScaling& scaling = config.ropeScaling;
    const double magnitude = scaling.kind == RopeScaling::Kind::Yarn && mscaleOfAll != 0
        ? yarnMagnitude(scaling.factor, mscaleOfAll)
        : 1;
    config.attentionScale = magnitude * magnitude / root;
}

} // namespace

void readLatents(ModelConfig& config, const JsonFields& fields, const JsonFields& rope,
    const ConfigDefaults& defaults)
{
    const LatentDefaults& latents = defaults.latents;
    if (latents.rank == 0)
        return;
    requireTrue(fields, "rope_interleave");
    config.latentRank = fields.integer("kv_lora_rank").value_or(latents.rank);
    config.queryRank = fields.isNull("q_lora_rank")
        ? 0
        : fields.integer("q_lora_rank").value_or(latents.queryRank);
    config.headDim = fields.integer("qk_nope_head_dim").value_or(latents.plainDim);
    config.rotaryDims = fields.integer("qk_rope_head_dim").value_or(latents.rotatedDim);
    config.valueDim = fields.integer("v_head_dim").value_or(latents.valueDim);
    config.kvHeads = 1;
    setLatentScale(config, rope.number("mscale_all_dim").value_or(0));
}

void readLatents(ModelConfig& config, const ArchitectureKeys& keys, const ConfigDefaults& defaults)
{
    if (defaults.latents.rank == 0)
        return;
    config.latentRank = keys.integer("attention.kv_lora_rank");
    config.queryRank = keys.integer("attention.q_lora_rank", 0);
    const int64_t keyLength = keys.integer("attention.key_length", 0);
    const int64_t valueLength = keys.integer("attention.value_length", 0);
    config.headDim = keys.integer("attention.key_length_mla", keyLength) - config.rotaryDims;
    config.valueDim = keys.integer("attention.value_length_mla", valueLength);
    config.kvHeads = 1;

    // llama.cpp's converter writes a tenth of mscale_all_dim, and it takes mscale to be the same.
    RopeScaling& scaling = config.ropeScaling;
    const double ofAll = keys.number("rope.scaling.yarn_log_multiplier", 0) / 0.1;
    if (scaling.kind == RopeScaling::Kind::Yarn && ofAll != 0)
        scaling.attentionFactor = 1;
    setLatentScale(config, ofAll);
}

namespace {

std::vector<int64_t> layersWhere(
    const ModelConfig& config, const std::function<bool(int64_t layer)>& isOne)
{
    std::vector<int64_t> layers;
    for (int64_t layer = 0; layer < config.layers; ++layer)
        if (isOne(layer))
            layers.push_back(layer);
    return layers;
}

// True if a layer is one of those that `interval` counts, from 1.
bool isCounted(int64_t layer, int64_t interval)
{
    return interval > 0 && (layer + 1) % interval == 0;
}

bool isWindowed(const JsonFields& fields, const std::string& layerType)
{
    if (layerType != "full_attention" && layerType != "sliding_attention")
        throw base::Error(base::ErrorKind::Unsupported,
            fields.source() + " has the layer type \"" + base::printable(layerType)
                + "\", which isn't supported");
    return layerType == "sliding_attention";
}

// The pattern under one of the names that files have for it. A file that lists the types of layers
// need not have a number there: EXAONE 4 spells it out, "LLLG".
int64_t patternIn(const JsonFields& fields, int64_t otherwise, bool listsTypes)
{
    for (const char* key : {"layer_switch", "_sliding_window_pattern", "sliding_window_pattern"})
        if (fields.has(key) && !listsTypes)
            otherwise = fields.integer(key).value_or(otherwise);
    return otherwise;
}

std::vector<int64_t> allLayers(const ModelConfig& config)
{
    return layersWhere(config, [](int64_t) { return true; });
}

void readUnrotatedLayers(
    ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults)
{
    if (!defaults.positions.empty()) {
        const std::string kind
            = fields.text("position_embedding_type").value_or(std::string(defaults.positions));
        if (kind != "rope" && kind != "nope")
            fields.refuse("position_embedding_type", "\"rope\" or \"nope\"");
        if (kind == "nope")
            config.unrotatedLayers = allLayers(config);
    }
    if (defaults.unrotatedInterval == 0)
        return;
    const int64_t interval
        = fields.integer("no_rope_layer_interval").value_or(defaults.unrotatedInterval);
    std::optional<std::vector<double>> rotated;
    for (const char* key : {"no_rope_layers", "layer_rope_theta"})
        if (const auto numbers = fields.numbers(key)) {
            if (int64_t(numbers->size()) != config.layers)
                fields.refuse(key, "one number for each layer");
            rotated = numbers;
        }
    config.unrotatedLayers = layersWhere(config, [&](int64_t layer) {
        return rotated ? (*rotated)[size_t(layer)] == 0 : isCounted(layer, interval);
    });
}

} // namespace

void readWindows(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults)
{
    readUnrotatedLayers(config, fields, defaults);
    const auto types = fields.texts("layer_types");
    const int64_t first = fields.integer("max_window_layers").value_or(defaults.firstWindowLayer);
    if (defaults.window == ConfigDefaults::Window::Never)
        return;
    const int64_t pattern = defaults.windowPattern > 0
        ? patternIn(fields, defaults.windowPattern, types.has_value())
        : 0;
    if (types && int64_t(types->size()) != config.layers)
        fields.refuse("layer_types", "one for each layer");
    if (!types && defaults.unrotatedInterval > 0 && config.slidingWindow > 0)
        fields.refuse("layer_types", "one for each layer");
    const auto windowed = layersWhere(config, [&](int64_t layer) {
        if (types)
            return isWindowed(fields, (*types)[size_t(layer)]);
        return pattern > 0 ? !isCounted(layer, pattern) : layer >= first;
    });
    if (config.slidingWindow > 0)
        config.windowedLayers = windowed;
}

void readWindows(ModelConfig& config, const ArchitectureKeys& keys, const ConfigDefaults& defaults)
{
    config.unrotatedLayers = layersWhere(
        config, [&](int64_t layer) { return isCounted(layer, defaults.unrotatedInterval); });
    if (!defaults.positions.empty() && !keys.boolean("rope.scaling.finetuned", true))
        config.unrotatedLayers = allLayers(config);
    if (defaults.windowPattern == 0)
        return;
    const std::string key = "attention.sliding_window_pattern";
    std::vector<int64_t> pattern;
    if (keys.isArray(key))
        pattern = keys.integers(key).value_or(pattern);
    if (!pattern.empty() && int64_t(pattern.size()) < config.layers)
        throw base::Error(base::ErrorKind::BadFile,
            keys.fileName() + " must have one entry of " + key + " for each layer");
    const int64_t interval
        = pattern.empty() ? keys.integer(key, defaults.windowPattern) : defaults.windowPattern;
    if (config.slidingWindow > 0)
        config.windowedLayers = layersWhere(config, [&](int64_t layer) {
            return pattern.empty() ? !isCounted(layer, interval) : pattern[size_t(layer)] != 0;
        });
}

} // namespace engine
