#include "engine/generate/job.h"
#include "tests/engine/generate/piece_tokenizer.h"
#include "tests/support/test_program.h"

#include <QTest>

using engine::SamplerSettings;
using engine::TokenIds;

// The tokens that no setting names.
class SamplingDefaultsTest : public QObject {
    Q_OBJECT

private slots:
    void theyAreTheTokenizersMarksAndLineBreaks()
    {
        const tests::PieceTokenizer tokenizer(
            {"a", " b.", "\n\n", "<s>", "\t", "\"q", "c-d", "f()", ":", "", " x\n"}, {3, 9});

        const engine::SamplingDefaults defaults = engine::readSamplingDefaults(tokenizer);

        QCOMPARE(defaults.dryBreakers, (TokenIds{1, 2, 3, 4, 5, 7, 9, 10}));
        QCOMPARE(defaults.xtcProtected, (TokenIds{2, 3, 9, 10}));
    }

    void listsThatSettingsNameStay()
    {
        const engine::SamplingDefaults defaults{.dryBreakers = {1, 2}, .xtcProtected = {2}};
        SamplerSettings settings = SamplerSettings::neutral();
        QVERIFY(!engine::needsDefaults(settings));

        settings.dryMultiplier = 1;
        settings.xtcProbability = 1;
        settings.dryBreakers = TokenIds();
        QVERIFY(engine::needsDefaults(settings));
        engine::takeDefaults(settings, defaults);

        QCOMPARE(*settings.dryBreakers, TokenIds());
        QCOMPARE(*settings.xtcProtected, defaults.xtcProtected);
        QVERIFY(!engine::needsDefaults(settings));
    }
};

TESTS(SamplingDefaultsTest);
#include "sampling_defaults_test.moc"
