#include "base/error.h"
#include "engine/config/tensor_names.h"
#include "engine/convert/convert_type.h"
#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "kernels/quantize.h"
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
#include <numeric>
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

// Keys whose values are a matter of taste; and of Gemma 4 llama.cpp's converter takes tokens for
// control tokens only where tokenizer_config.json names them.
bool isCompared(std::string_view key, const GgufFile& file)
{
    if (key == "tokenizer.ggml.token_type")
        return file.metadata().string("tokenizer.ggml.model") != "gemma4";
    static const std::set<std::string_view> unlike
        = {"general.name", "general.file_type", "tokenizer.ggml.add_sep_token"};
    return !unlike.contains(key) && !key.starts_with("general.sampling.");
}

// The fixtures whose models can be converted. A fixture that is not named here must be rejected, so
// that a family that can be converted from now on is compared from now on.
const std::set<std::string> convertedFixtures = {"bert", "cohere2", "gemma3", "gemma3_text",
    "gemma4", "gemma4_text", "gpt_oss", "granite", "lfm2", "llama", "llava", "pixtral", "qwen2",
    "qwen2_vl", "qwen3", "qwen3_5", "qwen3_5_text", "smollm3", "smolvlm"};

// The fixtures that are as a folder in Hugging Face layout and as llama.cpp's F16 file.
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

engine::PlannedTensor matrixOf(const std::string& name, int64_t columns)
{
    engine::PlannedTensor planned;
    planned.name = name + ".weight";
    planned.shape = {1, columns};
    return planned;
}

bool sameTensor(const WeightTensor& a, const WeightTensor& b)
{
    return a.shape == b.shape && a.view.dtype == b.view.dtype
        && std::memcmp(a.view.bytes, b.view.bytes, size_t(a.view.sizeInBytes())) == 0;
}

// An importance matrix of one tensor in the older form.
std::string oldImportance(const std::string& name, int32_t calls, const std::vector<float>& values)
{
    tests::Bytes bytes;
    bytes.number(int32_t(1)).number(int32_t(name.size())).raw(name).number(calls);
    bytes.number(int32_t(values.size()));
    for (const float value : values)
        bytes.number(value);
    return bytes.string();
}

