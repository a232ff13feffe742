#include "engine/convert/convert_type.h"
#include "engine/convert/decoder_file.h"
#include "engine/encoders/read_encoder_config.h"
#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "tests/engine/files/file_bytes.h"
#include "tests/engine/models/expected_arrays.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/engine/models/tiny_files.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

using engine::CacheType;
using engine::ModelConfig;

namespace fs = std::filesystem;

namespace {

// Those whose decoder is of a family that can be converted.
bool isConvertible(const fs::path& folder)
{
    const std::string name = tests::textFamily(tests::readJson(folder / "config.json"));
    const auto* family = engine::findFamily(engine::familyTable, name);
    return family && !family->convert.architecture.empty() && !engine::isEncoderModel(folder);
}

/// One of tests/data/models with another configuration.
class TinyCopy {
public:
    TinyCopy(const QString& name, const std::function<void(nlohmann::json&)>& change)
    {
        const fs::path source = tests::dataFolder() / "models" / name.toStdString();
        fs::copy(source / "model.safetensors", path() / "model.safetensors");
        nlohmann::json config = tests::readJson(source / "config.json");
        change(config);
        std::ofstream(path() / "config.json") << config.dump();
    }

    fs::path path() const { return m_folder.path().toStdString(); }

    /// The file that the folder becomes, without a tokenizer.
    std::shared_ptr<const engine::GgufFile> convert() const
    {
        const fs::path file = path() / "model.gguf";
        const auto weights = engine::openWeights(path());
        const ModelConfig config = engine::readConfig(path(), weights.get());
        engine::PlannedFile planned
            = engine::planDecoderFile(path(), file, {*engine::findConvertType("F32")});
        planned.setMetadata = [&](engine::GgufWriter& writer) {
            engine::setDecoderMetadata(writer, config, engine::ggufArchitecture(config));
        };
        engine::writeFiles({&planned, 1}, {});
        return engine::GgufFile::open(file);
    }

private:
    QTemporaryDir m_folder;
};

} // namespace

// What `models convert` writes of a model means the same as its folder.
class ConvertedFamiliesTest : public QObject {
    Q_OBJECT

    static std::vector<float> logitsOf(
        std::shared_ptr<const engine::WeightFile> weights, const ModelConfig& config)
    {
        const auto backend = tests::openForTest("cpu");
        const auto model = engine::Model::load(std::move(weights), config, *backend);
        const engine::TokenIds prompt = tests::somePrompt(300);
        return tests::Sequence(*model, CacheType::F32, 300).read(prompt, 300);
    }

    // A configuration with what concerns experts.
    static ModelConfig mixture(const std::string& family)
    {
        ModelConfig config;
        config.family = family;
        config.layers = 6;
        config.hidden = config.feedForward = config.expertFeedForward = 32;
        config.heads = config.kvHeads = 2;
        config.headDim = config.rotaryDims = 16;
        config.expertCount = 8;
        config.expertsUsed = 2;
        config.expertScoring = engine::requireFamily(config).defaults.mixture.scoring;
        return config;
    }

    // Why no file can say this; empty if one can.
    static QString rejection(engine::GgufWriter& writer, const ModelConfig& config)
    {
        try {
            engine::setDecoderMetadata(writer, config, engine::ggufArchitecture(config));
        } catch (const base::Error& error) {
            return error.what();
        }
        return {};
    }

private slots:
    void theFileComputesWhatTheFolderDoes_data()
    {
        REQUIRE_FIXTURE_FOLDER(models, "models");
        QTest::addColumn<QString>("folder");
        for (const fs::path& folder : tests::entriesOf(models))
            if (isConvertible(folder))
                QTest::newRow(folder.filename().c_str()) << QString::fromStdString(folder.string());
    }
    void theFileComputesWhatTheFolderDoes()
    {
        QFETCH(QString, folder);
        const fs::path path = folder.toStdString();
        QTemporaryDir out;
        const fs::path file = fs::path(out.path().toStdString()) / "model.gguf";
        const auto weights = engine::openWeights(path);
        ModelConfig config = engine::readConfig(path, weights.get());
        if (engine::requireFamily(config).convert.losesWindow)
            config.windowedLayers.clear();
        config.ropeScaling.truncates = true; // no file can say that it does not
        if (engine::requireFamily(config).defaults.states.hasShortestStep)
            config.stateStepMin = 0; // llama.cpp does not bound steps

        const engine::PlannedFile planned
            = engine::planDecoderFile(path, file, {*engine::findConvertType("F32")});
        try {
            engine::writeFiles({&planned, 1}, {});
        } catch (const base::Error& error) {
            const QString refused = error.what();
            QVERIFY2(refused.contains("can't be converted: GGUF can't store"), error.what());
            QSKIP(error.what());
        }

        const auto gguf = engine::GgufFile::open(file);
        const ModelConfig written = engine::readConfig(*gguf);
        QCOMPARE(written.windowedLayers, config.windowedLayers);
        QCOMPARE(written.unrotatedLayers, config.unrotatedLayers);
        const double difference
            = tests::maxDifference(logitsOf(gguf, written), logitsOf(weights, config));
        QVERIFY2(difference <= 2e-3, qPrintable(QString("off by %1").arg(difference)));
    }

