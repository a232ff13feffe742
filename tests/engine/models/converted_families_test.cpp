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
};

TESTS(ConvertedFamiliesTest);
#include "converted_families_test.moc"
