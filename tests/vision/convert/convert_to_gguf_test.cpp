#include "engine/config/tensor_source.h"
#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "kernels/dequantize.h"
#include "kernels/error.h"
#include "tests/engine/files/file_bytes.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "vision/convert/convert_to_gguf.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <set>

namespace fs = std::filesystem;
using engine::GgufFile;
using engine::GgufMetadata;
using engine::WeightTensor;
using kernels::DType;

namespace {

std::vector<float> valuesOf(const WeightTensor& tensor)
{
    std::vector<float> values(size_t(tensor.view.elements()));
    for (int64_t row = 0; row < tensor.view.rows; ++row)
        kernels::dequantizeRow(tensor.view.dtype, tensor.view.rowRange(row, 1).bytes,
            values.data() + row * tensor.view.columns, tensor.view.columns);
    return values;
}

// The largest difference between two tensors, and infinity where their shapes differ.
double difference(const WeightTensor& a, const WeightTensor& b)
{
    if (a.shape != b.shape)
        return INFINITY;
    const auto left = valuesOf(a), right = valuesOf(b);
    double most = 0;
    for (size_t i = 0; i < left.size(); ++i)
        most = std::max(most, double(std::abs(left[i] - right[i])));
    return most;
}

const GgufMetadata::Entry* entryOf(const GgufFile& file, std::string_view key)
{
    for (const auto& entry : file.metadata().entries())
        if (entry.key == key)
            return &entry;
    return nullptr;
}

bool sameBytes(const GgufMetadata::Entry& a, const GgufMetadata::Entry& b)
{
    return a.type == b.type && a.isArray == b.isArray && std::ranges::equal(a.bytes, b.bytes);
}

// Keys whose values are a matter of taste.
bool isCompared(std::string_view key)
{
    static const std::set<std::string_view> unlike
        = {"general.name", "general.file_type", "tokenizer.ggml.add_sep_token"};
    return !unlike.contains(key) && !key.starts_with("general.sampling.");
}

// The fixtures whose models can be converted. A fixture that is not named here must be refused, so
// that a family that can be converted from now on is compared from now on.
const std::set<std::string> convertedFixtures = {"cohere2", "gemma3", "gemma3_text", "granite",
    "llama", "llava", "pixtral", "qwen2", "qwen3", "smollm3", "smolvlm"};

// The fixtures that lie as a folder in Hugging Face layout and as llama.cpp's F16 file.
std::set<std::string> fixturesOfBothForms(const fs::path& root)
{
    std::set<std::string> names;
    for (const fs::path& path : tests::entriesOf(root / "gguf")) {
        const std::string name = path.filename().string();
        if (!name.ends_with("-F16.gguf") || name.starts_with("mmproj-"))
            continue;
        const std::string fixture = name.substr(0, name.size() - 9);
        if (fs::exists(root / "models" / fixture / "config.json"))
            names.insert(fixture);
    }
    return names;
}

// A folder with a Llama of two layers whose weights follow a formula.
class TinyModel {
public:
    TinyModel()
    {
        write("config.json",
            "{\"model_type\": \"llama\", \"hidden_size\": 32, \"intermediate_size\": 64,"
            "\"num_hidden_layers\": 2, \"num_attention_heads\": 4, \"num_key_value_heads\": 2,"
            "\"vocab_size\": 8, \"max_position_embeddings\": 64, \"tie_word_embeddings\": true,"
            "\"bos_token_id\": 0, \"eos_token_id\": 1}");
        write("tokenizer.json",
            "{\"model\": {\"type\": \"BPE\", \"vocab\": {\"a\": 2, \"b\": 3, \"ab\": 4},"
            "\"merges\": [\"a b\"]}, \"pre_tokenizer\": {\"type\": \"ByteLevel\"},"
            "\"added_tokens\": [{\"id\": 0, \"content\": \"<s>\", \"special\": true},"
            "{\"id\": 1, \"content\": \"</s>\", \"special\": true}]}");
        writeWeights();
    }

