#include "base/error.h"
#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "kernels/devices/backends.h"
#include "tests/support/fixtures.h"
#include "tests/support/max_difference.h"
#include "tests/support/test_program.h"
#include "vision/convert/convert_to_gguf.h"
#include "vision/images/decode.h"
#include "vision/towers/read_vision_config.h"
#include "vision/towers/towers.h"
#include "vision/vision_tower.h"

#include <QTemporaryDir>
#include <QTest>

namespace fs = std::filesystem;
using vision::VisionTower;

// What `models convert` writes of a tower sees what its folder does.
class ConvertedTowersTest : public QObject {
    Q_OBJECT

    // What a tower makes of an image: how prompts spell it, and its rows.
    struct Seen {
        std::string text;
        std::vector<float> rows;
    };

    static Seen look(std::shared_ptr<const engine::WeightFile> weights,
        const vision::VisionConfig& config, const vision::Image& picture)
    {
        const auto backend = kernels::openBackend("cpu");
        const auto tower = VisionTower::load(std::move(weights), config, *backend);
        const auto embedding = tower->embed(picture);
        Seen seen{embedding->promptText, {}};
        seen.rows.resize(size_t(embedding->rows.view().elements()));
        backend->download(seen.rows.data(), embedding->rows);
        return seen;
    }

    // An image that needs no scaling, which files describe otherwise than folders.
    static fs::path pictureFor(const fs::path& root, const std::string& family)
    {
        const auto expected = tests::readJson(root / "expected" / (family + ".json"));
        for (const auto& prompt : expected.at("prompts"))
            if (prompt.at("name") == "exact_size")
                return root / prompt.at("images").front().get<std::string>();
        return {};
    }

    // The family of a folder's tower; null: it is not in the table.
    static const vision::TowerFamily* findTower(const fs::path& folder)
    {
        const auto config = tests::readJson(folder / "config.json");
        return vision::towerFamilyOfModelType(
            config.value("model_type", ""), config.at("vision_config").value("model_type", ""));
    }

private slots:
    void theFileSeesWhatTheFolderDoes_data()
    {
        REQUIRE_FIXTURES(root);
        QTest::addColumn<QString>("family");
        for (const fs::path& folder : tests::entriesOf(root / "models"))
            if (vision::hasVisionTower(folder) && findTower(folder))
                QTest::newRow(folder.filename().c_str()) << QString(folder.filename().c_str());
    }
    void theFileSeesWhatTheFolderDoes()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(QString, family);
        const fs::path folder = root / "models" / family.toStdString();
        if (findTower(folder)->projectorTypes.size() == 0) {
            QVERIFY_EXCEPTION_THROWN(
                vision::planTowerFile(folder, "mmproj.gguf", *engine::findConvertType("F32")),
                base::Error);
            return;
        }
        const auto picture = vision::decodeImageFile(
            pictureFor(root, family.toStdString()), vision::Transparency::Dropped);
        QTemporaryDir out;
        const fs::path path = fs::path(out.path().toStdString()) / "mmproj.gguf";

        const engine::PlannedFile planned
            = vision::planTowerFile(folder, path, *engine::findConvertType("F32"));
        engine::writeFiles({&planned, 1}, {});

        const auto file = engine::GgufFile::open(path);
        const Seen ofFile = look(file, vision::readVisionConfig(*file), picture);
        const Seen ofFolder
            = look(engine::openWeights(folder), vision::readVisionConfig(folder), picture);
        QCOMPARE(ofFile.text, ofFolder.text);
        QCOMPARE(ofFile.rows.size(), ofFolder.rows.size());
        const double difference = tests::maxDifference(ofFile.rows, ofFolder.rows);
        QVERIFY2(difference <= 1e-3, qPrintable(QString("off by %1").arg(difference)));
    }
};

TESTS(ConvertedTowersTest);
#include "converted_towers_test.moc"
