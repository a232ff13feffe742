#include "engine/config/read_windows.h"

#include "engine/files/printable.h"
#include "kernels/error.h"

#include <functional>

namespace engine {

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

// Whether a layer is one of those that `interval` counts, from 1.
bool isCounted(int64_t layer, int64_t interval)
{
    return interval > 0 && (layer + 1) % interval == 0;
}

bool isWindowed(const JsonFields& fields, const std::string& layerType)
{
    if (layerType != "full_attention" && layerType != "sliding_attention")
        throw kernels::Error(kernels::ErrorKind::Unsupported,
            fields.source() + " has the layer type \"" + printable(layerType)
                + "\", which is not known");
    return layerType == "sliding_attention";
}

// The pattern under one of the names that files have for it.
int64_t patternIn(const JsonFields& fields, int64_t otherwise)
{
    for (const char* key : {"layer_switch", "_sliding_window_pattern", "sliding_window_pattern"})
        otherwise = fields.integer(key).value_or(otherwise);
    return otherwise;
}

void readUnrotatedLayers(
    ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults)
{
    if (defaults.unrotatedInterval == 0)
        return;
    const int64_t interval
        = fields.integer("no_rope_layer_interval").value_or(defaults.unrotatedInterval);
    const auto rotated = fields.integers("no_rope_layers");
    if (rotated && int64_t(rotated->size()) != config.layers)
        fields.refuse("no_rope_layers", "one number for each layer");
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
    const int64_t pattern
        = defaults.windowPattern > 0 ? patternIn(fields, defaults.windowPattern) : 0;
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
    if (defaults.windowPattern == 0)
        return;
    const std::string key = "attention.sliding_window_pattern";
    std::vector<int64_t> pattern;
    if (keys.isArray(key))
        pattern = keys.integers(key).value_or(pattern);
    if (!pattern.empty() && int64_t(pattern.size()) < config.layers)
        throw kernels::Error(kernels::ErrorKind::BadFile,
            keys.fileName() + " must have one entry of " + key + " for each layer");
    const int64_t interval
        = pattern.empty() ? keys.integer(key, defaults.windowPattern) : defaults.windowPattern;
    if (config.slidingWindow > 0)
        config.windowedLayers = layersWhere(config, [&](int64_t layer) {
            return pattern.empty() ? !isCounted(layer, interval) : pattern[size_t(layer)] != 0;
        });
}

} // namespace engine
