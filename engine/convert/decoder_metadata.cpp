#include "engine/convert/decoder_metadata.h"

#include "engine/files/printable.h"
#include "kernels/error.h"

#include <algorithm>
#include <cmath>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;

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
    void numbers(const char* key, const std::vector<int32_t>& values)
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

void setSizes(KeyWriter& keys, const ModelConfig& config)
{
    keys.count("block_count", config.layers);
    keys.count("context_length", config.contextLength);
    keys.count("embedding_length", config.hidden);
    keys.count("feed_forward_length", config.feedForward);
    keys.count("attention.head_count", config.heads);
    keys.count("attention.head_count_kv", config.kvHeads);
    keys.count("attention.key_length", config.headDim);
    keys.count("attention.value_length", config.headDim);
    keys.number(
        hasLayerNorms(config) ? "attention.layer_norm_epsilon" : "attention.layer_norm_rms_epsilon",
        config.normEpsilon);
    keys.count("vocab_size", config.vocabulary);
    if (config.deepLayers > 0)
        keys.count("n_deepstack_layers", config.deepLayers);
}

// llama.cpp multiplies YaRN's magnitude, or 1 where a logarithm's factor says so, by attn_factor.
void setYarn(KeyWriter& keys, const RopeScaling& scaling)
{
    keys.text("rope.scaling.type", "yarn");
    keys.number("rope.scaling.factor", scaling.factor);
    keys.count("rope.scaling.original_context_length", scaling.originalContext);
    keys.number("rope.scaling.yarn_beta_fast", scaling.betaFast);
    keys.number("rope.scaling.yarn_beta_slow", scaling.betaSlow);
    const double magnitude = yarnMagnitude(scaling.factor);
    if (scaling.attentionFactor == 1)
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
        return setYarn(keys, scaling);
    case Kind::LongRope: // its factors are tensors
        keys.text("rope.scaling.type", "longrope");
        keys.count("rope.scaling.original_context_length", scaling.originalContext);
        return keys.number(
            "rope.scaling.attn_factor", rotaryTable(makePlan(config).rotaries[0], 0).magnitude);
    }
}

void setFactors(KeyWriter& keys, const ModelConfig& config, const ConfigFactors& factors)
{
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

void setExperts(KeyWriter& keys, const ModelConfig& config)
{
    if (config.expertCount == 0)
        return;
    keys.count("expert_count", config.expertCount);
    keys.count("expert_used_count", config.expertsUsed);
    keys.count("expert_feed_forward_length", config.expertFeedForward);
}

// Every layer of this number, counted from 1, sees everything; 0 if the layers follow no such rule.
int64_t windowPattern(const ModelConfig& config)
{
    for (int64_t pattern = 1; pattern <= config.layers + 1; ++pattern) {
        std::vector<int64_t> windowed;
        for (int64_t layer = 0; layer < config.layers; ++layer)
            if ((layer + 1) % pattern != 0)
                windowed.push_back(layer);
        if (windowed == config.windowedLayers)
            return pattern;
    }
    return 0;
}

void setWindows(KeyWriter& keys, const ModelConfig& config, const Family& family)
{
    if (config.windowedLayers.empty())
        return;
    const int64_t usual = family.defaults.windowPattern;
    if (usual == 0 && family.convert.losesWindow)
        return;
    const int64_t pattern = usual > 0 ? windowPattern(config) : 0;
    if (pattern == 0)
        throw Error(ErrorKind::Unsupported,
            "a model with these windows (use_sliding_window, layer_types) cannot be converted: its "
            "GGUF files cannot say which layers have one");
    keys.count("attention.sliding_window", config.slidingWindow);
    // A model with fewer layers than the pattern follows any that is longer, too.
    if (pattern != usual && (pattern <= config.layers || usual <= config.layers))
        keys.count("attention.sliding_window_pattern", pattern);
}

// The file says which layers have no positions by its architecture alone.
void requireUsualPositions(const ModelConfig& config, const Family& family)
{
    const int64_t interval = family.defaults.unrotatedInterval;
    std::vector<int64_t> usual;
    for (int64_t layer = 0; layer < config.layers && interval > 0; ++layer)
        if ((layer + 1) % interval == 0)
            usual.push_back(layer);
    if (config.unrotatedLayers != usual)
        throw Error(ErrorKind::Unsupported,
            "a model with these no_rope_layers cannot be converted: its GGUF files cannot name "
            "them");
}

} // namespace

std::string ggufArchitecture(const ModelConfig& config)
{
    const Family* family = findFamily(familyTable, config.family);
    if (family && !family->convert.architecture.empty())
        return std::string(family->convert.architecture);
    throw Error(ErrorKind::Unsupported,
        "models of the family " + printable(config.family) + " cannot be converted; "
            + convertibleFamilies() + " can");
}

void setDecoderMetadata(GgufWriter& writer, const ModelConfig& config)
{
    const Family& family = familyOf(config);
    KeyWriter keys(writer, ggufArchitecture(config));
    setSizes(keys, config);
    setRope(keys, config);
    setFactors(keys, config, family.factors);
    setExperts(keys, config);
    setWindows(keys, config, family);
    requireUsualPositions(config, family);
}

float unsaidQueryFactor(const ModelConfig& config)
{
    if (config.attentionScale == 0 || !familyOf(config).factors.attention.key.empty())
        return 1;
    ModelConfig inGguf = config;
    inGguf.layout = FileLayout::Gguf;
    inGguf.attentionScale = 0;
    const float said = makePlan(inGguf).blocks.front().attention().shape.scale;
    const float factor = float(config.attentionScale) / said;
    return std::abs(factor - 1) < 1e-6f ? 1 : factor;
}

} // namespace engine
