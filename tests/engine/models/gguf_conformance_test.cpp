#include "engine/files/gguf_file.h"
#include "engine/models/families/families.h"
#include "tests/engine/models/case_count.h"
#include "tests/engine/models/device_rows.h"
#include "tests/engine/models/expected_arrays.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>

using engine::CacheType;
using engine::TokenIds;
using nlohmann::json;

namespace fs = std::filesystem;

namespace {

// A prompt of expected/<family>.json and the array of gguf/<family>.expected.safetensors that its
// last logits are compared with.
struct Comparison {
    std::string prompt;
    std::string key;
    double tolerance;
};

bool isQuantized(const std::string& file)
{
    return file.find("-F16") == std::string::npos && file.find("-BF16") == std::string::npos;
}

// llama.cpp rounds activations to the type of the weights in matrix products, or to 8 bits. For some
// families the tree says how far that is from transformers, and to take twice as much.
double toleranceAgainstLlamaCpp(const std::string& file)
{
    if (isQuantized(file))
        return 0.5;
    for (const auto& [family, distance] :
        {std::pair("gemma4_text-F16", 0.12), {"gemma4-F16", 0.09}})
        if (file.find(family) != std::string::npos)
            return 2 * distance;
    return file.find("-BF16") == std::string::npos ? 0.05 : 0.2;
}

// What the tree says of one GGUF file; nothing for a vision tower. A GPU, too, rounds activations
// to 8 bits where they meet quantized weights.
std::vector<Comparison> comparisons(const json& expected, const json& entry, bool isGpu = false)
{
    const std::string file = entry.at("file");
    const double roughly = toleranceAgainstLlamaCpp(file);
    const double closely = isGpu && isQuantized(file) ? roughly : 2e-3;
    std::vector<Comparison> list;
    for (const json& prompt : entry.value("prompts", json::array())) {
        if (prompt.contains("dequantized_key"))
            list.push_back({prompt.at("name"), prompt.at("dequantized_key"), closely});
        else
            list.push_back({prompt.at("name"), prompt.at("key"), roughly});
    }
    const bool isTower = fs::path(file).filename().string().starts_with("mmproj");
    if (expected.contains("text_only") && !isTower)
        list.push_back({"text_only", expected.at("text_only").at("key"), roughly});
    return list;
}

} // namespace

// GGUF files in every type of the tree, against transformers on dequantized weights and against
// llama.cpp.
class GgufConformanceTest : public QObject {
    Q_OBJECT

    tests::CaseCount m_cases;

private slots:
    void cleanupTestCase() { m_cases.print(); }

    void logitsAgree_data()
    {
        REQUIRE_FIXTURE_FOLDER(files, "gguf");
        QTest::addColumn<QString>("device");
        QTest::addColumn<QString>("description");
        QTest::addColumn<int>("entry");
        for (const fs::path& file : tests::entriesOf(files))
            if (file.string().ends_with(".expected.json"))
                addRowsFor(filesRoot, file);
    }

    void logitsAgree()
    {
        QFETCH(QString, device);
        QFETCH(QString, description);
        QFETCH(int, entry);
        const fs::path file = description.toStdString(), root = file.parent_path().parent_path();
        const json described = tests::readJson(file);
        const std::string family = described.at("family");
        const json prompts = tests::readJson(root / "expected" / (family + ".json")).at("prompts");
        const tests::ExpectedArrays arrays(fs::path(file).replace_extension(".safetensors"));
        const json& one = described.at("files").at(size_t(entry));
        const auto gguf = engine::GgufFile::open(root / one.at("file").get<std::string>());
        const auto backend = tests::openForTest(device.toStdString());
        const auto model = engine::Model::load(gguf, engine::readConfig(*gguf), *backend);

        for (const Comparison& comparison : comparisons(described, one, backend->isAccelerator())) {
            if (backend->isAccelerator() && tests::isGpuOnHost() && comparison.prompt != "short")
                continue; // a long prompt takes it a minute
            const auto prompt = std::ranges::find_if(
                prompts, [&](const json& row) { return row.at("name") == comparison.prompt; });
            QVERIFY2(prompt != prompts.end(), comparison.prompt.c_str());
            const TokenIds ids = prompt->at("input_ids");
            const auto expected = arrays.read(comparison.key);
            const int64_t rows = int64_t(expected.size()) / model->config().vocabulary;

            const auto logits = tests::Sequence(*model, CacheType::F32, int64_t(ids.size()))
                                    .read(ids, rows, tests::exactChunk(*model));

            const double difference = tests::maxDifference(logits, expected);
            QVERIFY2(difference <= comparison.tolerance,
                qPrintable(QString("%1: off by %2").arg(comparison.key.c_str()).arg(difference)));
        }
        m_cases.countIfPassed(one.at("file"));
    }

private:
    void addRowsFor(const fs::path& root, const fs::path& file)
    {
        const json expected = tests::readJson(file);
        const json& entries = expected.at("files");
        for (size_t entry = 0; entry < entries.size(); ++entry) {
            const std::string name = entries[entry].at("file");
            if (comparisons(expected, entries[entry]).empty())
                continue;
            const auto gguf = engine::GgufFile::open(root / name);
            const std::string family
                = std::string(gguf->metadata().string("general.architecture").value_or(""));
            if (!engine::isKnownFamily(family)) {
                m_cases.passOver(name, family);
                continue;
            }
            for (const std::string& device : tests::conformanceDevices(tests::Work::Little))
                QTest::addRow("%s on %s", name.c_str(), device.c_str()) << QString::fromStdString(
                    device) << QString::fromStdString(file.string()) << int(entry);
        }
    }
};

TESTS(GgufConformanceTest);
#include "gguf_conformance_test.moc"
