#include "base/error.h"
#include "engine/sampling/penalties.h"
#include "engine/sampling/sampler.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

using engine::Sampler;
using engine::SamplerSettings;
using engine::TokenId;
using engine::TokenIds;

namespace {

// The plain way: probabilities by rank, most likely first, each stage as its definition says.
using Ranked = std::vector<double>;

void normalize(Ranked& ranked)
{
    const double sum = std::accumulate(ranked.begin(), ranked.end(), 0.0);
    for (double& probability : ranked)
        probability /= sum;
}

Ranked softmax(const std::vector<float>& logits)
{
    Ranked ranked;
    for (const float logit : logits)
        ranked.push_back(std::exp(double(logit)));
    std::ranges::sort(ranked, std::ranges::greater());
    normalize(ranked);
    return ranked;
}

Ranked keepAbove(Ranked ranked, double least)
{
    std::erase_if(ranked, [&](double probability) { return probability < least; });
    normalize(ranked);
    return ranked;
}

Ranked tailFree(Ranked ranked, double limit)
{
    std::vector<double> bends;
    for (size_t rank = 0; rank + 2 < ranked.size(); ++rank)
        bends.push_back(std::abs(ranked[rank] - 2 * ranked[rank + 1] + ranked[rank + 2]));
    const double total = std::accumulate(bends.begin(), bends.end(), 0.0);
    double sum = 0;
    size_t kept = 1;
    for (const double bend : bends) {
        sum += bend / total;
        if (sum > limit)
            break;
        ++kept;
    }
    ranked.resize(kept);
    normalize(ranked);
    return ranked;
}

Ranked typical(const Ranked& ranked, double mass)
{
    double entropy = 0;
    for (const double probability : ranked)
        entropy -= probability * std::log(probability);
    Ranked byTypicality = ranked;
    std::ranges::stable_sort(byTypicality, std::ranges::less(),
        [&](double probability) { return std::abs(-std::log(probability) - entropy); });
    Ranked kept;
    double sum = 0;
    for (const double probability : byTypicality) {
        if (sum >= mass)
            break;
        kept.push_back(probability);
        sum += probability;
    }
    std::ranges::sort(kept, std::ranges::greater());
    normalize(kept);
    return kept;
}

// Assumes that the coin was thrown: all tokens that reach the threshold but the least likely of
// them are removed.
Ranked excludeTop(Ranked ranked, double threshold)
{
    size_t reaching = 0;
    while (reaching < ranked.size() && ranked[reaching] >= threshold)
        ++reaching;
    if (reaching > 1)
        ranked.erase(ranked.begin(), ranked.begin() + std::ptrdiff_t(reaching - 1));
    normalize(ranked);
    return ranked;
}

std::vector<float> someLogits(size_t count, uint64_t seed, double spread)
{
    engine::Random random(seed);
    std::vector<float> logits(count);
    for (float& logit : logits)
        logit = float(spread * (random.uniform() + random.uniform() + random.uniform()));
    return logits;
}

// Empty if the last stage keeps what it should.
std::string compare(
    const SamplerSettings& settings, const std::vector<float>& logits, const Ranked& expected)
{
    const Sampler::Step actual = Sampler(settings, 1).distribution({.logits = logits}).back();
    if (actual.ids.size() != expected.size())
        return std::to_string(actual.ids.size()) + " tokens are kept, not "
            + std::to_string(expected.size());
    for (size_t rank = 0; rank < expected.size(); ++rank) {
        if (std::abs(actual.probabilities[rank] - expected[rank]) > 1e-6)
            return "rank " + std::to_string(rank) + " has probability "
                + std::to_string(actual.probabilities[rank]) + ", not "
                + std::to_string(expected[rank]);
    }
    return {};
}

TokenIds keptBy(const SamplerSettings& settings, const std::vector<double>& probabilities)
{
    std::vector<float> logits;
    for (const double probability : probabilities)
        logits.push_back(float(std::log(probability)));
    return Sampler(settings, 1).distribution({.logits = logits}).back().ids;
}

SamplerSettings topP(float limit)
{
    SamplerSettings settings = SamplerSettings::neutral();
    settings.topP = limit;
    return settings;
}

TokenIds answerOf(Sampler& sampler, int64_t tokens)
{
    const std::vector<float> logits = someLogits(60, 9, 2);
    TokenIds ids{1, 2, 3, 1, 2};
    for (int64_t token = 0; token < tokens; ++token)
        ids.push_back(sampler.choose({.logits = logits, .past = ids}).id);
    return ids;
}

} // namespace