    void whatAFileCannotSayOfExpertsIsRejected_data()
    {
        using Layers = std::vector<int64_t>;
        QTest::addColumn<QString>("family");
        QTest::addColumn<std::vector<int64_t>>("denseLayers");
        QTest::addColumn<QString>("message");
        const QString dense = "dense layers among those with experts";
        QTest::newRow("none") << "qwen3_moe" << Layers{} << QString();
        QTest::newRow("the first") << "qwen3_moe" << Layers{0} << dense;
        QTest::newRow("in between") << "qwen3_5_moe_text" << Layers{2} << dense;
        QTest::newRow("the first may be") << "glm4_moe" << Layers{0, 1} << QString();
        QTest::newRow("no others") << "lfm2_moe" << Layers{0, 2} << dense;
        QTest::newRow("by turns") << "ernie4_5_moe" << Layers{0, 1, 2, 4} << QString();
        QTest::newRow("not by turns") << "ernie4_5_moe" << Layers{0, 1, 3, 5} << dense;
    }
    void whatAFileCannotSayOfExpertsIsRejected()
    {
        QFETCH(QString, family);
        QFETCH(std::vector<int64_t>, denseLayers);
        QFETCH(QString, message);
        QTemporaryDir out;
        engine::GgufWriter writer(fs::path(out.path().toStdString()) / "model.gguf");
        ModelConfig config = mixture(family.toStdString());
        config.denseLayers = denseLayers;

        QCOMPARE(rejection(writer, config).contains(message), true);
        QCOMPARE(rejection(writer, config).isEmpty(), message.isEmpty());
    }

    void whatAFileCannotSayOfWeightsIsRejected()
    {
        QTemporaryDir out;
        engine::GgufWriter writer(fs::path(out.path().toStdString()) / "model.gguf");
        ModelConfig config = mixture("qwen2_moe");
        QVERIFY(rejection(writer, config).contains("norm_topk_prob")); // theirs do not sum to one
        config.expertWeightsSumToOne = false;
        QCOMPARE(rejection(writer, config), QString());
        config.expertWeightFactor = 2.5;
        QVERIFY(rejection(writer, config).contains("routed_scaling_factor"));

        config = mixture("glm4_moe");
        config.expertWeightFactor = 2.5;
        QCOMPARE(rejection(writer, config), QString());
        config.expertGroups = config.expertGroupsUsed = 2;
        QVERIFY(rejection(writer, config).contains("expert groups"));
        config.expertGroupScore = 2;
        QCOMPARE(rejection(writer, config), QString());
    }

    void tinyModelsWithMambaComputeTheSame_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("architecture");
        const auto add = [](const char* name, const char* architecture) {
            QTest::newRow(name) << QString(name) << QString(architecture);
        };
        add("tiny-falcon_h1", "falcon-h1");
        add("tiny-granitemoehybrid", "granitehybrid");
        add("tiny-nemotron_h", "nemotron_h");
    }
    void tinyModelsWithMambaComputeTheSame()
    {
        QFETCH(QString, name);
        QFETCH(QString, architecture);
        const TinyCopy copy(name, [](nlohmann::json& config) {
            if (config.contains("mamba_norm_before_gate"))
                config["mamba_norm_before_gate"] = false;
        });
        const auto weights = engine::openWeights(copy.path());
        ModelConfig config = engine::readConfig(copy.path(), weights.get());
        QCOMPARE(QString::fromStdString(engine::ggufArchitecture(config)), architecture);

        const auto gguf = copy.convert();
        const ModelConfig written = engine::readConfig(*gguf);
        QVERIFY(written.stateLayers == config.stateLayers);
        QVERIFY(written.mixerlessLayers == config.mixerlessLayers);
        QVERIFY(written.mlplessLayers == config.mlplessLayers);
        QVERIFY(written.unrotatedLayers == config.unrotatedLayers);
        QCOMPARE(written.parallelState, config.parallelState);
        config.stateStepMin = 0; // which no file says
        const double difference
            = tests::maxDifference(logitsOf(gguf, written), logitsOf(weights, config));
        QVERIFY2(difference <= 1e-3, qPrintable(QString("off by %1").arg(difference)));
    }

    void whatFilesCannotSayOfMambaIsRefusedByItsName_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        const auto add = [](const char* name, const char* key, const char* value) {
            QTest::addRow("%s of %s", key, name) << QString(name) << QString(key) << QString(value);
        };
        add("tiny-falcon_h1", "mamba_norm_before_gate", "true");
        add("tiny-granitemoehybrid", "time_step_limit", "[0, 0.5]");
        add("tiny-granitemoehybrid", "time_step_limit", "[0.1, 99]");
    }
    void whatFilesCannotSayOfMambaIsRefusedByItsName()
    {
        QFETCH(QString, name);
        QFETCH(QString, key);
        QFETCH(QString, value);
        const TinyCopy copy(name, [&](nlohmann::json& config) {
            config[key.toStdString()] = nlohmann::json::parse(value.toStdString());
        });

        const QString refused = QString::fromStdString(tests::refusal([&] { copy.convert(); }));
        QVERIFY2(
            refused.contains(key) && refused.contains("can't be converted"), qPrintable(refused));
    }

    void graniteWithoutStatesIsTheOlderArchitecture()
    {
        const TinyCopy copy("tiny-granitemoehybrid", [](nlohmann::json& config) {
            config["layer_types"] = {"attention", "attention", "attention", "attention"};
        });
        for (const char* positions : {"rope", "nope"}) {
            ModelConfig config = engine::readConfig(copy.path());
            config.unrotatedLayers.clear();
            if (positions == std::string("nope"))
                config.unrotatedLayers = {0, 1, 2, 3};
            QCOMPARE(engine::ggufArchitecture(config), std::string("granite"));
            QCOMPARE(
                engine::makePlan(engine::asInGguf(config)).blocks[1].attention().rotary.has_value(),
                positions == std::string("rope"));
        }
    }
};

TESTS(ConvertedFamiliesTest);
#include "converted_families_test.moc"
