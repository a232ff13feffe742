#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "engine/files/safetensors_file.h"
#include "tests/engine/models/device_rows.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "vision/images/decode.h"
#include "vision/tiling.h"
#include "vision/towers/read_vision_config.h"
#include "vision/towers/towers.h"
#include "vision/vision_tower.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>

namespace fs = std::filesystem;
using vision::VisionTower;

// Pixels and rows of every vision family of the fixtures, from both kinds of files, on every
// instruction set.
class TowerTest : public QObject {
    Q_OBJECT

private:
    struct Files {
        std::shared_ptr<const engine::WeightFile> weights;
        vision::VisionConfig config;
    };

    // A folder in Hugging Face layout, possibly with another config, or an mmproj file.
    static Files open(const fs::path& path, const std::string& configName)
    {
        if (path.extension() == ".gguf") {
            const auto file = engine::GgufFile::open(path);
            return {file, vision::readVisionConfig(*file)};
        }
        return {engine::openWeights(path), vision::readVisionConfig(path, configName)};
    }

    // Some models with a tower are there for their text alone.
    static bool hasPictures(const fs::path& root, const std::string& family)
    {
        const auto expected = tests::readJson(root / "expected" / (family + ".json"));
        return std::ranges::any_of(expected.at("prompts"),
            [](const auto& prompt) { return prompt.contains("pixel_values"); });
    }

    // Models with a vision tower that this program can run; the others are named once.
    static std::vector<std::string> families(const fs::path& root)
    {
        std::vector<std::string> names, passedOver;
        for (const fs::path& folder : tests::entriesOf(root / "models")) {
            const std::string name = folder.filename();
            if (!vision::hasVisionTower(folder) || !hasPictures(root, name))
                continue;
            const auto config = tests::readJson(folder / "config.json");
            const bool isKnown = vision::towerFamilyOfModelType(
                config.value("model_type", ""), config.at("vision_config").value("model_type", ""));
            (isKnown ? names : passedOver).push_back(name);
        }
        std::string line;
        for (const std::string& name : passedOver)
            line += " " + name;
        if (!line.empty())
            qInfo("passed over, not in the table of towers:%s", line.c_str());
        return names;
    }

    static void addRows()
    {
        QTest::addColumn<QString>("family");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("configName");
        QTest::addColumn<QString>("device");
        const auto root = tests::fixtures();
        if (!root)
            return;
        for (const std::string& family : families(*root))
            for (const std::string& device : tests::conformanceDevices(tests::Work::Much))
                if (!device.starts_with("cuda")) // see tower_on_gpu_test
                    addRowsFor(*root, family, device);
    }

    static void addRowsFor(
        const fs::path& root, const std::string& family, const std::string& device)
    {
        const auto add = [&](const std::string& name, const fs::path& path, const char* config) {
            QTest::addRow("%s on %s", name.c_str(), device.c_str())
                << QString::fromStdString(family) << QString::fromStdString(path.string())
                << QString(config) << QString::fromStdString(device);
        };
        const fs::path folder = root / "models" / family;
        for (const char* config : {"config.json", "config.v5.json"})
            if (fs::exists(folder / config))
                add(family + "/" + config, folder, config);
        for (const fs::path& file : tests::entriesOf(root / "gguf"))
            if (const std::string name = file.filename();
                name.starts_with("mmproj-" + family + "-"))
                add("gguf/" + name, file, "");
    }

    static std::vector<float> floats(const engine::SafetensorsFile& file, const std::string& key)
    {
        const engine::WeightTensor* tensor = file.find(key);
        if (!tensor || tensor->view.dtype != kernels::DType::F32)
            qFatal("no f32 array %s", key.c_str());
        const auto* first = tensor->view.data<float>();
        return {first, first + tensor->view.elements()};
    }

    static float difference(const std::vector<float>& actual, const std::vector<float>& expected)
    {
        if (actual.size() != expected.size())
            return INFINITY;
        float largest = 0;
        for (size_t i = 0; i < actual.size(); ++i)
            largest = std::max(largest, std::abs(actual[i] - expected[i]));
        return largest;
    }

