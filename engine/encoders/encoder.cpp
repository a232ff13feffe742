#include "engine/encoders/encoder.h"

#include "base/error.h"
#include "engine/config/tensor_names.h"
#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "engine/layers/block.h"
#include "engine/layers/step.h"
#include "engine/tokenizers/tokenizer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace engine {

using base::Error;
using base::ErrorKind;
using kernels::TensorView;

namespace {

constexpr int64_t rowsAtOnce = 4096; // bounds the memory of a pass

constexpr std::string_view prefixes[] = {"", "bert.", "roberta.", "model."};
constexpr TensorName names[] = {
    {"token_embd", "embeddings.word_embeddings"},
    {"position_embd", "embeddings.position_embeddings"},
    {"token_types", "embeddings.token_type_embeddings"},
    {"token_embd_norm", "embeddings.LayerNorm"},
    {"blk.*.attn_q", "encoder.layer.*.attention.self.query"},
    {"blk.*.attn_k", "encoder.layer.*.attention.self.key"},
    {"blk.*.attn_v", "encoder.layer.*.attention.self.value"},
    {"blk.*.attn_output", "encoder.layer.*.attention.output.dense"},
    {"blk.*.attn_output_norm", "encoder.layer.*.attention.output.LayerNorm"},
    {"blk.*.ffn_up", "encoder.layer.*.intermediate.dense"},
    {"blk.*.ffn_down", "encoder.layer.*.output.dense"},
    {"blk.*.layer_output_norm", "encoder.layer.*.output.LayerNorm"},
};
constexpr BlockNames blockNames{
    .attentionEndNorm = "attn_output_norm", .mlpEndNorm = "layer_output_norm"};

BlockPlan blockPlan(const EncoderConfig& config)
{
    BlockPlan block;
    block.hidden = config.hidden;
    block.norms.kind = NormPlan::Kind::Layer;
    block.norms.where = NormPlan::Where::AfterSum;
    block.norms.epsilon = float(config.normEpsilon);
    AttentionPlan& attention = block.attention();
    attention.shape.heads = attention.shape.kvHeads = int(config.heads);
    attention.shape.headDim = int(config.hidden / config.heads);
    attention.shape.scale = 1 / std::sqrt(float(attention.shape.headDim));
    attention.over = AttentionPlan::Over::Spans;
    attention.rotary.reset();
    block.mlp = DensePlan{config.feedForward, config.activation, /*isGated=*/false};
    return block;
}

/// What makes rows of ids: a vector for each token, for its position and for its kind of text, of
/// which there is one here.
class Embeddings {
public:
    Embeddings(const Weights& weights, const EncoderConfig& config)
        : m_firstPosition(int32_t(config.firstPosition))
        , m_tokens(table(weights, "token_embd.weight", config))
        , m_positions(table(weights, "position_embd.weight", config))
        , m_kinds(table(weights, "token_types.weight", config))
        , m_norm(weights, "token_embd_norm", config.hidden,
              {.kind = NormPlan::Kind::Layer, .epsilon = float(config.normEpsilon)})
    {
    }

    int64_t vocabulary() const { return m_tokens.view().rows; }
    int64_t positions() const { return m_positions.view().rows - m_firstPosition; }

    void forward(Step& step, TensorView hidden, std::span<const TokenIds> texts) const
    {
        std::vector<int32_t> ids, indices;
        for (const TokenIds& text : texts)
            for (size_t token = 0; token < text.size(); ++token) {
                ids.push_back(int32_t(text[token]));
                indices.push_back(m_firstPosition + int32_t(token));
            }
        const Scratch added = step.scratch(hidden.rows, hidden.columns);
        step.ops().gatherRows(hidden, m_tokens, step.integers(ids));
        step.ops().gatherRows(added, m_positions, step.integers(indices));
        step.ops().add(hidden, added);
        std::ranges::fill(ids, 0);
        step.ops().gatherRows(added, m_kinds, step.integers(ids));
        step.ops().add(hidden, added);
        m_norm.forward(step, hidden, hidden);
    }

private:
    static Weight table(const Weights& weights, const char* name, const EncoderConfig& config)
    {
        return weights.matrix(name, weights.rows(name), config.hidden);
    }

    int32_t m_firstPosition;
    Weight m_tokens, m_positions, m_kinds;
    Norm m_norm;
};

class PlannedEncoder final : public Encoder {
public:
    PlannedEncoder(std::shared_ptr<const WeightFile> file,
        std::shared_ptr<const Tokenizer> tokenizer, const EncoderConfig& config,
        kernels::Backend& backend)
        : m_config(config)
        , m_backend(backend)
        , m_tokenizer(std::move(tokenizer))
        , m_source(std::move(file), config.layout, {{prefixes, names}})
        , m_weights(m_source, backend)
        , m_embeddings(m_weights, config)
    {
        const BlockPlan plan = blockPlan(config);
        for (int64_t block = 0; block < config.layers; ++block)
            m_blocks.emplace_back(m_weights, plan,
                BlockPosition{"blk." + std::to_string(block) + ".", block, {}, blockNames});
        requireFitting();
        WeightLayouts layouts(m_source.file());
        for (Block& block : m_blocks)
            block.layOut(layouts, kernels::Fidelity::Rounded);
    }

    const EncoderConfig& config() const override { return m_config; }
    int64_t columns() const override { return m_config.hidden; }
    TokenIds tokenize(std::string_view text) const override;
    std::vector<float> encode(std::span<const std::string> texts) override;
    std::vector<float> computeRows(std::span<const TokenId> ids) override;

private:
    void requireFitting() const;
    std::vector<float> rowsOfTexts(std::span<const TokenIds> texts);
    void pool(std::span<const float> rows, std::span<float> vector) const;

