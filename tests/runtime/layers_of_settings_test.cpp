#include "runtime/answer_request.h"
#include "tests/support/test_program.h"

#include <QTest>

using runtime::AnswerSettings;

// The highest layer that has a setting determines it, and no setting brings another along.
class LayersOfSettingsTest : public QObject {
    Q_OBJECT

private slots:
    void whatNobodySaysIsAsUsual()
    {
        const engine::SamplerSettings sampler = runtime::samplerSettings({});
        const engine::SamplerSettings greedy = engine::SamplerSettings::greedy();

        QCOMPARE(sampler.temperature, greedy.temperature);
        QCOMPARE(sampler.topK, greedy.topK);
        QCOMPARE(sampler.topP, greedy.topP);
        QCOMPARE(sampler.minP, greedy.minP);
        QCOMPARE(runtime::completed({}), runtime::defaultSettings());
    }

    void oneSettingBringsNoOtherAlong()
    {
        const engine::SamplerSettings sampler = runtime::samplerSettings({.temperature = 0.8f});

        QCOMPARE(sampler.temperature, 0.8f);
        QCOMPARE(sampler.topK, 0);
        QCOMPARE(sampler.topP, 1.0f);
    }

    void higherLayersCoverLowerOnes()
    {
        const AnswerSettings program{.temperature = 0.7f, .topK = 40, .schema = "{}"};
        const AnswerSettings conversation{.temperature = 0.0f, .seed = 7};
        const AnswerSettings request{.maxTokens = 5};

        const AnswerSettings all = runtime::layered({program, conversation, request});

        QCOMPARE(all.temperature, std::optional(0.0f)); // said, though it is as usual
        QCOMPARE(all.topK, std::optional(40));
        QCOMPARE(all.seed, std::optional<uint64_t>(7));
        QCOMPARE(all.maxTokens, std::optional<int64_t>(5));
        QCOMPARE(all.schema, std::optional<std::string>("{}"));
        QVERIFY(!all.topP && !all.stopStrings);
    }
};

TESTS(LayersOfSettingsTest, QCoreApplication);
#include "layers_of_settings_test.moc"
