#include "engine/models/families/model_plan.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <vector>

namespace engine {

int64_t axisCount(const ModelPlan& plan)
{
    return plan.rotaries.empty() ? 1 : plan.rotaries.front().axes;
}

RowPlan makeRowPlan(const ModelPlan& plan)
{
    return RowPlan::of(plan.blocks, axisCount(plan));
}

// Counts the columns in the order in which layers take them: the hidden state, its norm and what is
// added to it; then those of the mixer, which the MLP reuses. Each is as wide as the widest block
// needs it.
int64_t scratchColumns(const ModelPlan& plan)
{
    std::vector<int64_t> positions;
    const auto widen = [&](const std::vector<int64_t>& widths) {
        positions.resize(std::max(positions.size(), widths.size()));
        for (size_t i = 0; i < widths.size(); ++i)
            positions[i] = std::max(positions[i], widths[i]);
    };
    for (const BlockPlan& block : plan.blocks) {
        widen(scratchOfMixer(block));
        widen(scratchOfMlp(block));
    }
    // The inputs of layers are stored once for the pass, and once while they are computed.
    const int64_t inputs = 2 * plan.inputs.width * int64_t(plan.blocks.size());
    return std::accumulate(positions.begin(), positions.end(), 3 * plan.hidden + inputs);
}

void checkPlan(const ModelPlan& plan)
{
    for (const RotaryPlan& rotary : plan.rotaries)
        CHECK(rotary.axes == axisCount(plan));
    for (const BlockPlan& block : plan.blocks) {
        CHECK(block.hidden == plan.hidden && block.inputs.width == plan.inputs.width);
        const AttentionPlan* attention = block.findAttention();
        CHECK(!attention || !attention->rotary || *attention->rotary < plan.rotaries.size());
        const LatentAttentionPlan* latent = block.findLatentAttention();
        CHECK(!latent || latent->rotary < plan.rotaries.size());
    }
}

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
        {"relu2", Activation::ReluSquared},
    };
    for (const auto& row : known)
        if (row.name == name)
            return row.activation;
    throw base::Error(base::ErrorKind::Unsupported,
        "The model uses the activation \"" + name + "\", which isn't supported.");
}

double attentionScale(const ModelConfig& config)
{
    const double scale
        = config.attentionScale > 0 ? config.attentionScale : 1 / std::sqrt(double(config.headDim));
    return scale * config.keyScale;
}

LatentAttentionPlan latentAttention(const ModelConfig& config)
{
    return {.heads = config.heads,
        .queryRank = config.queryRank,
        .latentRank = config.latentRank,
        .plainDim = config.headDim,
        .rotatedDim = config.rotaryDims,
        .valueDim = config.valueDim,
        .scale = float(attentionScale(config))};
}

ExpertsPlan defaultExperts(const ModelConfig& config)
{
    using Scoring = kernels::ExpertWeighting::Scoring;
    const bool isSigmoid = config.expertScoring == ModelConfig::Scoring::Sigmoid;
    const Activation activation = activationNamed(config.activation);
    ExpertsPlan plan{.count = config.expertCount,
        .used = config.expertsUsed,
        .each = {config.expertFeedForward, activation},
        .weighting = {.scoring = isSigmoid ? Scoring::Sigmoid : Scoring::Softmax,
            .sumsToOne = config.expertWeightsSumToOne,
            .epsilon = 1e-20f,
            .factor = float(config.expertWeightFactor)},
        .hasChoiceBias = config.expertChoiceBias,
        .latent = config.expertLatent};
    if (config.expertGroups > 1) {
        plan.weighting.groups = int(config.expertGroups);
        plan.weighting.groupsUsed = int(config.expertGroupsUsed);
        plan.weighting.groupScore = int(config.expertGroupScore);
    }
    if (config.sharedFeedForward > 0)
        plan.shared
            = {.mlp = {config.sharedFeedForward, activation}, .isGated = config.sharedIsGated};
    return plan;
}

BlockPlan defaultBlock(const ModelConfig& config)
{
    BlockPlan block;
    block.hidden = config.hidden;
    block.norms.epsilon = float(config.normEpsilon);
    block.norms.endEpsilon = float(config.endNormEpsilon);
    AttentionPlan& attention = block.attention();
    attention.shape = {.heads = int(config.heads),
        .kvHeads = int(config.kvHeads),
        .headDim = int(config.headDim),
        .scale = float(attentionScale(config)),
        .softCap = float(config.attentionCap)};
    attention.requiresBias = config.attentionBias;
    attention.queryGrowth = float(config.queryGrowth);
    attention.queryGrowthPeriod = originalContext(config.ropeScaling, config.contextLength);
    block.mlp = DensePlan{.inner = config.feedForward,
        .activation = activationNamed(config.activation),
        .gateFactor = float(config.gateScale),
        .outputFactor = float(config.mlpScale)};
    block.residualScale = float(config.residualScale);
    if (config.latentRank > 0)
        block.mixer = latentAttention(config);
    return block;
}