    EncoderConfig m_config;
    kernels::Backend& m_backend;
    std::shared_ptr<const Tokenizer> m_tokenizer;
    TensorSource m_source;
    Weights m_weights;
    Embeddings m_embeddings;
    std::vector<Block> m_blocks;
};

void PlannedEncoder::requireFitting() const
{
    const std::string path = m_source.file().path().string();
    if (m_tokenizer->vocabularySize() > m_embeddings.vocabulary())
        throw Error(ErrorKind::BadFile,
            path + " has " + std::to_string(m_embeddings.vocabulary()) + " tokens, its vocabulary "
                + std::to_string(m_tokenizer->vocabularySize()));
    if (m_config.maxTokens > m_embeddings.positions())
        throw Error(ErrorKind::BadFile,
            path + " has " + std::to_string(m_embeddings.positions()) + " positions, not "
                + std::to_string(m_config.maxTokens));
    if (m_config.maxTokens < int64_t(m_tokenizer->withBoundaries({}).size()) + 1)
        throw Error(ErrorKind::BadFile, path + " has no position for a token of a text");
}

TokenIds PlannedEncoder::tokenize(std::string_view text) const
{
    TokenIds ids = m_tokenizer->encode(text, Tokenizer::Specials::AsText);
    const size_t around = m_tokenizer->withBoundaries({}).size();
    ids.resize(std::min(ids.size(), size_t(m_config.maxTokens) - around));
    ids = m_tokenizer->withBoundaries(std::move(ids));
    if (ids.empty())
        throw Error(ErrorKind::BadRequest, "an empty text has no tokens");
    return ids;
}

std::vector<float> PlannedEncoder::computeRows(std::span<const TokenId> ids)
{
    const TokenIds text(ids.begin(), ids.end());
    return rowsOfTexts({&text, 1});
}

// The texts are spans of one matrix, so that no row is wasted on padding.
std::vector<float> PlannedEncoder::rowsOfTexts(std::span<const TokenIds> texts)
{
    std::vector<int64_t> lengths;
    for (const TokenIds& text : texts)
        lengths.push_back(int64_t(text.size()));
    const int64_t rows = std::accumulate(lengths.begin(), lengths.end(), int64_t(0));
    std::vector<float> values(size_t(rows * columns()));
    Step step(m_backend);
    step.begin(std::array{lengths}, {});
    const Scratch hidden = step.scratch(rows, columns());
    m_embeddings.forward(step, hidden, texts);
    for (const Block& block : m_blocks)
        block.forward(step, hidden);
    m_backend.download(values.data(), hidden);
    m_source.file().requireWhole();
    return values;
}

std::vector<float> PlannedEncoder::encode(std::span<const std::string> texts)
{
    std::vector<TokenIds> all;
    for (const std::string& text : texts)
        all.push_back(tokenize(text));
    std::vector<float> vectors(all.size() * size_t(columns()));
    for (size_t first = 0, end = 0; first < all.size(); first = end) {
        auto rows = int64_t(all[end++].size());
        while (end < all.size() && rows + int64_t(all[end].size()) <= rowsAtOnce)
            rows += int64_t(all[end++].size());
        const std::vector<float> values = rowsOfTexts(std::span(all).subspan(first, end - first));
        std::span<const float> rest = values;
        for (size_t text = first; text < end; ++text) {
            const size_t numbers = all[text].size() * size_t(columns());
            pool(rest.first(numbers),
                std::span(vectors).subspan(text * size_t(columns()), size_t(columns())));
            rest = rest.subspan(numbers);
        }
    }
    return vectors;
}

void PlannedEncoder::pool(std::span<const float> rows, std::span<float> vector) const
{
    const size_t width = vector.size();
    const bool takesFirst = m_config.pooling == EncoderConfig::Pooling::First;
    const size_t count = takesFirst ? 1 : rows.size() / width;
    double squares = 0;
    for (size_t column = 0; column < width; ++column) {
        double sum = 0;
        for (size_t row = 0; row < count; ++row)
            sum += rows[row * width + column];
        vector[column] = float(sum / double(count));
        squares += double(vector[column]) * vector[column];
    }
    if (!m_config.normalizes)
        return;
    const double length = std::max(std::sqrt(squares), 1e-12);
    for (float& number : vector)
        number = float(number / length);
}

} // namespace

std::unique_ptr<Encoder> Encoder::load(const std::filesystem::path& path, kernels::Backend& backend)
{
    std::error_code failed;
    if (!std::filesystem::is_directory(path, failed)) {
        const auto file = GgufFile::open(path);
        return std::make_unique<PlannedEncoder>(
            file, loadTokenizer(*file), readEncoderConfig(*file), backend);
    }
    const EncoderConfig config = readEncoderConfig(path);
    return std::make_unique<PlannedEncoder>(
        openWeights(path), loadTokenizer(path), config, backend);
}

void makeUnit(std::span<float> vector)
{
    const float squares = std::inner_product(vector.begin(), vector.end(), vector.begin(), 0.F);
    const float length = std::max(std::sqrt(squares), 1e-12F);
    for (float& number : vector)
        number /= length;
}

std::vector<std::vector<float>> encodeUnitVectors(
    Encoder& encoder, std::span<const std::string> texts)
{
    const std::vector<float> all = encoder.encode(texts);
    const auto columns = ptrdiff_t(encoder.columns());
    std::vector<std::vector<float>> vectors;
    for (auto at = all.begin(); at != all.end(); at += columns)
        makeUnit(vectors.emplace_back(at, at + columns));
    return vectors;
}

} // namespace engine
