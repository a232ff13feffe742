#include "engine/convert/convert_type.h"
#include "engine/convert/decoder_file.h"
#include "engine/files/gguf_file.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/engine/models/tiny_files.h"
#include "tests/support/added_tensors.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <limits>

using base::ErrorKind;
using engine::ModelConfig;
using engine::PlannedTensor;
using nlohmann::json;

namespace fs = std::filesystem;

namespace {

std::vector<float> logitsOfFolder(const fs::path& folder)
{
    const auto weights = engine::openWeights(folder);
    return tests::logitsOf(weights, engine::readConfig(folder, weights.get()));
}

PlannedTensor planned(const std::string& name, std::vector<int64_t> shape)
{
    PlannedTensor tensor;
    tensor.name = name;
    tensor.shape = std::move(shape);
    tensor.values.assign(size_t(tensor.elements()), std::numeric_limits<float>::quiet_NaN());
    return tensor;
}

// The head of a GGUF file as the block behind the last layer.
std::vector<PlannedTensor> headBlock(const ModelConfig& config, int64_t block)
{
    const std::string prefix = "blk." + std::to_string(block) + ".";
    std::vector<PlannedTensor> tensors{
        planned(prefix + "nextn.eh_proj.weight", {config.hidden, 2 * config.hidden}),
        planned(prefix + "nextn.enorm.weight", {config.hidden}),
        planned(prefix + "nextn.hnorm.weight", {config.hidden}),
        planned(prefix + "nextn.shared_head_norm.weight", {config.hidden}),
        planned(prefix + "attn_norm.weight", {config.hidden})};
    for (const char* name : {"attn_q", "attn_k", "attn_v", "attn_output", "ffn_up", "ffn_down"})
        tensors.push_back(planned(prefix + name + ".weight", {config.hidden, config.hidden}));
    return tensors;
}

// What a GGUF file says of its layers and what it holds of heads.
struct Head {
    int64_t blocks = 0; ///< more in block_count than there are layers
    std::optional<int64_t> counted = {}; ///< nextn_predict_layers
    std::vector<PlannedTensor> tensors = {};
};

// A folder as a GGUF file without a vocabulary.
void writeGguf(const fs::path& folder, const fs::path& file, const Head& head)
{
    engine::PlannedFile planned
        = engine::planDecoderFile(folder, file, {*engine::findConvertType("F32")});
    ModelConfig config = engine::readConfig(folder, planned.weights.get());
    config.layers += head.blocks;
    for (int64_t block = 0; block < head.blocks && !config.layerFeedForward.empty(); ++block)
        config.layerFeedForward.push_back(config.feedForward);
    planned.tensors.insert(planned.tensors.end(), head.tensors.begin(), head.tensors.end());
    planned.setMetadata = [=](engine::GgufWriter& writer) {
        engine::setDecoderMetadata(writer, config, engine::ggufArchitecture(config));
        if (head.counted)
            writer.set(engine::ggufArchitecture(config) + ".nextn_predict_layers",
                uint32_t(*head.counted));
    };
    engine::writeFiles({&planned, 1});
}

// What a configuration says of heads, and what they are called.
struct FolderHead {
    json fields;
    std::vector<tests::AddedTensor> tensors;
    std::string prefix = "model."; ///< of the model's own tensors
};

} // namespace

Q_DECLARE_METATYPE(FolderHead)

// Multi-token-prediction heads in the files of a model: it computes the same as without them.
class MtpLayersTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    fs::path path(const std::string& name) const
    {
        return fs::path(m_folder.path().toStdString()) / name;
    }
    static fs::path tiny(const std::string& name) { return tests::dataFolder() / "models" / name; }

    fs::path copyOf(const fs::path& model, const FolderHead& head)
    {
        const fs::path folder = path("copy");
        fs::remove_all(folder);
        fs::create_directories(folder);
        json config = tests::readJson(model / "config.json");
        config.update(head.fields);
        std::ofstream(folder / "config.json") << config.dump();
        fs::copy(model / "model.safetensors", folder / "model.safetensors");
        tests::addTensors(folder / "model.safetensors", head.tensors, head.prefix);
        return folder;
    }

    static void addModels()
    {
        QTest::addColumn<QString>("model");
        for (const char* name : {"tiny-qwen3", "tiny-qwen3_5"})
            QTest::newRow(name) << QString::fromStdString(tiny(name).string());
        if (const auto root = tests::fixtures())
            for (const char* name : {"glm4", "qwen3", "qwen3_5_text", "lfm2", "gemma4_text"})
                QTest::newRow(name) << QString::fromStdString((*root / "models" / name).string());
    }