// Acceptance test 23: sampler vectors.
class Acceptance23SamplerTest : public QObject {
    Q_OBJECT

private slots:
    void case23_topPKeepsTheCrossingTokenAndNeverSkipsOne()
    {
        const std::vector<double> probabilities{0.5, 0.35, 0.1, 0.05};
        QCOMPARE(keptBy(topP(0.8f), probabilities), (TokenIds{0, 1}));
        for (int percent = 1; percent < 100; ++percent) {
            TokenIds kept = keptBy(topP(float(percent) / 100), probabilities);
            TokenIds firstOnes(kept.size());
            std::iota(firstOnes.begin(), firstOnes.end(), 0);
            QCOMPARE(kept, firstOnes); // never the third without the second
        }
    }

    void case23_temperatureZeroAppliedLastIsTheMostLikely()
    {
        const std::vector<float> logits = someLogits(300, 4, 3);
        const auto likeliest = TokenId(std::ranges::max_element(logits) - logits.begin());
        SamplerSettings settings = SamplerSettings::neutral();
        settings.temperatureLast = true;
        settings.temperature = 0;
        for (uint64_t seed = 0; seed < 50; ++seed) {
            const auto choice = Sampler(settings, seed).choose({.logits = logits});
            QCOMPARE(choice.id, likeliest);
            QCOMPARE(choice.probability, 1.0);
        }
    }

    void case23_truncationsAgreeWithTheirDefinitions()
    {
        for (uint64_t seed = 0; seed < 20; ++seed) {
            const std::vector<float> logits = someLogits(200 + 100 * seed, seed, 1 + double(seed));
            const Ranked all = softmax(logits);
            for (const double limit : {0.02, 0.1, 0.5, 0.9}) {
                std::map<std::string, std::pair<SamplerSettings, Ranked>> cases;
                for (const char* name : {"min_p", "top_a", "tfs", "typical", "xtc"})
                    cases[name].first = SamplerSettings::neutral();
                cases["min_p"].first.minP = float(limit);
                cases["min_p"].second = keepAbove(all, double(float(limit)) * all[0]);
                cases["top_a"].first.topA = float(limit);
                cases["top_a"].second = keepAbove(all, double(float(limit)) * all[0] * all[0]);
                cases["tfs"].first.tailFree = float(limit);
                cases["tfs"].second = tailFree(all, double(float(limit)));
                cases["typical"].first.typical = float(limit);
                cases["typical"].second = typical(all, double(float(limit)));
                cases["xtc"].first.xtcProbability = 1;
                cases["xtc"].first.xtcThreshold = float(limit);
                cases["xtc"].second = excludeTop(all, double(float(limit)));
                for (const auto& [name, one] : cases) {
                    const std::string wrong = compare(one.first, logits, one.second);
                    QVERIFY2(wrong.empty(),
                        (name + " " + std::to_string(limit) + ", seed " + std::to_string(seed)
                            + ": " + wrong)
                            .c_str());
                }
            }
        }
    }

    void case23_jobsThatShareOneSettingsObjectKeepApart()
    {
        SamplerSettings shared = SamplerSettings::neutral();
        shared.dryMultiplier = 2;
        shared.mirostat = true;
        const SamplerSettings own = shared;
        Sampler alone(own, 5), first(shared, 5), second(shared, 5);
        const TokenIds expected = answerOf(alone, 100);

        QCOMPARE(answerOf(first, 100), expected); // before the second one begins
        QCOMPARE(answerOf(second, 100), expected);
    }

