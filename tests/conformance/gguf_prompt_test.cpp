#include "engine/files/gguf_file.h"
#include "engine/models/families/families.h"
#include "tests/conformance/prompt_under_test.h"
#include "tests/engine/models/expected_arrays.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "vision/towers/towers.h"

#include <QTest>

#include <optional>
#include <set>

namespace fs = std::filesystem;

using engine::TokenIds;
using nlohmann::json;
using runtime::LoadedModel;

namespace {

// The tolerance for half precision in the weights, the activations of the reference, or the cache.
constexpr double limit = 0.1;

bool isProjector(const fs::path& file)
{
    return file.filename().string().starts_with("mmproj");
}

// The files of <family>.expected.json that are language models.
std::vector<fs::path> modelsOf(const json& described)
{
    std::vector<fs::path> files;
    for (const json& entry : described.at("files")) {
        if (!isProjector(entry.at("file").get<std::string>()))
            files.push_back(entry.at("file").get<std::string>());
    }
    return files;
}

bool hasProjector(const json& described)
{
    return modelsOf(described).size() < described.at("files").size();
}

// Half precision keeps what bfloat16 weights of such a size hold; other types change the answer.
bool keepsWeights(const fs::path& file)
{
    const std::string name = file.stem();
    return name.ends_with("-F16") || name.ends_with("-BF16") || name.ends_with("-F32");
}

std::string metadataText(const fs::path& path, std::string_view key)
{
    const auto file = engine::GgufFile::open(path);
    return std::string(file->metadata().string(key).value_or("nothing"));
}

// Why a file cannot be run yet; empty if it can.
std::string whatIsUnknown(const fs::path& root, const json& described, const fs::path& model)
{
    const std::string architecture = metadataText(root / model, "general.architecture");
    if (!engine::isKnownFamily(architecture))
        return architecture;
    for (const json& entry : described.at("files")) {
        const fs::path file = entry.at("file").get<std::string>();
        if (!isProjector(file))
            continue;
        std::string projector = metadataText(root / file, "clip.projector_type");
        if (projector == "nothing")
            projector = metadataText(root / file, "clip.vision.projector_type");
        if (!vision::towerFamilyOfProjector(projector, *engine::GgufFile::open(root / file)))
            return "the projector " + projector;
    }
    return {};
}

// The reason why the reference departs from what the files say; empty if it does not.
std::string departureOf(const QString& family)
{
    if (family.startsWith("gemma4"))
        return "the file says that the mark of a turn is ordinary text";
    if (family == "gpt_oss")
        return "llama.cpp stretches positions in another way, see gguf_conformance_test";
    return {};
}

#define SKIP_DEPARTURE(family)                              \
    if (const auto why = departureOf(family); !why.empty()) \
    QSKIP(why.c_str())

// Cases without images, and the one whose image needs no resampling: llama.cpp scales others by
// rules of its own, and no file says how many rows Gemma 4 may make of an image.
bool isComparable(const json& prompt)
{
    return !prompt.contains("messages") || prompt.at("images").empty()
        || (prompt.at("name") == "exact_size" && !prompt.contains("image_position_ids"));
}

} // namespace

// GGUF files, a vision part next to them, the way the application reads them.
class GgufPromptTest : public QObject {
    Q_OBJECT

    std::set<std::string> m_passedOver;
    std::unique_ptr<LoadedModel> m_model;
    fs::path m_root;
    json m_expected;

    // A row for each language model that this version can run.
    void addRows()
    {
        REQUIRE_FIXTURES(root);
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("family");
        std::set<fs::path> descriptions;
        for (const auto& entry : fs::directory_iterator(root / "gguf")) {
            if (entry.path().string().ends_with(".expected.json"))
                descriptions.insert(entry.path());
        }
        for (const fs::path& file : descriptions) {
            const json described = tests::readJson(file);
            for (const fs::path& model : modelsOf(described))
                addRow(root, described, model);
        }
    }

