#include "base/error.h"
#include "engine/sampling/penalties.h"
#include "engine/sampling/sampler.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>
#include <map>

using engine::Sampler;
using engine::SamplerSettings;
using engine::TokenId;
using engine::TokenIds;

// What lowers the logits of tokens that were there before.
class PenaltiesTest : public QObject {
    Q_OBJECT

private slots:
    void penaltiesFadeBeyondTheirRange()
    {
        SamplerSettings settings = SamplerSettings::neutral();
        settings.repetitionPenalty = 2;
        settings.frequencyPenalty = 1;
        settings.penaltyRange = 1;
        settings.penaltyDecay = 2;
        std::vector<float> logits{4, 4, -4, 4};

        engine::applyPenalties(logits, settings, TokenIds{3, 2, 1, 0}); // strengths 0, ½, 1, 1

        QCOMPARE(logits, (std::vector<float>{1, 1, -6.5f, 4}));
    }

    void dryTakesTheLongestRunBeforeEachToken()
    {
        SamplerSettings settings = SamplerSettings::neutral();
        settings.dryMultiplier = 1;
        settings.dryBase = 3;
        const TokenIds past{1, 2, 3, 8, 5, 2, 3, 9, 1, 2, 3};
        using Penalties = std::map<TokenId, double>;

        QCOMPARE(engine::dryPenalties(settings, past), (Penalties{{8, 3}, {9, 1}}));
        settings.dryRange = 7;
        QCOMPARE(engine::dryPenalties(settings, past), (Penalties{{9, 1}}));
        settings.dryBreakers = TokenIds{2};
        QCOMPARE(engine::dryPenalties(settings, past), Penalties());
    }

    void penaltiesIgnorePictures()
    {
        const std::vector<float> logits{1, 2, 3};
        SamplerSettings settings = SamplerSettings::neutral();
        settings.presencePenalty = 1;
        settings.dryMultiplier = 1;
        const TokenId image = engine::firstImageId;
        const TokenIds past{image, image, -1, image, image, 2, image, image};

        const auto step
            = Sampler(settings, 1).distribution({.logits = logits, .past = past}).back();

        QCOMPARE(step.ids, (TokenIds{1, 2, 0})); // 2 has come down to a tie
        QVERIFY(engine::dryPenalties(settings, past).empty());
    }

    void aNumberStaysOneHoweverMuchItIsChanged()
    {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const std::vector<float> logits{1, -2, 3};
        const auto chosen = [&](const SamplerSettings& settings) {
            return Sampler(settings, 1).choose({.logits = logits, .past = TokenIds{0, 0}}).id;
        };
        SamplerSettings settings = SamplerSettings::greedy();

        settings.bias = {{1, 3e38f}, {1, 3e38f}};
        QCOMPARE(chosen(settings), TokenId(1));
        settings.bias = {{2, 3e38f}, {2, 3e38f}, {2, -infinity}};
        QCOMPARE(chosen(settings), TokenId(0));
        settings.bias = {{0, -3e38f}, {0, -3e38f}, {1, -infinity}, {2, -infinity}};
        QCOMPARE(chosen(settings), TokenId(0)); // as unlikely as can be, but not excluded
        settings.bias = {};
        settings.repetitionPenalty = 1e-38f;
        settings.frequencyPenalty = -3e38f;
        QCOMPARE(chosen(settings), TokenId(0));
        QVERIFY_THROWS_EXCEPTION(base::Error,
            Sampler(settings, 1)
                .choose({.logits = std::vector<float>{infinity, 0}, .past = TokenIds{0, 0}}));
    }
};

TESTS(PenaltiesTest);
#include "penalties_test.moc"
