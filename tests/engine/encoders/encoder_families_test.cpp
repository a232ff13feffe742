#include "engine/convert/decoder_file.h"
#include "engine/encoders/encoder.h"
#include "engine/files/gguf_file.h"
#include "kernels/devices/backends.h"
#include "tests/engine/models/expected_arrays.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/kernels/gpu_on_host.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using engine::Encoder;
using engine::EncoderConfig;
using engine::TextPair;
using engine::TokenIds;
using nlohmann::json;

namespace fs = std::filesystem;

namespace {

/// How far numbers may be from those of the reference.
struct Tolerance {
    double logits = 2e-3, vectors = 1e-4;
    double rows = 1e-3; ///< relative to the largest number
};

// A GPU takes many rows in half precision, and fast products round what they multiply: as the
// reference itself, whose bfloat16 results differ by so much.
Tolerance toleranceOf(const json& expected, bool isRounded)
{
    if (!isRounded)
        return {};
    const double bf16 = expected.at("bf16_max_abs_diff");
    return {std::max(2 * bf16, 2e-3), std::max(2 * bf16, 1e-4), 2e-2};
}

double largest(std::span<const float> values)
{
    double most = 0;
    for (const float value : values)
        most = std::max(most, double(std::abs(value)));
    return most;
}

std::vector<json> withCases(const fs::path& root)
{
    std::vector<json> found;
    for (const fs::path& file : tests::entriesOf(root / "expected"))
        if (file.extension() == ".json")
            if (json expected = tests::readJson(file); expected.contains("cases"))
                found.push_back(std::move(expected));
    return found;
}

/// An encoder of the fixtures, with what the reference makes of its cases.
struct Reference {
    json expected;
    tests::ExpectedArrays arrays;

    Reference(const fs::path& root, const QString& family)
        : expected(tests::readJson(root / "expected" / (family.toStdString() + ".json")))
        , arrays(root / "expected" / (family.toStdString() + ".safetensors"))
    {
    }

    std::vector<float> read(const json& one, const char* what) const
    {
        return arrays.read(one.at(what).at("key"));
    }

    bool hasPairs() const { return expected.at("cases").front().contains("first"); }

    std::vector<TextPair> pairs() const
    {
        std::vector<TextPair> pairs;
        for (const json& one : expected.at("cases"))
            pairs.push_back({one.at("first"), one.at("second")});
        return pairs;
    }

    /// The texts with their prompts.
    std::vector<std::string> texts() const
    {
        std::vector<std::string> texts;
        for (const json& one : expected.at("cases"))
            texts.push_back(expected.at("prompts").at(one.at("prompt")).get<std::string>()
                + one.at("text").get<std::string>());
        return texts;
    }

