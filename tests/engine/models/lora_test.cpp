#include "engine/convert/convert_type.h"
#include "engine/convert/decoder_file.h"
#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "engine/models/lora_adapter.h"
#include "tests/engine/models/adapter_folder.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

using base::ErrorKind;
using engine::AdapterUse;
using engine::CacheType;
using engine::Fingerprint;
using engine::LoraAdapter;
using engine::TokenIds;
using nlohmann::json;
using tests::errorOf;

namespace fs = std::filesystem;

namespace {

const fs::path models = tests::dataFolder() / "models";
const fs::path adapters = tests::dataFolder() / "lora";

std::unique_ptr<engine::Model> loadFolder(const fs::path& folder, kernels::Backend& backend)
{
    auto weights = engine::openWeights(folder);
    const auto config = engine::readConfig(folder, weights.get());
    return engine::Model::load(std::move(weights), config, backend);
}

std::unique_ptr<engine::Model> loadGguf(const fs::path& path, kernels::Backend& backend)
{
    const auto file = engine::GgufFile::open(path);
    return engine::Model::load(file, engine::readConfig(*file), backend);
}

// The tiny llama as a GGUF file, for which it needs a vocabulary.
class GgufCopy {
public:
    explicit GgufCopy(const char* type)
    {
        const fs::path folder = m_folder.path().toStdString();
        for (const char* name : {"config.json", "model.safetensors"})
            fs::copy(models / "tiny-llama" / name, folder);
        std::ofstream(folder / "tokenizer.json")
            << R"({"model": {"type": "BPE", "vocab": {"a": 3}, "merges": []},
                   "pre_tokenizer": {"type": "ByteLevel"}, "added_tokens": [
                   {"id": 1, "content": "<s>", "special": true},
                   {"id": 2, "content": "</s>", "special": true}]})";
        path = folder / "tiny.gguf";
        const engine::PlannedFile file
            = engine::planDecoderFile(folder, path, {*engine::findConvertType(type)});
        engine::writeFiles({&file, 1});
    }

    fs::path path;

private:
    QTemporaryDir m_folder;
};

// Those of the project's own, then those of PEFT's.
json expectedCases()
{
    json cases = tests::readJson(adapters / "expected.json").at("cases");
    for (const json& made : tests::readJson(adapters / "peft.json").at("cases"))
        cases.push_back(made);
    return cases;
}

std::vector<AdapterUse> usesOf(const json& named)
{
    std::vector<AdapterUse> uses;
    for (const json& use : named)
        uses.push_back({LoraAdapter::load(adapters / use.at(0).get<std::string>()), use.at(1)});
    return uses;
}

std::vector<float> flat(const json& rows)
{
    std::vector<float> values;
    for (const json& row : rows)
        for (const json& value : row)
            values.push_back(value);
    return values;
}

std::vector<float> logitsOf(engine::Model& model, const TokenIds& ids, int64_t rows = 1)
{
    return tests::Sequence(model, CacheType::F32, int64_t(ids.size())).read(ids, rows);
}

const TokenIds prompt{1, 20, 33, 7, 61, 12, 45, 3};

} // namespace

// Adapters change what a model computes just as if they were merged into its weights, which they
// never touch, and what does not fit a model is rejected.
class LoraTest : public QObject {
    Q_OBJECT

    std::unique_ptr<kernels::Backend> m_backend = tests::openForTest("reference");

    std::unique_ptr<engine::Model> tinyLlama()
    {
        return loadFolder(models / "tiny-llama", *m_backend);
    }

private slots:
    void logitsAgreeWithMergedWeights_data()
    {
        QTest::addColumn<QString>("device");
        QTest::addColumn<int>("index");
        const json cases = expectedCases();
        for (const std::string& device : tests::backendNames())
            for (int i = 0; i < int(cases.size()); ++i)
                QTest::addRow(
                    "%s on %s", cases[size_t(i)].at("adapters").dump().c_str(), device.c_str())
                    << QString::fromStdString(device) << i;
    }
    void logitsAgreeWithMergedWeights()
    {
        QFETCH(QString, device);
        QFETCH(int, index);
        const auto backend = tests::openForTest(device.toStdString());
        const json expected = expectedCases().at(size_t(index));
        const auto model = loadFolder(models / expected.at("model").get<std::string>(), *backend);
        const auto logits = flat(expected.at("logits"));

        model->setAdapters(usesOf(expected.at("adapters")));

        const double difference
            = tests::maxDifference(logitsOf(*model, expected.at("input_ids"), 2), logits);
        QVERIFY2(difference < 1e-4, qPrintable(QString::number(difference)));
    }

    void anAdapterThatPeftMadeByDoraIsRejected()
    {
        const auto error = errorOf([] { LoraAdapter::load(adapters / "peft-dora"); });
        QVERIFY(error && error->kind() == ErrorKind::Unsupported);
        QVERIFY2(QString(error->what()).contains("use_dora"), error->what());
    }

