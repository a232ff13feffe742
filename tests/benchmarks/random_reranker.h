#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

/// A cross-encoder with random weights and exactly the shape of cross-encoder/ms-marco-MiniLM-L6-v2: BERT
/// with 6 layers of 384 numbers, 12 heads, 1,536 in between, a vocabulary of 30,522 pieces and one label.
/// Its words are "w0", "w1" …; rarer ones are several pieces, as in languages. For measuring times alone.
class RandomReranker {
public:
    /// Writes it into a folder.
    explicit RandomReranker(const QString& folder)
    {
        write(folder + "/config.json",
            Json{{"model_type", "bert"}, {"architectures", {"BertForSequenceClassification"}},
                {"hidden_size", size}, {"num_hidden_layers", layers}, {"num_attention_heads", 12},
                {"intermediate_size", inner}, {"vocab_size", vocabulary},
                {"max_position_embeddings", positions}, {"type_vocab_size", 2},
                {"hidden_act", "gelu"}, {"layer_norm_eps", 1e-12}, {"pad_token_id", 0},
                {"position_embedding_type", "absolute"}, {"id2label", {{"0", "LABEL_0"}}},
                {"label2id", {{"LABEL_0", 0}}}, {"torch_dtype", "float32"}}
                .dump());
        write(folder + "/tokenizer.json", tokenizer().dump());
        write(folder + "/tokenizer_config.json",
            Json{{"tokenizer_class", "BertTokenizer"}, {"model_max_length", positions},
                {"do_lower_case", true}, {"unk_token", "[UNK]"}, {"cls_token", "[CLS]"},
                {"sep_token", "[SEP]"}, {"mask_token", "[MASK]"}, {"pad_token", "[PAD]"}}
                .dump());
        writeWeights(folder + "/model.safetensors");
    }

private:
    using Json = nlohmann::ordered_json;

    static constexpr int size = 384, inner = 1536, layers = 6, vocabulary = 30'522, positions = 512;

    static void write(const QString& path, const std::string& text)
    {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) < 0)
            qFatal("cannot write %s", qPrintable(path));
    }

    static Json tokenizer()
    {
        Json pieces = Json::object(), added = Json::array();
        for (const char* special : {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}) {
            added.push_back({{"id", pieces.size()}, {"content", special}, {"special", true},
                {"single_word", false}, {"lstrip", false}, {"rstrip", false},
                {"normalized", false}});
            pieces[special] = pieces.size();
        }
        for (int number = 0; number < 1000; ++number)
            pieces["##" + std::to_string(number)] = pieces.size();
        for (int number = 0; pieces.size() < vocabulary; ++number)
            pieces["w" + std::to_string(number)] = pieces.size();
        const auto special = [](const char* name, int type) {
            return Json{{"SpecialToken", {{"id", name}, {"type_id", type}}}};
        };
        const auto sequence = [](const char* name, int type) {
            return Json{{"Sequence", {{"id", name}, {"type_id", type}}}};
        };
        return {{"added_tokens", added},
            {"normalizer",
                {{"type", "BertNormalizer"}, {"clean_text", true}, {"handle_chinese_chars", true},
                    {"strip_accents", nullptr}, {"lowercase", true}}},
            {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
            {"post_processor",
                {{"type", "TemplateProcessing"},
                    {"single",
                        Json::array({special("[CLS]", 0), sequence("A", 0), special("[SEP]", 0)})},
                    {"pair",
                        Json::array({special("[CLS]", 0), sequence("A", 0), special("[SEP]", 0),
                            sequence("B", 1), special("[SEP]", 1)})},
                    {"special_tokens",
                        {{"[CLS]", {{"id", "[CLS]"}, {"ids", {2}}, {"tokens", {"[CLS]"}}}},
                            {"[SEP]", {{"id", "[SEP]"}, {"ids", {3}}, {"tokens", {"[SEP]"}}}}}}}},
            {"decoder", {{"type", "WordPiece"}, {"prefix", "##"}, {"cleanup", true}}},
            {"model",
                {{"type", "WordPiece"}, {"unk_token", "[UNK]"}, {"continuing_subword_prefix", "##"},
                    {"max_input_chars_per_word", 100}, {"vocab", pieces}}}};
    }

    // Names, shapes and values of the weights.
    void add(const std::string& name, int rows, int columns, float mean = 0)
    {
        const auto count = size_t(rows) * size_t(std::max(columns, 1));
        const size_t begin = m_numbers.size() * sizeof(float);
        std::normal_distribution<float> normal(0, 0.04F);
        for (size_t i = 0; i < count; ++i)
            m_numbers.push_back(mean > 0 ? mean : normal(m_random));
        m_head[name]
            = {{"dtype", "F32"}, {"shape", columns > 0 ? Json{rows, columns} : Json::array({rows})},
                {"data_offsets", {begin, m_numbers.size() * sizeof(float)}}};
    }

    void addLinear(const std::string& name, int rows, int columns)
    {
        add(name + ".weight", rows, columns);
        add(name + ".bias", rows, 0);
    }

    void addNorm(const std::string& name)
    {
        add(name + ".weight", size, 0, 1);
        add(name + ".bias", size, 0);
    }

    void writeWeights(const QString& path)
    {
        add("bert.embeddings.word_embeddings.weight", vocabulary, size);
        add("bert.embeddings.position_embeddings.weight", positions, size);
        add("bert.embeddings.token_type_embeddings.weight", 2, size);
        addNorm("bert.embeddings.LayerNorm");
        for (int layer = 0; layer < layers; ++layer) {
            const std::string prefix = "bert.encoder.layer." + std::to_string(layer);
            for (const char* part : {"query", "key", "value"})
                addLinear(prefix + ".attention.self." + part, size, size);
            addLinear(prefix + ".attention.output.dense", size, size);
            addNorm(prefix + ".attention.output.LayerNorm");
            addLinear(prefix + ".intermediate.dense", inner, size);
            addLinear(prefix + ".output.dense", size, inner);
            addNorm(prefix + ".output.LayerNorm");
        }
        addLinear("bert.pooler.dense", size, size);
        addLinear("classifier", 1, size);
        const std::string head = m_head.dump();
        const auto length = uint64_t(head.size());
        std::string bytes(reinterpret_cast<const char*>(&length), sizeof(length));
        bytes += head;
        bytes.append(
            reinterpret_cast<const char*>(m_numbers.data()), m_numbers.size() * sizeof(float));
        write(path, bytes);
    }

    std::mt19937 m_random{1};
    Json m_head = Json::object();
    std::vector<float> m_numbers;
};
