#include "engine/encoders/read_encoder_config.h"
#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "tests/engine/models/cache_quality.h"
#include "tests/engine/models/expected_arrays.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>

using engine::CachePrecision;
using engine::CacheType;
using engine::TokenIds;

namespace fs = std::filesystem;

namespace {

constexpr CacheType mixed{CachePrecision::Q8, CachePrecision::Q4};
const std::vector<CacheType> types
    = {CacheType::F32, CacheType::F16, CacheType::Q8, CacheType::Q6, CacheType::Q4, mixed};

// The random models of tests/data, whose heads are shorter than a block, and one for each family of
// the reference outputs, if they are there.
std::set<fs::path> folders()
{
    std::set<fs::path> found;
    const auto addFrom = [&](const fs::path& models) {
        for (const fs::path& folder : tests::entriesOf(models)) {
            const auto config = tests::readJson(folder / "config.json");
            if (engine::isKnownFamily(tests::textFamily(config)) && !engine::isEncoderModel(folder))
                found.insert(folder);
        }
    };
    addFrom(tests::dataFolder() / "models");
    if (const auto root = tests::fixtures())
        addFrom(*root / "models");
    return found;
}

void addRows()
{
    QTest::addColumn<QString>("folder");
    for (const fs::path& folder : folders())
        QTest::newRow(folder.filename().c_str()) << QString::fromStdString(folder.string());
}

std::unique_ptr<engine::Model> loadRow(kernels::Backend& backend)
{
    QFETCH(QString, folder);
    const fs::path path = folder.toStdString();
    auto weights = engine::openWeights(path);
    const auto config = engine::readConfig(path, weights.get());
    return engine::Model::load(std::move(weights), config, backend);
}

// How many times as far as in the models that the limits were set for half precision may move the
// predictions of a model: the square of what bfloat16 moves its logits by, above the 0.2 of those.
double sensitivity()
{
    QFETCH(QString, folder);
    const fs::path path = folder.toStdString();
    const fs::path expected
        = path.parent_path().parent_path() / "expected" / (path.filename().string() + ".json");
    if (!fs::exists(expected))
        return 1;
    const auto described = tests::readJson(expected);
    double moved = 0.2;
    for (const auto& prompt : described.at("prompts"))
        moved = std::max(moved, prompt.value("bf16_max_abs_diff", 0.0));
    return moved * moved / (0.2 * 0.2);
}

// Ids of ordinary pieces, one like the other.
TokenIds someIds(const engine::Model& model, size_t count)
{
    TokenIds ids;
    uint32_t state = 7;
    for (size_t i = 0; i < count; ++i) {
        state = state * 1664525 + 1013904223;
        ids.push_back(state / 65536 % std::min<int64_t>(model.config().vocabulary, 100));
    }
    return ids;
}

} // namespace

// Whole models with keys and values in blocks, whatever the length of their heads.
class QuantizedCacheTest : public QObject {
    Q_OBJECT

private slots:
    void everyFamilyKeepsItsPredictions_data() { addRows(); }
    void everyFamilyKeepsItsPredictions()
    {
        const auto backend = kernels::openBackend("cpu", 2);
        const auto model = loadRow(*backend);
        tests::CacheComparison comparison(*model, types);

        comparison.read(someIds(*model, 300));

        // These models are random and easily put off; a key or a value in the wrong position would
        // tell apart whole units.
        const auto results = comparison.results();
        const auto divergence = [&](size_t type) { return results[type].divergence; };
        const double limits[] = {0, 1e-5, 1e-3, 1.5e-2, 0.2, 0.1};
        // The predictions of delicate ones fall apart by less than what six bits leave out.
        const double moves = sensitivity();
        const bool isDelicate = moves > 4;
        // If a token comes to other experts, predictions part by more than the error that did it.
        if (model->config().expertCount > 0) {
            QVERIFY(divergence(0) <= limits[0] * moves && divergence(1) <= limits[1] * moves);
            QVERIFY2(divergence(2) < 0.1, qPrintable(QString::number(divergence(2))));
            QVERIFY(divergence(2) < divergence(4));
            return;
        }
        for (size_t i = 0; i < (isDelicate ? 3 : types.size()); ++i)
            QVERIFY2(divergence(i) <= limits[i] * moves,
                qPrintable(QString("%1: %2").arg(name(types[i]).c_str()).arg(divergence(i))));
        const double step = isDelicate ? 1 : 5; // two bits make 16 times the square error
        QVERIFY(step * divergence(2) < divergence(3));
        QVERIFY(step * divergence(3) < divergence(4));
    }

    void thePromptGivesTheSameBitsHoweverItIsRead_data() { addRows(); }
    void thePromptGivesTheSameBitsHoweverItIsRead()
    {
        const auto backend = kernels::openBackend("cpu", 2);
        const auto model = loadRow(*backend);
        for (const CacheType type : {CacheType::Q8, CacheType::Q6, CacheType::Q4, mixed}) {
            const QString wrong
                = tests::compareWaysOfReading(*model, someIds(*model, 270), {}, type);
            QVERIFY2(wrong.isEmpty(), qPrintable(QString(name(type).c_str()) + ": " + wrong));
        }
    }
};

TESTS(QuantizedCacheTest);
#include "quantized_cache_test.moc"
