#include "engine/config/known_layers.h"

#include "engine/config/tensor_names.h"
#include "kernels/error.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace engine {

namespace {

// Only heads have one of these: they join the hidden state and the embedding of the next token.
bool isOfHeadAlone(std::string_view name)
{
    constexpr std::array<std::string_view, 4> parts{".nextn.", ".eh_proj.", ".enorm.", ".hnorm."};
    return std::ranges::any_of(
        parts, [name](std::string_view part) { return name.find(part) != name.npos; });
}

} // namespace

void requireKnownLayers(const WeightFile& file, const ModelConfig& config)
{
    std::set<int64_t> others, heads; // layers beyond those that are counted; and those with a head
    for (const WeightTensor& tensor : file.tensors()) {
        const auto layer = layerOf(tensor.name);
        if (layer && isOfHeadAlone(tensor.name))
            heads.insert(*layer);
        if (layer && *layer >= config.layers)
            others.insert(*layer);
    }
    const auto refuse = [&](int64_t layer, const std::string& why) {
        throw kernels::Error(kernels::ErrorKind::BadFile,
            file.path().filename().string() + " has tensors of layer " + std::to_string(layer) + why
                + ", but its model has " + std::to_string(config.layers) + " layers");
    };
    for (const int64_t layer : others)
        if (!heads.contains(layer))
            refuse(layer, "");
    if (!heads.empty() && *heads.begin() < config.layers)
        refuse(*heads.begin(), ", which is a multi-token-prediction head");
}

} // namespace engine
