#include "base/error.h"
#include "base/utf8.h"
#include "engine/convert/decoder_file.h"

#include <algorithm>
#include <cmath>

namespace engine {

using base::Error;
using base::ErrorKind;

namespace {

std::string convertibleFamilies()
{
    std::string names;
    for (const Family* family : familyTable)
        if (!family->convert.architecture.empty())
            names += (names.empty() ? "" : ", ") + std::string(*family->names.begin());
    return names;
}

// Sets keys under "<architecture>.".
class KeyWriter {
public:
    KeyWriter(GgufWriter& writer, const std::string& architecture)
        : m_writer(writer)
        , m_prefix(architecture + ".")
    {
    }

    void count(const char* key, int64_t value) { m_writer.set(m_prefix + key, uint32_t(value)); }
    void number(const char* key, double value) { m_writer.set(m_prefix + key, float(value)); }
    void flag(const char* key, bool value) { m_writer.set(m_prefix + key, value); }
    void numbers(const char* key, const std::vector<int32_t>& values)
    {
        m_writer.set(m_prefix + key, values);
    }
    void flags(const char* key, const std::vector<bool>& values)
    {
        m_writer.set(m_prefix + key, values);
    }
    void text(const char* key, const char* value)
    {
        m_writer.set(m_prefix + key, std::string(value));
    }

private:
    GgufWriter& m_writer;
    std::string m_prefix;
};

bool hasLayerNorms(const ModelConfig& config)
{
    const auto kind = makePlan(config).head.norm.kind;
    return kind == NormPlan::Kind::Layer || kind == NormPlan::Kind::LayerWithoutBias;
}

bool isAmong(const std::vector<int64_t>& layers, int64_t layer)
{
    return std::ranges::find(layers, layer) != layers.end();
}

std::vector<bool> layerFlags(const std::vector<int64_t>& layers, const ModelConfig& config)
{
    std::vector<bool> flags;
    for (int64_t layer = 0; layer < config.layers; ++layer)
        flags.push_back(isAmong(layers, layer));
    return flags;
}

// One number for all layers or, where they differ, one for each.
void setKvHeads(KeyWriter& keys, const ModelConfig& config)
{
    const bool isListed
        = config.stateIsMamba || (config.stateTaps > 0 && config.stateKeyHeads == 0);
    std::vector<int32_t> ofLayers;
    for (int64_t layer = 0; layer < config.layers; ++layer) {
        const bool isLocal = config.localKvHeads > 0 && isAmong(config.windowedLayers, layer);
        const bool hasNone = (isListed && isAmong(config.stateLayers, layer))
            || isAmong(config.mixerlessLayers, layer);
        ofLayers.push_back(int32_t(hasNone ? 0 : isLocal ? config.localKvHeads : config.kvHeads));
    }
    if (std::ranges::count(ofLayers, int32_t(config.kvHeads)) == config.layers)
        keys.count("attention.head_count_kv", config.kvHeads);
    else
        keys.numbers("attention.head_count_kv", ofLayers);
}

void setFeedForward(KeyWriter& keys, const ModelConfig& config)
{
    std::vector<int64_t> widths = config.layerFeedForward;
    for (int64_t layer = 0; layer < config.layers && !config.mlplessLayers.empty(); ++layer) {
        const bool isDense = config.expertCount == 0 || isAmong(config.denseLayers, layer);
        const int64_t width = isDense ? config.feedForward : config.expertFeedForward;
        widths.push_back(isAmong(config.mlplessLayers, layer) ? 0 : width);
    }
    if (widths.empty())
        keys.count("feed_forward_length", config.feedForward);
    else
        keys.numbers("feed_forward_length", {widths.begin(), widths.end()});
}

// Writes the sizes of layers with a window in families where they have other heads.
void setLocalSizes(KeyWriter& keys, const ModelConfig& config)
{
    if (config.localHeadDim == 0)
        return;
    keys.count("attention.key_length_swa", config.localHeadDim);
    keys.count("attention.value_length_swa", config.localHeadDim);
    keys.count("rope.dimension_count_swa", config.localHeadDim);
    keys.count("attention.shared_kv_layers", config.sharingLayers);
    keys.count("embedding_length_per_layer_input", config.layerInputs);
}

// Writes the lengths of keys and values: with latent attention those of a cached row and of its
// latent, and apart from them those of heads.
void setHeadSizes(KeyWriter& keys, const ModelConfig& config)
{
    if (config.latentRank == 0) {
        keys.count("attention.key_length", config.headDim);
        return keys.count("attention.value_length", config.headDim);
    }
    keys.count("attention.key_length", config.latentRank + config.rotaryDims);
    keys.count("attention.value_length", config.latentRank);
    keys.count("attention.key_length_mla", config.headDim + config.rotaryDims);
    keys.count("attention.value_length_mla", config.valueDim);
    keys.count("attention.kv_lora_rank", config.latentRank);
    if (config.queryRank > 0)
        keys.count("attention.q_lora_rank", config.queryRank);
}

void setSizes(KeyWriter& keys, const ModelConfig& config)
{
    keys.count("block_count", config.layers);
    keys.count("context_length", config.contextLength);
    keys.count("embedding_length", config.hidden);
    setFeedForward(keys, config);
    keys.count("attention.head_count", config.heads);
    setKvHeads(keys, config);
    setHeadSizes(keys, config);
    keys.number(
        hasLayerNorms(config) ? "attention.layer_norm_epsilon" : "attention.layer_norm_rms_epsilon",
        config.normEpsilon);
    keys.count("vocab_size", config.vocabulary);
    if (config.deepLayers > 0)
        keys.count("n_deepstack_layers", config.deepLayers);
    setLocalSizes(keys, config);
}

// llama.cpp multiplies scores by the square of 1 + multiplier · ln(factor), and takes YaRN's own
// magnitude to be 1.
void setLatentYarn(KeyWriter& keys, const ModelConfig& config)
{
    const RopeScaling& scaling = config.ropeScaling;
    if (scaling.attentionFactor != 1)
        throw Error(ErrorKind::Unsupported,
            "a model with an mscale that isn't its mscale_all_dim can't be converted: GGUF can't "
            "store it");
    if (scaling.factor <= 1)
        return; // there is no magnitude
    const double magnitude
        = std::sqrt(config.attentionScale * std::sqrt(double(config.headDim + config.rotaryDims)));
    keys.number("rope.scaling.yarn_log_multiplier", (magnitude - 1) / std::log(scaling.factor));
}

// llama.cpp multiplies YaRN's magnitude, or 1 where a logarithm's factor says so, by attn_factor.
void setYarn(KeyWriter& keys, const ModelConfig& config)
{
    const RopeScaling& scaling = config.ropeScaling;
    keys.text("rope.scaling.type", "yarn");
    keys.number("rope.scaling.factor", scaling.factor);
    keys.count("rope.scaling.original_context_length", scaling.originalContext);
    keys.number("rope.scaling.yarn_beta_fast", scaling.betaFast);
    keys.number("rope.scaling.yarn_beta_slow", scaling.betaSlow);
    const double magnitude = yarnMagnitude(scaling.factor);
    if (config.latentRank > 0)
        setLatentYarn(keys, config);
    else if (scaling.attentionFactor == 1)
        keys.number("rope.scaling.yarn_log_multiplier", 1);
    else if (scaling.attentionFactor != 0 && scaling.attentionFactor != magnitude)
        keys.number("rope.scaling.attn_factor", scaling.attentionFactor / magnitude);
}

// llama.cpp has one more section, which no family uses.
std::vector<int32_t> fourSections(const std::vector<int64_t>& sections)
{
    std::vector<int32_t> four(sections.begin(), sections.end());
    four.resize(4);
    return four;
}

void setRope(KeyWriter& keys, const ModelConfig& config)
{
    using Kind = RopeScaling::Kind;
    const RopeScaling& scaling = config.ropeScaling;
    keys.number("rope.freq_base", config.ropeTheta);
    keys.count("rope.dimension_count", config.rotaryDims);
    if (!config.ropeSections.empty())
        keys.numbers("rope.dimension_sections", fourSections(config.ropeSections));
    if (config.localRopeTheta != 0)
        keys.number("rope.freq_base_swa", config.localRopeTheta);
    switch (scaling.kind) {
    case Kind::None:
        return keys.text("rope.scaling.type", "none");
    case Kind::Llama3: // in the tensor rope_freqs.weight
    case Kind::Dynamic: // changes nothing within the context that the file names
        return;
    case Kind::Linear:
        keys.text("rope.scaling.type", "linear");
        return keys.number("rope.scaling.factor", scaling.factor);
    case Kind::Yarn:
        return setYarn(keys, config);
    case Kind::LongRope: // its factors are tensors
        keys.text("rope.scaling.type", "longrope");
        keys.count("rope.scaling.original_context_length", scaling.originalContext);
        return keys.number(
            "rope.scaling.attn_factor", rotaryTable(makePlan(config).rotaries[0], 0).magnitude);
    }
}

void setFactors(KeyWriter& keys, const ModelConfig& config, const Family& family)
{
    if (family.convert.foldsFactors)
        return;
    const ConfigFactors& factors = family.factors;
    const auto set = [&](const ConfigFactor& factor, const char* key, double value) {
        if (!factor.key.empty() && value != 0)
            keys.number(key, value);
    };
    set(factors.embedding, "embedding_scale", config.embeddingScale);
    set(factors.residual, "residual_scale", config.residualScale);
    set(factors.attention, "attention.scale", config.attentionScale);
    set(factors.logits, "logit_scale", config.logitScale);
    set(factors.logitDivisor, "logit_scale", 1 / config.logitScale);
    set(factors.attentionCap, "attn_logit_softcapping", config.attentionCap);
    set(factors.logitCap, "final_logit_softcapping", config.logitCap);
    set(factors.queryGrowth, "attention.temperature_scale", config.queryGrowth);
}

// Every layer of this number, counted from 1, is the only one that is not among `layers`; 0 if they
// follow no such rule.
int64_t intervalBetween(const std::vector<int64_t>& layers, const ModelConfig& config)
{
    for (int64_t interval = 1; interval <= config.layers + 1; ++interval) {
        std::vector<int64_t> others;
        for (int64_t layer = 0; layer < config.layers; ++layer)
            if ((layer + 1) % interval != 0)
                others.push_back(layer);
        if (others == layers)
            return interval;
    }
    return 0;
}

// The layers from `first` on of which every `interval`th, counted from 1, has experts.
std::vector<int64_t> denseLayers(const ModelConfig& config, int64_t first, int64_t interval)
{
    std::vector<int64_t> dense;
    for (int64_t layer = 0; layer < config.layers; ++layer)
        if (layer < first || (layer + 1) % interval != 0)
            dense.push_back(layer);
    return dense;
}

// Those that have an MLP without experts.
std::vector<int64_t> layersWithDenseMlp(const ModelConfig& config)
{
    std::vector<int64_t> dense = config.denseLayers;
    std::erase_if(dense, [&](int64_t layer) { return isAmong(config.mlplessLayers, layer); });
    return dense;
}

// Throws Error{Unsupported} if the file cannot say which layers have no experts.
void setDenseLayers(KeyWriter& keys, const ModelConfig& config, const ConvertPlan& plan)
{
    using DenseLayers = ConvertPlan::Experts::DenseLayers;
    const DenseLayers kind = plan.experts.denseLayers;
    const int64_t maxFirst = kind == DenseLayers::None ? 0 : config.layers;
    const int64_t maxInterval = kind == DenseLayers::Interleaved ? config.layers : 1;
    for (int64_t interval = 1; interval <= maxInterval; ++interval)
        for (int64_t first = 0; first <= maxFirst; ++first) {
            if (denseLayers(config, first, interval) != layersWithDenseMlp(config))
                continue;
            if (kind != DenseLayers::None)
                keys.count("leading_dense_block_count", first);
            if (kind == DenseLayers::Interleaved)
                keys.count("interleave_moe_layer_step", interval);
            return;
        }
    throw Error(ErrorKind::Unsupported,
        "a model with these dense layers among those with experts (mlp_only_layers, "
        "decoder_sparse_step) can't be converted: GGUF can't store which layers they are");
}

void setWeighting(KeyWriter& keys, const ModelConfig& config, const Family& family)
{
    const MixtureDefaults& mixture = family.defaults.mixture;
    const bool isDefault
        = config.expertWeightsSumToOne == mixture.sumToOneInGguf && config.expertWeightFactor == 1;
    if (family.convert.experts.saysWeights) {
        keys.flag("expert_weights_norm", config.expertWeightsSumToOne);
        keys.number("expert_weights_scale", config.expertWeightFactor);
    } else if (!isDefault) {
        throw Error(ErrorKind::Unsupported,
            "a model whose experts are weighed like this (norm_topk_prob, routed_scaling_factor) "
            "can't be converted: GGUF can't store it");
    }
    const bool isSigmoid = config.expertScoring == ModelConfig::Scoring::Sigmoid;
    if (isSigmoid || mixture.scoring != config.expertScoring)
        keys.count("expert_gating_func", isSigmoid ? 2 : 1);
    if (config.expertGroups <= 1)
        return;
    if (config.expertGroupScore != 2)
        throw Error(ErrorKind::Unsupported,
            "a model whose expert groups are chosen by their best expert can't be converted: GGUF "
            "can't store it");
    keys.count("expert_group_count", config.expertGroups);
    keys.count("expert_group_used_count", config.expertGroupsUsed);
}

void setExperts(KeyWriter& keys, const ModelConfig& config, const Family& family)
{
    if (config.expertCount == 0)
        return;
    keys.count("expert_count", config.expertCount);
    keys.count("expert_used_count", config.expertsUsed);
    keys.count("expert_feed_forward_length", config.expertFeedForward);
    if (config.expertLatent > 0)
        keys.count("moe_latent_size", config.expertLatent);
    if (config.sharedFeedForward > 0) {
        keys.count("expert_shared_feed_forward_length", config.sharedFeedForward);
        if (config.sharedFeedForward % config.expertFeedForward == 0)
            keys.count("expert_shared_count", config.sharedFeedForward / config.expertFeedForward);
    }
    setWeighting(keys, config, family);
    setDenseLayers(keys, config, family.convert);
}

// Files don't have the limits of steps, of which only that of a family goes without saying.
void requireStorableMamba(const ModelConfig& config, const Family& family)
{
    const auto refuse = [](const std::string& what) {
        throw Error(ErrorKind::Unsupported,
            "a model with this " + what + " can't be converted: GGUF can't store it");
    };
    if (config.stateNormBeforeGate)
        refuse("mamba_norm_before_gate");
    if (config.stateStepMax != 0
        || (config.stateStepMin != 0 && !family.defaults.states.hasShortestStep))
        refuse("time_step_limit");
}

void setStates(KeyWriter& keys, const ModelConfig& config, const Family& family)
{
    if (config.stateTaps == 0)
        return;
    if (config.stateKeyHeads == 0)
        return keys.count("shortconv.l_cache", config.stateTaps);
    keys.count("ssm.conv_kernel", config.stateTaps);
    keys.count("ssm.state_size", config.stateKeyDim);
    keys.count("ssm.group_count", config.stateKeyHeads);
    keys.count("ssm.time_step_rank", config.stateValueHeads);
    keys.count("ssm.inner_size", config.stateValueHeads * config.stateValueDim);
    if (config.stateIsMamba)
        return requireStorableMamba(config, family);
    keys.flags("attention.recurrent_layers", layerFlags(config.stateLayers, config));
    if (const int64_t interval = intervalBetween(config.stateLayers, config); interval > 0)
        keys.count("full_attention_interval", interval);
}

void setWindows(KeyWriter& keys, const ModelConfig& config, const Family& family)
{
    if (config.windowedLayers.empty())
        return;
    const int64_t defaultPattern = family.defaults.windowPattern;
    if (defaultPattern == 0 && family.convert.losesWindow)
        return;
    if (family.convert.listsWindows) {
        keys.count("attention.sliding_window", config.slidingWindow);
        return keys.flags(
            "attention.sliding_window_pattern", layerFlags(config.windowedLayers, config));
    }
    const int64_t pattern = defaultPattern > 0 ? intervalBetween(config.windowedLayers, config) : 0;
    if (pattern == 0)
        throw Error(ErrorKind::Unsupported,
            "a model with these sliding windows (use_sliding_window, layer_types) can't be "
            "converted: GGUF can't store which layers use them");
    keys.count("attention.sliding_window", config.slidingWindow);
    // A model with fewer layers than the pattern follows any that is longer, too.
    if (pattern != defaultPattern && (pattern <= config.layers || defaultPattern <= config.layers))
        keys.count("attention.sliding_window_pattern", pattern);
}

// The file says which layers have no positions by its architecture alone.
void setPositions(KeyWriter& keys, const ModelConfig& config, const Family& family)
{
    const int64_t unrotated = std::ssize(config.unrotatedLayers);
    if (!family.defaults.positions.empty() && (unrotated == 0 || unrotated == config.layers))
        return keys.flag("rope.scaling.finetuned", unrotated == 0);
    const int64_t interval = family.defaults.unrotatedInterval;
    std::vector<int64_t> defaultLayers;
    for (int64_t layer = 0; layer < config.layers && interval > 0; ++layer)
        if ((layer + 1) % interval == 0)
            defaultLayers.push_back(layer);
    if (config.unrotatedLayers != defaultLayers)
        throw Error(ErrorKind::Unsupported,
            "a model with these no_rope_layers can't be converted: GGUF can't store them");
}

} // namespace

std::string ggufArchitecture(const ModelConfig& config)
{
    const Family* family = findFamily(familyTable, config.family);
    const ConvertPlan plan = family ? family->convert : ConvertPlan();
    const bool hasExperts = config.expertCount > 0;
    if (!plan.withoutStates.empty() && config.stateLayers.empty() && !hasExperts)
        return std::string(plan.withoutStates);
    if (!plan.withoutExperts.empty() && !hasExperts)
        return std::string(plan.withoutExperts);
    if (!plan.architecture.empty())
        return std::string(plan.architecture);
    throw Error(ErrorKind::Unsupported,
        "models of the architecture " + base::printable(config.family) + " can't be converted; "
            + convertibleFamilies() + " can");
}

void setDecoderMetadata(
    GgufWriter& writer, const ModelConfig& config, const std::string& architecture)
{
    const Family& family = requireFamily(config);
    KeyWriter keys(writer, architecture);
    setSizes(keys, config);
    setRope(keys, config);
    setFactors(keys, config, family);
    setExperts(keys, config, family);
    setWindows(keys, config, family);
    setStates(keys, config, family);
    setPositions(keys, config, family);
}

ModelConfig asInGguf(const ModelConfig& config)
{
    ModelConfig inGguf = config;
    inGguf.layout = FileLayout::Gguf;
    inGguf.family = *findFamily(familyTable, ggufArchitecture(config))->names.begin();
    return inGguf;
}

namespace {

float scoreScale(const ModelPlan& plan)
{
    const auto block = std::ranges::find_if(
        plan.blocks, [](const BlockPlan& each) { return each.findAttention() != nullptr; });
    CHECK(block != plan.blocks.end());
    return block->attention().shape.scale;
}

} // namespace

float unsaidQueryFactor(const ModelConfig& config)
{
    if (config.latentRank > 0 || !requireFamily(config).factors.attention.key.empty())
        return 1;
    ModelConfig inGguf = asInGguf(config);
    inGguf.attentionScale = 0;
    inGguf.keyScale = 1;
    const float factor = scoreScale(makePlan(config)) / scoreScale(makePlan(inGguf));
    return std::abs(factor - 1) < 1e-6f ? 1 : factor;
}

} // namespace engine
