#include "engine/models/families.h"
#include "kernels/error.h"

#include <cmath>
#include <string_view>

namespace engine {

using kernels::Activation;
using kernels::RotaryStyle;

namespace {

Activation activationNamed(const std::string& name)
{
    static constexpr struct {
        std::string_view name; // as config.json writes it
        Activation activation;
    } known[] = {
        {"silu", Activation::Silu},
        {"swish", Activation::Silu},
        {"gelu", Activation::GeluErf},
        {"gelu_new", Activation::GeluTanh},
        {"gelu_pytorch_tanh", Activation::GeluTanh},
        {"quick_gelu", Activation::GeluQuick},
        {"relu", Activation::Relu},
    };
    for (const auto& row : known)
        if (row.name == name)
            return row.activation;
    throw kernels::Error(kernels::ErrorKind::Unsupported,
        "The model uses the activation \"" + name + "\", which this version does not know.");
}

} // namespace

// The family most others are told apart from: RMS norms before attention and MLP, gated MLP, no
// biases. llama.cpp's converter reorders the rows of q and k so that rotated values are neighbours.
ModelPlan planLlama(const ModelConfig& config)
{
    BlockPlan block;
    block.hidden = config.hidden;
    block.feedForward = config.feedForward;
    block.attention.heads = int(config.heads);
    block.attention.kvHeads = int(config.kvHeads);
    block.attention.headDim = int(config.headDim);
    block.attention.scale = float(1 / std::sqrt(double(config.headDim)));
    block.normEpsilon = float(config.normEpsilon);
    block.rotary = config.layout == FileLayout::Gguf ? RotaryStyle::Pairs : RotaryStyle::Halves;
    block.pairedHeads = block.rotary == RotaryStyle::Pairs;
    block.activation = activationNamed(config.activation);
    block.biasOnQkv = config.attentionBias;
    return {block, config.layers, config.vocabulary, config.tiedEmbeddings};
}

} // namespace engine
