#include "engine/config/read_config.h"
#include "engine/files/open_weights.h"
#include "engine/models/model_identity.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/support/fixtures.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using engine::Fingerprint;
using engine::ModelConfig;

namespace fs = std::filesystem;

namespace {

const fs::path models = tests::dataFolder() / "models";

Fingerprint identityOf(const fs::path& folder)
{
    const auto weights = engine::openWeights(folder);
    return engine::identityOf(engine::readConfig(folder, weights.get()), *weights);
}

} // namespace

// A model's identity is that of its numbers and weights, wherever its files lie.
class ModelIdentityTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path m_copy = fs::path(m_folder.path().toStdString()) / "moved";

private slots:
    void initTestCase()
    {
        fs::create_directory(m_copy);
        for (const char* name : {"config.json", "model.safetensors"})
            fs::copy(models / "tiny-llama" / name, m_copy);
    }

    void aCopyIsTheSameModel()
    {
        const auto backend = tests::openForTest("reference");
        const auto weights = engine::openWeights(models / "tiny-llama");
        const auto config = engine::readConfig(models / "tiny-llama", weights.get());
        const auto model = engine::Model::load(weights, config, *backend);

        QVERIFY(model->identity() == identityOf(m_copy));
        QVERIFY(model->identity() != Fingerprint());
        QVERIFY(model->identity() != identityOf(models / "tiny-qwen2"));
    }

    void everyNumberThatShapesTheWorkCounts_data()
    {
        QTest::addColumn<int>("which");
        for (int which = 0; which < 9; ++which)
            QTest::addRow("%d", which) << which;
    }
    void everyNumberThatShapesTheWorkCounts()
    {
        QFETCH(int, which);
        const auto weights = engine::openWeights(m_copy);
        const ModelConfig config = engine::readConfig(m_copy, weights.get());
        const std::vector<std::function<void(ModelConfig&)>> changes{
            [](ModelConfig& c) { c.ropeTheta *= 2; },
            [](ModelConfig& c) { c.ropeScaling.factor = 4; },
            [](ModelConfig& c) { c.ropeScaling.kind = engine::RopeScaling::Kind::None; },
            [](ModelConfig& c) { c.ropeScaling.shortFactors = {1}; },
            [](ModelConfig& c) { c.ropeFactors = {1}; },
            [](ModelConfig& c) { c.normEpsilon *= 2; },
            [](ModelConfig& c) { c.activation = "relu"; },
            [](ModelConfig& c) { std::swap(c.heads, c.kvHeads); },
            [](ModelConfig& c) { c.contextLength += 1; },
        };
        ModelConfig changed = config;
        changes[size_t(which)](changed);

        QVERIFY(engine::identityOf(changed, *weights) != engine::identityOf(config, *weights));
    }

    void whatItIsCalledDoesNotCount()
    {
        const auto weights = engine::openWeights(m_copy);
        const ModelConfig config = engine::readConfig(m_copy, weights.get());
        ModelConfig renamed = config;
        renamed.name = "another";
        renamed.endTokens = {7};

        QVERIFY(engine::identityOf(renamed, *weights) == engine::identityOf(config, *weights));
    }

    void anotherTrainingIsAnotherModel()
    {
        const Fingerprint before = identityOf(m_copy);
        std::string bytes = tests::readBytes(m_copy / "model.safetensors");
        bytes.back() = char(bytes.back() ^ 1); // the last number of a norm or the head
        std::ofstream(m_copy / "model.safetensors", std::ios::binary) << bytes;

        QVERIFY(identityOf(m_copy) != before);
    }
};

QTEST_APPLESS_MAIN(ModelIdentityTest)
#include "model_identity_test.moc"
