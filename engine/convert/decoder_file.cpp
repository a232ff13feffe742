#include "engine/convert/decoder_file.h"

#include "engine/convert/block_rows.h"
#include "engine/convert/convert_type.h"
#include "engine/convert/encoder_file.h"
#include "engine/convert/mamba_rows.h"
#include "engine/convert/tokenizer_settings.h"
#include "engine/encoders/read_encoder_config.h"
#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <string_view>

namespace engine {

using kernels::DType;

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
    if (!config.ropeFactors.empty())
        planned.push_back(planRopeFactors("rope_freqs.weight", config.ropeFactors));
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

// What llama.cpp calls the tensor.
void rename(PlannedTensor& tensor, const Family& family)
{
    const auto names = ggufNames(family.ggufTensors, tensor.name);
    if (!names.empty())
        tensor.name = names.front();
}

// True for the tensors that come last before queries meet keys: the norms of queries if the layer
// has any.
bool isLastOfQueries(const TensorSource& source, std::string_view row, int64_t layer)
{
    const bool hasNorm = source.find(inBlock("blk.*.attn_q_norm", layer) + ".weight");
    return row == (hasNorm ? "blk.*.attn_q_norm" : "blk.*.attn_q");
}

// A decoder as its folder and as its file have it. If the two plans differ, numbers are changed or
// are in another order.
class DecoderTensors {
public:
    DecoderTensors(const ModelConfig& config, const TensorSource& source)
        : m_config(config)
        , m_source(source)
        , m_inFolder(makePlan(config))
        , m_inFile(makePlan(asInGguf(config)))
    {
    }

    std::vector<PlannedTensor> plan()
    {
        const ConvertPlan& convert = requireFamily(m_config).convert;
        planOne("token_embd");
        if (convert.foldsFactors)
            m_planned.back().factor *= m_inFolder.embeddingScale;
        planRopeFactors(m_planned, m_config);
        if (m_inFolder.inputs.width > 0)
            for (const char* name :
                {"per_layer_token_embd", "per_layer_model_proj", "per_layer_proj_norm"})
                planOne(name);
        for (int64_t layer = 0; layer < m_config.layers; ++layer)
            planBlock(layer);
        planOne("output_norm");
        if (convert.foldsFactors)
            planFoldedHead();
        else if (!m_config.tiedEmbeddings)
            planOne("output");
        for (PlannedTensor& tensor : m_planned)
            rename(tensor, requireFamily(m_config));
        return std::move(m_planned);
    }

private:
    void planOne(const std::string& name)
    {
        for (PlannedTensor& tensor : planNamed(m_source, name, DType::F32)) {
            raiseNorm(tensor, name);
            m_planned.push_back(std::move(tensor));
        }
    }

    // A head that is the embedding matrix has another factor.
    void planFoldedHead()
    {
        planOne(m_config.tiedEmbeddings ? "token_embd" : "output");
        m_planned.back().name = "output.weight";
        m_planned.back().factor *= m_inFolder.head.scale;
    }

    void planBlock(int64_t layer)
    {
        const BlockPlan& block = m_inFolder.blocks[size_t(layer)];
        const auto lacks = requireFamily(m_config).convert.lacks;
        for (const std::string_view row : rowsOfBlock(m_source.names(), m_inFolder, block))
            if (std::ranges::find(lacks, row) == lacks.end())
                planRow(block, row, layer);
        const bool staysJoined = requireFamily(m_config).convert.experts.staysJoined;
        std::ranges::move(
            planExperts(m_source, block, layer, staysJoined), std::back_inserter(m_planned));
    }

