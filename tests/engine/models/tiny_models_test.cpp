#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/kernels/gpu_on_host.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

namespace fs = std::filesystem;
using base::Error;
using engine::CacheType;
using engine::TokenIds;
using nlohmann::json;

namespace {

std::filesystem::path folderOf(const QString& name)
{
    return tests::dataFolder() / "models" / name.toStdString();
}

std::unique_ptr<engine::Model> loadFolder(
    const std::filesystem::path& folder, kernels::Backend& backend)
{
    auto weights = engine::openWeights(folder);
    const auto config = engine::readConfig(folder, weights.get());
    return engine::Model::load(std::move(weights), config, backend);
}

std::vector<float> flat(const json& rows)
{
    std::vector<float> values;
    for (const json& row : rows)
        for (const json& value : row)
            values.push_back(value);
    return values;
}

// An image whose rows are given tokens' own embeddings.
engine::ImageEmbeddingPtr pictureOf(
    kernels::Backend& backend, const std::vector<float>& rows, int64_t hidden)
{
    auto image = std::make_shared<engine::ImageEmbedding>();
    image->rows
        = kernels::Tensor(backend, kernels::DType::F32, int64_t(rows.size()) / hidden, hidden);
    backend.upload(image->rows, rows.data());
    image->firstId = engine::firstImageId + 500;
    return image;
}

} // namespace

// The small models of tests/data, against what an independent program computed for them.
class TinyModelsTest : public QObject {
    Q_OBJECT

    void addRows(const std::vector<std::string>& devices)
    {
        QTest::addColumn<QString>("device");
        QTest::addColumn<QString>("name");
        for (const std::string& device : devices)
            for (const char* name : {"tiny-llama", "tiny-qwen2", "tiny-qwen3", "tiny-lfm2",
                     "tiny-qwen3_5", "tiny-qwen3_next", "tiny-falcon_h1", "tiny-granitemoehybrid",
                     "tiny-nemotron_h", "tiny-deepseek_v3"})
                QTest::addRow("%s on %s", name, device.c_str())
                    << QString::fromStdString(device) << QString(name);
    }

    void addRowsWithGpu()
    {
        std::vector<std::string> devices = tests::backendNames();
        tests::useGpuOnHost();
        devices.push_back("cuda:0");
        addRows(devices);
    }

private slots:
    void logitsAndContinuationsAgree_data() { addRowsWithGpu(); }
    void logitsAndContinuationsAgree()
    {
        QFETCH(QString, device);
        QFETCH(QString, name);
        const auto backend = tests::openForTest(device.toStdString());
        const auto model = loadFolder(folderOf(name), *backend);
        const json expectations = tests::readJson(folderOf(name) / "expected.json");

        QCOMPARE(expectations.at("prompts").size(), size_t(2));
        for (const json& prompt : expectations.at("prompts")) {
            const TokenIds ids = prompt.at("input_ids"), greedy = prompt.at("greedy");
            tests::Sequence sequence(*model, CacheType::F32, int64_t(ids.size() + greedy.size()));
            const auto expected = flat(prompt.at("logits"));
            const int64_t rows = int64_t(prompt.at("logits").size());
            // A GPU keeps the precision of f32 for that many rows; more are rounded to the
            // weights'.
            const auto logits = sequence.read(ids, rows, 64);

            const double difference = tests::maxDifference(logits, expected);
            QVERIFY2(difference < 1e-3, qPrintable(QString::number(difference)));
            const std::vector<float> last(
                logits.end() - ptrdiff_t(logits.size() / size_t(rows)), logits.end());
            const QString wrong
                = tests::compareGreedy(sequence, last, greedy, prompt.at("greedy_top2_gap"), 5e-3);
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        }
    }

    void theResidualStreamAgreesAfterEveryLayer_data() { addRowsWithGpu(); }
    void theResidualStreamAgreesAfterEveryLayer()
    {
        QFETCH(QString, device);
        QFETCH(QString, name);
        const auto backend = tests::openForTest(device.toStdString());
        const auto model = loadFolder(folderOf(name), *backend);
        const json prompt = tests::readJson(folderOf(name) / "expected.json").at("prompts").at(0);
        const TokenIds ids = prompt.at("input_ids");
        const auto expected = prompt.at("hidden_last_token").get<std::vector<std::vector<float>>>();

        model->keepHiddenStates(true);
        tests::Sequence(*model, CacheType::F32, int64_t(ids.size())).read(ids, 1);

        QCOMPARE(model->hiddenStates().size(), expected.size());
        for (size_t layer = 0; layer < expected.size(); ++layer) {
            const auto& state = model->hiddenStates()[layer];
            QCOMPARE(state.size(), ids.size() * expected[layer].size());
            QVERIFY(
                tests::maxDifference(std::span(state).last(expected[layer].size()), expected[layer])
                < 1e-4);
        }
    }

    void aFileThatIsShortenedFailsThePassAndNotTheProgram()
    {
        for (const std::string& device : tests::backendNames()) {
            const QTemporaryDir copies;
            const fs::path folder = copies.filePath("model").toStdString();
            fs::copy(folderOf("tiny-llama"), folder);
            const auto backend = tests::openForTest(device);
            const auto model = loadFolder(folder, *backend);
            const TokenIds ids{1, 2, 3};
            QCOMPARE(tests::errorOf([&] {
                tests::Sequence(*model, CacheType::F32, 3).read(ids, 1);
            }).has_value(),
                false);

            fs::resize_file(folder / "model.safetensors", 8);

            const auto error
                = tests::errorOf([&] { tests::Sequence(*model, CacheType::F32, 3).read(ids, 1); });
            QVERIFY2(error, device.c_str());
            QCOMPARE(error->kind(), base::ErrorKind::BadFile);
            QVERIFY2(QString(error->what()).startsWith("model.safetensors was truncated"),
                error->what());
        }
    }

