#pragma once

#include "engine/encoders/encoder.h"
#include "engine/encoders/encoder_head.h"
#include "engine/encoders/families/families.h"
#include "tests/support/plain_layers.h"

#include <QTemporaryDir>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

// Encoders with random weights in folders of their own, and what they compute, once more: loops over
// rows of doubles.

namespace tests {

namespace fs = std::filesystem;

/// Words of the vocabulary: [PAD] [UNK] [CLS] [SEP] a b c … z.
inline constexpr int syntheticVocabulary = 30;

/// A tokenizer that knows letters, as one text [CLS] … [SEP] and as two [CLS] … [SEP] … [SEP].
inline nlohmann::json syntheticTokenizer()
{
    nlohmann::json vocabulary{{"[PAD]", 0}, {"[UNK]", 1}, {"[CLS]", 2}, {"[SEP]", 3}};
    for (int letter = 0; letter < 26; ++letter)
        vocabulary[std::string(1, char('a' + letter))] = 4 + letter;
    const auto special = [](const char* name, int id) {
        return nlohmann::json{{"id", name}, {"ids", {id}}, {"tokens", {name}}};
    };
    const auto token = [](const char* name, int type) {
        return nlohmann::json{{"SpecialToken", {{"id", name}, {"type_id", type}}}};
    };
    const auto text = [](const char* name, int type) {
        return nlohmann::json{{"Sequence", {{"id", name}, {"type_id", type}}}};
    };
    return {{"version", "1.0"}, {"added_tokens", nlohmann::json::array()}, {"normalizer", nullptr},
        {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
        {"post_processor",
            {{"type", "TemplateProcessing"},
                {"single", {token("[CLS]", 0), text("A", 0), token("[SEP]", 0)}},
                {"pair",
                    {token("[CLS]", 0), text("A", 0), token("[SEP]", 0), text("B", 1),
                        token("[SEP]", 1)}},
                {"special_tokens",
                    {{"[CLS]", special("[CLS]", 2)}, {"[SEP]", special("[SEP]", 3)}}}}},
        {"decoder", {{"type", "WordPiece"}, {"prefix", "##"}, {"cleanup", false}}},
        {"model",
            {{"type", "WordPiece"}, {"unk_token", "[UNK]"}, {"continuing_subword_prefix", "##"},
                {"max_input_chars_per_word", 100}, {"vocab", vocabulary}}}};
}

/// Writes tensors of f32 as a safetensors file under the names that `rename` gives them.
inline void writeSafetensors(const fs::path& path, const MemoryWeights& weights,
    const std::function<std::string(const std::string&)>& rename)
{
    nlohmann::json header = nlohmann::json::object();
    std::string data;
    for (const engine::WeightTensor& tensor : weights.tensors()) {
        const auto bytes = size_t(tensor.view.sizeInBytes());
        header[rename(tensor.name)] = {{"dtype", "F32"}, {"shape", tensor.shape},
            {"data_offsets", {data.size(), data.size() + bytes}}};
        data.append(static_cast<const char*>(tensor.view.bytes), bytes);
    }
    std::string text = header.dump();
    text.resize((text.size() + 7) / 8 * 8, ' ');
    const uint64_t length = text.size();
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(&length), sizeof length);
    file << text << data;
}

/// A folder with an encoder of random weights.
class SyntheticEncoder {
public:
    static constexpr int hidden = 24, heads = 3, inner = 40, layers = 3;

    /// `config` has what the family needs beyond the sizes; `labels` those of its head, if the
    /// architecture has one.
    SyntheticEncoder(nlohmann::json config, int labels = 0)
    {
        const nlohmann::json sizes{{"hidden_size", hidden}, {"num_attention_heads", heads},
            {"intermediate_size", inner}, {"num_hidden_layers", layers},
            {"max_position_embeddings", 40}};
        for (const auto& [key, value] : sizes.items())
            if (!config.contains(key))
                config[key] = value;
        std::ofstream(folder() / "config.json") << config;
        std::ofstream(folder() / "tokenizer.json") << syntheticTokenizer();
        m_config = engine::readEncoderConfig(folder());
        m_family = engine::findEncoderFamily(m_config.family);
        m_plan = m_family->plan(m_config);
        for (engine::BlockPlan& block : m_plan.model.blocks)
            block.attention().requiresBias = m_config.normsHaveBias && !isFused(tensorNames());
        addWeights(labels);
        write();
    }

    fs::path folder() const { return m_folder.path().toStdString(); }
    const engine::EncoderConfig& config() const { return m_config; }

