#include "engine/convert/decoder_file.h"

#include "engine/convert/tokenizer_settings.h"
#include "engine/files/open_weights.h"
#include "engine/files/printable.h"
#include "engine/models/families/families.h"
#include "kernels/error.h"
#include "kernels/quantize.h"

#include <cmath>
#include <numbers>
#include <string_view>

namespace engine {

using kernels::DType;
using kernels::Error;
using kernels::ErrorKind;

namespace {

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

std::string convertibleFamilies()
{
    std::string names;
    for (const Family* family : familyTable)
        if (!family->convert.architecture.empty())
            names += (names.empty() ? "" : ", ") + std::string(*family->names.begin());
    return names;
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

// Heads whose rows move from halves to pairs.
int64_t headsToInterleave(const ModelConfig& config, std::string_view row)
{
    if (!familyOf(config).convert.pairsHeads)
        return 0;
    if (row == "blk.*.attn_q")
        return config.heads;
    return row == "blk.*.attn_k" ? config.kvHeads : 0;
}

void planBlock(std::vector<PlannedTensor>& planned, const ModelConfig& config,
    const TensorSource& source, int64_t layer, DType type)
{
    for (const std::string_view row : canonicalNames(source.names())) {
        if (!row.starts_with("blk.*."))
            continue;
        const std::string name = inBlock(row, layer);
        const int64_t heads = headsToInterleave(config, row);
        if (heads > 0)
            checkHeads(source.require(name + ".weight"), heads, config.headDim);
        for (PlannedTensor& tensor : planNamed(source, name, type)) {
            tensor.headsToInterleave = heads;
            planned.push_back(std::move(tensor));
        }
    }
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

// general.architecture of the model's family in GGUF files.
std::string ggufArchitecture(const ModelConfig& config)
{
    const Family* family = findFamily(familyTable, config.family);
    if (family && !family->convert.architecture.empty())
        return std::string(family->convert.architecture);
    throw Error(ErrorKind::Unsupported,
        "models of the family " + printable(config.family) + " cannot be converted; "
            + convertibleFamilies() + " can");
}

void requireNoWindow(const ModelConfig& config)
{
    if (!config.windowedLayers.empty() && !familyOf(config).convert.losesWindow)
        throw Error(ErrorKind::Unsupported,
            "a model with use_sliding_window cannot be converted: its GGUF files cannot say so");
}

std::vector<PlannedTensor> planTensors(
    const ModelConfig& config, const TensorSource& source, DType type)
{
    std::vector<PlannedTensor> planned;
    const auto planOne = [&](const std::string& name) {
        planned.push_back(plan(source.require(name), name, type));
    };
    planOne("token_embd.weight");
    if (config.ropeScaling.kind == RopeScaling::Kind::Llama3)
        planned.push_back(planRopeFactors(config));
    for (int64_t layer = 0; layer < config.layers; ++layer)
        planBlock(planned, config, source, layer, type);
    planOne("output_norm.weight");
    if (!config.tiedEmbeddings)
        planOne("output.weight");
    return planned;
}

} // namespace

PlannedFile planDecoderFile(
    const std::filesystem::path& folder, const std::filesystem::path& output, DType type)
{
    if (!kernels::canQuantize(type))
        throw Error(ErrorKind::Unsupported,
            std::string("weights cannot be converted to ") + kernels::name(type));
    PlannedFile file;
    file.path = output;
    file.type = type;
    file.kind = "model";
    file.weights = openWeights(folder);
    const ModelConfig config = readConfig(folder, file.weights.get());
    file.architecture = ggufArchitecture(config);
    requireNoWindow(config);
    file.tensors = planTensors(config, tensorsOf(file.weights, config), type);
    file.setMetadata = [=, prefix = file.architecture + "."](GgufWriter& writer) {
        setSizes(writer, prefix, config);
        setRopeScaling(writer, prefix, config.ropeScaling);
        setTokenizerMetadata(writer, config, folder);
    };
    return file;
}

} // namespace engine