    /// True if the texts of a case were cut, or just fit; GGUF files don't tell where to cut.
    bool isCut(size_t index) const
    {
        return expected.at("cases")[index].at("input_ids").size()
            >= expected.at("max_length").get<size_t>();
    }
};

// Names the numbers of the case that differ; empty if none do.
QString differenceOfPair(Encoder& encoder, const Reference& reference, size_t index,
    const engine::PairScores& scores, const Tolerance& tolerance)
{
    const json& one = reference.expected.at("cases")[index];
    std::vector<float> logits = scores.logits, all = scores.scores;
    if (encoder.config().labels.front() == "yes") { // GGUF files have the labels in this order
        std::ranges::reverse(logits);
        std::ranges::reverse(all);
    }
    const double difference = tests::maxDifference(logits, reference.read(one, "logits"));
    if (difference > tolerance.logits)
        return QString("case %1: logits differ by %2").arg(index).arg(difference);
    // The reference has only the second score of "no" and "yes".
    const auto expected = one.at("scores").get<std::vector<float>>();
    const auto last = std::span(all).last(expected.size());
    if (tests::maxDifference({last.begin(), last.end()}, expected) > tolerance.logits)
        return QString("case %1: scores differ").arg(index);
    if (!one.contains("hidden"))
        return {};
    const engine::TokenPair pair = encoder.tokenizePair({one.at("first"), one.at("second")});
    const std::vector<float> rows = reference.read(one, "hidden");
    const double ofRows = tests::maxDifference(encoder.computeRows(pair.ids, pair.types), rows);
    if (ofRows > tolerance.rows * largest(rows))
        return QString("case %1: rows differ by %2").arg(index).arg(ofRows);
    return {};
}

QString differenceOfText(Encoder& encoder, const Reference& reference, size_t index,
    std::span<const float> vector, const Tolerance& tolerance)
{
    const json& one = reference.expected.at("cases")[index];
    const double difference
        = tests::maxDifference({vector.begin(), vector.end()}, reference.read(one, "embedding"));
    if (difference > tolerance.vectors)
        return QString("text %1: vectors differ by %2").arg(index).arg(difference);
    if (!one.contains("hidden"))
        return {};
    const std::vector<float> rows = reference.read(one, "hidden");
    const double ofRows
        = tests::maxDifference(encoder.computeRows(one.at("input_ids").get<TokenIds>()), rows);
    if (ofRows > tolerance.rows * largest(rows))
        return QString("text %1: rows differ by %2").arg(index).arg(ofRows);
    return {};
}

QString difference(Encoder& encoder, const Reference& reference, const Tolerance& tolerance)
{
    const bool isGguf = encoder.config().layout == engine::FileLayout::Gguf;
    int others = 0; // texts of which llama.cpp's WordPiece makes other tokens, such as Hindi
    const std::vector<std::string> texts
        = reference.hasPairs() ? std::vector<std::string>() : reference.texts();
    const auto scores = reference.hasPairs() ? encoder.score(reference.pairs())
                                             : std::vector<engine::PairScores>();
    const std::vector<float> vectors
        = reference.hasPairs() ? std::vector<float>() : encoder.encode(texts);
    const auto columns = size_t(encoder.columns());
    QString found;
    for (size_t index = 0; found.isEmpty() && index < texts.size() + scores.size(); ++index) {
        const auto ids = reference.expected.at("cases")[index].at("input_ids").get<TokenIds>();
        if (isGguf && !reference.isCut(index) && !texts.empty()
            && encoder.tokenize(texts[index]) != ids)
            ++others;
        else if (!isGguf || !reference.isCut(index))
            found = reference.hasPairs()
                ? differenceOfPair(encoder, reference, index, scores[index], tolerance)
                : differenceOfText(encoder, reference, index,
                    std::span(vectors).subspan(index * columns, columns), tolerance);
    }
    if (others > 1)
        return QString("%1 texts have other tokens").arg(others);
    return found;
}

} // namespace

/// Encoders of all families against what transformers computed, pairs and vectors.
class EncoderFamiliesTest : public QObject {
    Q_OBJECT

    static void addRows(const std::vector<std::string>& devices)
    {
        REQUIRE_FIXTURES(root);
        QTest::addColumn<QString>("family");
        QTest::addColumn<QString>("device");
        for (const json& expected : withCases(root)) {
            const std::string family = expected.at("family");
            for (const std::string& device : devices)
                QTest::addRow("%s on %s", family.c_str(), device.c_str())
                    << QString::fromStdString(family) << QString::fromStdString(device);
        }
    }

private slots:
    void casesAgreeWithTheReference_data()
    {
        tests::useGpuOnHost();
        std::vector<std::string> devices = tests::backendNames();
        devices.emplace_back("cuda:0");
        addRows(devices);
    }
    void casesAgreeWithTheReference()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(QString, family);
        QFETCH(QString, device);
        const Reference reference(root, family);
        const auto backend = tests::openForTest(device.toStdString());
        const auto encoder
            = Encoder::load(root / reference.expected.at("model").get<std::string>(), *backend);

        const QString found = difference(
            *encoder, reference, toleranceOf(reference.expected, backend->isAccelerator()));

