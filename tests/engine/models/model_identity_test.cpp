#include "engine/config/config_fields.h"
#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "engine/models/model_identity.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <set>

using engine::FieldRole;
using engine::Fingerprint;
using engine::ModelConfig;
using engine::RopeScaling;

namespace fs = std::filesystem;

namespace {

const fs::path models = tests::dataFolder() / "models";

Fingerprint makeIdentity(const fs::path& folder)
{
    const auto weights = engine::openWeights(folder);
    return engine::makeIdentity(engine::readConfig(folder, weights.get()), *weights);
}

void change(std::string& text)
{
    text += "x";
}

template <typename Number>
requires std::is_arithmetic_v<Number>
void change(Number& number)
{
    number = Number(number == Number(0)); // 0 becomes 1, whatever else 0
}

template <typename Kind>
requires std::is_enum_v<Kind>
void change(Kind& kind)
{
    kind = Kind(int(kind) == 0);
}

template <typename Number>
void change(std::vector<Number>& numbers)
{
    numbers.push_back(7);
}

// Calls visit(name, role, changed) with a copy for every field, in which that one alone differs.
void forEachChange(const ModelConfig& config, const auto& visit)
{
    engine::forEachField(config, [&](const auto& field, const auto& value) {
        ModelConfig changed = config;
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, RopeScaling>) {
            engine::forEachField(value, [&](const auto& inner, const auto&) {
                changed = config;
                change(changed.ropeScaling.*inner.member);
                visit("rope_scaling." + std::string(inner.name), inner.role, changed);
            });
        } else {
            change(changed.*field.member);
            visit(std::string(field.name), field.role, changed);
        }
    });
}

} // namespace

// A model's identity is that of its numbers and weights, wherever its files are.
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

        QVERIFY(model->identity() == makeIdentity(m_copy));
        QVERIFY(model->identity() != Fingerprint());
        QVERIFY(model->identity() != makeIdentity(models / "tiny-qwen2"));
    }

    void everyFieldThatShapesTheWorkCountsAndNoOther()
    {
        const auto weights = engine::openWeights(m_copy);
        const ModelConfig config = engine::readConfig(m_copy, weights.get());
        const Fingerprint identity = engine::makeIdentity(config, *weights);
        std::set<std::string> shaping, describing;

        forEachChange(
            config, [&](const std::string& name, FieldRole role, const ModelConfig& changed) {
                const bool isAnother = engine::makeIdentity(changed, *weights) != identity;
                QVERIFY2(isAnother == (role == FieldRole::Shapes), name.c_str());
                QVERIFY2(changed != config, name.c_str());
                (role == FieldRole::Shapes ? shaping : describing).insert(name);
            });

        QCOMPARE(shaping.size() + describing.size(),
            engine::countFields<ModelConfig>() - 1 + engine::countFields<RopeScaling>());
        QCOMPARE(describing,
            (std::set<std::string>{"name", "mtp_layers", "bos", "eos", "pad", "end_tokens",
                "image_token", "weight_type"}));
    }

    // A field that is in no table would not compile; this is what the compiler counts by.
    void fieldsAreCounted()
    {
        struct Inner {
            std::string text;
            std::vector<float> numbers;
        };
        struct Outer {
            int first = 0;
            Inner inner;
            bool last = false;
        };
        struct OneMore {
            int first = 0;
            Inner inner;
            bool last = false;
            std::string more;
        };
        QCOMPARE(engine::countFields<Inner>(), size_t(2));
        QCOMPARE(engine::countFields<Outer>(), size_t(3));
        QCOMPARE(engine::countFields<OneMore>(), size_t(4));
    }

    void anotherTrainingIsAnotherModel()
    {
        const Fingerprint before = makeIdentity(m_copy);
        std::string bytes = tests::readBytes(m_copy / "model.safetensors");
        bytes.back() = char(bytes.back() ^ 1); // the last number of a norm or the head
        std::ofstream(m_copy / "model.safetensors", std::ios::binary) << bytes;

        QVERIFY(makeIdentity(m_copy) != before);
    }
};

TESTS(ModelIdentityTest);
#include "model_identity_test.moc"
