#include "engine/encoders/read_encoder_config.h"
#include "engine/models/families/families.h"
#include "tests/conformance/prompt_under_test.h"
#include "tests/engine/models/expected_arrays.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "vision/towers/towers.h"

#include <QTemporaryDir>
#include <QTest>

#include <optional>
#include <set>

namespace fs = std::filesystem;

using engine::CacheType;
using engine::TokenIds;
using nlohmann::json;
using runtime::LoadedModel;

namespace {

// A cache and how far logits may be from the reference with it; where the two best logits lay
// closer than that, either may be chosen.
struct Precision {
    CacheType cache = CacheType::F16;
    double limit = 0.1;
};

// Half precision may choose other experts, which the reference allows three times as much.
Precision precisionNamed(const QString& name, bool hasExperts = false)
{
    if (name == "fp32")
        return {CacheType::F32, 5e-3};
    return hasExperts ? Precision{CacheType::F16, 0.3} : Precision{};
}

// The folder with another of its configs as config.json; everything else is linked.
void linkFolder(const fs::path& folder, const std::string& config, const fs::path& target)
{
    for (const auto& entry : fs::directory_iterator(folder)) {
        const fs::path name = entry.path().filename();
        if (name != "config.json" && name != config)
            fs::create_symlink(fs::absolute(entry.path()), target / name);
    }
    fs::copy_file(folder / config, target / "config.json");
}

// Why a folder cannot be run yet; empty if it can.
std::string whatIsUnknown(const json& config)
{
    const std::string type = config.value("model_type", std::string());
    const std::string family = tests::textFamily(config);
    if (!engine::isKnownFamily(family))
        return family;
    if (!config.contains("vision_config"))
        return {};
    const std::string tower = config["vision_config"].value("model_type", std::string());
    return vision::towerFamilyOfModelType(type, tower) ? std::string() : type;
}

} // namespace