    void bothFormsOfAModelTakeTheSameAdapter_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < 4; ++i) // those of the tiny llama
            QTest::addRow("case %d", i) << i;
    }
    void bothFormsOfAModelTakeTheSameAdapter()
    {
        QFETCH(int, index);
        const json expected
            = tests::readJson(adapters / "expected.json").at("cases").at(size_t(index));
        QCOMPARE(expected.at("model").get<std::string>(), std::string("tiny-llama"));
        const GgufCopy copy("F32");
        const auto model = loadGguf(copy.path, *m_backend);

        model->setAdapters(usesOf(expected.at("adapters")));

        const double difference = tests::maxDifference(
            logitsOf(*model, expected.at("input_ids"), 2), flat(expected.at("logits")));
        QVERIFY2(difference < 1e-4, qPrintable(QString::number(difference)));
    }

    void quantizedWeightsStayAsTheyAre()
    {
        const GgufCopy copy("Q8_0");
        const auto backend = tests::openForTest("cpu");
        const auto model = loadGguf(copy.path, *backend);
        const auto base = logitsOf(*model, prompt);
        const json expected = tests::readJson(adapters / "expected.json").at("cases").at(0);

        model->setAdapters(usesOf(expected.at("adapters")));
        const auto adapted = logitsOf(*model, prompt, 2);
        model->setAdapters({});

        QVERIFY(tests::maxDifference(adapted, flat(expected.at("logits"))) < 0.3); // 8 bits
        QCOMPARE(tests::maxDifference(logitsOf(*model, prompt), base), 0.0);
    }

    void scaleZeroIsTheModelItselfBitForBit()
    {
        const auto model = tinyLlama();
        const auto base = logitsOf(*model, prompt, 8);
        const auto all = LoraAdapter::load(adapters / "llama-all");
        const auto parts = LoraAdapter::load(adapters / "llama-parts");

        model->setAdapters({{all, 1}, {parts, 1}});
        QVERIFY(tests::maxDifference(logitsOf(*model, prompt, 8), base) > 1);
        QVERIFY(model->adapterIdentity() != Fingerprint());

        model->setAdapters({{all, 0}, {parts, 0}});
        QCOMPARE(tests::maxDifference(logitsOf(*model, prompt, 8), base), 0.0);
        QVERIFY(model->adapterIdentity() == Fingerprint());

        model->setAdapters({});
        QCOMPARE(tests::maxDifference(logitsOf(*model, prompt, 8), base), 0.0);
    }

    void theSameBitsHoweverAPromptIsRead()
    {
        const auto backend = tests::openForTest("cpu");
        const auto model = loadFolder(models / "tiny-llama", *backend);
        model->setAdapters({{LoraAdapter::load(adapters / "llama-all"), 1},
            {LoraAdapter::load(adapters / "llama-parts"), 0.5f}});
        TokenIds ids(300);
        for (size_t i = 0; i < ids.size(); ++i)
            ids[i] = engine::TokenId(i * 7 % 64);

        const QString wrong = tests::compareWaysOfReading(*model, ids, {});

        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }

    void anAdapterOfTheEmbeddingLeavesPicturesAlone()
    {
        const auto model = tinyLlama();
        auto image = std::make_shared<engine::ImageEmbedding>();
        const std::vector<float> rows(32, 0.25f);
        image->rows = kernels::Tensor(*m_backend, kernels::DType::F32, 1, 32);
        m_backend->upload(image->rows, rows.data());
        model->keepHiddenStates(true);
        model->setAdapters({{LoraAdapter::load(adapters / "llama-parts"), 1}});
        tests::Sequence sequence(*model, CacheType::F32, 3);
        sequence.setImages({image});

        sequence.read(TokenIds{0, image->firstId, 0}, 1);

        const std::span<const float> embedded = model->hiddenStates().at(0);
        QCOMPARE(tests::maxDifference(embedded.subspan(32, 32), rows), 0.0);
        QCOMPARE(tests::maxDifference(embedded.first(32), embedded.last(32)), 0.0);
    }

    void identitiesTellAdaptersApart()
    {
        const auto one = LoraAdapter::load(adapters / "llama-all");
        const auto other = LoraAdapter::load(adapters / "llama-parts");
        QTemporaryDir elsewhere;
        const fs::path copy = fs::path(elsewhere.path().toStdString()) / "copy";
        fs::copy(adapters / "llama-all", copy);
        const auto same = LoraAdapter::load(copy);
        json config = tests::readJson(copy / "adapter_config.json");
        config["lora_alpha"] = 5;
        fs::remove(copy / "adapter_config.json");
        std::ofstream(copy / "adapter_config.json") << config.dump();
        const auto stronger = LoraAdapter::load(copy);

        const auto makeIdentity
            = [](const std::vector<AdapterUse>& uses) { return engine::makeIdentity(uses); };
        QVERIFY(makeIdentity({{one, 1}}) == makeIdentity({{same, 1}}));
        QVERIFY(makeIdentity({{one, 1}}) != makeIdentity({{other, 1}}));
        QVERIFY(makeIdentity({{one, 1}}) != makeIdentity({{one, 0.5f}}));
        QVERIFY(makeIdentity({{one, 1}}) != makeIdentity({{stronger, 1}}));
        QVERIFY(makeIdentity({{one, 1}, {other, 1}}) != makeIdentity({{one, 1}}));
        QVERIFY(makeIdentity({{one, 1}, {other, 0}}) == makeIdentity({{one, 1}}));
        QVERIFY(makeIdentity({}) == Fingerprint());
    }

    // PEFT saves the weights of an embedding or a head it trains a pair for.
    void copiesOfFrozenWeightsBesideAPairChangeNothing()
    {
        tests::AdapterFolder plain, withCopy, misshapen;
        for (auto* folder : {&plain, &withCopy, &misshapen})
            folder->addPair("lm_head", 64, 32);
        withCopy.add("base_model.model.lm_head.base_layer.weight", {64, 32});
        misshapen.add("base_model.model.lm_head.base_layer.weight", {65, 32});
        const auto model = tinyLlama();
        model->setAdapters({{LoraAdapter::load(plain.write()), 1}});
        const auto expected = logitsOf(*model, prompt);

        model->setAdapters({{LoraAdapter::load(withCopy.write()), 1}});
        const auto logits = logitsOf(*model, prompt);
        const auto longer = LoraAdapter::load(misshapen.write());
        const auto error = errorOf([&] { model->setAdapters({{longer, 1}}); });

        QCOMPARE(tests::maxDifference(logits, expected), 0.0);
        QVERIFY(error && error->kind() == ErrorKind::BadFile);
        QVERIFY2(QString(error->what()).contains("[65, 32]"), error->what());
    }

    void whatDoesNotFitIsRefusedAndNothingChanges_data()
    {
        QTest::addColumn<QString>("module");
        QTest::addColumn<int>("outputs");
        QTest::addColumn<int>("inputs");
        QTest::addColumn<QString>("sentence");
        const QString q = "model.layers.0.self_attn.q_proj";
        QTest::newRow("outputs") << q << 64 << 32 << "q_proj has the shape [64, 2] where [32, 2]";
        QTest::newRow("inputs") << q << 32 << 48 << "q_proj has the shape [2, 48] where [2, 32]";
        QTest::newRow("layer") << "model.layers.2.self_attn.q_proj" << 32 << 32 << "layers.2";
        QTest::newRow("module") << "model.layers.0.self_attn.qkv" << 32 << 32 << "self_attn.qkv";
        QTest::newRow("norm") << "model.norm" << 32 << 32 << "model.norm";
        QTest::newRow("twice") << "language_model.model.layers.1.mlp.up_proj" << 48 << 32
                               << "language_model";
        QTest::newRow("embedding as a matrix") << "model.embed_tokens" << 64 << 32 << "embed";
        QTest::newRow("vision tower")
            << "model.vision_model.encoder.layers.0.self_attn.q_proj" << 32 << 32 << "vision";
    }
    void whatDoesNotFitIsRefusedAndNothingChanges()
    {
        QFETCH(QString, module);
        QFETCH(int, outputs);
        QFETCH(int, inputs);
        QFETCH(QString, sentence);
        tests::AdapterFolder folder;
        folder.addPair("model.layers.1.mlp.up_proj", 48, 32);
        folder.addPair(module.toStdString(), outputs, inputs);
        const auto misfit = LoraAdapter::load(folder.write());
        const auto model = tinyLlama();
        model->setAdapters({{LoraAdapter::load(adapters / "llama-all"), 1}});
        const auto expected = logitsOf(*model, prompt);
        const Fingerprint identity = model->adapterIdentity();

        const auto error = errorOf([&] { model->setAdapters({{misfit, 0.5f}}); });

        QVERIFY(error && error->kind() == ErrorKind::BadFile);
        QVERIFY2(QString(error->what()).contains(sentence), error->what());
        QVERIFY(model->adapterIdentity() == identity);
        QCOMPARE(tests::maxDifference(logitsOf(*model, prompt), expected), 0.0);
    }

    void aScaleThatIsNotANumberIsRejected()
    {
        const auto model = tinyLlama();
        const auto adapter = LoraAdapter::load(adapters / "llama-all");
        const auto error = errorOf([&] {
            model->setAdapters({{adapter, std::numeric_limits<float>::quiet_NaN()}});
        });

        QVERIFY(error && error->kind() == ErrorKind::BadRequest);
        QVERIFY2(QString(error->what()).contains("llama-all"), error->what());
    }
};

TESTS(LoraTest);
#include "lora_test.moc"
