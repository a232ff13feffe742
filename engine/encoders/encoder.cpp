#include "engine/encoders/encoder.h"

#include "base/error.h"
#include "engine/config/tensor_names.h"
#include "engine/encoders/encoder_head.h"
#include "engine/encoders/families/families.h"
#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "engine/layers/block.h"
#include "engine/layers/relative_positions.h"
#include "engine/layers/rotary.h"
#include "engine/layers/step.h"
#include "engine/models/families/families.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace engine {

using base::Error;
using base::ErrorKind;
using kernels::TensorView;
using Task = EncoderConfig::Task;

namespace {

constexpr int64_t rowsAtOnce = 4096; // bounds the memory of a pass

const EncoderFamily* familyOf(const EncoderConfig& config)
{
    if (config.decoder)
        return nullptr;
    return config.layout == FileLayout::Gguf ? findEncoderArchitecture(config.family)
                                             : findEncoderFamily(config.family);
}

TensorSource openTensors(std::shared_ptr<const WeightFile> file, const EncoderConfig& config)
{
    static constexpr std::string_view headPrefixes[]
        = {"", "bert.", "roberta.", "deberta.", "model."};
    const EncoderFamily* family = familyOf(config);
    if (!family)
        return engine::openTensors(std::move(file), *config.decoder);
    return {std::move(file), config.layout,
        {{family->prefixes, family->tensors}, {headPrefixes, headTensorNames()}}};
}

EncoderPlan makePlan(const EncoderConfig& config)
{
    const EncoderFamily* family = familyOf(config);
    return family ? family->plan(config) : planDecoderAsEncoder(config);
}

/// What makes rows of ids: a vector for each token and, in some families, for its position and its
/// type.
class Embeddings {
public:
    Embeddings(const Weights& weights, const EncoderConfig& config, const EncoderPlan& plan)
        : m_firstPosition(int32_t(config.firstPosition))
        , m_scale(plan.model.embeddingScale)
        , m_tokens(table(weights, "token_embd.weight", config))
    {
        if (plan.hasPositions)
            m_positions = table(weights, "position_embd.weight", config);
        if (plan.hasTokenTypes)
            m_types = table(weights, "token_types.weight", config);
        if (plan.embeddingNorm)
            m_norm = Norm(weights, "token_embd_norm", config.hidden, *plan.embeddingNorm);
    }

    int64_t vocabulary() const { return m_tokens.view().rows; }
    bool hasPositions() const { return !m_positions.isEmpty(); }
    int64_t positions() const { return m_positions.view().rows - m_firstPosition; }
    TensorView tokens() const { return m_tokens; }

    void forward(Step& step, TensorView hidden, std::span<const TokenPair> texts) const
    {
        std::vector<int32_t> ids, positions, types;
        const auto lastType = int32_t(m_types.view().rows) - 1;
        for (const TokenPair& text : texts)
            for (size_t token = 0; token < text.ids.size(); ++token) {
                ids.push_back(int32_t(text.ids[token]));
                positions.push_back(m_firstPosition + int32_t(token));
                types.push_back(std::min(text.types[token], lastType));
            }
        step.ops().gatherRows(hidden, m_tokens, step.integers(ids));
        if (m_scale != 1)
            step.ops().scale(hidden, m_scale);
        if (hasPositions())
            add(step, hidden, m_positions, positions);
        if (!m_types.isEmpty())
            add(step, hidden, m_types, types);
        if (!m_norm.isEmpty())
            m_norm.forward(step, hidden, hidden);
    }

private:
    static Weight table(const Weights& weights, const char* name, const EncoderConfig& config)
    {
        return weights.matrix(name, weights.rows(name), config.hidden);
    }

    static void add(
        Step& step, TensorView hidden, const Weight& table, std::span<const int32_t> rows)
    {
        const Scratch added = step.scratch(hidden.rows, hidden.columns);
        step.ops().gatherRows(added, table, step.integers(rows));
        step.ops().add(hidden, added);
    }