// Tests the way from messages and image files to the answer, as in the application, against
// transformers.
class PromptTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<LoadedModel> m_model;
    fs::path m_root;
    json m_expected;
    std::optional<tests::ExpectedArrays> m_arrays;
    std::set<std::string> m_passedOver;

    void addRows()
    {
        REQUIRE_FIXTURES(root);
        QTest::addColumn<QString>("family");
        QTest::addColumn<QString>("config");
        QTest::addColumn<QString>("cache");
        std::set<std::string> families;
        for (const auto& entry : fs::directory_iterator(root / "expected")) {
            if (entry.path().extension() == ".json")
                families.insert(entry.path().stem());
        }
        for (const std::string& family : families)
            addRowsFor(root, family);
    }

    void addRowsFor(const fs::path& root, const std::string& family)
    {
        const fs::path folder = root / "models" / family;
        if (!fs::exists(folder / "config.json") || engine::isEncoderModel(folder))
            return; // encoders are not asked
        const std::string unknown = whatIsUnknown(tests::readJson(folder / "config.json"));
        if (!unknown.empty()) {
            if (m_passedOver.insert(family).second)
                qInfo("%s: %s is not in the table of families: passed over", family.c_str(),
                    unknown.c_str());
            return;
        }
        for (const char* config : {"config.json", "config.v5.json"}) {
            for (const char* cache : {"fp32", "fp16"}) {
                if (fs::exists(folder / config)) {
                    QTest::addRow("%s/%s with %s", family.c_str(), config, cache)
                        << QString::fromStdString(family) << QString(config) << QString(cache);
                }
            }
        }
    }

    bool hasExperts() const { return m_model->model().config().expertCount > 0; }

    void loadRow()
    {
        QFETCH(QString, family);
        QFETCH(QString, config);
        QFETCH(QString, cache);
        m_root = *tests::fixtures();
        fs::path folder = m_root / "models" / family.toStdString();
        if (config != "config.json") {
            m_folder = std::make_unique<QTemporaryDir>();
            linkFolder(folder, config.toStdString(), m_folder->path().toStdString());
            folder = m_folder->path().toStdString();
        }
        runtime::LoadOptions options;
        options.products = kernels::Products::Exact;
        options.path = folder;
        options.threads = 2;
        options.cacheType = precisionNamed(cache).cache;
        m_model = LoadedModel::load(options);
        const fs::path file = m_root / "expected" / (family.toStdString() + ".json");
        m_expected = tests::readJson(file);
        m_arrays.emplace(fs::path(file).replace_extension(".safetensors"));
    }

    // The length of the first special tokens of a text, if the reference has left them to its
    // tokenizer.
    size_t boundaryLeftOut(const std::string& text, const std::string& rendered) const
    {
        const engine::Tokenizer& tokenizer = m_model->tokenizer();
        std::string before = tokenizer.bos() >= 0 ? tokenizer.piece(tokenizer.bos()) : "";
        if (before.empty())
            for (const engine::TokenId id : tokenizer.withBoundaries({}))
                before += tokenizer.piece(id);
        return text.starts_with(before) && !rendered.starts_with(before) ? before.size() : 0;
    }

    // An image may be scaled otherwise than by the reference within a step of 8 bits; then its rows
    // are the reference's, so that all that follows is compared exactly.
    engine::ImageEmbeddingPtr withRows(
        const engine::ImageEmbeddingPtr& picture, std::span<const float> rows)
    {
        kernels::Backend& backend = m_model->backend();
        std::vector<float> own(rows.size());
        backend.download(own.data(), picture->rows);
        const double difference = tests::maxDifference(own, rows);
        if (difference < 2e-3)
            return picture;
        if (difference > 0.1)
            qFatal("the rows of a picture are off by %g", difference);
        auto other = std::make_shared<engine::ImageEmbedding>();
        other->rows = kernels::Tensor(
            backend, kernels::DType::F32, picture->count(), picture->rows.view().columns);
        backend.upload(other->rows, rows.data());
        backend.synchronize();
        other->firstId = picture->firstId;
        return other;
    }

    void compareRows(const json& expected, std::vector<engine::ImageEmbeddingPtr>& images)
    {
        const auto hasMoreThanRows = [](const engine::ImageEmbeddingPtr& image) {
            return !image->positions.empty() || !image->deepRows.empty();
        };
        if (!expected.contains("image_embeds") || std::ranges::any_of(images, hasMoreThanRows))
            return;
        const std::vector<float> rows
            = m_arrays->read(expected["image_embeds"].at("key").get<std::string>());
        size_t first = 0;
        for (engine::ImageEmbeddingPtr& image : images) {
            const size_t count = size_t(image->rows.view().elements());
            if (first + count > rows.size())
                return; // another number of rows, which comparing ids shows
            image = withRows(image, std::span(rows).subspan(first, count));
            first += count;
        }
    }

    // The ids of a case; rows of `images` among them.
    TokenIds readIds(const json& expected, std::vector<engine::ImageEmbeddingPtr>& images)
    {
        const engine::Tokenizer& tokenizer = m_model->tokenizer();
        if (!expected.contains("messages")) {
            const std::string text = expected.value("text", std::string());
            if (text.empty()) // what was too long to be written down
                return expected.at("input_ids").get<TokenIds>();
            const TokenIds ids = tokenizer.encode(text);
            return expected.at("name") == "chat" // what the template has written
                ? m_model->promptFormat()->wholePrompt(ids)
                : engine::withBoundariesOnce(tokenizer, ids);
        }
        const auto prompt = tests::promptOf(*m_model, expected, m_root);
        images = prompt.images;
        compareRows(expected, images);
        return prompt.ids;
    }

    // In half precision a token may come to other experts than in the reference, which changes its
    // logits much. Then of 20 tokens of the reference at least 19 have the highest logit behind those
    // before them, near ties apart.
    bool mostTokensAgree(const json& expected, const TokenIds& ids,
        const std::vector<engine::ImageEmbeddingPtr>& images)
    {
        const TokenIds greedy = expected.at("greedy");
        const std::vector<double> gaps = expected.at("greedy_top2_gap");
        TokenIds all = ids;
        all.insert(all.end(), greedy.begin(), greedy.end() - 1);
        const auto rows = int64_t(greedy.size());
        const auto logits = tests::logitsOf(*m_model, all, images, rows);
        const size_t vocabulary = logits.size() / greedy.size();
        size_t wrong = 0;
        for (size_t step = 0; step < greedy.size(); ++step) {
            const auto first = logits.begin() + ptrdiff_t(step * vocabulary);
            const auto best = std::max_element(first, first + ptrdiff_t(vocabulary)) - first;
            wrong += best != greedy[step]
                && gaps.at(step) > precisionNamed("fp16", /*hasExperts=*/true).limit;
        }
        return 20 * wrong <= greedy.size();
    }