    /// The rows behind the last block and its norm.
    Rows rows(const engine::TokenPair& text) const
    {
        Rows rows = embedded(text);
        for (size_t layer = 0; layer < m_plan.model.blocks.size(); ++layer)
            block(layer).forward(rows);
        if (m_plan.hasOutputNorm)
            for (Row& row : rows)
                row = plainNorm(m_weights, "output_norm", row, m_plan.model.head.norm);
        return rows;
    }

    /// The logits of a row by the head of texts or of tokens.
    Row logits(const Row& row, const engine::EncoderHeadPlan& head) const
    {
        Row x = row;
        if (head.hasDense) {
            x = plainLinear(m_weights, "cls", x);
            for (double& value : x)
                value = m_config.headActivation == engine::HeadActivation::Tanh
                    ? std::tanh(value)
                    : plainActivation(kernels::Activation::GeluErf, value);
        }
        if (head.hasNorm)
            x = plainNorm(m_weights, "cls.norm", x, head.norm);
        return plainLinear(m_weights, "cls.output", x);
    }

    const engine::EncoderPlan& plan() const { return m_plan; }

private:
    PlainBlock block(size_t layer) const
    {
        const engine::BlockPlan& plan = m_plan.model.blocks[layer];
        const engine::BlockNames& names = m_family->blockNames;
        const engine::SpanWindow window = m_plan.windows[plan.attention().spans];
        PlainBlock block{m_weights, plan, "blk." + std::to_string(layer) + ".", names.attentionNorm,
            names.attentionEndNorm, names.mlpNorm, names.mlpEndNorm, names.attentionOutput,
            [window](size_t row, size_t other) {
                return int64_t(row) - int64_t(other) <= window.before
                    && int64_t(other) - int64_t(row) <= window.after;
            },
            {}};
        if (plan.attention().rotary) {
            const double theta = m_plan.model.rotaries[*plan.attention().rotary].theta;
            block.turn = [theta](Row& head, size_t row) { turn(head, row, theta); };
        }
        if (m_plan.relative)
            block.added = [this, layer](size_t head, size_t row, size_t other, const Row& q,
                              const Row& k) { return relative(layer, head, row, other, q, k); };
        return block;
    }

    static void turn(Row& head, size_t row, double theta)
    {
        const size_t half = head.size() / 2;
        for (size_t i = 0; i < half; ++i) {
            const double angle
                = double(row) * std::pow(theta, -2.0 * double(i) / double(head.size()));
            const double x = head[i], y = head[i + half];
            head[i] = x * std::cos(angle) - y * std::sin(angle);
            head[i + half] = x * std::sin(angle) + y * std::cos(angle);
        }
    }

    // Computes the formulas of the paper: b buckets on each side, logarithmic beyond b / 2.
    double relative(
        size_t layer, size_t head, size_t row, size_t other, const Row& q, const Row& k) const
    {
        const int b = int(m_config.relativeBuckets), distance = int(row) - int(other);
        int bucket = std::abs(distance);
        if (bucket > b / 2)
            bucket = b / 2
                + int(std::ceil(std::log(double(bucket) / (b / 2))
                    / std::log(double(m_config.relativeReach - 1) / (b / 2)) * (b / 2 - 1)));
        const int index = std::clamp(b + (distance < 0 ? -bucket : bucket), 0, 2 * b - 1);
        const kernels::TensorView table = m_weights.view("rel_embd.weight");
        Row at(table.data<float>() + index * hidden, table.data<float>() + (index + 1) * hidden);
        at = plainNorm(m_weights, "rel_embd_norm", at, *m_plan.embeddingNorm);
        const std::string prefix = "blk." + std::to_string(layer) + ".";
        const Row key = plainLinear(m_weights, prefix + "attn_k", at);
        const Row query = plainLinear(m_weights, prefix + "attn_q", at);
        double sum = 0;
        for (size_t i = 0; i < q.size(); ++i) {
            const size_t column = head * q.size() + i;
            sum += q[i] * key[column] + k[i] * query[column];
        }
        return sum;
    }

    Rows embedded(const engine::TokenPair& text) const
    {
        Rows rows;
        for (size_t token = 0; token < text.ids.size(); ++token) {
            Row row(hidden);
            const auto add = [&](const char* name, int64_t index) {
                const kernels::TensorView table = m_weights.view(name);
                for (size_t i = 0; i < row.size(); ++i)
                    row[i] += double(table.data<float>()[size_t(index) * row.size() + i]);
            };
            add("token_embd.weight", text.ids[token]);
            if (m_config.hasPositions)
                add("position_embd.weight", m_config.firstPosition + int64_t(token));
            if (m_config.tokenTypes > 0)
                add("token_types.weight",
                    std::min<int64_t>(text.types[token], m_config.tokenTypes - 1));
            rows.push_back(plainNorm(m_weights, "token_embd_norm", row, *m_plan.embeddingNorm));
        }
        return rows;
    }

