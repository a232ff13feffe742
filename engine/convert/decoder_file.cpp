#include "engine/convert/decoder_file.h"

#include "engine/convert/block_rows.h"
#include "engine/convert/decoder_metadata.h"
#include "engine/convert/importance_matrix.h"
#include "engine/convert/tokenizer_settings.h"
#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "kernels/error.h"

#include <algorithm>
#include <cmath>
#include <iterator>
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

PlannedTensor planRopeFactors(const std::string& name, std::vector<float> factors)
{
    PlannedTensor planned;
    planned.name = name;
    planned.values = std::move(factors);
    planned.shape = {int64_t(planned.values.size())};
    return planned;
}

void planRopeFactors(std::vector<PlannedTensor>& planned, const ModelConfig& config)
{
    const RopeScaling& scaling = config.ropeScaling;
    if (scaling.kind == RopeScaling::Kind::Llama3)
        planned.push_back(planRopeFactors("rope_freqs.weight", llama3Factors(config)));
    if (scaling.kind != RopeScaling::Kind::LongRope)
        return;
    const auto plan = [&](const char* name, const std::vector<double>& factors) {
        planned.push_back(planRopeFactors(name, {factors.begin(), factors.end()}));
    };
    plan("rope_factors_long.weight", scaling.longFactors);
    plan("rope_factors_short.weight", scaling.shortFactors);
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

// Of the tensors that are the last before queries meet keys: norms where there are any.
bool isLastOfQueries(const TensorSource& source, std::string_view row, int64_t layer)
{
    const bool hasNorm = source.find(inBlock("blk.*.attn_q_norm", layer) + ".weight");
    return row == (hasNorm ? "blk.*.attn_q_norm" : "blk.*.attn_q");
}

void planRow(std::vector<PlannedTensor>& planned, const ModelConfig& config,
    const TensorSource& source, std::string_view row, int64_t layer)
{
    const std::string name = inBlock(row, layer);
    const int64_t heads = headsToInterleave(config, row);
    if (heads > 0)
        checkHeads(source.require(name + ".weight"), heads, config.headDim);
    for (PlannedTensor& tensor : planNamed(source, name, DType::F32)) {
        tensor.headsToInterleave = heads;
        if (familyOf(config).convert.normsPlusOne && row.ends_with("_norm"))
            tensor.addend = 1;
        if (isLastOfQueries(source, row, layer))
            tensor.factor = unsaidQueryFactor(config);
        planned.push_back(std::move(tensor));
    }
}

void planBlock(std::vector<PlannedTensor>& planned, const ModelConfig& config,
    const TensorSource& source, const BlockPlan& block, int64_t layer)
{
    const auto lacks = familyOf(config).convert.lacks;
    for (const std::string_view row : rowsOfBlock(source.names(), block))
        if (std::ranges::find(lacks, row) == lacks.end())
            planRow(planned, config, source, row, layer);
    std::ranges::move(planExperts(source, block, layer), std::back_inserter(planned));
}

std::vector<PlannedTensor> planTensors(const ModelConfig& config, const TensorSource& source)
{
    std::vector<PlannedTensor> planned;
    const auto planOne = [&](const std::string& name) {
        for (PlannedTensor& tensor : planNamed(source, name, DType::F32))
            planned.push_back(std::move(tensor));
    };
    const ModelPlan plan = makePlan(config);
    planOne("token_embd");
    planRopeFactors(planned, config);
    for (int64_t layer = 0; layer < config.layers; ++layer)
        planBlock(planned, config, source, plan.blocks[size_t(layer)], layer);
    planOne("output_norm");
    if (familyOf(config).convert.normsPlusOne)
        planned.back().addend = 1;
    if (!config.tiedEmbeddings)
        planOne("output");
    return planned;
}

// Of the matrices that the importance matrix knows and that are stored in less than 8 bits.
void setImportance(std::vector<PlannedTensor>& tensors, const ImportanceMatrix& importance)
{
    for (PlannedTensor& tensor : tensors)
        if (kernels::isBlockType(tensor.dtype) && tensor.dtype != DType::Q8_0)
            tensor.importance = importance.of(tensor.name);
}

MixFacts mixFacts(const ModelConfig& config, const ConvertOptions& options)
{
    return {.layers = config.layers,
        .sharesHeads = config.heads != config.kvHeads,
        .hasImportance = options.importance != nullptr};
}

} // namespace

PlannedFile planDecoderFile(const std::filesystem::path& folder,
    const std::filesystem::path& output, const ConvertOptions& options)
{
    PlannedFile file;
    file.path = output;
    file.fileType = options.type.fileType;
    file.kind = "model";
    file.weights = openWeights(folder);
    const ModelConfig config = readConfig(folder, file.weights.get());
    file.architecture = ggufArchitecture(config);
    file.tensors = planTensors(config, tensorsOf(file.weights, config));
    chooseTypes(file.tensors, options.type, mixFacts(config, options));
    if (options.importance)
        setImportance(file.tensors, *options.importance);
    file.setMetadata = [=](GgufWriter& writer) {
        setDecoderMetadata(writer, config);
        setTokenizerMetadata(writer, config, folder);
    };
    return file;
}

} // namespace engine