    int32_t m_firstPosition;
    float m_scale;
    Weight m_tokens, m_positions, m_types; // the last two empty if the plan has none
    Norm m_norm;
};

class PlannedEncoder final : public Encoder {
public:
    PlannedEncoder(std::shared_ptr<const WeightFile> file,
        std::shared_ptr<const Tokenizer> tokenizer, const EncoderConfig& config,
        kernels::Backend& backend);

    const EncoderConfig& config() const override { return m_config; }
    int64_t columns() const override
    {
        return m_config.dense.empty() ? m_config.hidden : m_config.dense.back().outputs;
    }
    int64_t rowColumns() const override { return m_config.hidden; }
    TokenIds tokenize(std::string_view text) const override;
    TokenPair tokenizePair(const TextPair& pair) const override;
    std::vector<float> encode(std::span<const std::string> texts) override;
    std::vector<PairScores> score(std::span<const TextPair> pairs) override;
    std::vector<float> computeTokenLogits(const TokenPair& pair) override;
    std::vector<float> computeRows(
        std::span<const TokenId> ids, std::span<const int32_t> types) override;

private:
    void loadBlocks();
    void loadHead();
    Weight labelRows() const;
    void requireFitting() const;
    void requireTask(bool fits, const char* what) const;
    TokenPair joinPrompt(const TextPair& pair) const;
    void begin(Step& step, std::span<const TokenPair> texts) const;
    void forwardBlocks(Step& step, TensorView hidden, std::span<const TokenPair> texts);
    std::vector<float> rowsOfTexts(std::span<const TokenPair> texts);
    std::vector<float> poolTexts(std::span<const TokenPair> texts);
    void pool(std::span<const float> rows, std::span<float> vector) const;
    PairScores scoresOf(std::span<const float> logits) const;