    // Images of these sizes (height, width), filled up to the largest: [images][3][…][…].
    static vision::Patches sizedPictures(const vision::VisionConfig& config,
        std::span<const float> pixels, const std::vector<std::array<int64_t, 2>>& sizes)
    {
        int64_t height = 0, width = 0;
        for (const auto& size : sizes) {
            height = std::max(height, size[0]);
            width = std::max(width, size[1]);
        }
        vision::Patches patches{config.patchSize, {}, {}};
        auto row = pixels.begin();
        for (const auto& size : sizes) {
            std::vector<float> own;
            for (int64_t line = 0; line < 3 * height; ++line, row += width)
                if (line % height < size[0])
                    own.insert(own.end(), row, row + size[1]);
            patches.add(own, size[0], size[1]);
        }
        return patches;
    }

    // The patches of grids row by row, whose frames or channels come first.
    static vision::Patches gridsByRows(const vision::VisionConfig& config,
        std::span<const float> pixels, const nlohmann::json& sizes)
    {
        vision::Patches patches{config.patchSize, {}, {}, config.framesPerPatch};
        const bool framesFirst = vision::towerPlan(config).framesFirst;
        const int64_t area = config.patchSize * config.patchSize, frames = config.framesPerPatch;
        for (const auto& size : sizes)
            patches.grids.push_back({size.at(0), size.at(1), size.at(2)});
        for (int64_t plane = 0; plane < patches.count() * 3 * frames; ++plane) {
            const int64_t own = plane % (3 * frames);
            const int64_t stored
                = plane - own + (framesFirst ? own % frames * 3 + own / frames : own);
            const auto numbers = pixels.subspan(size_t(stored * area), size_t(area));
            patches.values.insert(patches.values.end(), numbers.begin(), numbers.end());
        }
        return patches;
    }

    // The patches of all grids side by side: [3][side][patches · side].
    static vision::Patches patchesInALine(const vision::VisionConfig& config,
        std::span<const float> pixels, const nlohmann::json& sizes)
    {
        vision::Patches patches{config.patchSize, {}, {}};
        for (const auto& size : sizes)
            patches.grids.push_back({1, size.at(0), size.at(1)});
        const int64_t side = config.patchSize, count = patches.count();
        for (int64_t patch = 0; patch < count; ++patch)
            for (int64_t line = 0; line < 3 * side; ++line) {
                const auto own
                    = pixels.subspan(size_t((line * count + patch) * side), size_t(side));
                patches.values.insert(patches.values.end(), own.begin(), own.end());
            }
        return patches;
    }

    // The patches of grids, of which the reference has those together that become one row.
    static vision::Patches gridsOf(const vision::VisionConfig& config,
        std::span<const float> pixels, const nlohmann::json& sizes)
    {
        vision::Patches patches{config.patchSize, {}, {}, config.framesPerPatch};
        const int64_t merged = config.scaleFactor, numbers = patches.numbers();
        for (const auto& size : sizes) {
            const vision::PatchGrid grid{size.at(0), size.at(1), size.at(2)};
            const int64_t before = patches.count();
            patches.grids.push_back(grid);
            for (int64_t y = 0; y < grid.height; ++y)
                for (int64_t x = 0; x < grid.width; ++x) {
                    const int64_t row = y / merged * (grid.width / merged) + x / merged;
                    const int64_t patch
                        = before + row * merged * merged + y % merged * merged + x % merged;
                    const auto own = pixels.subspan(size_t(patch * numbers), size_t(numbers));
                    patches.values.insert(patches.values.end(), own.begin(), own.end());
                }
        }
        return patches;
    }

    // Patches whose channels are together, `most` for each image: [images][most][…][3].
    static vision::Patches filledPatches(const vision::VisionConfig& config,
        std::span<const float> pixels, const std::vector<std::array<int64_t, 2>>& sizes,
        int64_t most)
    {
        vision::Patches patches{config.patchSize, {}, {}};
        const int64_t numbers = patches.numbers();
        for (size_t picture = 0; picture < sizes.size(); ++picture) {
            const vision::PatchGrid grid{1, sizes[picture][0], sizes[picture][1]};
            patches.grids.push_back(grid);
            for (int64_t patch = 0; patch < grid.count(); ++patch) {
                const float* first = pixels.data() + (int64_t(picture) * most + patch) * numbers;
                for (int64_t number = 0; number < numbers; ++number)
                    patches.values.push_back(
                        first[number % (numbers / 3) * 3 + number / (numbers / 3)]);
            }
        }
        return patches;
    }

