#include "engine/files/gguf_writer.h"
#include "runtime/models/model_facts.h"
#include "runtime/models/recommended_settings.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using runtime::AnswerSettings;
using runtime::recommendedSettings;

// What makers of models recommend, as folders say it.
class RecommendedSettingsTest : public QObject {
    Q_OBJECT

private slots:
    void theyAreRead()
    {
        AnswerSettings expected;
        expected.temperature = 0.6F;
        expected.topK = 20;
        expected.topP = 0.95F;
        expected.repetitionPenalty = 1.05F;
        QCOMPARE(read("{\"do_sample\": true, \"temperature\": 0.6, \"top_k\": 20, \"top_p\": 0.95, "
                      "\"repetition_penalty\": 1.05, \"eos_token_id\": [1, 2]}"),
            expected);
    }

    void whatIsNotThereIsNotRecommended()
    {
        QFile::remove(m_folder.path("generation_config.json"));
        QCOMPARE(recommendedSettings(m_folder.path().toStdString()), AnswerSettings());
        QCOMPARE(read("{\"eos_token_id\": 1}"), AnswerSettings());
    }

    void filesSayItByKeys()
    {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.filePath("m.gguf").toStdString());
        engine::GgufWriter writer(path);
        writer.set("general.architecture", std::string("llama"));
        writer.set("general.sampling.temp", 0.6F);
        writer.set("general.sampling.top_k", int32_t(20));
        writer.set("general.sampling.top_p", 0.95F);
        writer.set("general.sampling.min_p", 0.05F);
        writer.set("general.sampling.penalty_repeat", 1e9F);
        writer.set("general.sampling.xtc_probability", 0.25F);
        writer.set("general.sampling.xtc_threshold", std::string("0.2"));
        writer.finish();

        const AnswerSettings read = recommendedSettings(path);

        AnswerSettings expected;
        expected.temperature = 0.6F;
        expected.topK = 20;
        expected.topP = 0.95F;
        expected.minP = 0.05F;
        expected.repetitionPenalty = read.repetitionPenalty;
        expected.xtcProbability = 0.25F;
        QCOMPARE(read, expected); // a text is no number
        QVERIFY(read.repetitionPenalty && *read.repetitionPenalty < 100); // limited
    }

    void greedyAnswersCanBeRecommended()
    {
        QCOMPARE(
            read("{\"do_sample\": false, \"temperature\": 0.6}").temperature, std::optional(0.0F));
    }

    void hostileValuesAreLimitedOrIgnored_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<std::optional<float>>("temperature");
        QTest::newRow("no JSON") << QByteArray("{") << std::optional<float>();
        QTest::newRow("a list") << QByteArray("[0.5]") << std::optional<float>();
        QTest::newRow("a text") << QByteArray("{\"temperature\": \"0.5\", \"top_k\": 3}")
                                << std::optional<float>();
        QTest::newRow("infinite") << QByteArray("{\"temperature\": Infinity}")
                                  << std::optional<float>();
        QTest::newRow("too large") << QByteArray("{\"temperature\": 1e300}") << std::optional(5.0F);
        QTest::newRow("negative") << QByteArray("{\"temperature\": -1}") << std::optional(0.0F);
    }
    void hostileValuesAreLimitedOrIgnored()
    {
        QFETCH(QByteArray, json);
        QFETCH(std::optional<float>, temperature);
        QCOMPARE(read(json).temperature, temperature);
    }

    void filesThatCannotBeReadRecommendNothing()
    {
        QCOMPARE(recommendedSettings(m_folder.path("config.json").toStdString()), AnswerSettings());
        QCOMPARE(recommendedSettings("/nowhere/m.gguf"), AnswerSettings());
    }

    // The weights of a model that cannot be run do not matter.
    void anUnknownArchitectureIsNamedWhateverItsWeightsAre()
    {
        QFile config(m_folder.path("config.json"));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write("{\"model_type\": \"whisper\", \"d_model\": 384}");
        config.close();
        QFile weights(m_folder.path("model.safetensors"));
        QVERIFY(weights.open(QIODevice::WriteOnly));
        weights.write("garbage");
        weights.close();

        const runtime::ModelFacts facts = runtime::readModelFacts(m_folder.path().toStdString());

        QVERIFY(!facts.isUsable());
        QVERIFY2(facts.sentence.find("whisper") != std::string::npos || facts.family == "whisper",
            facts.sentence.c_str());
        QVERIFY2(facts.sentence.find("safetensors") == std::string::npos, facts.sentence.c_str());
    }

private:
    void write(const QByteArray& json)
    {
        QFile file(m_folder.path("generation_config.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(json);
    }

    AnswerSettings read(const QByteArray& json)
    {
        write(json);
        return recommendedSettings(m_folder.path().toStdString());
    }

    const tests::TinyFolder m_folder;
};

TESTS(RecommendedSettingsTest);
#include "recommended_settings_test.moc"
