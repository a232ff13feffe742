#include "engine/config/read_config.h"

#include "base/error.h"
#include "base/utf8.h"
#include "kernels/ops.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace engine {

std::string familyNames(Families families)
{
    std::string names;
    for (const Family* family : families)
        names += (names.empty() ? "" : ", ") + std::string(*family->names.begin());
    return names;
}

void refuseFamily(std::string_view name, Families families)
{
    throw base::Error(base::ErrorKind::Unsupported,
        "The model's architecture, \"" + base::printable(name)
            + "\", is not supported. Supported: " + familyNames(families) + ".");
}

void dropAbsentTokens(ModelConfig& config)
{
    const auto isAbsent
        = [](int64_t id) { return id == -1 || id == std::numeric_limits<uint32_t>::max(); };
    for (int64_t* id : {&config.bos, &config.eos, &config.pad, &config.imageToken})
        *id = isAbsent(*id) ? -1 : *id;
    std::erase_if(config.endTokens, isAbsent);
    if (config.pad < 0 || config.pad >= config.vocabulary)
        config.pad = -1; // nothing here pads, so a wrong id does no harm
}

namespace {

// No model comes near these; a file beyond them lies.
constexpr int64_t maxLayers = 1000;
constexpr int64_t maxHidden = 1 << 20;
constexpr int64_t maxHeads = 4096;
constexpr int64_t maxHeadDim = 4096;
constexpr int64_t maxFeedForward = 1 << 24;
constexpr int64_t maxExperts = 1024;
constexpr int64_t maxExpertsUsed = 64;
constexpr int64_t maxVocabulary = 1 << 24;
constexpr int64_t maxContext = int64_t(1) << 31;

// Says what is wrong in the name of one file.
class Checker {
public:
    explicit Checker(const std::string& source)
        : m_source(source)
    {
    }

    void require(bool condition, const std::string& sentence) const
    {
        if (!condition)
            throw base::Error(base::ErrorKind::BadFile, m_source + " " + sentence);
    }

    void count(int64_t value, int64_t most, const std::string& what) const
    {
        require(value >= 1 && value <= most,
            "must have from 1 to " + std::to_string(most) + " as " + what + ", not "
                + std::to_string(value));
    }

    void positive(double value, double most, const std::string& what) const
    {
        require(std::isfinite(value) && value > 0 && value <= most,
            "must have a positive number of reasonable size as " + what);
    }

    template <typename Number>
    void factors(
        const std::vector<Number>& values, int64_t frequencies, const std::string& what) const
    {
        if (values.empty())
            return;
        require(int64_t(values.size()) == frequencies,
            "must have " + std::to_string(frequencies) + " " + what + ", not "
                + std::to_string(values.size()));
        for (const Number value : values)
            positive(double(value), 1e31, what); // GGUF files stop a pair by 1e30
    }

