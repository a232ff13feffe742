#include "engine/convert/convert_type.h"
#include "engine/convert/decoder_file.h"
#include "engine/encoders/read_encoder_config.h"
#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "tests/engine/models/expected_arrays.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/engine/models/tiny_files.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

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

        const engine::PlannedFile planned
            = engine::planDecoderFile(path, file, {*engine::findConvertType("F32")});
        engine::writeFiles({&planned, 1}, {});

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
};

TESTS(ConvertedFamiliesTest);
#include "converted_families_test.moc"