private slots:
    void textIsRenderedAsTheTemplateOfTheModelSays_data() { addRows(); }
    void textIsRenderedAsTheTemplateOfTheModelSays()
    {
        loadRow();
        for (const json& expected : m_expected.at("prompts")) {
            if (!expected.contains("messages"))
                continue;
            const auto prompt = tests::promptOf(*m_model, expected, m_root);

            const runtime::PromptFormat& format = *m_model->promptFormat();
            const std::string rendered = expected.at("rendered");
            std::string text = tests::withPlaceholders(prompt, tests::placeholderOf(format));
            text.erase(0, boundaryLeftOut(text, rendered));
            if (text != rendered) { // a template that writes the marks around an image
                text = tests::withPlaceholders(
                    prompt, tests::placeholderOf(format), format.imageTokenText);
                text.erase(0, boundaryLeftOut(text, rendered));
            }

            QCOMPARE(QString::fromStdString(text), QString::fromStdString(rendered));
        }
    }

    void idsAgree_data() { addRows(); }
    void idsAgree()
    {
        loadRow();
        for (const json& expected : m_expected.at("prompts")) {
            std::vector<engine::ImageEmbeddingPtr> images;
            const TokenIds ids = readIds(expected, images);

            QCOMPARE(tests::withImageTokens(ids, expected.value("image_token_id", -1)),
                expected.at("input_ids").get<TokenIds>());
            int64_t rows = 0;
            for (const auto& image : images)
                rows += image->count();
            QCOMPARE(std::ranges::count_if(ids, engine::isImageId), rows);
        }
    }

    void logitsAgree_data() { addRows(); }
    void logitsAgree()
    {
        loadRow();
        QFETCH(QString, cache);
        for (const json& expected : m_expected.at("prompts")) {
            std::vector<engine::ImageEmbeddingPtr> images;
            const TokenIds ids = readIds(expected, images);
            const json& described = expected.at("logits");

            const auto logits = tests::logitsOf(*m_model, ids, images, described.at("count"));

            const double difference
                = tests::maxDifference(logits, m_arrays->read(described.at("key")));
            QVERIFY2(difference <= precisionNamed(cache, hasExperts()).limit,
                qPrintable(QString("%1: off by %2")
                               .arg(QString::fromStdString(expected.at("name")))
                               .arg(difference)));
        }
    }

    void greedyAnswersAgree_data() { addRows(); }
    void greedyAnswersAgree()
    {
        loadRow();
        QFETCH(QString, cache);
        for (const json& expected : m_expected.at("prompts")) {
            std::vector<engine::ImageEmbeddingPtr> images;
            TokenIds ids = readIds(expected, images);

            const TokenIds answer
                = tests::greedyAnswer(*m_model, ids, images, int64_t(expected.at("greedy").size()));

            const QString wrong = tests::compareAnswers(
                answer, expected, precisionNamed(cache, hasExperts()).limit);
            const bool mayBeRoutedOtherwise = cache == "fp16" && hasExperts();
            QVERIFY2(
                wrong.isEmpty() || (mayBeRoutedOtherwise && mostTokensAgree(expected, ids, images)),
                qPrintable(QString::fromStdString(expected.at("name")) + ", " + wrong));
        }
    }
};

TESTS(PromptTest, QCoreApplication);
#include "prompt_test.moc"