    void token(int64_t id, int64_t vocabulary, const std::string& what) const
    {
        require(id >= -1 && id < vocabulary,
            "names the token " + std::to_string(id) + " as " + what + ", but has "
                + std::to_string(vocabulary) + " tokens");
    }

private:
    const std::string& m_source;
};

void checkSizes(const ModelConfig& config, const Checker& check)
{
    check.count(config.layers, maxLayers, "the number of layers");
    check.require(config.mtpLayers >= 0 && config.mtpLayers <= maxLayers,
        "has an invalid number of multi-token prediction heads");
    check.count(config.hidden, maxHidden, "the hidden size");
    check.count(config.heads, maxHeads, "the number of attention heads");
    check.count(config.kvHeads, config.heads, "the number of key and value heads");
    check.count(config.headDim, maxHeadDim, "the size of an attention head");
    check.count(config.feedForward, maxFeedForward, "the feed-forward size");
    check.count(config.vocabulary, maxVocabulary, "the size of the vocabulary");
    check.count(config.contextLength, maxContext, "the context length");
    check.require(config.deepLayers >= 0 && config.deepLayers <= config.layers,
        "adds deepstack features to more layers than it has");
    check.require(config.slidingWindow >= 0 && config.slidingWindow <= maxContext,
        "has an invalid sliding window");
    check.require(config.heads % config.kvHeads == 0,
        "has " + std::to_string(config.heads) + " attention heads, which isn't a multiple of its "
            + std::to_string(config.kvHeads) + " key and value heads");
    for (const double epsilon : {config.normEpsilon, config.endNormEpsilon})
        check.require(std::isfinite(epsilon) && epsilon >= 0 && epsilon < 1,
            "must have a number from 0 to 1 as the epsilon of its norms");
}

void checkFactors(const ModelConfig& config, const Checker& check)
{
    check.positive(config.embeddingScale, 1e6, "the scale of its embeddings");
    check.positive(config.residualScale, 1e6, "the scale of its residual stream");
    check.positive(config.logitScale, 1e6, "the scale of its logits");
    for (const double factor : {config.attentionScale, config.attentionCap, config.logitCap,
             config.queryGrowth, config.localRopeTheta})
        check.require(std::isfinite(factor) && factor >= 0 && factor <= 1e15,
            "has an invalid scale or cap of its attention or logits");
    check.require(config.queryGrowth == 0 || config.ropeScaling.originalContext > 0,
        "scales queries by position, but has no original context length");
}

void checkLayerShapes(const ModelConfig& config, const Checker& check)
{
    if (config.localHeadDim == 0)
        return;
    check.count(config.localHeadDim, maxHeadDim, "the head size of sliding-window layers");
    check.count(
        config.localKvHeads, config.heads, "the key and value heads of sliding-window layers");
    check.require(config.heads % config.localKvHeads == 0,
        "has sliding-window layers whose attention heads aren't a multiple of their key and value "
        "heads");
    check.require(config.sharingLayers >= 0 && config.sharingLayers < config.layers,
        "must have at least one layer with its own keys and values");
    check.require(config.layerInputs >= 0 && config.layerInputs <= maxHidden,
        "has an invalid width of per-layer embeddings");
    for (const int64_t width : config.layerFeedForward)
        check.count(width, maxFeedForward, "the feed-forward size of a layer");
    check.require(
        config.layerFeedForward.empty() || int64_t(config.layerFeedForward.size()) == config.layers,
        "must have a feed-forward size for each layer");
}

void checkExpertGroups(const ModelConfig& config, const Checker& check)
{
    const int64_t groups = config.expertGroups;
    check.require(groups >= 0 && groups <= config.expertCount
            && (groups == 0 || config.expertCount % groups == 0),
        "must divide its " + std::to_string(config.expertCount)
            + " experts into groups of the same size, not into " + std::to_string(groups));
    if (groups <= 1)
        return;
    const int64_t size = config.expertCount / groups;
    check.count(config.expertGroupsUsed, groups, "the number of expert groups per token");
    check.require(config.expertsUsed <= config.expertGroupsUsed * size,
        "chooses more experts per token than its groups have");
    check.require(
        config.expertGroupScore >= 1 && config.expertGroupScore <= std::min<int64_t>(size, 2),
        "has groups of too few experts");
}

void checkExperts(const ModelConfig& config, const Checker& check)
{
    if (config.expertCount == 0)
        return;
    check.count(config.expertCount, maxExperts, "the number of experts");
    check.count(config.expertsUsed, std::min<int64_t>(config.expertCount, maxExpertsUsed),
        "the number of experts per token");
    check.count(config.expertFeedForward, maxFeedForward, "the feed-forward size of experts");
    check.positive(config.expertWeightFactor, 1e6, "the scale of its experts");
    check.require(config.sharedFeedForward >= 0 && config.sharedFeedForward <= maxFeedForward,
        "has an invalid feed-forward size of shared experts");
    check.require(config.expertLatent >= 0 && config.expertLatent <= maxHidden,
        "has an invalid width of what experts read");
    checkExpertGroups(config, check);
}

void checkMamba(const ModelConfig& config, const Checker& check)
{
    check.count(config.stateKeyHeads, maxHeads, "the number of groups of Mamba-2");
    check.count(config.stateValueHeads, maxHeads, "the number of heads of Mamba-2");
    check.count(config.stateKeyDim, kernels::Ops::maxScanState, "the state size of Mamba-2");
    check.count(config.stateValueDim, maxHeadDim, "the head size of Mamba-2");
    check.require(config.stateValueHeads % config.stateKeyHeads == 0,
        "has heads of Mamba-2 that aren't a multiple of its groups");
    check.require(std::isfinite(config.stateStepMin) && config.stateStepMin >= 0
            && std::isfinite(config.stateStepMax)
            && (config.stateStepMax == 0 || config.stateStepMax >= config.stateStepMin),
        "has invalid limits of the steps of Mamba-2");
    for (const double factor : config.stateFactors)
        check.positive(factor, 1e6, "a factor of Mamba-2");
    for (const double factor :
        {config.attentionInputScale, config.attentionOutputScale, config.keyScale,
            config.stateInputScale, config.stateOutputScale, config.gateScale, config.mlpScale})
        check.positive(factor, 1e6, "a factor of its layers");
}

void checkLatents(const ModelConfig& config, const Checker& check)
{
    if (config.latentRank == 0)
        return;
    check.count(config.latentRank, maxHeadDim, "the width of latent keys and values");
    check.require(config.queryRank >= 0 && config.queryRank <= maxHidden,
        "has an invalid width of compressed queries");
    check.count(config.valueDim, maxHeadDim, "the size of a head of values");
}

void checkStates(const ModelConfig& config, const Checker& check)
{
    if (config.stateLayers.empty() && config.mixerlessLayers.empty() && !config.parallelState)
        return;
    check.require(config.stateLayers.empty() || config.stateLayers.back() < config.layers,
        "lists more recurrent layers than it has layers");
    check.require(
        int64_t(config.stateLayers.size() + config.mixerlessLayers.size()) < config.layers,
        "has no attention layers");
    if (config.stateLayers.empty() && !config.parallelState)
        return;
    check.require(config.stateTaps >= 2 && config.stateTaps <= kernels::Ops::maxTaps,
        "must have from 2 to " + std::to_string(kernels::Ops::maxTaps)
            + " as the length of its convolutions, not " + std::to_string(config.stateTaps));
    if (config.stateIsMamba)
        return checkMamba(config, check);
    if (config.stateKeyHeads == 0 && config.stateValueHeads == 0)
        return;
    check.count(config.stateKeyHeads, maxHeads, "the number of key heads of the delta rule");
    check.count(config.stateValueHeads, maxHeads, "the number of value heads of the delta rule");
    check.count(config.stateKeyDim, kernels::Ops::maxDeltaKeys, "the key size of the delta rule");
    check.count(config.stateValueDim, maxHeadDim, "the value size of the delta rule");
    check.require(config.stateValueHeads % config.stateKeyHeads == 0,
        "has value heads of the delta rule that aren't a multiple of its key heads");
}

void checkSections(const ModelConfig& config, const Checker& check)
{
    const auto& sections = config.ropeSections;
    if (sections.empty())
        return;
    const int64_t pairs = config.rotaryDims / 2;
    const bool areThree = sections.size() == 3
        && std::ranges::all_of(
            sections, [&](int64_t section) { return section >= 0 && section <= pairs; });
    check.require(areThree && sections[0] + sections[1] + sections[2] == pairs,
        "must divide its " + std::to_string(pairs)
            + " rotated pairs into three sections (mrope_section)");
}

void checkRope(const ModelConfig& config, const Checker& check)
{
    const RopeScaling& scaling = config.ropeScaling;
    // The rotated part of a key comes in addition where there are latents.
    const int64_t mostRotated = config.latentRank > 0 ? maxHeadDim : config.headDim;
    check.require(
        config.rotaryDims >= 2 && config.rotaryDims % 2 == 0 && config.rotaryDims <= mostRotated,
        "must rotate an even number of at most " + std::to_string(mostRotated)
            + " values of a head, not " + std::to_string(config.rotaryDims));
    check.positive(config.ropeTheta, 1e15, "the base of its rotary frequencies");
    check.positive(scaling.factor, 1e6, "the factor of its rope scaling");
    check.require(scaling.originalContext >= 0 && scaling.originalContext <= maxContext,
        "has an invalid original context length");
    checkSections(config, check);
    check.require(std::isfinite(scaling.attentionFactor) && scaling.attentionFactor >= 0,
        "has an invalid attention factor");
    const int64_t frequencies = config.rotaryDims / 2;
    check.factors(config.ropeFactors, frequencies, "rope factors");
    check.require(
        config.localHeadDim % 2 == 0, "must have an even head size in sliding-window layers");
    check.factors(scaling.shortFactors, frequencies, "short rope factors");
    check.factors(scaling.longFactors, frequencies, "long rope factors");
}

void checkScalingMethod(const RopeScaling& scaling, const Checker& check)
{
    if (scaling.kind == RopeScaling::Kind::Llama3) {
        check.positive(scaling.lowFrequencyFactor, 1e6, "low_freq_factor");
        check.positive(scaling.highFrequencyFactor, 1e6, "high_freq_factor");
        check.require(scaling.highFrequencyFactor > scaling.lowFrequencyFactor,
            "must have a high_freq_factor above its low_freq_factor");
    }
    if (scaling.kind == RopeScaling::Kind::Yarn) {
        check.positive(scaling.betaFast, 1e6, "beta_fast");
        check.positive(scaling.betaSlow, 1e6, "beta_slow");
    }
    if (scaling.kind == RopeScaling::Kind::Llama3 || scaling.kind == RopeScaling::Kind::Yarn)
        check.count(scaling.originalContext, maxContext, "the original context length");
    if (scaling.kind == RopeScaling::Kind::LongRope)
        check.require(!scaling.shortFactors.empty() && !scaling.longFactors.empty(),
            "uses longrope, but has no short and long factors");
}

void checkTokens(const ModelConfig& config, const Checker& check)
{
    check.token(config.bos, config.vocabulary, "the beginning of a text");
    check.token(config.eos, config.vocabulary, "the end of a text");
    for (const int64_t id : config.endTokens)
        check.token(id, config.vocabulary, "the end of an answer");
    check.require(config.imageToken >= -1, "names a negative token for images");
}

} // namespace

void validate(const ModelConfig& config, const std::string& source)
{
    const Checker check(source);
    check.require(!config.family.empty(), "has no architecture");
    checkSizes(config, check);
    checkFactors(config, check);
    checkLayerShapes(config, check);
    checkExperts(config, check);
    checkStates(config, check);
    checkLatents(config, check);
    checkRope(config, check);
    checkScalingMethod(config.ropeScaling, check);
    checkTokens(config, check);
}

} // namespace engine
