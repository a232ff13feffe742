#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

using base::Error;
using base::ErrorKind;
using engine::CacheType;
using engine::ModelConfig;
using engine::TokenIds;
using tests::errorOf;

// Configs that lie about their tensors and requests that no model can meet end in a message.
class HostileModelsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<kernels::Backend> m_backend;
    std::shared_ptr<const engine::WeightFile> m_weights;
    ModelConfig m_config; // what the tiny llama truly is

    std::unique_ptr<engine::Model> load(const ModelConfig& config)
    {
        return engine::Model::load(m_weights, config, *m_backend);
    }

private slots:
    void initTestCase()
    {
        const auto folder = tests::dataFolder() / "models" / "tiny-llama";
        m_backend = tests::openForTest("reference");
        m_weights = engine::openWeights(folder);
        m_config = engine::readConfig(folder, m_weights.get());
    }

    void aConfigThatLiesIsRefusedNamingWhatIsWrong_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<int>("value");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("too few layers' tensors") << "layers" << 3 << "layers.2";
        QTest::newRow("more heads") << "heads" << 8 << "[32, 32]";
        QTest::newRow("wider stream") << "hidden" << 64 << "[64, 64]";
        QTest::newRow("fewer kv heads") << "kvHeads" << 1 << "k_proj";
        QTest::newRow("kv heads that divide nothing") << "kvHeads" << 3 << "isn't a multiple of";
        QTest::newRow("other feed-forward") << "feedForward" << 47 << "gate_proj";
        QTest::newRow("larger vocabulary") << "vocabulary" << 65 << "[65, 32]";
        QTest::newRow("no heads") << "heads" << 0 << "heads";
        QTest::newRow("negative layers") << "layers" << -1 << "layers";
        QTest::newRow("absurd layers") << "layers" << 2'000'000'000 << "layers";
    }
    void aConfigThatLiesIsRefusedNamingWhatIsWrong()
    {
        QFETCH(QString, field);
        QFETCH(int, value);
        QFETCH(QString, sentence);
        ModelConfig config = m_config;
        (field == "layers"               ? config.layers
                : field == "heads"       ? config.heads
                : field == "hidden"      ? config.hidden
                : field == "kvHeads"     ? config.kvHeads
                : field == "feedForward" ? config.feedForward
                                         : config.vocabulary)
            = value;

        const auto error = errorOf([&] { load(config); });

        QVERIFY(error && error->kind() == ErrorKind::BadFile);
        QVERIFY2(QString(error->what()).contains(sentence), error->what());
    }

    void unknownFamiliesAndActivationsAreNamed()
    {
        ModelConfig family = m_config, activation = m_config;
        family.family = "gpt-j";
        activation.activation = "snake";

        const auto familyError = errorOf([&] { load(family); });
        const auto activationError = errorOf([&] { load(activation); });

        QVERIFY(familyError && familyError->kind() == ErrorKind::Unsupported);
        QVERIFY2(QString(familyError->what()).contains("gpt-j"), familyError->what());
        QVERIFY(QString(familyError->what())
                    .contains("llama, mistral, mixtral, qwen2, qwen2_moe, qwen2_vl, "));
        QVERIFY(activationError && activationError->kind() == ErrorKind::Unsupported);
        QVERIFY2(QString(activationError->what()).contains("snake"), activationError->what());
    }

    void biasesTheFamilyNeedsMustBeInTheFile()
    {
        ModelConfig config = m_config;
        config.family = "qwen2";

        const auto error = errorOf([&] { load(config); });

        QVERIFY(error && error->kind() == ErrorKind::BadFile);
        QVERIFY2(QString(error->what()).contains("bias"), error->what());
    }

    void aHugeContextCostsNothing()
    {
        ModelConfig config = m_config;
        config.contextLength = int64_t(1) << 31;

        const auto model = load(config);
        tests::Sequence sequence(*model, CacheType::F16, 256);
        const TokenIds ids{1, 2, 3};

        QCOMPARE(int64_t(sequence.read(ids, 1).size()), config.vocabulary);
    }

    void loadingReportsProgressAndCanBeCancelled()
    {
        std::vector<double> shares;
        engine::Model::load(m_weights, m_config, *m_backend, [&](double share) {
            shares.push_back(share);
            return true;
        });
        const auto error = errorOf([&] {
            engine::Model::load(
                m_weights, m_config, *m_backend, [](double share) { return share < 0.5; });
        });

        QVERIFY(std::ranges::is_sorted(shares));
        QCOMPARE(shares.back(), 1.0);
        QVERIFY(error && error->kind() == ErrorKind::Cancelled);
    }

    void aPassCanBeCancelledBetweenLayersAndTheModelGoesOn()
    {
        const auto model = load(m_config);
        engine::PagedCache cache(*m_backend, tests::Sequence::shapeOf(*model), CacheType::F32, 256);
        const TokenIds ids{1, 20, 30};
        const int32_t pages[] = {0};
        const engine::BatchEntry entry{ids, 0, pages, {}, 1};
        const auto first = model->forward({&entry, 1}, cache);
        const std::vector<float> expected(first.begin(), first.end());
        int calls = 0;

        const auto error = errorOf([&] {
            model->forward({&entry, 1}, cache, [&] { return ++calls == 2; });
        });

        QVERIFY(error && error->kind() == ErrorKind::Cancelled);
        QCOMPARE(calls, 2);
        QCOMPARE(tests::maxDifference(model->forward({&entry, 1}, cache), expected), 0.0);
    }

    void idsThatAreNeitherTokensNorRowsAreRefused_data()
    {
        QTest::addColumn<qlonglong>("id");
        QTest::newRow("negative") << qlonglong(-1);
        QTest::newRow("behind the vocabulary") << qlonglong(64);
        QTest::newRow("picture nobody sent") << qlonglong(engine::firstImageId);
        QTest::newRow("largest") << std::numeric_limits<qlonglong>::max();
        QTest::newRow("smallest") << std::numeric_limits<qlonglong>::min();
    }
    void idsThatAreNeitherTokensNorRowsAreRefused()
    {
        QFETCH(qlonglong, id);
        const auto model = load(m_config);
        tests::Sequence sequence(*model, CacheType::F16, 256);
        const TokenIds ids{1, id};

        const auto error = errorOf([&] { sequence.read(ids, 1); });

        QVERIFY(error && error->kind() == ErrorKind::BadRequest);
        QVERIFY2(QString(error->what()).contains(QString::number(id)), error->what());
    }

    void aPictureOfAnotherModelIsRefused()
    {
        const auto model = load(m_config);
        auto image = std::make_shared<engine::ImageEmbedding>();
        image->rows = kernels::Tensor(*m_backend, kernels::DType::F32, 2, 96);
        tests::Sequence sequence(*model, CacheType::F16, 256);
        sequence.setImages({image});
        const TokenIds ids{1, engine::firstImageId};

        const auto error = errorOf([&] { sequence.read(ids, 1); });

        QVERIFY(error && error->kind() == ErrorKind::BadRequest);
        QVERIFY2(QString(error->what()).contains("96"), error->what());
    }
};

TESTS(HostileModelsTest);
#include "hostile_models_test.moc"
