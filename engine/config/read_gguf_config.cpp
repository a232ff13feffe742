#include "base/error.h"
#include "base/utf8.h"
#include "engine/config/config_fields.h"
#include "engine/config/read_config.h"
#include "engine/config/read_experts.h"
#include "engine/config/read_factors.h"
#include "engine/config/read_layers.h"
#include "engine/config/tensor_names.h"
#include "engine/files/gguf_file.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace engine {

using base::Error;
using base::ErrorKind;

namespace {

// Values of tokenizer.ggml.token_type.
constexpr int64_t controlToken = 3;
constexpr int64_t userDefinedToken = 4;

std::string readArchitecture(const GgufFile& file)
{
    const std::string fileName = file.path().filename().string();
    const auto architecture = file.metadata().string("general.architecture");
    if (!architecture || architecture->empty())
        throw Error(ErrorKind::BadFile, fileName + " has no general.architecture");
    if (*architecture == "clip")
        throw Error(ErrorKind::BadFile,
            fileName + " is only the vision encoder of a model; open its language model");
    return std::string(*architecture);
}

// block_count includes the multi-token-prediction heads, which are the last blocks.
void readLayerCounts(ModelConfig& config, const ArchitectureKeys& keys)
{
    config.layers = keys.integer("block_count");
    config.mtpLayers = keys.integer("nextn_predict_layers", 0);
    if (config.mtpLayers == 0)
        return;
    if (config.mtpLayers < 0 || config.mtpLayers >= config.layers)
        throw Error(ErrorKind::BadFile,
            keys.fileName() + " must have fewer nextn_predict_layers than its block_count of "
                + std::to_string(config.layers) + ", not " + std::to_string(config.mtpLayers));
    config.layers -= config.mtpLayers;
}

void readSizes(ModelConfig& config, const ArchitectureKeys& keys)
{
    readLayerCounts(config, keys);
    config.hidden = keys.integer("embedding_length");
    config.heads = sameInLayers(config, keys, "attention.head_count");
    config.kvHeads = keys.has("attention.head_count_kv")
        ? maxOverLayers(config, keys, "attention.head_count_kv")
        : config.heads;
    config.headDim
        = keys.integer("attention.key_length", config.heads > 0 ? config.hidden / config.heads : 0);
    if (keys.has("feed_forward_length") || !keys.has("expert_feed_forward_length"))
        config.feedForward = maxOverLayers(config, keys, "feed_forward_length");
    else // no layer is dense
        config.feedForward = maxOverLayers(config, keys, "expert_feed_forward_length");
    config.contextLength = keys.integer("context_length");
    config.slidingWindow = keys.integer("attention.sliding_window", 0);
    config.normEpsilon = keys.number("attention.layer_norm_rms_epsilon",
        keys.number("attention.layer_norm_epsilon", config.normEpsilon));
}

// What llama.cpp can say of attention and nothing here computes.
void requireDefaultAttention(
    const ModelConfig& config, const ArchitectureKeys& keys, const std::string& fileName)
{
    if (config.latentRank == 0
        && keys.integer("attention.value_length", config.headDim) != config.headDim)
        throw Error(ErrorKind::Unsupported,
            fileName
                + " has values and keys of different lengths (attention.value_length), which isn't "
                  "supported");
    if (!keys.boolean("attention.causal", true))
        throw Error(ErrorKind::Unsupported,
            fileName + " has attention.causal false: bidirectional models aren't supported");
}

RopeScaling::Kind scalingKind(const std::string& type, const std::string& fileName)
{
    if (type.empty() || type == "none")
        return RopeScaling::Kind::None;
    if (type == "linear")
        return RopeScaling::Kind::Linear;
    if (type == "yarn")
        return RopeScaling::Kind::Yarn;
    if (type == "longrope")
        return RopeScaling::Kind::LongRope;
    throw Error(ErrorKind::Unsupported,
        fileName + " uses the unsupported rope scaling \"" + base::printable(type) + "\"");
}

// A vector of factors, one per frequency; empty if the file has none of that name.
std::vector<float> factorsIn(const GgufFile& file, std::string_view name)
{
    const WeightTensor* tensor = file.find(name);
    if (!tensor)
        return {};
    if (tensor->view.dtype != kernels::DType::F32 || tensor->view.rows != 1)
        throw Error(ErrorKind::BadFile,
            file.path().filename().string() + " must have one row of F32 as " + std::string(name));
    std::vector<float> factors(size_t(tensor->view.columns));
    std::memcpy(factors.data(), tensor->view.bytes, factors.size() * sizeof(float));
    return factors;
}

void readRope(ModelConfig& config, const ArchitectureKeys& keys, const GgufFile& file,
    const ConfigDefaults& defaults)
{
    config.ropeTheta = keys.number("rope.freq_base", config.ropeTheta);
    if (defaults.localRopeTheta != 0)
        config.localRopeTheta = keys.number("rope.freq_base_swa", defaults.localRopeTheta);
    config.rotaryDims = keys.integer("rope.dimension_count", config.headDim);
    config.ropeFactors = factorsIn(file, "rope_freqs.weight");

    RopeScaling& scaling = config.ropeScaling;
    scaling.kind = scalingKind(keys.text("rope.scaling.type"), file.path().filename().string());
    if (scaling.kind == RopeScaling::Kind::None && keys.has("rope.scale_linear"))
        scaling.kind = RopeScaling::Kind::Linear; // how old files say it
    scaling.factor = keys.number("rope.scaling.factor", keys.number("rope.scale_linear", 1));
    if (scaling.factor == 0)
        scaling.factor = 1; // llama.cpp's "not given"
    scaling.attentionFactor = keys.number("rope.scaling.attn_factor", 0);
    const double ofAll = keys.number("rope.scaling.yarn_log_multiplier", 0);
    if (scaling.kind == RopeScaling::Kind::Yarn && (scaling.attentionFactor != 0 || ofAll != 0)) {
        const double magnitude = yarnMagnitude(scaling.factor);
        scaling.attentionFactor = magnitude
            / (ofAll != 0 ? yarnMagnitude(scaling.factor, ofAll) : 1)
            * (scaling.attentionFactor != 0 ? scaling.attentionFactor : 1);
    }
    scaling.betaFast = keys.number("rope.scaling.yarn_beta_fast", scaling.betaFast);
    scaling.betaSlow = keys.number("rope.scaling.yarn_beta_slow", scaling.betaSlow);
    scaling.originalContext = keys.integer("rope.scaling.original_context_length", 0);

    const auto shortFactors = factorsIn(file, "rope_factors_short.weight");
    const auto longFactors = factorsIn(file, "rope_factors_long.weight");
    scaling.shortFactors.assign(shortFactors.begin(), shortFactors.end());
    scaling.longFactors.assign(longFactors.begin(), longFactors.end());
    if (scaling.kind == RopeScaling::Kind::None && !longFactors.empty())
        scaling.kind = RopeScaling::Kind::LongRope; // files of Phi 3 say it by these alone
}

// Four numbers, of which the last is 0. Whether they take turns is the family's own.
void readSections(ModelConfig& config, const ArchitectureKeys& keys, const Family& family)
{
    config.ropeSections = keys.integers("rope.dimension_sections").value_or(std::vector<int64_t>());
    if (config.ropeSections.size() == 4 && config.ropeSections.back() == 0)
        config.ropeSections.pop_back();
    config.interleavesSections = family.defaults.interleavesSections;
    config.deepLayers = keys.integer("n_deepstack_layers", 0);
}

void readEmbeddings(ModelConfig& config, const GgufFile& file)
{
    const std::string fileName = file.path().filename().string();
    const WeightTensor* embeddings = file.find("token_embd.weight");
    if (!embeddings)
        throw Error(ErrorKind::BadFile, fileName + " has no tensor token_embd.weight");
    config.vocabulary = embeddings->view.rows;
    config.tiedEmbeddings = file.find("output.weight") == nullptr;
    config.attentionBias = file.find("blk.0.attn_q.bias") != nullptr;
    config.headNorms = file.find("blk.0.attn_q_norm.weight") != nullptr;
    if (embeddings->view.columns != config.hidden)
        throw Error(ErrorKind::BadFile,
            fileName + " has token_embd.weight " + std::to_string(embeddings->view.columns)
                + " wide, but an embedding_length of " + std::to_string(config.hidden));
    const auto tokens = int64_t(file.metadata().arrayLength("tokenizer.ggml.tokens"));
    if (tokens != 0 && tokens != config.vocabulary)
        throw Error(ErrorKind::BadFile,
            fileName + " has " + std::to_string(tokens) + " tokens, but "
                + std::to_string(config.vocabulary) + " rows of token_embd.weight");
}

void addEnd(ModelConfig& config, int64_t token)
{
    const auto& ends = config.endTokens;
    if (token >= 0 && std::find(ends.begin(), ends.end(), token) == ends.end())
        config.endTokens.push_back(token);
}

// GGUF files do not name the id of the placeholder token for rows of images.
void readImageToken(ModelConfig& config, const GgufMetadata& metadata, const Family& family)
{
    if (family.imageTokens.size() == 0)
        return;
    const auto tokens = metadata.strings("tokenizer.ggml.tokens");
    const auto types = metadata.integers("tokenizer.ggml.token_type");
    if (!tokens || !types || types->size() != tokens->size())
        return;
    const auto isOne = [&](size_t token) {
        const int64_t type = (*types)[token];
        return (type == controlToken || type == userDefinedToken)
            && std::ranges::find(family.imageTokens, (*tokens)[token]) != family.imageTokens.end();
    };
    for (size_t token = 0; token < tokens->size() && config.imageToken < 0; ++token)
        if (isOne(token))
            config.imageToken = int64_t(token);
}

void readTokens(ModelConfig& config, const GgufMetadata& metadata, const Family& family)
{
    const auto id = [&](std::string_view key) { return metadata.integer(key).value_or(-1); };
    config.bos = id("tokenizer.ggml.bos_token_id");
    config.eos = id("tokenizer.ggml.eos_token_id");
    config.pad = id("tokenizer.ggml.padding_token_id");
    addEnd(config, config.eos);
    addEnd(config, id("tokenizer.ggml.eot_token_id"));
    addEnd(config, id("tokenizer.ggml.eom_token_id"));
    readImageToken(config, metadata, family);
    dropAbsentTokens(config);
}

ModelConfig readDecoder(const GgufFile& file, const std::string& architecture, const Family* known)
{
    static const Family unknown;
    const Family& family = known ? *known : unknown;

    ModelConfig config;
    config.family = known ? std::string(*known->names.begin()) : architecture;
    config.name = file.metadata().string("general.name").value_or("");
    config.layout = FileLayout::Gguf;
    config.activation = family.defaults.activation;
    const ArchitectureKeys keys(file, architecture);
    readSizes(config, keys);
    readLayerShapes(config, keys, file, family.defaults);
    readExperts(config, keys, file, family.defaults);
    readStateLayers(config, keys, file, family.defaults);
    readRope(config, keys, file, family.defaults);
    readSections(config, keys, family);
    readFactors(config, keys, family.factors);
    readLatents(config, keys, family.defaults);
    readEmbeddings(config, file);
    readTokens(config, file.metadata(), family);
    config.weightType = commonWeightType(file, config.layers);
    validate(config, file.path().filename().string());
    readWindows(config, keys, family.defaults);
    if (known) {
        requireKnownLayers(file, config);
        requireDefaultAttention(config, keys, file.path().filename().string());
        for (const std::string_view key : family.keysReadElsewhere)
            keys.has(std::string(key)); // it counts as read
        keys.refuseUnread();
    }
    return config;
}

} // namespace

ModelConfig readConfig(const GgufFile& file, Families families)
{
    const std::string architecture = readArchitecture(file);
    const Family* known = findFamily(families, architecture);
    try {
        return readDecoder(file, architecture, known);
    } catch (const Error&) {
        if (known)
            throw;
        refuseFamily(architecture, families);
    }
}

} // namespace engine