    EncoderConfig m_config;
    EncoderPlan m_plan;
    kernels::Backend& m_backend;
    std::shared_ptr<const Tokenizer> m_tokenizer;
    TensorSource m_source;
    Weights m_weights;
    Embeddings m_embeddings;
    std::vector<Rotary> m_rotaries;
    std::optional<RelativePositions> m_relative;
    std::vector<Block> m_blocks;
    Norm m_outputNorm; // empty if the plan has none
    std::optional<EncoderHead> m_head;
    DenseModules m_dense;
};

PlannedEncoder::PlannedEncoder(std::shared_ptr<const WeightFile> file,
    std::shared_ptr<const Tokenizer> tokenizer, const EncoderConfig& config,
    kernels::Backend& backend)
    : m_config(config)
    , m_plan(makePlan(config))
    , m_backend(backend)
    , m_tokenizer(std::move(tokenizer))
    , m_source(openTensors(std::move(file), config))
    , m_weights(m_source, backend)
    , m_embeddings(m_weights, config, m_plan)
    , m_dense(m_weights, config)
{
    requireFitting();
    loadBlocks();
    loadHead();
}

void PlannedEncoder::loadBlocks()
{
    const EncoderFamily* family = familyOf(m_config);
    for (const RotaryPlan& rotary : m_plan.model.rotaries)
        m_rotaries.emplace_back(rotary, m_backend);
    if (m_plan.relative)
        m_relative.emplace(m_weights, *m_plan.relative, m_config.hidden);
    for (int64_t block = 0; block < m_config.layers; ++block)
        m_blocks.emplace_back(m_weights, m_plan.model.blocks[size_t(block)],
            BlockPosition{.prefix = "blk." + std::to_string(block) + ".",
                .layer = block,
                .rotaries = m_rotaries,
                .names = family ? family->blockNames : decoderBlockNames,
                .relative = m_relative ? &*m_relative : nullptr});
    if (m_plan.hasOutputNorm)
        m_outputNorm = Norm(m_weights, "output_norm", m_config.hidden, m_plan.model.head.norm);
    WeightLayouts layouts(m_source.file());
    for (Block& block : m_blocks)
        block.layOut(layouts, kernels::Fidelity::Rounded);
}

void PlannedEncoder::loadHead()
{
    if (m_config.rerankPrompt && !m_weights.has("cls.output.weight"))
        m_head.emplace(m_weights, labelRows(), m_plan.model.head);
    else if (m_config.task == Task::Score)
        m_head.emplace(m_weights, m_plan.ofTexts, m_config);
    else if (m_config.task != Task::Embed)
        m_head.emplace(m_weights, m_plan.ofTokens, m_config);
}

// The rows of a decoder's head for the tokens that are its labels.
Weight PlannedEncoder::labelRows() const
{
    std::vector<int32_t> ids;
    for (const std::string& label : m_config.labels) {
        const TokenId id = m_tokenizer->find(label);
        if (id < 0 || id >= m_embeddings.vocabulary())
            throw Error(ErrorKind::Unsupported,
                m_source.file().path().string() + " can't score texts: it has no token \"" + label
                    + "\"");
        ids.push_back(int32_t(id));
    }
    const Weight own = m_plan.model.head.isEmbedding
        ? Weight(m_embeddings.tokens())
        : m_weights.matrix("output.weight", m_embeddings.vocabulary(), m_config.hidden);
    kernels::Tensor rows(m_backend, kernels::DType::F32, int64_t(ids.size()), m_config.hidden);
    Step step(m_backend);
    step.ops().gatherRows(rows, own, step.integers(ids));
    m_backend.synchronize();
    return Weight(std::move(rows));
}

void PlannedEncoder::requireFitting() const
{
    const std::string path = m_source.file().path().string();
    if (m_config.decoder)
        requireKnownLayers(m_source.file(), *m_config.decoder);
    if (m_tokenizer->vocabularySize() > m_embeddings.vocabulary())
        throw Error(ErrorKind::BadFile,
            path + " has " + std::to_string(m_embeddings.vocabulary()) + " tokens, its vocabulary "
                + std::to_string(m_tokenizer->vocabularySize()));
    if (m_embeddings.hasPositions() && m_config.maxTokens > m_embeddings.positions())
        throw Error(ErrorKind::BadFile,
            path + " has " + std::to_string(m_embeddings.positions()) + " positions, not "
                + std::to_string(m_config.maxTokens));
    if (m_config.maxTokens < int64_t(m_tokenizer->withBoundaries({}).size()) + 1)
        throw Error(ErrorKind::BadFile, path + " has no position for a token of a text");
}

void PlannedEncoder::requireTask(bool fits, const char* what) const
{
    if (!fits)
        throw Error(ErrorKind::Unsupported,
            m_source.file().path().string() + " doesn't " + what + ": the model was made for "
                + (m_config.task == Task::Embed        ? "vectors of texts"
                        : m_config.task == Task::Score ? "scores of pairs of texts"
                                                       : "labels of tokens"));
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

// Cuts the longer text until both are equally long, then both: "longest first" in the tokenizers of
// Hugging Face.
void cutLongestFirst(TokenIds& first, TokenIds& second, size_t room)
{
    if (first.size() + second.size() <= room)
        return;
    const bool isFirstShorter = first.size() <= second.size();
    TokenIds& shorter = isFirstShorter ? first : second;
    TokenIds& longer = isFirstShorter ? second : first;
    if (shorter.size() > room / 2) {
        shorter.resize(room / 2);
        longer.resize(room - room / 2);
    } else {
        longer.resize(room - shorter.size());
    }
}

TokenPair PlannedEncoder::tokenizePair(const TextPair& pair) const
{
    if (m_config.rerankPrompt)
        return joinPrompt(pair);
    TokenIds first = m_tokenizer->encode(pair.first, Tokenizer::Specials::AsText);
    TokenIds second = m_tokenizer->encode(pair.second, Tokenizer::Specials::AsText);
    const size_t around = m_tokenizer->joinPair({}, {}).ids.size();
    if (size_t(m_config.maxTokens) < around + 2)
        throw Error(ErrorKind::BadFile, "the model has no positions for a pair of texts");
    cutLongestFirst(first, second, size_t(m_config.maxTokens) - around);
    return m_tokenizer->joinPair(std::move(first), second);
}

TokenPair PlannedEncoder::joinPrompt(const TextPair& pair) const
{
    const RerankPrompt& prompt = *m_config.rerankPrompt;
    TokenPair all{m_tokenizer->encode(prompt.before), {}};
    const TokenIds after = m_tokenizer->encode(prompt.after);
    const std::string text = "<Instruct>: " + prompt.instruction + "\n<Query>: " + pair.first
        + "\n<Document>: " + pair.second;
    TokenIds ids = m_tokenizer->encode(text, Tokenizer::Specials::AsText);
    const size_t around = all.ids.size() + after.size();
    if (size_t(m_config.maxTokens) <= around)
        throw Error(ErrorKind::BadFile, "the model has no positions for a pair of texts");
    ids.resize(std::min(ids.size(), size_t(m_config.maxTokens) - around));
    all.ids.insert(all.ids.end(), ids.begin(), ids.end());
    all.ids.insert(all.ids.end(), after.begin(), after.end());
    all.types.resize(all.ids.size());
    return all;
}

std::vector<float> PlannedEncoder::computeRows(
    std::span<const TokenId> ids, std::span<const int32_t> types)
{
    TokenPair text{{ids.begin(), ids.end()}, {types.begin(), types.end()}};
    text.types.resize(text.ids.size());
    return rowsOfTexts({&text, 1});
}

// The texts are spans of one matrix, so that no row is wasted on padding.
void PlannedEncoder::forwardBlocks(Step& step, TensorView hidden, std::span<const TokenPair> texts)
{
    m_embeddings.forward(step, hidden, texts);
    for (const Block& block : m_blocks)
        block.forward(step, hidden);
    if (!m_outputNorm.isEmpty())
        m_outputNorm.forward(step, hidden, hidden);
}

namespace {

int64_t countRows(std::span<const TokenPair> texts)
{
    int64_t rows = 0;
    for (const TokenPair& text : texts)
        rows += int64_t(text.ids.size());
    return rows;
}

} // namespace

void PlannedEncoder::begin(Step& step, std::span<const TokenPair> texts) const
{
    std::vector<int64_t> lengths;
    std::vector<int32_t> angles;
    for (const TokenPair& text : texts) {
        lengths.push_back(int64_t(text.ids.size()));
        for (size_t token = 0; !m_rotaries.empty() && token < text.ids.size(); ++token)
            angles.push_back(int32_t(token));
    }
    const std::vector divisions(m_plan.windows.size(), lengths);
    step.begin(divisions, angles, m_plan.windows);
}

std::vector<float> PlannedEncoder::rowsOfTexts(std::span<const TokenPair> texts)
{
    const int64_t rows = countRows(texts);
    std::vector<float> values(size_t(rows * rowColumns()));
    Step step(m_backend);
    begin(step, texts);
    const Scratch hidden = step.scratch(rows, rowColumns());
    forwardBlocks(step, hidden, texts);
    m_backend.download(values.data(), hidden);
    m_source.file().requireWhole();
    return values;
}

// What is pooled of each text [texts, rowColumns()].
std::vector<float> PlannedEncoder::poolTexts(std::span<const TokenPair> texts)
{
    const auto width = size_t(rowColumns());
    std::vector<float> vectors(texts.size() * width);
    for (size_t first = 0, end = 0; first < texts.size(); first = end) {
        auto rows = int64_t(texts[end++].ids.size());
        while (end < texts.size() && rows + int64_t(texts[end].ids.size()) <= rowsAtOnce)
            rows += int64_t(texts[end++].ids.size());
        const std::vector<float> values = rowsOfTexts(texts.subspan(first, end - first));
        std::span<const float> rest = values;
        for (size_t text = first; text < end; ++text) {
            const size_t numbers = texts[text].ids.size() * width;
            pool(rest.first(numbers), std::span(vectors).subspan(text * width, width));
            rest = rest.subspan(numbers);
        }
    }
    return vectors;
}

void PlannedEncoder::pool(std::span<const float> rows, std::span<float> vector) const
{
    using Pooling = EncoderConfig::Pooling;
    const size_t width = vector.size(), all = rows.size() / width;
    const size_t first = m_config.pooling == Pooling::Last ? all - 1 : 0;
    const size_t count = m_config.pooling == Pooling::Mean ? all : 1;
    for (size_t column = 0; column < width; ++column) {
        double sum = 0;
        for (size_t row = first; row < first + count; ++row)
            sum += rows[row * width + column];
        vector[column] = float(sum / double(count));
    }
}

std::vector<float> PlannedEncoder::encode(std::span<const std::string> texts)
{
    requireTask(m_config.task == Task::Embed, "embed texts");
    std::vector<TokenPair> all;
    for (const std::string& text : texts) {
        all.push_back({tokenize(text), {}});
        all.back().types.resize(all.back().ids.size());
    }
    std::vector<float> vectors = poolTexts(all);
    if (!m_dense.isEmpty() && !texts.empty()) {
        Step step(m_backend);
        vectors = m_dense.forward(step, vectors);
    }
    const auto width = size_t(columns());
    for (size_t first = 0; m_config.normalizes && first < vectors.size(); first += width) {
        const auto vector = std::span(vectors).subspan(first, width);
        double squares = 0;
        for (const float number : vector)
            squares += double(number) * number;
        const double length = std::max(std::sqrt(squares), 1e-12);
        for (float& number : vector)
            number = float(number / length);
    }
    return vectors;
}

std::vector<PairScores> PlannedEncoder::score(std::span<const TextPair> pairs)
{
    requireTask(m_config.task == Task::Score, "score texts");
    std::vector<TokenPair> all;
    for (const TextPair& pair : pairs)
        all.push_back(tokenizePair(pair));
    const std::vector<float> vectors = poolTexts(all);
    if (pairs.empty())
        return {};
    const auto texts = int64_t(pairs.size());
    std::vector<float> logits(size_t(texts * m_head->labels()));
    Step step(m_backend);
    const Scratch x = step.numbers(vectors);
    const Scratch out = step.scratch(texts, m_head->labels());
    m_head->forward(step, out, x.view().reshaped(texts, rowColumns()));
    m_backend.download(logits.data(), out);
    std::vector<PairScores> scores;
    for (int64_t text = 0; text < texts; ++text)
        scores.push_back(scoresOf(
            std::span(logits).subspan(size_t(text * m_head->labels()), size_t(m_head->labels()))));
    return scores;
}

PairScores PlannedEncoder::scoresOf(std::span<const float> logits) const
{
    PairScores scores{{logits.begin(), logits.end()}, {}};
    if (logits.size() == 1 || !m_config.labelsExclude) {
        for (const float logit : logits)
            scores.scores.push_back(float(1 / (1 + std::exp(-double(logit)))));
        return scores;
    }
    const double highest = *std::ranges::max_element(logits);
    double total = 0;
    for (const float logit : logits)
        total += std::exp(logit - highest);
    for (const float logit : logits)
        scores.scores.push_back(float(std::exp(logit - highest) / total));
    return scores;
}

std::vector<float> PlannedEncoder::computeTokenLogits(const TokenPair& pair)
{
    requireTask(
        m_config.task == Task::FindAnswer || m_config.task == Task::TagTokens, "label tokens");
    const auto rows = int64_t(pair.ids.size());
    std::vector<float> logits(size_t(rows * m_head->labels()));
    Step step(m_backend);
    begin(step, {&pair, 1});
    const Scratch hidden = step.scratch(rows, rowColumns());
    forwardBlocks(step, hidden, {&pair, 1});
    const Scratch out = step.scratch(rows, m_head->labels());
    m_head->forward(step, out, hidden);
    m_backend.download(logits.data(), out);
    m_source.file().requireWhole();
    return logits;
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