    // The sizes of images, from the column and row of each of their patches; −1 fills up.
    static std::vector<std::array<int64_t, 2>> sizesOf(
        const engine::SafetensorsFile& arrays, const nlohmann::json& positions)
    {
        if (positions.is_array()) {
            std::vector<std::array<int64_t, 2>> written(positions.size());
            for (size_t picture = 0; picture < written.size(); ++picture)
                for (const auto& patch : positions[picture])
                    written[picture]
                        = {std::max(written[picture][0], patch.at(1).get<int64_t>() + 1),
                            std::max(written[picture][1], patch.at(0).get<int64_t>() + 1)};
            return written;
        }
        const engine::WeightTensor* tensor = arrays.find(positions.at("key").get<std::string>());
        if (!tensor || tensor->view.dtype != kernels::DType::I32)
            qFatal("no i32 array of positions");
        const auto* numbers = tensor->view.data<int32_t>();
        std::vector<std::array<int64_t, 2>> sizes(size_t(tensor->shape.at(0)));
        for (auto& size : sizes)
            for (int64_t patch = 0; patch < tensor->shape.at(1); ++patch, numbers += 2)
                size = {std::max<int64_t>(size[0], numbers[1] + 1),
                    std::max<int64_t>(size[1], numbers[0] + 1)};
        return sizes;
    }

    // Tiles of images of these sizes (height, width), `most` for each: [images][most][3][…][…].
    static vision::Patches tilesOfPictures(const vision::VisionConfig& config,
        std::span<const float> pixels, const std::vector<std::array<int64_t, 2>>& sizes,
        int64_t most)
    {
        const int64_t side = config.imageSize;
        const auto tile = size_t(3 * side * side);
        vision::Patches patches{config.patchSize, {}, {}};
        std::vector<int32_t> lineEnds; // where they are in the order
        int64_t rows = 0;
        for (size_t picture = 0; picture < sizes.size(); ++picture) {
            const auto tiling
                = vision::chooseTiling(config, {sizes[picture][1], sizes[picture][0]});
            for (int64_t i = 0; i < tiling.count(); ++i)
                patches.add(
                    pixels.subspan((picture * size_t(most) + size_t(i)) * tile, tile), side, side);
            const int64_t own = tiling.count() * tiling.rowsPerTile;
            for (const int32_t row : tiling.rowOrder) {
                if (row == own)
                    lineEnds.push_back(int32_t(patches.rowOrder.size()));
                patches.rowOrder.push_back(int32_t(rows) + row);
            }
            rows += own;
        }
        for (const int32_t position : lineEnds)
            patches.rowOrder[size_t(position)] = int32_t(rows);
        return patches;
    }

    // Tiles [tiles][3][side][side] as the tower reads them, images of several sizes, or grids.
    static vision::Patches patchesOf(const vision::VisionConfig& config,
        std::span<const float> pixels, const nlohmann::json& prompt,
        const engine::SafetensorsFile& arrays)
    {
        const int64_t most = prompt.at("pixel_values").at("shape").at(1);
        const bool inTiles = prompt.at("pixel_values").at("shape").size() == 5;
        if (inTiles && prompt.contains("image_sizes"))
            return tilesOfPictures(config, pixels, prompt["image_sizes"], most);
        if (prompt.contains("spatial_shapes"))
            return filledPatches(config, pixels, prompt["spatial_shapes"], most);
        if (prompt.contains("image_position_ids"))
            return filledPatches(
                config, pixels, sizesOf(arrays, prompt["image_position_ids"]), most);
        if (prompt.contains("image_sizes"))
            return sizedPictures(config, pixels, prompt["image_sizes"]);
        if (prompt.contains("target_sizes"))
            return patchesInALine(config, pixels, prompt["target_sizes"]);
        const bool areRows = prompt.at("pixel_values").at("shape").size() == 4
            || vision::towerPlan(config).framesFirst;
        if (prompt.contains("image_grid_thw"))
            return areRows ? gridsByRows(config, pixels, prompt["image_grid_thw"])
                           : gridsOf(config, pixels, prompt["image_grid_thw"]);
        const int64_t side = config.imageSize;
        const auto tile = size_t(3 * side * side);
        vision::Patches patches{config.patchSize, {}, {}};
        for (size_t first = 0; first < pixels.size(); first += tile)
            patches.add(pixels.subspan(first, tile), side, side);
        return patches;
    }