    void planRow(const BlockPlan& block, std::string_view row, int64_t layer)
    {
        const auto* delta = std::get_if<DeltaNetPlan>(&block.mixer);
        if (delta && row == "blk.*.ssm_in") {
            std::ranges::move(
                planJoinedInput(m_source, *delta, layer), std::back_inserter(m_planned));
            return;
        }
        if (const auto* latent = block.findLatentAttention(); latent && row == "blk.*.attn_kv_b") {
            std::ranges::move(
                planLatentHeads(m_source, *latent, layer), std::back_inserter(m_planned));
            return;
        }
        for (PlannedTensor& tensor : planNamed(m_source, inBlock(row, layer), DType::F32)) {
            raiseNorm(tensor, row);
            if (block.findAttention() && (row == "blk.*.attn_q" || row == "blk.*.attn_k"))
                turnHeads(tensor, block.attention(), row == "blk.*.attn_q");
            if (isLastOfQueries(m_source, row, layer))
                tensor.factor = unsaidQueryFactor(m_config);
            multiplyFactors(tensor, block, row);
            if (const MambaPlan* mamba = findMamba(block))
                arrangeMamba(tensor, *mamba, row);
            if (delta)
                arrangeDeltaNet(
                    tensor, std::get<DeltaNetPlan>(m_inFile.blocks[size_t(layer)].mixer), row);
            if (tensor.shape.size() == 3 && tensor.shape[1] == 1) // of a convolution
                tensor.shape.erase(tensor.shape.begin() + 1);
            if (row == "blk.*.ffn_up" && requireFamily(m_config).convert.splitsGate)
                std::ranges::move(splitGate(tensor, std::get<DensePlan>(block.mlp)),
                    std::back_inserter(m_planned));
            else
                m_planned.push_back(std::move(tensor));
        }
    }

    // Norms are stored minus one in some checkpoints, and never in files.
    void raiseNorm(PlannedTensor& tensor, std::string_view row) const
    {
        using Kind = NormPlan::Kind;
        const bool isLowered
            = m_inFolder.head.norm.kind == Kind::RmsPlusOne && m_inFile.head.norm.kind == Kind::Rms;
        if (isLowered && row.ends_with("_norm") && row != "blk.*.ssm_norm")
            tensor.addend = 1;
    }

    void turnHeads(PlannedTensor& tensor, const AttentionPlan& attention, bool ofQueries) const
    {
        const RotaryPlan &before = m_inFolder.rotaries.front(), &after = m_inFile.rotaries.front();
        if (before.style == after.style)
            return;
        const auto order
            = after.style == kernels::RotaryStyle::Pairs ? neighborsOfHalves : halvesOfNeighbors;
        const kernels::AttentionShape& shape = attention.shape;
        reorder(tensor, order(ofQueries ? shape.heads : shape.kvHeads, shape.headDim, before.dims));
    }

    const ModelConfig& m_config;
    const TensorSource& m_source;
    ModelPlan m_inFolder, m_inFile;
    std::vector<PlannedTensor> m_planned;
};

// Sets the importance of the matrices that are stored in less than 8 bits and that the importance
// matrix contains.
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
    std::optional<EncoderConfig> encoder;
    if (isEncoderModel(folder))
        encoder = readEncoderConfig(folder);
    if (encoder && !encoder->decoder)
        return planEncoderFile(folder, *encoder, output, options);
    PlannedFile file;
    file.path = output;
    file.fileType = options.type.fileType;
    file.kind = "model";
    file.weights = openWeights(folder);
    const ModelConfig config = encoder ? *encoder->decoder : readConfig(folder, file.weights.get());
    file.architecture = encoder ? encoderArchitecture(*encoder) : ggufArchitecture(config);
    const TensorSource source = openTensors(file.weights, config);
    file.tensors = DecoderTensors(config, source).plan();
    std::vector<std::shared_ptr<const WeightFile>> others; // of dense layers
    if (encoder)
        std::ranges::move(planEncoderHead(folder, *encoder, file.weights, others),
            std::back_inserter(file.tensors));
    chooseTypes(file.tensors, options.type, mixFacts(config, options));
    if (options.importance)
        setImportance(file.tensors, *options.importance);
    // The plan keeps the other files mapped, into which its tensors point.
    file.setMetadata = [=, architecture = file.architecture, mapped = others](GgufWriter& writer) {
        setDecoderMetadata(writer, config, architecture);
        if (encoder)
            setPoolingMetadata(writer, architecture, *encoder);
        setTokenizerMetadata(writer, config, folder);
    };
    return file;
}

} // namespace engine
