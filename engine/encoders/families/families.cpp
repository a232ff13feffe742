#include "engine/encoders/families/families.h"

#include "base/error.h"
#include "base/utf8.h"
#include "engine/models/families/families.h"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace engine {

using kernels::Activation;

const EncoderFamily* findEncoderFamily(std::string_view name)
{
    for (const EncoderFamily* family : encoderFamilies)
        if (std::ranges::find(family->names, name) != family->names.end())
            return family;
    return nullptr;
}

const EncoderFamily* findEncoderArchitecture(std::string_view name)
{
    for (const EncoderFamily* family : encoderFamilies)
        if (!name.empty() && family->architecture == name)
            return family;
    return nullptr;
}

EncoderPlan defaultEncoderPlan(const EncoderConfig& config)
{
    BlockPlan block;
    block.hidden = config.hidden;
    block.norms.kind
        = config.normsHaveBias ? NormPlan::Kind::Layer : NormPlan::Kind::LayerWithoutBias;
    block.norms.where = NormPlan::Where::AfterSum;
    block.norms.epsilon = float(config.normEpsilon);
    AttentionPlan& attention = block.attention();
    attention.shape.heads = attention.shape.kvHeads = int(config.heads);
    attention.shape.headDim = int(config.hidden / config.heads);
    attention.shape.scale = 1 / std::sqrt(float(attention.shape.headDim));
    attention.over = AttentionPlan::Over::Spans;
    if (config.ropeTheta == 0)
        attention.rotary.reset();
    block.mlp = DensePlan{config.feedForward, config.activation, /*isGated=*/false};

    EncoderPlan plan;
    plan.model.hidden = config.hidden;
    plan.model.blocks.assign(size_t(config.layers), block);
    plan.model.head.norm = block.norms;
    if (config.ropeTheta != 0)
        plan.model.rotaries.push_back({.dims = attention.shape.headDim,
            .theta = config.ropeTheta,
            .contextLength = config.maxTokens});
    plan.hasPositions = config.hasPositions;
    plan.hasTokenTypes = config.tokenTypes > 0;
    plan.embeddingNorm = block.norms;
    return plan;
}

EncoderPlan planDecoderAsEncoder(const EncoderConfig& config)
{
    EncoderPlan plan;
    plan.model = makePlan(*config.decoder);
    plan.hasOutputNorm = true;
    ModelPlan& model = plan.model;
    const auto refuse = [&](const char* what) {
        throw base::Error(base::ErrorKind::Unsupported,
            "a " + config.family + " model can't be used as an encoder: " + what);
    };
    if (model.inputs.width > 0 || axisCount(model) != 1)
        refuse("its tokens bring more along than an embedding and a position");
    plan.windows.clear();
    for (BlockPlan& block : model.blocks) {
        auto* attention = std::get_if<AttentionPlan>(&block.mixer);
        if (!attention || attention->cacheOfLayer || attention->queryGrowth != 0
            || attention->hasSinks)
            refuse("its layers need a cache");
        const int64_t window = attention->reach.window;
        SpanWindow seen;
        if (config.isCausal)
            seen = {window > 0 ? window - 1 : SpanWindow::all, 0};
        else if (window > 0)
            seen = {window / 2, window / 2};
        const auto found = std::ranges::find(plan.windows, seen);
        attention->spans = size_t(found - plan.windows.begin());
        if (found == plan.windows.end())
            plan.windows.push_back(seen);
        attention->over = AttentionPlan::Over::Spans;
    }
    return plan;
}

const RerankPrompt* findRerankPrompt(std::string_view family)
{
    static const RerankPrompt qwen3{
        "<|im_start|>system\nJudge whether the Document meets the requirements based on the Query "
        "and the Instruct provided. Note that the answer can only be \"yes\" or \"no\"."
        "<|im_end|>\n<|im_start|>user\n",
        "Given a web search query, retrieve relevant passages that answer the query",
        "<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n"};
    return family == "qwen3" ? &qwen3 : nullptr;
}

HeadActivation headActivationNamed(const std::string& name)
{
    static constexpr struct {
        std::string_view name;
        HeadActivation activation;
    } known[] = {
        {"Identity", HeadActivation::None},
        {"tanh", HeadActivation::Tanh},
        {"Tanh", HeadActivation::Tanh},
        {"gelu", HeadActivation::GeluErf},
        {"GELU", HeadActivation::GeluErf},
        {"gelu_new", HeadActivation::GeluTanh},
        {"gelu_pytorch_tanh", HeadActivation::GeluTanh},
        {"relu", HeadActivation::Relu},
        {"ReLU", HeadActivation::Relu},
        {"silu", HeadActivation::Silu},
        {"SiLU", HeadActivation::Silu},
    };
    const std::string last = name.substr(name.rfind('.') + 1);
    for (const auto& row : known)
        if (row.name == last)
            return row.activation;
    throw base::Error(base::ErrorKind::Unsupported,
        "the activation \"" + base::printable(name, 60)
            + "\" of an encoder's head isn't supported");
}

void refuseEncoder(const JsonFields& fields, const std::string& what)
{
    throw base::Error(base::ErrorKind::Unsupported, fields.source() + " " + what);
}

} // namespace engine