private slots:
    void aFolderWithHeadsComputesTheSame_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<FolderHead>("head");
        QTest::addColumn<int>("heads");
        const json one{{"num_nextn_predict_layers", 1}};
        const auto layers = [](const std::string& prefix, int64_t layer) {
            const std::string block = prefix + "layers." + std::to_string(layer) + ".";
            return tests::mtpHead(block, block, 32);
        };
        QTest::newRow("mtp") << "tiny-qwen3_5"
                             << FolderHead{{{"mtp_num_hidden_layers", 1},
                                               {"mtp_use_dedicated_embeddings", true}},
                                    tests::mtpHead("mtp.", "mtp.layers.0.", 32)}
                             << 1;
        QTest::newRow("model.mtp")
            << "tiny-qwen3"
            << FolderHead{one, tests::mtpHead("model.mtp_", "model.mtp_block.0.", 32)} << 1;
        QTest::newRow("a layer") << "tiny-qwen3" << FolderHead{one, layers("model.", 2)} << 1;
        auto two = layers("model.", 2), third = layers("model.", 3);
        two.insert(two.end(), third.begin(), third.end());
        QTest::newRow("two layers")
            << "tiny-qwen3" << FolderHead{{{"num_nextn_predict_layers", 2}}, two} << 2;
        QTest::newRow("beside a tower")
            << "tiny-qwen3"
            << FolderHead{one, layers("model.language_model.", 2), "model.language_model."} << 1;
        QTest::newRow("older, beside a tower")
            << "tiny-qwen3"
            << FolderHead{one, layers("language_model.model.", 2), "language_model.model."} << 1;
        QTest::newRow("not counted")
            << "tiny-qwen3" << FolderHead{json::object(), layers("model.", 2)} << 0;
        QTest::newRow("announced, but absent")
            << "tiny-qwen3"
            << FolderHead{{{"use_mtp", true}, {"num_mtp_modules", 3},
                              {"mtp_transformer_layers", 1}},
                   {}}
            << 3;
        QTest::newRow("packed") << "tiny-qwen3"
                                << FolderHead{{{"num_nextn_predict_layers", 1},
                                                  {"quantization_config",
                                                      {{"quant_method", "fp8"},
                                                          {"weight_block_size", {128, 128}}}}},
                                       {{"mtp.eh_proj.weight", {32, 64}, "F8_E4M3"},
                                           {"mtp.eh_proj.weight_scale_inv", {1, 1}}}}
                                << 1;
    }
    void aFolderWithHeadsComputesTheSame()
    {
        QFETCH(QString, model);
        QFETCH(FolderHead, head);
        QFETCH(int, heads);
        const fs::path without = tiny(model.toStdString());
        const fs::path folder = copyOf(without, head);

        const auto weights = engine::openWeights(folder);
        const ModelConfig config = engine::readConfig(folder, weights.get());

        QCOMPARE(config.layers, engine::readConfig(without).layers);
        QCOMPARE(config.mtpLayers, heads);
        QVERIFY(tests::logitsOf(weights, config) == logitsOfFolder(without));
    }

    void aGgufFileWithAHeadComputesTheSame_data() { addModels(); }
    void aGgufFileWithAHeadComputesTheSame()
    {
        QFETCH(QString, model);
        const fs::path folder = model.toStdString();
        const ModelConfig config = engine::readConfig(folder);
        writeGguf(folder, path("without.gguf"), {});
        writeGguf(folder, path("with.gguf"), {1, 1, headBlock(config, config.layers)});

        const auto file = engine::GgufFile::open(path("with.gguf"));
        const ModelConfig read = engine::readConfig(*file);

        QCOMPARE(file->metadata().integer(engine::ggufArchitecture(config) + ".block_count"),
            config.layers + 1);
        QCOMPARE(read.layers, config.layers);
        QCOMPARE(read.mtpLayers, 1);
        QCOMPARE(read.stateLayers, config.stateLayers);
        QVERIFY(
            tests::logitsOfGguf(path("with.gguf")) == tests::logitsOfGguf(path("without.gguf")));
    }

    void aGgufFileWhoseHeadWasLeftOutIsRead()
    {
        const fs::path folder = tiny("tiny-qwen3");
        writeGguf(folder, path("without.gguf"), {});
        writeGguf(folder, path("with.gguf"), {1, 1, {}});
        QVERIFY(
            tests::logitsOfGguf(path("with.gguf")) == tests::logitsOfGguf(path("without.gguf")));
    }

    void aConvertedFileHasNoHead()
    {
        const fs::path folder = copyOf(tiny("tiny-qwen3"),
            {{{"num_nextn_predict_layers", 1}},
                tests::mtpHead("model.layers.2.", "model.layers.2.", 32)});
        writeGguf(folder, path("converted.gguf"), {});
        writeGguf(tiny("tiny-qwen3"), path("without.gguf"), {});

        const auto file = engine::GgufFile::open(path("converted.gguf"));

        QCOMPARE(engine::readConfig(*file).mtpLayers, 0);
        QCOMPARE(
            file->tensors().size(), engine::GgufFile::open(path("without.gguf"))->tensors().size());
        QVERIFY(tests::logitsOfGguf(path("converted.gguf"))
            == tests::logitsOfGguf(path("without.gguf")));
    }

    void layersThatNobodyCountsAreRefused_data()
    {
        QTest::addColumn<int>("blocks");
        QTest::addColumn<int>("counted"); // -1: the field is absent
        QTest::addColumn<int>("head"); // the block that a head is of; -1: there is none
        QTest::addColumn<QString>("sentence");
        QTest::newRow("fewer layers than blocks") << -1 << -1 << -1 << "tensors of layer 1,";
        QTest::newRow("a layer counted as a head") << 0 << 1 << -1 << "tensors of layer 1,";
        QTest::newRow("a head that is not counted")
            << 1 << -1 << 2 << "tensors of layer 2, which is a multi-token prediction head,";
        QTest::newRow("a head in front of others")
            << 0 << 0 << 1 << "tensors of layer 1, which is a multi-token prediction head,";
        QTest::newRow("nothing but heads") << 0 << 2 << -1 << "nextn_predict_layers";
        QTest::newRow("more heads than blocks") << 0 << 1'000'000 << -1 << "nextn_predict_layers";
    }
    void layersThatNobodyCountsAreRefused()
    {
        QFETCH(int, blocks);
        QFETCH(int, counted);
        QFETCH(int, head);
        QFETCH(QString, sentence);
        const fs::path folder = tiny("tiny-qwen3"); // of two layers
        Head written{blocks, {}, {}};
        if (counted >= 0)
            written.counted = counted;
        if (head >= 0)
            written.tensors.push_back(
                planned("blk." + std::to_string(head) + ".nextn.enorm.weight", {32}));
        writeGguf(folder, path("model.gguf"), written);

        const auto error = tests::errorOf(
            [&] { engine::readConfig(*engine::GgufFile::open(path("model.gguf"))); });

        QVERIFY(error && error->kind() == ErrorKind::BadFile);
        QVERIFY2(QString(error->what()).contains(sentence), error->what());
    }

    void aLayerOfAFolderThatNobodyCountsIsRefused()
    {
        const fs::path folder = copyOf(tiny("tiny-qwen3"), {{{"num_hidden_layers", 1}}, {}});
        const auto weights = engine::openWeights(folder);
        const auto error = tests::errorOf([&] { engine::readConfig(folder, weights.get()); });
        QVERIFY(error && error->kind() == ErrorKind::BadFile);
        QVERIFY2(QString(error->what()).contains("tensors of layer 1,"), error->what());
    }
};

TESTS(MtpLayersTest);
#include "mtp_layers_test.moc"