        QVERIFY2(found.isEmpty(), qPrintable(found));
    }

    void tokensAreThoseOfTheReference_data() { addRows({"cpu"}); }
    void tokensAreThoseOfTheReference()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(QString, family);
        const Reference reference(root, family);
        const auto backend = tests::openForTest("cpu");
        const auto encoder
            = Encoder::load(root / reference.expected.at("model").get<std::string>(), *backend);

        for (const json& one : reference.expected.at("cases")) {
            const auto ids = one.at("input_ids").get<TokenIds>();
            if (!reference.hasPairs()) {
                const std::string prompt = encoder->config().prompts.at(one.at("prompt"));
                QCOMPARE(encoder->tokenize(prompt + one.at("text").get<std::string>()), ids);
                continue;
            }
            const engine::TokenPair pair
                = encoder->tokenizePair({one.at("first"), one.at("second")});
            QCOMPARE(pair.ids, ids);
            if (one.contains("token_type_ids"))
                QCOMPARE(pair.types, one.at("token_type_ids").get<std::vector<int32_t>>());
        }
    }

    // The form of the configuration that transformers 5 writes.
    void bothFormsOfTheConfigurationMeanTheSame_data() { addRows({"cpu"}); }
    void bothFormsOfTheConfigurationMeanTheSame()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(QString, family);
        const Reference reference(root, family);
        const fs::path model = root / reference.expected.at("model").get<std::string>();
        if (!fs::exists(model / "config.v5.json"))
            QSKIP("the model has one form only");
        QTemporaryDir folder;
        const fs::path copy(folder.path().toStdString());
        fs::copy(model, copy, fs::copy_options::recursive);
        fs::rename(copy / "config.v5.json", copy / "config.json");
        const auto backend = tests::openForTest("cpu");

        const QString found = difference(*Encoder::load(copy, *backend), reference, Tolerance());

        QVERIFY2(found.isEmpty(), qPrintable(found));
    }

    void roundedWeightsChangeLittle_data() { addRows({"cpu"}); }
    void roundedWeightsChangeLittle()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(QString, family);
        const Reference reference(root, family);
        const auto fast = kernels::openBackend("cpu", 1, kernels::Products::Fast);
        const auto encoder
            = Encoder::load(root / reference.expected.at("model").get<std::string>(), *fast);

        const QString found
            = difference(*encoder, reference, toleranceOf(reference.expected, true));

        QVERIFY2(found.isEmpty(), qPrintable(found));
    }

    // Bit for bit.
    void aTextHasTheSameResultAloneAndInCompany_data() { addRows(tests::backendNames()); }
    void aTextHasTheSameResultAloneAndInCompany()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(QString, family);
        QFETCH(QString, device);
        const Reference reference(root, family);
        const auto backend = tests::openForTest(device.toStdString());
        const auto encoder
            = Encoder::load(root / reference.expected.at("model").get<std::string>(), *backend);
        if (reference.hasPairs()) {
            const std::vector<TextPair> pairs = reference.pairs();
            const auto together = encoder->score(pairs);
            for (const size_t index : {size_t(1), pairs.size() - 1})
                QCOMPARE(encoder->score({&pairs[index], 1}).front().logits, together[index].logits);
            return;
        }
        const std::vector<std::string> texts = reference.texts();
        const std::vector<float> together = encoder->encode(texts);
        const auto columns = ptrdiff_t(encoder->columns());
        for (const size_t index : {size_t(1), texts.size() - 1}) {
            const auto begin = together.begin() + ptrdiff_t(index) * columns;
            QCOMPARE(encoder->encode({&texts[index], 1}), std::vector(begin, begin + columns));
        }
    }

    void convertedFilesComputeTheSame_data() { addRows({"cpu"}); }
    void convertedFilesComputeTheSame()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(QString, family);
        const Reference reference(root, family);
        const fs::path model = root / reference.expected.at("model").get<std::string>();
        QTemporaryDir folder;
        const fs::path path = fs::path(folder.path().toStdString()) / "model.gguf";
        const auto convert = [&] {
            const engine::PlannedFile planned
                = engine::planDecoderFile(model, path, {*engine::findConvertType("F32")});
            engine::writeFiles({&planned, 1}, {});
        };
        const auto error = tests::errorOf(convert);
        if (error) { // what GGUF files can't hold is named
            QCOMPARE(error->kind(), base::ErrorKind::Unsupported);
            const std::string family = engine::readEncoderConfig(model).family;
            QVERIFY(family == "deberta-v2" || reference.expected.at("family") == "bert_reranker");
            QVERIFY(std::string(error->what()).find(family) != std::string::npos);
            return;
        }
        const auto backend = tests::openForTest("cpu");
        QVERIFY(engine::isEncoderModel(path));

        const QString found = difference(*Encoder::load(path, *backend), reference, Tolerance());

        QVERIFY2(found.isEmpty(), qPrintable(found));
    }

    void aModelDoesOnlyWhatItWasMadeFor_data() { addRows({"cpu"}); }
    void aModelDoesOnlyWhatItWasMadeFor()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(QString, family);
        const Reference reference(root, family);
        const auto backend = tests::openForTest("cpu");
        const auto encoder
            = Encoder::load(root / reference.expected.at("model").get<std::string>(), *backend);
        const std::string text = "a text";
        const TextPair pair{text, text};

        const auto error = tests::errorOf([&] {
            if (reference.hasPairs())
                encoder->encode({&text, 1});
            else
                encoder->score({&pair, 1});
        });

        QVERIFY(error && error->kind() == base::ErrorKind::Unsupported);
        QVERIFY(tests::errorOf([&] { encoder->computeTokenLogits({{1}, {0}}); }));
    }
};

TESTS(EncoderFamiliesTest);
#include "encoder_families_test.moc"
