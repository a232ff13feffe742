#include "engine/encoders/read_encoder_config.h"
#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "tests/engine/models/case_count.h"
#include "tests/engine/models/device_rows.h"
#include "tests/engine/models/expected_arrays.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

using engine::CacheType;
using engine::ImageEmbeddingPtr;
using engine::TokenId;
using engine::TokenIds;
using nlohmann::json;

namespace fs = std::filesystem;

namespace {

// An image whose rows are those the reference fed to its language model.
std::shared_ptr<engine::ImageEmbedding> pictureOf(
    kernels::Backend& backend, std::span<const float> rows, int64_t hidden, TokenId firstId)
{
    auto image = std::make_shared<engine::ImageEmbedding>();
    image->rows
        = kernels::Tensor(backend, kernels::DType::F32, int64_t(rows.size()) / hidden, hidden);
    image->firstId = firstId;
    backend.upload(image->rows, rows.data());
    return image;
}

// The end of each image's rows in a prompt: at the end of a run of tokens for a model that sees
// images as a whole, otherwise in the middle, so that a run may end within an image.
std::vector<size_t> pictureEnds(const std::vector<size_t>& positions, const engine::Model& model)
{
    if (!model.seesWholeImages())
        return {positions.size() / 2, positions.size()};
    std::vector<size_t> ends;
    for (size_t row = 1; row <= positions.size(); ++row)
        if (row == positions.size() || positions[row] != positions[row - 1] + 1)
            ends.push_back(row);
    return ends;
}

// The images of a prompt whose rows are in grids of these sizes, with what the reference adds to
// them behind the first layers.
std::vector<ImageEmbeddingPtr> pictureGrids(
    const json& prompt, const tests::ExpectedArrays& arrays, engine::Model& model)
{
    const int64_t hidden = model.config().hidden;
    const auto rows = arrays.read(prompt.at("image_embeds").at("key"));
    const auto part = [&](const std::vector<float>& all, int64_t first, int64_t count) {
        return std::span(all).subspan(size_t(first * hidden), size_t(count * hidden));
    };
    const std::string name = prompt.at("name");
    const int64_t deepRows
        = prompt.contains("deepstack") ? int64_t(prompt["deepstack"]["count"]) : 0;
    std::vector<ImageEmbeddingPtr> pictures;
    int64_t first = 0;
    for (const auto& grid : prompt.at("image_grid_thw")) {
        const int64_t height = int64_t(grid.at(1)) / 2, width = int64_t(grid.at(2)) / 2;
        const int64_t count = height * width;
        const auto picture = pictureOf(model.backend(), part(rows, first, count), hidden,
            engine::firstImageId + TokenId(100'000 * pictures.size()));
        for (int64_t row = 0; row < count; ++row)
            picture->positions.insert(
                picture->positions.end(), {0, int32_t(row / width), int32_t(row % width)});
        for (int64_t deep = 0; deep < deepRows; ++deep) {
            const auto added = arrays.read(name + ".deepstack." + std::to_string(deep));
            auto& tensor = picture->deepRows.emplace_back(
                model.backend(), kernels::DType::F32, count, hidden);
            model.backend().upload(tensor, part(added, first, count).data());
        }
        pictures.push_back(picture);
        first += count;
    }
    return pictures;
}

// The images of another prompt, whose rows are one behind the other.
std::vector<ImageEmbeddingPtr> pictureRows(
    const json& prompt, const tests::ExpectedArrays& arrays, engine::Model& model)
{
    const int64_t hidden = model.config().hidden;
    const auto rows = arrays.read(prompt.at("image_embeds").at("key"));
    const std::vector<size_t> positions = prompt.at("image_token_positions");
    std::vector<ImageEmbeddingPtr> pictures;
    size_t row = 0;
    for (const size_t end : pictureEnds(positions, model)) {
        const TokenId first = engine::firstImageId + 7 + 100'000 * TokenId(pictures.size());
        pictures.push_back(pictureOf(model.backend(),
            std::span(rows).subspan(row * size_t(hidden), (end - row) * size_t(hidden)), hidden,
            first));
        row = end;
    }
    return pictures;
}

// One prompt of expected/<family>.json as the decoder reads it.
struct Prompt {
    json expected;
    TokenIds ids;
    std::vector<ImageEmbeddingPtr> images;
    std::vector<float> logits; // of the last `rows` positions
    int64_t rows = 0;
};

Prompt readPrompt(const json& expected, const tests::ExpectedArrays& arrays, engine::Model& model)
{
    Prompt prompt{expected, expected.at("input_ids"), {}, {}, expected.at("logits").at("count")};
    prompt.logits = arrays.read(expected.at("logits").at("key"));
    if (!expected.contains("image_embeds"))
        return prompt;

    const bool havePositions
        = expected.contains("image_grid_thw") && !model.config().ropeSections.empty();
    prompt.images = havePositions ? pictureGrids(expected, arrays, model)
                                  : pictureRows(expected, arrays, model);
    const std::vector<size_t> positions = expected.at("image_token_positions");
    auto position = positions.begin();
    for (const ImageEmbeddingPtr& picture : prompt.images)
        for (int64_t row = 0; row < picture->count(); ++row)
            prompt.ids.at(*position++) = picture->firstId + TokenId(row);
    return prompt;
}

} // namespace

// Models in Hugging Face layout, against what transformers computed for them.
class FolderConformanceTest : public QObject {
    Q_OBJECT

    // What one row tests, loaded.
    std::unique_ptr<kernels::Backend> m_backend;
    std::unique_ptr<engine::Model> m_model;
    std::vector<Prompt> m_prompts;
    std::unique_ptr<tests::ExpectedArrays> m_arrays;

    tests::CaseCount m_cases;
    std::string m_row; // what the row loads: "llama/config.json"

    // A row for each folder, config and device; only those whose arrays hold `key`, if given.
    void addRows(const std::vector<std::string>& configs, const std::string& key = {})
    {
        REQUIRE_FIXTURE_FOLDER(expected, "expected");
        QTest::addColumn<QString>("device");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("config");
        const auto isWanted = [&](const fs::path& file) {
            return file.extension() == ".json"
                && (key.empty()
                    || tests::ExpectedArrays(fs::path(file).replace_extension(".safetensors"))
                           .has(key));
        };
        for (const fs::path& file : tests::entriesOf(expected))
            if (isWanted(file))
                addRowsFor(expectedRoot, file, configs);
    }

    void addRowsFor(
        const fs::path& root, const fs::path& file, const std::vector<std::string>& configs)
    {
        const fs::path folder = root / "models" / file.stem();
        if (!fs::exists(folder / "config.json") || engine::isEncoderModel(folder))
            return; // encoder_families_test compares encoders
        const std::string family = tests::textFamily(tests::readJson(folder / "config.json"));
        if (!engine::isKnownFamily(family)) {
            m_cases.passOver(file.stem(), family);
            return;
        }
        for (const std::string& config : configs)
            for (const std::string& device : tests::conformanceDevices(
                     isLittleWork(file, config) ? tests::Work::Little : tests::Work::Much))
                if (fs::exists(folder / config))
                    QTest::addRow(
                        "%s/%s on %s", file.stem().c_str(), config.c_str(), device.c_str())
                        << QString::fromStdString(device) << QString::fromStdString(file.string())
                        << QString::fromStdString(config);
    }

    static bool isLittleWork(const fs::path& file, const std::string& config)
    {
        const std::string family = file.stem();
        return config == "config.json" && (family == "llama" || family == "llava");
    }

    void loadRow()
    {
        QFETCH(QString, device);
        QFETCH(QString, expected);
        QFETCH(QString, config);
        const fs::path file = expected.toStdString();
        const fs::path folder = file.parent_path().parent_path() / "models" / file.stem();
        m_row = file.stem().string() + "/" + config.toStdString();
        m_prompts.clear();
        m_model.reset();
        m_backend = tests::openForTest(device.toStdString());
        auto weights = engine::openWeights(folder);
        const auto numbers = engine::readConfig(folder, weights.get(), config.toStdString());
        m_model = engine::Model::load(std::move(weights), numbers, *m_backend);

        m_arrays = std::make_unique<tests::ExpectedArrays>(
            fs::path(file).replace_extension(".safetensors"));
        const json described = tests::readJson(file);
        for (const json& prompt : described.at("prompts"))
            if (isWithinReach(prompt, file))
                m_prompts.push_back(readPrompt(prompt, *m_arrays, *m_model));
        QVERIFY(!m_prompts.empty());
    }

    // A long prompt takes the GPU that is made of the CPU a minute.
    bool isWithinReach(const json& prompt, const fs::path& file) const
    {
        const bool isSlow = m_backend->isAccelerator() && tests::isGpuOnHost();
        return !isSlow || isLittleWork(file, "config.json") || prompt.at("input_ids").size() <= 64;
    }

    // The tolerances of the tree's README, larger for models that see images.
    bool seesPictures() const
    {
        return std::ranges::any_of(
            m_prompts, [](const Prompt& prompt) { return !prompt.images.empty(); });
    }

    double toleranceInHalfPrecision() const
    {
        if (m_model->config().expertCount > 0)
            return 0.3; // their choice may flip
        if (m_model->config().family.starts_with("gemma4"))
            return 0.2;
        return seesPictures() ? 0.1 : 0.05;
    }

    void compareLogits(CacheType type, double tolerance)
    {
        for (const Prompt& prompt : m_prompts) {
            tests::Sequence sequence(*m_model, type, int64_t(prompt.ids.size()));
            sequence.setImages(prompt.images);

            const auto logits = sequence.read(prompt.ids, prompt.rows, tests::exactChunk(*m_model));

            const double difference = tests::maxDifference(logits, prompt.logits);
            QVERIFY2(difference <= tolerance, qPrintable(describe(prompt, difference)));
        }
    }

    static QString describe(const Prompt& prompt, double difference)
    {
        return QString("%1: off by %2")
            .arg(QString::fromStdString(prompt.expected.at("name")))
            .arg(difference);
    }

private slots:
    void cleanup()
    {
        if (QTest::currentDataTag())
            m_cases.countIfPassed(m_row);
    }
    void cleanupTestCase() { m_cases.print(); }

    void logitsAgreeAtEveryPosition_data() { addRows({"config.json", "config.v5.json"}); }
    void logitsAgreeAtEveryPosition()
    {
        loadRow();
        compareLogits(CacheType::F32, seesPictures() ? 5e-3 : 2e-3);
    }

    void logitsAgreeWithTheCacheInHalfPrecision_data() { addRows({"config.json"}); }
    void logitsAgreeWithTheCacheInHalfPrecision()
    {
        loadRow();
        compareLogits(CacheType::F16, toleranceInHalfPrecision());
    }

    void theResidualStreamAgreesAfterEveryLayer_data()
    {
        addRows({"config.json"}, "short.hidden.0");
    }
    void theResidualStreamAgreesAfterEveryLayer()
    {
        loadRow();
        m_model->keepHiddenStates(true);
        for (const Prompt& prompt : m_prompts) {
            const std::string name = prompt.expected.at("name");
            if (!m_arrays->has(name + ".hidden.0"))
                continue;

            tests::Sequence(*m_model, CacheType::F32, int64_t(prompt.ids.size()))
                .read(prompt.ids, 1);

            const auto& states = m_model->hiddenStates();
            QCOMPARE(int64_t(states.size()), m_model->config().layers + 1);
            for (size_t layer = 0; layer < states.size(); ++layer) {
                const auto expected = m_arrays->read(name + ".hidden." + std::to_string(layer));
                const auto [low, high] = std::ranges::minmax(expected);
                const double difference = tests::maxDifference(states[layer], expected);
                QVERIFY2(difference <= 1e-3 * std::max(-low, high),
                    qPrintable(QString("layer %1: off by %2").arg(layer).arg(difference)));
            }
        }
    }

    void greedyContinuationsAgreeTokenByToken_data() { addRows({"config.json"}); }
    void greedyContinuationsAgreeTokenByToken()
    {
        loadRow();
        for (const Prompt& prompt : m_prompts) {
            const TokenIds greedy = prompt.expected.at("greedy");
            tests::Sequence sequence(
                *m_model, CacheType::F32, int64_t(prompt.ids.size() + greedy.size()));
            sequence.setImages(prompt.images);
            const auto logits = sequence.read(prompt.ids, 1, tests::exactChunk(*m_model));

            const QString wrong = tests::compareGreedy(
                sequence, logits, greedy, prompt.expected.at("greedy_top2_gap"), 5e-3);

            QVERIFY2(wrong.isEmpty(),
                qPrintable(QString::fromStdString(prompt.expected.at("name")) + ": " + wrong));
        }
    }

    // What the reference says bfloat16 may change: twice of what it changed there.
    void whatACardReadsAsAPromptIsAsGoodAsBfloat16_data() { addRows({"config.json"}); }
    void whatACardReadsAsAPromptIsAsGoodAsBfloat16()
    {
        loadRow();
        for (const Prompt& prompt : m_prompts) {
            tests::Sequence sequence(*m_model, CacheType::F16, int64_t(prompt.ids.size()));
            sequence.setImages(prompt.images);

            const auto logits = sequence.read(prompt.ids, prompt.rows);

            const double difference = tests::maxDifference(logits, prompt.logits);
            QVERIFY2(difference <= 2 * double(prompt.expected.at("bf16_max_abs_diff")),
                qPrintable(describe(prompt, difference)));
        }
    }

    void theSameBitsHoweverAPromptIsRead_data() { addRows({"config.json"}); }
    void theSameBitsHoweverAPromptIsRead()
    {
        loadRow();
        for (const Prompt& prompt : m_prompts) {
            const QString wrong = tests::compareWaysOfReading(*m_model, prompt.ids, prompt.images);

            QVERIFY2(wrong.isEmpty(),
                qPrintable(QString::fromStdString(prompt.expected.at("name")) + ": " + wrong));
        }
    }
};

TESTS(FolderConformanceTest);
#include "folder_conformance_test.moc"
