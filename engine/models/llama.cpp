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

kernels::AttentionShape shapeOf(const ModelConfig& config)
{
    return {.heads = int(config.heads),
        .kvHeads = int(config.kvHeads),
        .headDim = int(config.headDim),
        .scale = float(1 / std::sqrt(double(config.headDim)))};
}

} // namespace

// The family most others are told apart from: RMS norms before attention and MLP, gated MLP, no
// biases. llama.cpp's converter reorders the rows of q and k so that rotated values are neighbours.
ModelPlan planLlama(const ModelConfig& config)
{
    const bool isPaired = config.layout == FileLayout::Gguf;
    BlockPlan block;
    block.hidden = config.hidden;
    block.norms.epsilon = float(config.normEpsilon);
    block.attention.shape = shapeOf(config);
    block.attention.requiresBias = config.attentionBias;
    block.attention.pairedHeads = isPaired;
    block.mlp = DensePlan{config.feedForward, activationNamed(config.activation)};
    const RotaryPlan rotary{.style = isPaired ? RotaryStyle::Pairs : RotaryStyle::Halves,
        .dims = config.rotaryDims,
        .theta = config.ropeTheta,
        .scaling = config.ropeScaling,
        .contextLength = config.contextLength,
        .factors = config.ropeFactors};
    return {block, rotary, config.layers, config.vocabulary, config.tiedEmbeddings};
}

} // namespace engine
