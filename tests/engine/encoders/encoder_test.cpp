#include "base/error.h"
#include "engine/encoders/encoder.h"
#include "kernels/devices/backends.h"
#include "tests/engine/models/expected_arrays.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/kernels/gpu_on_host.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

using engine::Encoder;
using engine::TokenIds;
using nlohmann::json;

namespace fs = std::filesystem;

namespace {

constexpr int64_t mostTokens = 128; // of the texts of the reference

struct Case {
    const char* name;
    const char* family; // in expected/
    const char* model; // below the fixtures
    double tolerance; // of a row, relative to its largest number
};

// The weights of the GGUF file are rounded to F16.
constexpr Case cases[] = {
    {"bert", "bert", "models/bert", 1e-3},
    {"xlm_roberta", "xlm_roberta", "models/xlm_roberta", 1e-3},
    {"bert in GGUF", "bert", "gguf/bert-F16.gguf", 4e-3},
};

double largest(std::span<const float> values)
{
    double most = 0;
    for (const float value : values)
        most = std::max(most, double(std::abs(value)));
    return most;
}

double cosine(std::span<const float> one, std::span<const float> other)
{
    double product = 0, squares = 0, otherSquares = 0;
    for (size_t i = 0; i < one.size(); ++i) {
        product += double(one[i]) * other[i];
        squares += double(one[i]) * one[i];
        otherSquares += double(other[i]) * other[i];
    }
    return product / std::sqrt(squares * otherSquares);
}

std::vector<std::string> textsOf(const json& expected)
{
    std::vector<std::string> texts;
    for (const json& sentence : expected.at("sentences"))
        texts.push_back(sentence.at("text"));
    return texts;
}

// The message with which a copy of the model is rejected after `change` was merged into `file`.
std::string refusalOf(const fs::path& model, const char* file, const json& change)
{
    QTemporaryDir folder;
    const fs::path copy(folder.path().toStdString());
    fs::copy(model, copy, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    json content = tests::readJson(copy / file);
    if (content.is_object())
        content.update(change);
    else
        content.push_back(change);
    std::ofstream(copy / file) << content;
    const auto backend = tests::openForTest("cpu");
    const auto error = tests::errorOf([&] { Encoder::load(copy, *backend); });
    return error ? error->what() : "";
}

} // namespace

/// Encoders against what transformers computed.
class EncoderTest : public QObject {
    Q_OBJECT

    static void addRows()
    {
        REQUIRE_FIXTURE_FOLDER(models, "models");
        tests::useGpuOnHost();
        QTest::addColumn<int>("position");
        QTest::addColumn<QString>("device");
        std::vector<std::string> devices = tests::backendNames();
        devices.emplace_back("cuda:0");
        for (size_t position = 0; position < std::size(cases); ++position)
            for (const std::string& device : devices)
                if (fs::exists(models.parent_path() / cases[position].model))
                    QTest::addRow("%s on %s", cases[position].name, device.c_str())
                        << int(position) << QString::fromStdString(device);
    }

private slots:
    void textsBecomeTheVectorsOfTheReference_data() { addRows(); }
    void textsBecomeTheVectorsOfTheReference()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(int, position);
        QFETCH(QString, device);
        const Case& model = cases[position];
        const json expected
            = tests::readJson(root / "expected" / (model.family + std::string(".json")));
        const tests::ExpectedArrays arrays(
            root / "expected" / (model.family + std::string(".safetensors")));
        const auto backend = tests::openForTest(device.toStdString());
        const auto encoder = Encoder::load(root / model.model, *backend);
        const std::vector<std::string> texts = textsOf(expected);

        const std::vector<float> vectors = encoder->encode(texts);

        const auto columns = size_t(encoder->columns());
        QCOMPARE(vectors.size(), texts.size() * columns);
        for (size_t text = 0; text < texts.size(); ++text) {
            const json& sentence = expected.at("sentences")[text];
            const auto ids = sentence.at("input_ids").get<TokenIds>();
            const std::vector<float> hidden = arrays.read(sentence.at("hidden_key"));
            const double limit = model.tolerance * largest(hidden);
            QVERIFY2(tests::maxDifference(encoder->computeRows(ids), hidden) <= limit,
                texts[text].c_str());
            // A GGUF file does not tell at which length sentence-transformers cuts.
            if (int64_t(ids.size()) == mostTokens && encoder->config().maxTokens > mostTokens)
                continue;
            QCOMPARE(encoder->tokenize(texts[text]), ids);
            const auto vector = std::span(vectors).subspan(text * columns, columns);
            const std::vector<float> embedding = arrays.read(sentence.at("embedding_key"));
            QVERIFY2(cosine(vector, embedding) >= 0.99999, texts[text].c_str());
            QVERIFY2(
                tests::maxDifference(vector, embedding) <= model.tolerance, texts[text].c_str());
        }
    }

    // Bit for bit.
    void aTextHasTheSameVectorAloneAndInCompany_data() { addRows(); }
    void aTextHasTheSameVectorAloneAndInCompany()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(int, position);
        QFETCH(QString, device);
        const auto backend = tests::openForTest(device.toStdString());
        if (backend->isAccelerator())
            QSKIP("a GPU rounds the numbers of passes with many rows");
        const auto encoder = Encoder::load(root / cases[position].model, *backend);
        std::vector<std::string> texts{"one text", "another, which is longer", ""};
        for (int copy = 0; copy < 100; ++copy) // several passes
            texts.push_back(std::string(size_t(copy) * 5, 'a') + " text");

