#include "runtime/models/loaded_model.h"
#include "tests/engine/models/cache_quality.h"
#include "tests/support/fixtures.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"
#include "vision/images/decode.h"

#include <QTest>

using engine::CacheType;
using engine::TokenIds;

namespace {

const std::vector<CacheType> types = {CacheType::F16, CacheType::Q8, CacheType::Q6, CacheType::Q4};

// The most that perplexity may rise, by type.
constexpr double limits[] = {0, 0.001, 0.003, 0.013};

std::unique_ptr<runtime::LoadedModel> builtInModel()
{
    runtime::LoadOptions options;
    options.threads = 2;
    options.products = kernels::Products::Exact; // what caches cost, and nothing else
    return runtime::LoadedModel::load(options);
}

// A prompt of the reference captions with the rows of its image.
TokenIds withPicture(TokenIds ids, engine::TokenId imageToken, const engine::ImageEmbedding& image)
{
    engine::TokenId row = image.firstId;
    for (engine::TokenId& id : ids)
        if (id == imageToken)
            id = row++;
    return ids;
}

QString described(size_t type, double change)
{
    return QString("%1: %2 %").arg(name(types[type]).c_str()).arg(100 * change);
}

} // namespace

// What quantized keys and values cost the built-in model, the only trained one at hand.
class CacheQualityTest : public QObject {
    Q_OBJECT

private slots:
    // The perplexity is that of an independent program's answers in float32, behind the sample
    // images.
    void answersAboutPicturesKeepTheirPerplexity()
    {
        const auto model = builtInModel();
        tests::CacheComparison comparison(model->model(), types);
        const auto reference = tests::readJson(tests::dataFolder() / "starter" / "captions.json");

        for (const auto& picture : reference.at("pictures")) {
            const auto file = "samples/" + picture.at("file").get<std::string>();
            const auto image = model->embed(vision::decodeImageFile(
                tests::resource(QString::fromStdString(file)).toStdString()));
            TokenIds ids = withPicture(picture.at("ids"), model->imageToken(), *image);
            const size_t promptTokens = ids.size();
            const TokenIds answer = picture.at("greedy");
            ids.insert(ids.end(), answer.begin(), answer.end());
            comparison.read(ids, {image}, promptTokens);
        }

        const auto results = comparison.results();
        QVERIFY(comparison.tokens() > 200);
        for (size_t type = 1; type < types.size(); ++type) {
            const double change = results[type].perplexity / results[0].perplexity - 1;
            QVERIFY2(std::fabs(change) <= limits[type], qPrintable(described(type, change)));
        }
    }

    // English prose is far outside this model's world: its perplexity there says nothing. What can
    // be said is how far each prediction moves: e^divergence is by how much perplexity rises, on
    // average, over all the texts that the model itself would write after each of these beginnings.
    void predictionsInARealTextKeepTheirPerplexity()
    {
        const auto model = builtInModel();
        tests::CacheComparison comparison(model->model(), types);
        const TokenIds ids
            = model->tokenizer().encode(tests::readBytes(tests::dataFolder() / "text/alice.txt"));

        comparison.readWindows(ids, 512);

        const auto results = comparison.results();
        QVERIFY(comparison.tokens() > 5000);
        for (size_t type = 1; type < types.size(); ++type) {
            const double change = std::exp(results[type].divergence) - 1;
            QVERIFY2(change <= limits[type], qPrintable(described(type, change)));
        }
    }
};

TESTS(CacheQualityTest);
#include "cache_quality_test.moc"