// The axis that each rotated pair follows: time, row or column.
std::vector<int> axesOfPairs(const ModelConfig& config)
{
    const std::vector<int64_t>& sections = config.ropeSections;
    std::vector<int> axes;
    for (int64_t pair = 0; pair < config.rotaryDims / 2; ++pair) {
        if (config.interleavesSections) {
            const auto turn = size_t(pair % 3);
            axes.push_back(pair < 3 * sections[turn] ? int(turn) : 0);
        } else {
            axes.push_back(pair < sections[0] ? 0 : pair < sections[0] + sections[1] ? 1 : 2);
        }
    }
    return axes;
}

// One rotation for all layers, or one for those that see everything and one for the others.
std::vector<RotaryPlan> defaultRotaries(const ModelConfig& config)
{
    RotaryPlan everywhere{.dims = config.rotaryDims,
        .theta = config.ropeTheta,
        .scaling = config.ropeScaling,
        .contextLength = config.contextLength,
        .factors = config.ropeFactors};
    if (!config.ropeSections.empty()) {
        everywhere.axes = 3;
        everywhere.axisOfPair = axesOfPairs(config);
    }
    if (config.localRopeTheta == 0)
        return {everywhere};
    RotaryPlan local = everywhere;
    local.theta = config.localRopeTheta;
    local.scaling = {};
    local.factors = {};
    return {everywhere, local};
}

} // namespace

ModelPlan defaultPlan(const ModelConfig& config)
{
    ModelPlan plan;
    plan.hidden = config.hidden;
    plan.embeddingScale = float(config.embeddingScale);
    plan.blocks.assign(size_t(config.layers), defaultBlock(config));
    plan.rotaries = defaultRotaries(config);
    for (const int64_t layer : config.windowedLayers) {
        AttentionPlan& attention = plan.blocks.at(size_t(layer)).attention();
        attention.reach.window = config.slidingWindow;
        attention.rotary = plan.rotaries.size() - 1;
    }
    for (const int64_t layer : config.unrotatedLayers)
        plan.blocks.at(size_t(layer)).attention().rotary = std::nullopt;
    for (size_t layer = 0; layer < plan.blocks.size() && config.expertCount > 0; ++layer)
        if (!std::ranges::binary_search(config.denseLayers, int64_t(layer)))
            plan.blocks[layer].mlp = defaultExperts(config);
    for (const int64_t layer : config.stateLayers)
        if (config.stateIsMamba)
            plan.blocks.at(size_t(layer)).mixer = mambaPlan(config);
    for (const int64_t layer : config.mixerlessLayers)
        plan.blocks.at(size_t(layer)).mixer = NoLayerPlan();
    for (const int64_t layer : config.mlplessLayers)
        plan.blocks.at(size_t(layer)).mlp = NoLayerPlan();
    plan.head = {.vocabulary = config.vocabulary,
        .isEmbedding = config.tiedEmbeddings,
        .scale = float(config.logitScale),
        .cap = float(config.logitCap)};
    plan.head.norm.epsilon = float(config.normEpsilon);
    return plan;
}

MambaPlan mambaPlan(const ModelConfig& config)
{
    MambaPlan plan{.shape = {.groups = int(config.stateKeyHeads),
                       .heads = int(config.stateValueHeads),
                       .stateDim = int(config.stateKeyDim),
                       .headDim = int(config.stateValueDim),
                       .minStep = float(config.stateStepMin)},
        .taps = config.stateTaps,
        .ratesAreLogarithms = config.layout == FileLayout::HuggingFace};
    if (config.stateStepMax > 0)
        plan.shape.maxStep = float(config.stateStepMax);
    if (!config.stateHasNorm)
        plan.norm = MambaPlan::Norm::None;
    if (config.stateNormBeforeGate)
        plan.norm = MambaPlan::Norm::BeforeGate;
    for (size_t part = 0; part < config.stateFactors.size(); ++part)
        plan.factors.at(part) = float(config.stateFactors[part]);
    return plan;
}

ModelPlan pairedPlan(const ModelConfig& config)
{
    ModelPlan plan = defaultPlan(config);
    if (config.layout != FileLayout::Gguf)
        return plan;
    turnNeighbors(plan);
    for (BlockPlan& block : plan.blocks)
        if (block.findAttention())
            block.attention().pairedHeads = true;
    return plan;
}

ModelPlan headNormsPlan(const ModelConfig& config)
{
    ModelPlan plan = defaultPlan(config);
    for (BlockPlan& block : plan.blocks)
        block.norms.queryAndKey = NormPlan::OfHeads::Each;
    return plan;
}

void turnNeighbors(ModelPlan& plan)
{
    for (RotaryPlan& rotary : plan.rotaries)
        rotary.style = kernels::RotaryStyle::Pairs;
}

void setNorms(ModelPlan& plan, NormPlan::Kind kind, NormPlan::Where where)
{
    plan.head.norm.kind = kind;
    for (BlockPlan& block : plan.blocks) {
        block.norms.kind = kind;
        block.norms.where = where;
    }
}

} // namespace engine