        const std::vector<float> together = encoder->encode(texts);

        const auto columns = size_t(encoder->columns());
        for (const size_t text : {0, 1, 2, 50, 102}) {
            const std::vector<float> alone = encoder->encode({&texts[text], 1});
            QCOMPARE(std::vector(together.begin() + ptrdiff_t(text * columns),
                         together.begin() + ptrdiff_t((text + 1) * columns)),
                alone);
        }
    }

    // Measured: 1.3e-4 of a vector of length 1.
    void roundedWeightsChangeLittle()
    {
        REQUIRE_FIXTURE_FOLDER(models, "models");
        const std::vector<std::string> texts{"one text", "another, which is longer", "third"};
        const auto exact = kernels::openBackend("cpu", 1, kernels::Products::Exact);
        const auto fast = kernels::openBackend("cpu", 1, kernels::Products::Fast);
        const auto rounding = Encoder::load(models / "bert", *fast);

        const std::vector<float> expected = Encoder::load(models / "bert", *exact)->encode(texts);
        const std::vector<float> actual = rounding->encode(texts);

        const auto columns = size_t(rounding->columns());
        for (size_t text = 0; text < texts.size(); ++text) {
            const auto vector = std::span(actual).subspan(text * columns, columns);
            QVERIFY(cosine(vector, std::span(expected).subspan(text * columns, columns)) > 0.99999);
            const std::vector<float> alone = rounding->encode({&texts[text], 1});
            QVERIFY(std::ranges::equal(alone, vector));
        }
    }

    void aLongTextIsCutAtItsEnd()
    {
        REQUIRE_FIXTURE_FOLDER(models, "models");
        const auto backend = tests::openForTest("cpu");
        const auto encoder = Encoder::load(models / "bert", *backend);
        std::string text;
        for (int word = 0; word < 500; ++word)
            text += "word ";

        const TokenIds ids = encoder->tokenize(text);

        QCOMPARE(ids.size(), size_t(128)); // max_seq_length
        QCOMPARE(ids.front(), engine::TokenId(2)); // [CLS]
        QCOMPARE(ids.back(), engine::TokenId(3)); // [SEP]
        QCOMPARE(encoder->encode({&text, 1}).size(), size_t(64));
    }

    void theFirstRowCanBeTheVector()
    {
        REQUIRE_FIXTURE_FOLDER(models, "models");
        QTemporaryDir folder;
        const fs::path copy(folder.path().toStdString());
        fs::copy(models / "bert", copy, fs::copy_options::recursive);
        std::ofstream(copy / "1_Pooling" / "config.json")
            << R"({"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false})";
        std::ofstream(copy / "modules.json")
            << R"([{"type": "sentence_transformers.models.Transformer", "path": ""},
                   {"type": "sentence_transformers.models.Pooling", "path": "1_Pooling"}])";
        const auto backend = tests::openForTest("cpu");
        const auto encoder = Encoder::load(copy, *backend);
        const std::string text = "A short text.";

        const std::vector<float> vector = encoder->encode({&text, 1});

        std::vector<float> rows = encoder->computeRows(encoder->tokenize(text));
        rows.resize(64);
        QCOMPARE(vector, rows);
    }

    void whatIsNotKnownIsNamed_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("change");
        QTest::addColumn<QString>("named");
        const auto row = [](const char* file, const char* change, const char* named) {
            QTest::newRow(change) << QString(file) << QByteArray(change) << QString(named);
        };
        row("config.json", R"({"model_type": "mpnet"})", "mpnet");
        row("config.json", R"({"hidden_act": "mish"})", "mish");
        row("config.json", R"({"position_embedding_type": "relative_key"})", "absolute");
        row("config.json", R"({"num_attention_heads": 7})", "7 heads");
        row("config.json", R"({"num_attention_heads": 0})", "num_attention_heads");
        row("config.json", R"({"hidden_size": 128})", "embeddings");
        row("config.json", R"({"max_position_embeddings": 100000000})", "max_position_embeddings");
        row("config.json", R"({"num_hidden_layers": 4})", "encoder.layer.3");
        row("1_Pooling/config.json", R"({"pooling_mode_max_tokens": true})", "max_tokens");
        row("1_Pooling/config.json", R"({"pooling_mode_cls_token": true})", "one kind");
        row("modules.json", R"({"type": "sentence_transformers.models.CNN"})", "CNN");
        row("modules.json", R"({"type": "sentence_transformers.models.Dense"})", "at the end");
        row("sentence_bert_config.json", R"({"max_seq_length": 2})", "no position");
    }
    void whatIsNotKnownIsNamed()
    {
        REQUIRE_FIXTURE_FOLDER(models, "models");
        QFETCH(QString, file);
        QFETCH(QByteArray, change);
        QFETCH(QString, named);

        const std::string refusal = refusalOf(
            models / "bert", file.toUtf8().constData(), json::parse(change.toStdString()));

        QVERIFY2(QString::fromStdString(refusal).contains(named), refusal.c_str());
    }
};

TESTS(EncoderTest);
#include "encoder_test.moc"
