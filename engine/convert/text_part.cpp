#include "engine/convert/text_part.h"

#include "engine/convert/tokenizer_settings.h"
#include "kernels/error.h"

#include <cmath>
#include <cstdio>
#include <numbers>

namespace engine {

using kernels::DType;
using kernels::Error;
using kernels::ErrorKind;

namespace {

// Llama's rotary pairs stand side by side in GGUF files.
bool interleavesHeads(const ModelConfig& config)
{
    return ggufArchitecture(config.family) == "llama";
}

// How Llama 3 stretches each rotary frequency, as divisors: long waves by the whole factor,
// short ones not at all, and those between by a blend of the two.
std::vector<float> llama3Factors(const ModelConfig& config)
{
    const RopeScaling& scaling = config.ropeScaling;
    const double original = double(scaling.originalContext);
    std::vector<float> factors;
    for (int64_t i = 0; i < config.rotaryDims; i += 2) {
        const double frequency = std::pow(config.ropeTheta, -double(i) / double(config.rotaryDims));
        const double waves = original * frequency / (2 * std::numbers::pi); // in the context
        const double blend = (waves - scaling.lowFrequencyFactor)
            / (scaling.highFrequencyFactor - scaling.lowFrequencyFactor);
        if (waves > scaling.highFrequencyFactor)
            factors.push_back(1);
        else if (waves < scaling.lowFrequencyFactor)
            factors.push_back(float(scaling.factor));
        else
            factors.push_back(float(1 / ((1 - blend) / scaling.factor + blend)));
    }
    return factors;
}

PlannedTensor planRopeFactors(const ModelConfig& config)
{
    PlannedTensor planned;
    planned.name = "rope_freqs.weight";
    planned.values = llama3Factors(config);
    planned.shape = {int64_t(planned.values.size())};
    return planned;
}

void checkHeads(const WeightTensor& tensor, int64_t heads, int64_t headDim)
{
    if (tensor.shape.front() != heads * headDim)
        throw Error(ErrorKind::BadFile,
            "tensor " + tensor.name + " has " + std::to_string(tensor.shape.front())
                + " rows where the heads have " + std::to_string(heads * headDim));
}

void planBlock(std::vector<PlannedTensor>& planned, const ModelConfig& config,
    const TensorSource& source, const std::string& block, DType type)
{
    static constexpr const char* required[] = {"attn_norm.weight", "attn_q.weight", "attn_k.weight",
        "attn_v.weight", "attn_output.weight", "ffn_norm.weight", "ffn_gate.weight",
        "ffn_up.weight", "ffn_down.weight"};
    static constexpr const char* optional[] = {"attn_q.bias", "attn_k.bias", "attn_v.bias",
        "attn_output.bias", "attn_q_norm.weight", "attn_k_norm.weight"};
    const size_t first = planned.size();
    for (const char* name : required)
        planned.push_back(plan(source.require(block + name), block + name, type));
    for (const char* name : optional)
        if (const WeightTensor* tensor = source.find(block + name))
            planned.push_back(plan(*tensor, block + name, type));
    if (!interleavesHeads(config))
        return;
    for (PlannedTensor& tensor : std::span(planned).subspan(first)) {
        if (tensor.name.starts_with(block + "attn_q."))
            tensor.headsToInterleave = config.heads;
        else if (tensor.name.starts_with(block + "attn_k."))
            tensor.headsToInterleave = config.kvHeads;
    }
    checkHeads(source.require(block + "attn_q.weight"), config.heads, config.headDim);
    checkHeads(source.require(block + "attn_k.weight"), config.kvHeads, config.headDim);
}

// llama.cpp's number for the type most of a file's matrices have.
uint32_t fileType(DType type)
{
    switch (type) {
    case DType::F32:
        return 0;
    case DType::Q4_0:
        return 2;
    case DType::Q8_0:
        return 7;
    case DType::BF16:
        return 32;
    default:
        return 1; // F16
    }
}

// "9.0M", "372K", "1.2B"
std::string sizeLabel(const std::vector<PlannedTensor>& tensors)
{
    double parameters = 0;
    for (const PlannedTensor& tensor : tensors)
        parameters += double(tensor.source.elements());
    const char* unit = "K";
    double shown = parameters / 1e3;
    for (const char* larger : {"M", "B", "T"}) {
        if (shown < 1e3)
            break;
        shown /= 1e3;
        unit = larger;
    }
    char label[32];
    std::snprintf(label, sizeof label, shown < 10 ? "%.1f%s" : "%.0f%s", shown, unit);
    return label;
}

void setRopeScaling(GgufWriter& writer, const std::string& prefix, const RopeScaling& scaling)
{
    using Kind = RopeScaling::Kind;
    if (scaling.kind == Kind::None || scaling.kind == Kind::Llama3)
        return; // Llama 3's is in the tensor rope_freqs.weight
    if (scaling.kind != Kind::Linear && scaling.kind != Kind::Yarn)
        throw Error(ErrorKind::Unsupported, "this kind of rope scaling cannot be converted");
    const bool isYarn = scaling.kind == Kind::Yarn;
    writer.set(prefix + "rope.scaling.type", std::string(isYarn ? "yarn" : "linear"));
    writer.set(prefix + "rope.scaling.factor", float(scaling.factor));
    if (isYarn)
        writer.set(
            prefix + "rope.scaling.original_context_length", uint32_t(scaling.originalContext));
}

void setSizes(GgufWriter& writer, const std::string& prefix, const ModelConfig& config)
{
    writer.set(prefix + "block_count", uint32_t(config.layers));
    writer.set(prefix + "context_length", uint32_t(config.contextLength));
    writer.set(prefix + "embedding_length", uint32_t(config.hidden));
    writer.set(prefix + "feed_forward_length", uint32_t(config.feedForward));
    writer.set(prefix + "attention.head_count", uint32_t(config.heads));
    writer.set(prefix + "attention.head_count_kv", uint32_t(config.kvHeads));
    writer.set(prefix + "attention.key_length", uint32_t(config.headDim));
    writer.set(prefix + "attention.value_length", uint32_t(config.headDim));
    writer.set(prefix + "attention.layer_norm_rms_epsilon", float(config.normEpsilon));
    writer.set(prefix + "rope.freq_base", float(config.ropeTheta));
    writer.set(prefix + "rope.dimension_count", uint32_t(config.rotaryDims));
    writer.set(prefix + "vocab_size", uint32_t(config.vocabulary));
}

} // namespace

std::string ggufArchitecture(const std::string& family)
{
    if (family == "mistral")
        return "llama"; // the same decoder
    if (family == "llama" || family == "qwen2" || family == "qwen3")
        return family;
    throw Error(ErrorKind::Unsupported,
        "models of the family " + family
            + " cannot be converted; llama, mistral, qwen2 and qwen3 can");
}

std::vector<PlannedTensor> planTextTensors(
    const ModelConfig& config, const TensorSource& source, DType type)
{
    std::vector<PlannedTensor> planned;
    planned.push_back(plan(source.require("token_embd.weight"), "token_embd.weight", type));
    if (config.ropeScaling.kind == RopeScaling::Kind::Llama3)
        planned.push_back(planRopeFactors(config));
    for (int64_t layer = 0; layer < config.layers; ++layer)
        planBlock(planned, config, source, "blk." + std::to_string(layer) + ".", type);
    planned.push_back(plan(source.require("output_norm.weight"), "output_norm.weight", type));
    if (!config.tiedEmbeddings)
        planned.push_back(plan(source.require("output.weight"), "output.weight", type));
    return planned;
}

void setGeneralMetadata(GgufWriter& writer, const std::string& architecture,
    const std::string& kind, const std::string& name, const std::vector<PlannedTensor>& tensors,
    DType type)
{
    writer.set("general.architecture", architecture);
    writer.set("general.type", kind);
    writer.set("general.name", name);
    writer.set("general.size_label", sizeLabel(tensors));
    writer.set("general.file_type", fileType(type));
    writer.set("general.quantization_version", uint32_t(2));
}

void setTextMetadata(GgufWriter& writer, const ModelConfig& config,
    const std::filesystem::path& folder, const std::vector<PlannedTensor>& tensors, DType type)
{
    const std::string architecture = ggufArchitecture(config.family);
    setGeneralMetadata(writer, architecture, "model", config.name, tensors, type);
    setSizes(writer, architecture + ".", config);
    setRopeScaling(writer, architecture + ".", config.ropeScaling);
    setTokenizerMetadata(writer, config, folder);
}

} // namespace engine