    void addRow(const fs::path& root, const json& described, const fs::path& model)
    {
        const std::string unknown = whatIsUnknown(root, described, model);
        if (unknown.empty()) {
            QTest::newRow(model.stem().c_str()) << QString::fromStdString(
                model) << QString::fromStdString(described.at("family").get<std::string>());
        } else if (m_passedOver.insert(model).second) {
            qInfo("%s: %s is not in the table of families: passed over", model.stem().c_str(),
                unknown.c_str());
        }
    }

    void loadRow()
    {
        QFETCH(QString, model);
        QFETCH(QString, family);
        m_root = *tests::fixtures();
        runtime::LoadOptions options;
        options.products = kernels::Products::Exact;
        options.path = m_root / model.toStdString();
        options.threads = 2;
        m_model = LoadedModel::load(options);
        m_expected = tests::readJson(m_root / "expected" / (family.toStdString() + ".json"));
    }

    runtime::Prompt promptOf(const json& expected)
    {
        if (expected.contains("messages"))
            return tests::promptOf(*m_model, expected, m_root);
        runtime::Prompt prompt;
        prompt.text = expected.value("text", std::string());
        const engine::Tokenizer& tokenizer = m_model->tokenizer();
        prompt.ids = prompt.text.empty()
            ? expected.at("input_ids").get<TokenIds>()
            : engine::withBoundariesOnce(tokenizer, tokenizer.encode(prompt.text));
        return prompt;
    }

private slots:
    void theVisionPartBesideAModelIsFound_data() { addRows(); }
    void theVisionPartBesideAModelIsFound()
    {
        loadRow();
        QFETCH(QString, family);
        const json described
            = tests::readJson(m_root / "gguf" / (family.toStdString() + ".expected.json"));

        QCOMPARE(m_model->canSee(), hasProjector(described));
    }

    void idsAgree_data() { addRows(); }
    void idsAgree()
    {
        QFETCH(QString, family);
        if (family != "gpt_oss") // whose text is the same
            SKIP_DEPARTURE(family);
        loadRow();
        for (const json& expected : m_expected.at("prompts")) {
            if (!isComparable(expected))
                continue;

            const runtime::Prompt prompt = promptOf(expected);

            QCOMPARE(tests::withImageTokens(prompt.ids, expected.value("image_token_id", -1)),
                expected.at("input_ids").get<TokenIds>());
        }
    }

    void logitsAndGreedyAnswersAgreeWhereWeightsAreKept_data() { addRows(); }
    void logitsAndGreedyAnswersAgreeWhereWeightsAreKept()
    {
        QFETCH(QString, family);
        SKIP_DEPARTURE(family);
        loadRow();
        QFETCH(QString, model);
        const tests::ExpectedArrays arrays(
            m_root / "expected" / (family.toStdString() + ".safetensors"));
        for (const json& expected : m_expected.at("prompts")) {
            if (!isComparable(expected))
                continue;
            const runtime::Prompt prompt = promptOf(expected);
            const json& described = expected.at("logits");

            const auto logits
                = tests::logitsOf(*m_model, prompt.ids, prompt.images, described.at("count"));
            const TokenIds answer = tests::greedyAnswer(
                *m_model, prompt.ids, prompt.images, int64_t(expected.at("greedy").size()));

            QCOMPARE(answer.size(), expected.at("greedy").size());
            if (!keepsWeights(model.toStdString()))
                continue;
            const double difference
                = tests::maxDifference(logits, arrays.read(described.at("key")));
            const std::string name = expected.at("name");
            QVERIFY2(difference <= limit,
                qPrintable(QString("%1: off by %2").arg(name.c_str()).arg(difference)));
            const QString wrong = tests::compareAnswers(answer, expected, limit);
            QVERIFY2(wrong.isEmpty(), qPrintable(QString(name.c_str()) + ", " + wrong));
        }
    }
};

TESTS(GgufPromptTest, QCoreApplication);
#include "gguf_prompt_test.moc"
