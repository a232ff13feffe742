#include "engine/models/families/usual_plan.h"

#include "kernels/error.h"

#include <cmath>
#include <string_view>

namespace engine {

using kernels::Activation;

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

BlockPlan usualBlock(const ModelConfig& config)
{
    BlockPlan block;
    block.hidden = config.hidden;
    block.norms.epsilon = float(config.normEpsilon);
    block.attention().shape = {.heads = int(config.heads),
        .kvHeads = int(config.kvHeads),
        .headDim = int(config.headDim),
        .scale = float(1 / std::sqrt(double(config.headDim)))};
    block.attention().requiresBias = config.attentionBias;
    block.mlp = DensePlan{config.feedForward, activationNamed(config.activation)};
    return block;
}

} // namespace

ModelPlan usualPlan(const ModelConfig& config)
{
    ModelPlan plan;
    plan.hidden = config.hidden;
    plan.blocks.assign(size_t(config.layers), usualBlock(config));
    for (const int64_t layer : config.windowedLayers)
        plan.blocks.at(size_t(layer)).attention().reach.window = config.slidingWindow;
    plan.rotaries = {{.dims = config.rotaryDims,
        .theta = config.ropeTheta,
        .scaling = config.ropeScaling,
        .contextLength = config.contextLength,
        .factors = config.ropeFactors}};
    plan.head = {.vocabulary = config.vocabulary, .isEmbedding = config.tiedEmbeddings};
    plan.head.norm.epsilon = float(config.normEpsilon);
    return plan;
}

} // namespace engine