    // True if images are scaled to another size than transformers gives them.
    static bool isScaledAsByLlamaCpp(const vision::VisionConfig& config)
    {
        return config.layout == engine::FileLayout::Gguf
            && vision::towerPlan(config).cut != vision::TowerPlan::Cut::Tiles;
    }

    static void append(std::vector<float>& values, const kernels::Tensor& rows)
    {
        const size_t before = values.size();
        values.resize(before + size_t(rows.view().elements()));
        rows.backend()->download(values.data() + before, rows);
    }

    static size_t countOfDeepRows(const nlohmann::json& prompt)
    {
        return prompt.contains("deepstack") ? prompt["deepstack"].at("count").get<size_t>() : 0;
    }

    // The rows of an image, the first of which is the image token `first` of the prompt, are where
    // the reference has them.
    static void comparePositions(
        const engine::ImageEmbedding& picture, const nlohmann::json& prompt, size_t first)
    {
        if (!prompt.contains("image_grid_thw") || !prompt.contains("position_ids"))
            return;
        const std::vector<size_t> tokens = prompt.at("image_token_positions");
        std::vector<int32_t> expected;
        for (size_t row = 0; row < size_t(picture.count()); ++row)
            for (const char* axis : {"t", "h", "w"}) {
                const auto& positions = prompt.at("position_ids").at(axis);
                expected.push_back(positions.at(tokens.at(first + row)).get<int32_t>()
                    - positions.at(tokens.at(first)).get<int32_t>());
            }
        QCOMPARE(picture.positions, expected);
    }

    static std::vector<nlohmann::json> promptsWithPictures(const nlohmann::json& expected)
    {
        std::vector<nlohmann::json> prompts;
        for (const auto& prompt : expected.at("prompts"))
            if (prompt.contains("pixel_values"))
                prompts.push_back(prompt);
        if (prompts.empty())
            qFatal("none of the prompts has a picture");
        return prompts;
    }

    static size_t occurrences(const std::string& text, const std::string& part)
    {
        size_t count = 0;
        for (size_t position = text.find(part); position != std::string::npos;
             position = text.find(part, position + part.size()))
            ++count;
        return count;
    }

private slots:
    void encodesTheReferencePixels_data() { addRows(); }
    void encodesTheReferencePixels()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(QString, family);
        QFETCH(QString, path);
        QFETCH(QString, configName);
        QFETCH(QString, device);
        const auto expected = tests::readJson(root / "expected" / (family.toStdString() + ".json"));
        const auto arrays
            = engine::SafetensorsFile::open(root / expected.at("arrays").get<std::string>());
        const Files files = open(path.toStdString(), configName.toStdString());
        const auto backend = tests::openForTest(device.toStdString());
        const auto tower = VisionTower::load(files.weights, files.config, *backend);