    void write(const std::string& name, const std::string& bytes) const
    {
        std::ofstream(path() / name, std::ios::binary) << bytes;
    }
    fs::path path() const { return m_folder.path().toStdString(); }

private:
    void add(const std::string& name, std::vector<int64_t> shape)
    {
        size_t count = 1;
        for (const int64_t extent : shape)
            count *= size_t(extent);
        const size_t begin = m_data.size();
        for (size_t i = 0; i < count; ++i) {
            const float value = std::sin(float(begin + i) * 0.37f);
            m_data.append(reinterpret_cast<const char*>(&value), sizeof value);
        }
        m_header[name]
            = {{"dtype", "F32"}, {"shape", shape}, {"data_offsets", {begin, m_data.size()}}};
    }

    void writeWeights()
    {
        add("model.embed_tokens.weight", {8, 32});
        for (int layer = 0; layer < 2; ++layer) {
            const std::string block = "model.layers." + std::to_string(layer) + ".";
            add(block + "input_layernorm.weight", {32});
            add(block + "self_attn.q_proj.weight", {32, 32});
            add(block + "self_attn.k_proj.weight", {16, 32});
            add(block + "self_attn.v_proj.weight", {16, 32});
            add(block + "self_attn.o_proj.weight", {32, 32});
            add(block + "post_attention_layernorm.weight", {32});
            add(block + "mlp.gate_proj.weight", {64, 32});
            add(block + "mlp.up_proj.weight", {64, 32});
            add(block + "mlp.down_proj.weight", {32, 64});
        }
        add("model.norm.weight", {32});
        const std::string header = m_header.dump();
        const uint64_t length = header.size();
        write("model.safetensors",
            std::string(reinterpret_cast<const char*>(&length), 8) + header + m_data);
    }

    QTemporaryDir m_folder;
    nlohmann::json m_header;
    std::string m_data;
};

} // namespace

class ConvertToGgufTest : public QObject {
    Q_OBJECT

private slots:
    void theFileEqualsTheOneOfLlamaCpp_data()
    {
        QTest::addColumn<QString>("fixture");
        for (const std::string& fixture : convertedFixtures)
            QTest::newRow(fixture.c_str()) << QString::fromStdString(fixture);
    }
    void theFileEqualsTheOneOfLlamaCpp()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(QString, fixture);
        const std::string name = fixture.toStdString() + "-F16.gguf";
        QTemporaryDir folder;
        const fs::path output = fs::path(folder.path().toStdString()) / name;

        const auto written
            = vision::convertToGguf(root / "models" / fixture.toStdString(), output, DType::F16);