    void case23_frequencyPenaltyCountsThePrompt()
    {
        SamplerSettings settings = SamplerSettings::neutral();
        settings.frequencyPenalty = 0.5f;
        std::vector<float> logits(4, 2);
        const TokenIds prompt{1, 1, 1, 2};

        engine::applyPenalties(logits, settings, prompt);

        QCOMPARE(logits, (std::vector<float>{2, 0.5f, 1.5f, 2}));
    }

    void case23_idsOfPicturesDoNotReachIntoTheVocabulary()
    {
        SamplerSettings settings = SamplerSettings::neutral();
        settings.repetitionPenalty = 2;
        settings.presencePenalty = 1;
        settings.frequencyPenalty = 1;
        settings.dryMultiplier = 3;
        settings.banned = {engine::firstImageId};
        settings.bias = {{.id = engine::firstImageId + 1, .bias = 5}};
        const std::vector<float> logits = someLogits(50, 1, 2);
        TokenIds past;
        for (TokenId row = 0; row < 600; ++row)
            past.push_back(engine::firstImageId + row % 300);
        const auto plain = Sampler(SamplerSettings::neutral(), 1).distribution({.logits = logits});

        const auto shown = Sampler(settings, 1).distribution({.logits = logits, .past = past});

        QCOMPARE(shown.back().ids, plain.back().ids);
        QCOMPARE(shown.back().probabilities, plain.back().probabilities);
    }

    void case23_aMillionDrawsFitTheDistribution_data()
    {
        QTest::addColumn<int>("draws");
        QTest::addColumn<float>("topP");
        QTest::addColumn<float>("minP");
        QTest::addColumn<float>("xtcProbability");
        QTest::newRow("all of it") << 1'000'000 << 1.0f << 0.0f << 0.0f;
        QTest::newRow("cut") << 200'000 << 0.95f << 0.01f << 0.0f;
        QTest::newRow("by a coin as well") << 200'000 << 1.0f << 0.0f << 0.5f;
    }

    void case23_aMillionDrawsFitTheDistribution()
    {
        QFETCH(int, draws);
        QFETCH(float, topP);
        QFETCH(float, minP);
        QFETCH(float, xtcProbability);
        SamplerSettings settings = SamplerSettings::neutral();
        settings.temperature = 0.9f;
        settings.topP = topP;
        settings.minP = minP;
        settings.xtcProbability = xtcProbability;
        const std::vector<float> logits = someLogits(24, 3, 1.5);
        Sampler sampler(settings, 17);
        const Sampler::Step expected = sampler.distribution({.logits = logits}).back();
        std::vector<int> counts(logits.size(), 0);
        for (int draw = 0; draw < draws; ++draw)
            ++counts[size_t(sampler.choose({.logits = logits}).id)];

        double chiSquare = 0;
        int seen = 0;
        for (size_t rank = 0; rank < expected.ids.size(); ++rank) {
            const double mean = expected.probabilities[rank] * draws;
            const int count = counts[size_t(expected.ids[rank])];
            chiSquare += (count - mean) * (count - mean) / mean;
            seen += count;
        }
        QCOMPARE(seen, draws); // nothing that was cut
        // Wilson and Hilferty's limit that a fair sampler passes in one seed of 10,000.
        const double freedom = double(expected.ids.size()) - 1;
        const double limit
            = freedom * std::pow(1 - 2 / (9 * freedom) + 3.719 * std::sqrt(2 / (9 * freedom)), 3);
        QVERIFY2(chiSquare < limit, std::to_string(chiSquare).c_str());
    }
};

TESTS(Acceptance23SamplerTest);
#include "acceptance_23_sampler_test.moc"