        for (const auto& prompt : promptsWithPictures(expected)) {
            const vision::Patches patches = patchesOf(files.config,
                floats(*arrays, prompt.at("pixel_values").at("key").get<std::string>()), prompt,
                *arrays);
            const auto rows
                = floats(*arrays, prompt.at("image_embeds").at("key").get<std::string>());

            const float found = difference(tower->encode(patches), rows);

            QVERIFY2(found < 2e-3f, qPrintable(QString::number(found)));
        }
    }

    void preparesThePixelsOfThePictures_data() { addRows(); }
    void preparesThePixelsOfThePictures()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(QString, family);
        QFETCH(QString, path);
        QFETCH(QString, configName);
        QFETCH(QString, device);
        const auto expected = tests::readJson(root / "expected" / (family.toStdString() + ".json"));
        const auto arrays
            = engine::SafetensorsFile::open(root / expected.at("arrays").get<std::string>());
        Files files = open(path.toStdString(), configName.toStdString());
        if (files.config.pixels.maxRows > 0) // which an mmproj file does not say
            files.config.pixels.maxRows
                = vision::readVisionConfig(root / "models" / family.toStdString()).pixels.maxRows;
        const auto backend = tests::openForTest(device.toStdString());
        const auto tower = VisionTower::load(files.weights, files.config, *backend);

        for (const auto& prompt : promptsWithPictures(expected)) {
            const std::string name = prompt.at("name");
            const bool isExact = name.starts_with("exact");
            if (isScaledAsByLlamaCpp(files.config) && !isExact)
                continue;
            std::vector<float> values, rows;
            std::vector<std::vector<float>> deepRows;
            size_t imageTokens = 0;
            for (const std::string image : prompt.at("images")) {
                const auto picture
                    = vision::decodeImageFile(root / image, vision::Transparency::Dropped);
                const auto prepared = tower->preprocess(picture);
                values.insert(values.end(), prepared.values.begin(), prepared.values.end());
                const auto embedding = tower->embed(picture);
                append(rows, embedding->rows);
                deepRows.resize(embedding->deepRows.size());
                for (size_t deep = 0; deep < deepRows.size(); ++deep)
                    append(deepRows[deep], embedding->deepRows[deep]);
                comparePositions(*embedding, prompt, imageTokens);
                imageTokens += occurrences(embedding->promptText, files.config.imageToken);
                QCOMPARE(imageTokens * embedding->rows.view().columns, rows.size());
            }

            const vision::Patches patches = patchesOf(files.config,
                floats(*arrays, prompt.at("pixel_values").at("key").get<std::string>()), prompt,
                *arrays);
            const float found = difference(values, patches.values);
            const float ofRows = difference(
                rows, floats(*arrays, prompt.at("image_embeds").at("key").get<std::string>()));

            QVERIFY2(found < (isExact ? 1e-5f : 0.02f),
                qPrintable(QString::fromStdString(name) + " " + QString::number(found)));
            QVERIFY2(ofRows < (found < 1e-5f ? 2e-3f : 0.1f),
                qPrintable(QString::fromStdString(name) + " " + QString::number(ofRows)));
            QCOMPARE(imageTokens, prompt.at("image_token_positions").size());
            QCOMPARE(deepRows.size(), countOfDeepRows(prompt));
            for (size_t deep = 0; deep < deepRows.size(); ++deep) {
                const float off = difference(
                    deepRows[deep], floats(*arrays, name + ".deepstack." + std::to_string(deep)));
                QVERIFY2(off < (found < 1e-5f ? 2e-3f : 0.1f),
                    qPrintable(QString::fromStdString(name) + " " + QString::number(off)));
            }
        }
    }

    void encodesAPictureOnce_data() { addRows(); }
    void encodesAPictureOnce()
    {
        if (!tests::fixtures())
            QSKIP("VIGNETTE_FIXTURES names no folder of reference outputs");
        QFETCH(QString, path);
        QFETCH(QString, configName);
        QFETCH(QString, device);
        const Files files = open(path.toStdString(), configName.toStdString());
        const auto backend = tests::openForTest(device.toStdString());
        const auto tower = VisionTower::load(files.weights, files.config, *backend);
        const vision::Image gray{40, 30, std::vector<uint8_t>(3 * 40 * 30, 128)};
        vision::Image other = gray;
        other.rgb[100] = 129;

        const auto first = tower->embed(gray);
        const auto again = tower->embed(gray);
        const auto different = tower->embed(other);

        QCOMPARE(first.get(), again.get());
        QVERIFY(different->contentHash != first->contentHash);
        vision::Image limited = gray;
        limited.tokens = 1; // its rows may not be taken for those of the same image without a limit
        QVERIFY(tower->embed(limited)->contentHash != first->contentHash);
        QVERIFY(first->firstId >= engine::firstImageId);
        QVERIFY(different->firstId >= first->firstId + first->count());
        QCOMPARE(first->alias, "<$EMB_" + std::to_string(first->firstId) + "$>");
        QCOMPARE(first->width, 40);
    }
};

TESTS(TowerTest, QCoreApplication);
#include "tower_test.moc"