        const bool hasVisionPart = fs::exists(root / "gguf" / ("mmproj-" + name));
        QCOMPARE(written.size(), size_t(hasVisionPart ? 2 : 1));
        for (const fs::path& path : written)
            compare(*GgufFile::open(path), *GgufFile::open(root / "gguf" / path.filename()));
    }

    void everyOtherFixtureIsRefusedInASentence()
    {
        REQUIRE_FIXTURES(root);
        int refused = 0;
        for (const std::string& fixture : fixturesOfBothForms(root)) {
            if (convertedFixtures.contains(fixture))
                continue;
            QTemporaryDir folder;
            const fs::path output = fs::path(folder.path().toStdString()) / "out.gguf";
            try {
                vision::convertToGguf(root / "models" / fixture, output, DType::F16);
                QFAIL((fixture + " is converted: name it in convertedFixtures").c_str());
            } catch (const kernels::Error& error) {
                QVERIFY2(error.kind() == kernels::ErrorKind::Unsupported, error.what());
                QVERIFY2(QString(error.what()).size() > 20, error.what());
            }
            QVERIFY(fs::is_empty(folder.path().toStdString()));
            ++refused;
        }
        QVERIFY(refused > 0);
    }

    void aTinyModelComesBackAsItWas()
    {
        const TinyModel model;
        QTemporaryDir folder;
        const fs::path output = fs::path(folder.path().toStdString()) / "tiny.gguf";
        std::vector<std::pair<int64_t, int64_t>> progress;

        vision::convertToGguf(model.path(), output, DType::Q8_0,
            [&](int64_t done, int64_t total) { progress.emplace_back(done, total); });

        const auto file = GgufFile::open(output);
        auto expected = engine::readConfig(model.path());
        auto actual = engine::readConfig(*file);
        QCOMPARE(actual.name, std::string("Tiny"));
        QCOMPARE(actual.weightType, std::string("Q8_0"));
        QCOMPARE(actual.layers, expected.layers);
        QCOMPARE(actual.kvHeads, expected.kvHeads);
        QCOMPARE(actual.headDim, expected.headDim);
        QCOMPARE(actual.eos, expected.eos);
        QVERIFY(actual.tiedEmbeddings);
        QCOMPARE(progress.size(), file->tensors().size());
        QCOMPARE(progress.back().first, progress.back().second);
        QVERIFY(!tests::holdsHalfWritten(output.parent_path()));
    }

    void queryRowsOfAHeadStandInPairs()
    {
        const TinyModel model;
        QTemporaryDir folder;
        const fs::path output = fs::path(folder.path().toStdString()) / "tiny.gguf";
        vision::convertToGguf(model.path(), output, DType::F32);

        const engine::TensorSource before(
            engine::openWeights(model.path()), engine::FileLayout::HuggingFace);
        const engine::TensorSource after(GgufFile::open(output), engine::FileLayout::Gguf);
        const auto from = before.require("blk.1.attn_k.weight").view;
        const auto to = after.require("blk.1.attn_k.weight").view;

        // Heads of 8 rows: rows i and i + 4 become 2i and 2i + 1.
        for (const auto& [row, source] : {std::pair(0, 0), {1, 4}, {2, 1}, {7, 7}, {8, 8}, {9, 12}})
            QCOMPARE(std::memcmp(to.rowRange(row, 1).bytes, from.rowRange(source, 1).bytes,
                         size_t(from.rowStride())),
                0);
    }

    void aTypeThatCannotBeWrittenIsRefused()
    {
        const TinyModel model;
        const fs::path output = model.path() / "out.gguf";
        QVERIFY_EXCEPTION_THROWN(
            vision::convertToGguf(model.path(), output, DType::IQ4_XS), kernels::Error);
        QVERIFY(!fs::exists(output));
    }

    void aWindowThatTheFileCannotNameIsRefused()
    {
        const TinyModel model;
        nlohmann::json config = tests::readJson(model.path() / "config.json");
        config.update({{"model_type", "qwen2"}, {"sliding_window", 8}, {"max_window_layers", 1},
            {"use_sliding_window", true}});
        model.write("config.json", config.dump());
        const fs::path output = model.path() / "out.gguf";
        try {
            vision::convertToGguf(model.path(), output, DType::F16);
            QFAIL("the window is lost");
        } catch (const kernels::Error& error) {
            QVERIFY2(QString(error.what()).contains("use_sliding_window"), error.what());
        }
        QVERIFY(!fs::exists(output));
    }

    void aFolderThatCannotBeWrittenIsASentence()
    {
        const TinyModel model;
        QVERIFY_EXCEPTION_THROWN(
            vision::convertToGguf(model.path(), "/nowhere/at/all.gguf", DType::F16),
            kernels::Error);
    }

    void damagedTokenizersAreSentences()
    {
        const TinyModel model;
        const fs::path output = model.path() / "out.gguf";
        const std::string text = tests::readBytes(model.path() / "tokenizer.json");
        int refused = 0;
        for (size_t byte = 0; byte < text.size(); ++byte) {
            std::string damaged = text;
            damaged[byte] = char(damaged[byte] ^ 0x11);
            model.write("tokenizer.json", damaged);
            try {
                vision::convertToGguf(model.path(), output, DType::F16);
                GgufFile::open(output);
            } catch (const kernels::Error&) {
                ++refused;
            }
        }
        QVERIFY(refused > 0);
        QVERIFY(!tests::holdsHalfWritten(output.parent_path()));
    }

private:
    static void compare(const GgufFile& actual, const GgufFile& expected)
    {
        for (const auto& entry : expected.metadata().entries()) {
            if (!isCompared(entry.key))
                continue;
            const auto* ours = entryOf(actual, entry.key);
            QVERIFY2(ours && sameBytes(*ours, entry), std::string(entry.key).c_str());
        }
        QCOMPARE(actual.tensors().size(), expected.tensors().size());
        for (const WeightTensor& tensor : expected.tensors()) {
            const WeightTensor* ours = actual.find(tensor.name);
            QVERIFY2(ours, tensor.name.c_str());
            QVERIFY2(difference(*ours, tensor) <= 3e-7, tensor.name.c_str());
        }
    }
};

TESTS(ConvertToGgufTest, QCoreApplication);
#include "convert_to_gguf_test.moc"