engine::ConvertOptions typed(const char* name)
{
    return {*engine::findConvertType(name)};
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
            = vision::convertToGguf(root / "models" / fixture.toStdString(), output, typed("F16"));

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
                vision::convertToGguf(root / "models" / fixture, output, typed("F16"));
                QFAIL((fixture + " is converted: name it in convertedFixtures").c_str());
            } catch (const base::Error& error) {
                QVERIFY2(error.kind() == base::ErrorKind::Unsupported, error.what());
                QVERIFY2(QString(error.what()).size() > 20, error.what());
            }
            QVERIFY(fs::is_empty(folder.path().toStdString()));
            ++refused;
        }
        if (refused == 0)
            QSKIP("every reference output of both forms is converted");
    }

    void aTinyModelComesBackAsItWas()
    {
        const TinyModel model;
        QTemporaryDir folder;
        const fs::path output = fs::path(folder.path().toStdString()) / "tiny.gguf";
        std::vector<std::pair<int64_t, int64_t>> progress;

        vision::convertToGguf(model.path(), output, typed("Q8_0"),
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
        vision::convertToGguf(model.path(), output, typed("F32"));

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

    void quantizedFilesAreThoseOfTheReference_data()
    {
        QTest::addColumn<QString>("type");
        for (const char* type : {"Q8_0", "Q6_K", "Q5_K_M", "Q4_K_M", "Q4_0"})
            QTest::addRow("%s", type) << QString(type);
    }
    void quantizedFilesAreThoseOfTheReference()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(QString, type);
        const std::string name = "llama-" + type.toStdString() + ".gguf";
        QTemporaryDir folder;
        const fs::path output = fs::path(folder.path().toStdString()) / name;

        vision::convertToGguf(root / "models" / "llama", output, typed(type.toStdString().c_str()));

        const auto actual = GgufFile::open(output), expected = GgufFile::open(root / "gguf" / name);
        QCOMPARE(actual->metadata().integer("general.file_type"),
            expected->metadata().integer("general.file_type"));
        QCOMPARE(actual->tensors().size(), expected->tensors().size());
        for (const WeightTensor& theirs : expected->tensors()) {
            const WeightTensor* ours = actual->find(theirs.name);
            QVERIFY2(ours, theirs.name.c_str());
            QCOMPARE(kernels::name(ours->view.dtype), kernels::name(theirs.view.dtype));
            if (theirs.name != "rope_freqs.weight") // computed, and rounded otherwise
                QVERIFY2(sameTensor(*ours, theirs), theirs.name.c_str());
        }
    }

    // llama.cpp transposes it, and cannot transpose blocks.
    void theMatrixOfAProjectorThatIsTransposedHasNoBlocks()
    {
        REQUIRE_FIXTURES(root);
        QTemporaryDir folder;
        const fs::path output = fs::path(folder.path().toStdString()) / "gemma3.gguf";

        const auto written
            = vision::convertToGguf(root / "models" / "gemma3", output, typed("Q8_0"));

        const auto tower = GgufFile::open(written.back());
        QCOMPARE(int(tower->find("mm.input_projection.weight")->view.dtype), int(DType::F16));
        QCOMPARE(int(tower->find("v.blk.0.attn_q.weight")->view.dtype), int(DType::Q8_0));
    }

    void layersThatMatterMoreGetMoreBits()
    {
        std::vector<engine::PlannedTensor> planned;
        for (int layer = 0; layer < 16; ++layer)
            for (const char* matrix : {"attn_q", "attn_v", "ffn_down"})
                planned.push_back(matrixOf("blk." + std::to_string(layer) + "." + matrix, 256));

        engine::chooseTypes(planned, *engine::findConvertType("q4_k_m"), {.layers = 16});

        std::set<int> finer; // the first and last eighth, and every third layer between
        for (int layer = 0; layer < 16; ++layer) {
            QCOMPARE(int(planned[size_t(layer) * 3].dtype), int(DType::Q4_K));
            QCOMPARE(int(planned[size_t(layer) * 3 + 1].dtype),
                int(planned[size_t(layer) * 3 + 2].dtype));
            if (planned[size_t(layer) * 3 + 1].dtype == DType::Q6_K)
                finer.insert(layer);
        }
        QCOMPARE(finer, (std::set<int>{0, 1, 4, 7, 10, 13, 14, 15}));
    }

    void attentionBesideEightExpertsStaysFine()
    {
        std::vector<engine::PlannedTensor> planned{matrixOf("blk.0.attn_k", 256),
            matrixOf("blk.0.attn_v", 256), matrixOf("blk.0.attn_output", 256),
            matrixOf("blk.0.ffn_gate_inp", 256), matrixOf("blk.0.ffn_up_exps", 256)};
        planned.back().shape = {8, 1, 256};

        engine::chooseTypes(planned, *engine::findConvertType("Q4_K_M"), {.layers = 16});

        const DType expected[] = {DType::Q8_0, DType::Q8_0, DType::Q5_K, DType::F32, DType::Q4_K};
        for (size_t i = 0; i < planned.size(); ++i)
            QVERIFY2(planned[i].dtype == expected[i], planned[i].name.c_str());
    }

    void rowsThatNoLargeBlockDividesGetSmallOnes()
    {
        const auto typeOf = [](const char* type, int64_t columns) {
            std::vector<engine::PlannedTensor> planned{
                matrixOf("blk.0.attn_q", columns), matrixOf("output", 256)};
            engine::chooseTypes(planned, *engine::findConvertType(type), {.layers = 1});
            return std::string(kernels::name(planned.front().dtype));
        };

        QCOMPARE(typeOf("Q4_K_M", 96), std::string("Q5_0"));
        QCOMPARE(typeOf("Q5_K_M", 96), std::string("Q5_1"));
        QCOMPARE(typeOf("Q6_K", 96), std::string("Q8_0"));
        QCOMPARE(typeOf("Q4_K_M", 48), std::string("F16"));
    }

    void blocksOfFourBitsStayAsTheyAre()
    {
        std::string rows(3 * 2 * 17, '\0'); // of two matrices, of three rows of two blocks in all
        std::iota(rows.begin(), rows.end(), char(1));
        engine::PlannedTensor planned = matrixOf("blk.0.ffn_up_exps", 64);
        planned.shape = {3, 64};
        planned.sources
            = {{rows.data(), DType::MXFP4, 1, 64}, {rows.data() + 34, DType::MXFP4, 2, 64}};
        std::vector<engine::PlannedTensor> all{planned};
        engine::chooseTypes(all, *engine::findConvertType("Q4_K_M"), {.layers = 1});
        const tests::Scratch scratch;
        engine::GgufWriter writer(scratch.path() / "a.gguf");

        engine::writeTensors(writer, all, [] {});
        writer.finish();

        const auto file = GgufFile::open(scratch.path() / "a.gguf");
        const auto written = file->find("blk.0.ffn_up_exps.weight")->view;
        QCOMPARE(int(written.dtype), int(DType::MXFP4));
        QVERIFY(std::memcmp(written.bytes, rows.data(), rows.size()) == 0);
    }

    void bothFormsOfImportanceAreRead()
    {
        const tests::Scratch scratch;
        const auto old = scratch.write("old.dat", oldImportance("blk.0.attn_q.weight", 2, {4, 2}));
        const fs::path current = scratch.path() / "new.gguf";
        engine::GgufWriter writer(current);
        writer.declare("blk.0.attn_q.weight.in_sum2", {2, 2}, DType::F32); // of two experts
        writer.declare("blk.0.attn_q.weight.counts", {2, 1}, DType::F32);
        const std::vector<float> sums{8, 4, 3, 1}, counts{4, 0};
        writer.append(std::as_bytes(std::span(sums)));
        writer.append(std::as_bytes(std::span(counts)));
        writer.finish();

        QCOMPARE(engine::ImportanceMatrix::load(old).of("blk.0.attn_q.weight"),
            (std::vector<float>{2, 1}));
        QCOMPARE(engine::ImportanceMatrix::load(current).of("blk.0.attn_q.weight"),
            (std::vector<float>{2, 1, 1, 1})); // what was never used matters like the rest
        QVERIFY(engine::ImportanceMatrix::load(current).of("blk.1.attn_q.weight").empty());
    }

    void damagedImportanceIsASentence()
    {
        const tests::Scratch scratch;
        const std::string whole = oldImportance("a", 1, {4, 2});
        for (const std::string& damaged : {whole.substr(0, whole.size() - 1), whole.substr(0, 9),
                 std::string("{}  "), std::string(8, '\xff'), oldImportance("a", 1, {-1, 2}),
                 oldImportance("a", 1, {NAN, 2})}) {
            const auto path = scratch.write("broken.dat", damaged);
            const auto sentence = tests::refusal([&] { engine::ImportanceMatrix::load(path); });
            QVERIFY2(sentence.starts_with("broken.dat "), sentence.c_str());
        }
    }

    void importanceChangesWhatIsStored()
    {
        const TinyModel model;
        const fs::path plain = model.path() / "plain.gguf", weighed = model.path() / "weighed.gguf";
        std::vector<float> values(32, 0.01f);
        values[3] = 50;
        model.write("i.dat", oldImportance("blk.0.attn_q.weight", 1, values));
        const auto importance = engine::ImportanceMatrix::load(model.path() / "i.dat");

        vision::convertToGguf(model.path(), plain, typed("Q4_0"));
        vision::convertToGguf(
            model.path(), weighed, {*engine::findConvertType("Q4_0"), &importance});

        const auto before = GgufFile::open(plain), after = GgufFile::open(weighed);
        const auto same
            = [&](const char* name) { return sameTensor(*before->find(name), *after->find(name)); };
        QVERIFY(!same("blk.0.attn_q.weight"));
        QVERIFY(same("blk.0.attn_output.weight"));
        model.write("i.dat", oldImportance("blk.0.attn_q.weight", 1, {1, 2}));
        const auto tooShort = engine::ImportanceMatrix::load(model.path() / "i.dat");
        QVERIFY(tests::refusal([&] {
            vision::convertToGguf(
                model.path(), weighed, {*engine::findConvertType("Q4_0"), &tooShort});
        }).find("has 2 values for blk.0.attn_q.weight")
            != std::string::npos);
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
            vision::convertToGguf(model.path(), output, typed("F16"));
            QFAIL("the window is lost");
        } catch (const base::Error& error) {
            QVERIFY2(QString(error.what()).contains("use_sliding_window"), error.what());
        }
        QVERIFY(!fs::exists(output));
    }

    void aFolderThatCannotBeWrittenIsASentence()
    {
        const TinyModel model;
        QVERIFY_EXCEPTION_THROWN(
            vision::convertToGguf(model.path(), "/nowhere/at/all.gguf", typed("F16")), base::Error);
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
                vision::convertToGguf(model.path(), output, typed("F16"));
                GgufFile::open(output);
            } catch (const base::Error&) {
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
            if (!isCompared(entry.key, expected))
                continue;
            const auto* ours = entryOf(actual, entry.key);
            if (!ours && entry.key == "clip.vision.projector_type") // readers know both keys
                ours = entryOf(actual, "clip.projector_type");
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