    void theSameBitsHoweverAPromptIsRead_data() { addRows(tests::backendNames()); }
    void theSameBitsHoweverAPromptIsRead()
    {
        QFETCH(QString, device);
        QFETCH(QString, name);
        const auto backend = tests::openForTest(device.toStdString());
        const auto model = loadFolder(folderOf(name), *backend);
        const json prompt = tests::readJson(folderOf(name) / "expected.json").at("prompts").at(1);
        TokenIds ids = prompt.at("input_ids");
        ids.insert(ids.end(), ids.begin(), ids.begin() + 50); // two pages

        const QString wrong = tests::compareWaysOfReading(*model, ids, {});

        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }

    // LongRope in one pass: each sequence by the factors for its own length.
    void sequencesOfAPassTurnByTheirOwnLengths()
    {
        for (const std::string& device : tests::backendNames()) {
            const auto backend = tests::openForTest(device);
            const auto weights = engine::openWeights(folderOf("tiny-llama"));
            auto config = engine::readConfig(folderOf("tiny-llama"), weights.get());
            config.ropeScaling = {.kind = engine::RopeScaling::Kind::LongRope,
                .originalContext = 16,
                .shortFactors = {1, 1, 1, 2},
                .longFactors = {2, 3, 4, 5}};
            const auto model = engine::Model::load(weights, config, *backend);
            TokenIds longer(20), shorter(10);
            std::iota(longer.begin(), longer.end(), 7);
            std::iota(shorter.begin(), shorter.end(), 30);
            const auto alone = [&](const TokenIds& ids) {
                return tests::Sequence(*model, CacheType::F32, int64_t(ids.size())).read(ids, 1);
            };

            engine::PagedCache cache(
                *backend, tests::Sequence::shapeOf(*model), CacheType::F32, 768);
            const int32_t pages[] = {0, 1, 2};
            const auto page = [&](size_t index) { return std::span(pages).subspan(index, 1); };
            const engine::BatchEntry all[]
                = {{.ids = longer, .pages = page(0)}, {.ids = shorter, .pages = page(1)},
                    {.ids = shorter, .pages = page(2), .reach = 17}};
            const auto logits = model->forward(all, cache);

            QCOMPARE(tests::maxDifference(logits.first(64), alone(longer)), 0.0);
            QCOMPARE(tests::maxDifference(logits.subspan(64, 64), alone(shorter)), 0.0);
            QVERIFY(tests::maxDifference(logits.last(64), alone(shorter)) > 1e-2);
        }
    }

    void aFileWhoseTensorsLieAtOddAddressesGivesTheSameBits()
    {
        const auto folder = folderOf("tiny-llama");
        std::string bytes = tests::readBytes(folder / "model.safetensors");
        const auto headerLength = uint8_t(bytes[0]) + 256u * uint8_t(bytes[1]);
        bytes.insert(8 + headerLength, " ");
        bytes[0] = char(headerLength + 1); // was a multiple of eight
        QTemporaryDir moved;
        const std::filesystem::path movedFolder = moved.path().toStdString();
        std::ofstream(movedFolder / "model.safetensors", std::ios::binary) << bytes;
        std::filesystem::copy(folder / "config.json", movedFolder);
        const TokenIds ids{1, 20, 30, 40};

        for (const std::string& device : tests::backendNames()) {
            const auto backend = tests::openForTest(device);
            const auto plain = loadFolder(folder, *backend),
                       odd = loadFolder(movedFolder, *backend);

            const auto expected = tests::Sequence(*plain, CacheType::F16, 4).read(ids, 4);
            const auto logits = tests::Sequence(*odd, CacheType::F16, 4).read(ids, 4);

            QCOMPARE(tests::maxDifference(logits, expected), 0.0);
        }
    }

    void rowsOfAPictureStandWhereTokensWould_data() { addRowsWithGpu(); }
    void rowsOfAPictureStandWhereTokensWould()
    {
        QFETCH(QString, device);
        QFETCH(QString, name);
        const auto backend = tests::openForTest(device.toStdString());
        const auto model = loadFolder(folderOf(name), *backend);
        const int64_t hidden = model->config().hidden;
        const TokenIds ids{1, 20, 21, 22, 5, 21, 6};
        model->keepHiddenStates(true);
        tests::Sequence plain(*model, CacheType::F16, 16);
        const auto expected = plain.read(ids, 7);
        const auto embeddings = model->hiddenStates().at(0);
        model->keepHiddenStates(false);

        const auto image = pictureOf(
            *backend, {embeddings.begin() + hidden, embeddings.begin() + 4 * hidden}, hidden);
        const engine::TokenId first = image->firstId;
        const TokenIds spliced{1, first, first + 1, first + 2, 5, first + 1, 6};
        tests::Sequence sequence(*model, CacheType::F16, 16);
        sequence.setImages({image});

        QCOMPARE(tests::maxDifference(sequence.read(spliced, 7, 3), expected), 0.0);
    }
};

TESTS(TinyModelsTest);
#include "tiny_models_test.moc"