    void addWeights(int labels)
    {
        const bool hasBias = m_config.normsHaveBias;
        m_weights.add("token_embd.weight", {syntheticVocabulary, hidden});
        m_weights.addNorm("token_embd_norm", hidden, hasBias);
        if (m_config.hasPositions)
            m_weights.add("position_embd.weight", {40, hidden});
        if (m_config.tokenTypes > 0)
            m_weights.add("token_types.weight", {m_config.tokenTypes, hidden}, 0, 1);
        if (m_plan.relative) {
            m_weights.add("rel_embd.weight", {2 * m_config.relativeBuckets, hidden});
            m_weights.addNorm("rel_embd_norm", hidden, true);
        }
        for (size_t layer = 0; layer < m_plan.model.blocks.size(); ++layer)
            addBlock(m_weights, block(layer));
        if (m_plan.hasOutputNorm)
            m_weights.addNorm("output_norm", hidden, hasBias);
        if (labels == 0)
            return;
        const engine::EncoderHeadPlan& head = m_config.task == engine::EncoderConfig::Task::Score
            ? m_plan.ofTexts
            : m_plan.ofTokens;
        if (head.hasDense)
            m_weights.addLinear("cls", hidden, hidden);
        if (head.hasNorm)
            m_weights.addNorm("cls.norm", hidden, hasBias);
        m_weights.addLinear("cls.output", labels, hidden);
    }

    // Some families have queries, keys and values, or gate and up, in one tensor.
    void join(MemoryWeights& stored, const std::string& whole,
        std::initializer_list<const char*> parts) const
    {
        std::vector<const engine::WeightTensor*> tensors;
        for (const char* part : parts)
            tensors.push_back(m_weights.find(part + std::string(".weight")));
        stored.addJoined(whole + ".weight", tensors);
    }

    void write() const
    {
        const engine::TensorNames names = tensorNames();
        MemoryWeights stored;
        for (const engine::WeightTensor& tensor : m_weights.tensors())
            if (!engine::huggingFaceNames(names, tensor.name).empty()
                && !isPart(tensor.name, names))
                stored.addStored(tensor.name, tensor.shape, tensor.view);
        for (int layer = 0; isFused(names) && layer < layers; ++layer) {
            const std::string prefix = "blk." + std::to_string(layer) + ".";
            const std::string q = prefix + "attn_q", k = prefix + "attn_k", v = prefix + "attn_v";
            join(stored, prefix + "attn_qkv", {q.c_str(), k.c_str(), v.c_str()});
            const std::string gate = prefix + "ffn_gate", up = prefix + "ffn_up";
            if (isPart(up + ".weight", names))
                join(stored, up, {gate.c_str(), up.c_str()});
        }
        const bool isRoberta = m_config.family == "roberta";
        writeSafetensors(folder() / "model.safetensors", stored, [&](const std::string& canonical) {
            const auto found = engine::huggingFaceNames(names, canonical);
            const bool isOfHead = canonical.starts_with("cls");
            // RoBERTa's head of texts has names of its own.
            if (isRoberta && isOfHead && m_config.task == engine::EncoderConfig::Task::Score)
                return found[1];
            if (m_config.task == engine::EncoderConfig::Task::FindAnswer
                && canonical.starts_with("cls.output"))
                return found[2];
            return m_config.family == "modernbert"
                    && (canonical == "cls.weight" || canonical == "cls.bias")
                ? found[2]
                : found.front();
        });
    }

    // Whether the tensor is a part of another in the files of the family.
    static bool isPart(const std::string& name, const engine::TensorNames& names)
    {
        return isFused(names) && engine::huggingFaceNames(names, "blk.0.ffn_gate.weight").empty()
            && name.find(".ffn_up") != std::string::npos;
    }

    engine::TensorNames tensorNames() const
    {
        static constexpr std::string_view headPrefixes[] = {""};
        return {{m_family->prefixes, m_family->tensors}, {headPrefixes, engine::headTensorNames()}};
    }

    static bool isFused(const engine::TensorNames& names)
    {
        return !engine::huggingFaceNames(names, "blk.0.attn_qkv.weight").empty();
    }

    QTemporaryDir m_folder;
    engine::EncoderConfig m_config;
    const engine::EncoderFamily* m_family = nullptr;
    engine::EncoderPlan m_plan;
    MemoryWeights m_weights;
};

} // namespace tests
