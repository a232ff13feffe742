#include "base/error.h"
#include "engine/sampling/candidates.h"
#include "engine/sampling/penalties.h"
#include "engine/sampling/sampler.h"
#include "engine/sampling/sampler_settings.h"
#include "engine/sampling/truncation.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>

using base::Error;
using base::ErrorKind;
using engine::Candidate;
using engine::Candidates;
using engine::Mirostat;
using engine::Random;
using engine::Sampler;
using engine::SamplerSettings;
using engine::TokenId;
using engine::TokenIds;

namespace {

using Arrays = std::map<std::string, std::vector<float>>;

// The float32 arrays of a safetensors file.
Arrays readArrays(const std::filesystem::path& path)
{
    const std::string bytes = tests::readBytes(path);
    uint64_t headerSize = 0;
    std::memcpy(&headerSize, bytes.data(), sizeof headerSize);
    const auto header = nlohmann::json::parse(bytes.substr(8, headerSize));
    Arrays arrays;
    for (const auto& [name, entry] : header.items()) {
        if (!entry.contains("dtype") || entry["dtype"] != "F32")
            continue;
        const size_t begin = entry["data_offsets"][0], end = entry["data_offsets"][1];
        std::vector<float> values((end - begin) / sizeof(float));
        std::memcpy(values.data(), bytes.data() + 8 + headerSize + begin, end - begin);
        arrays[name] = std::move(values);
    }
    return arrays;
}

// Empty if the last step agrees with the expected probabilities of every token.
std::string compare(const Sampler::Step& step, const std::vector<float>& expected)
{
    std::vector<double> actual(expected.size(), 0);
    for (size_t index = 0; index < step.ids.size(); ++index)
        actual[size_t(step.ids[index])] = step.probabilities[index];
    for (size_t id = 0; id < expected.size(); ++id) {
        if (std::abs(actual[id] - double(expected[id])) > 2e-5)
            return "token " + std::to_string(id) + " has probability " + std::to_string(actual[id])
                + ", not " + std::to_string(expected[id]);
        if ((float(actual[id]) > 0) != (expected[id] > 0))
            return "token " + std::to_string(id) + " is kept by only one";
    }
    return {};
}

TokenIds pastOf(const nlohmann::json& file, const nlohmann::json& testCase)
{
    if (!testCase.contains("sequence"))
        return {};
    return file["sequences"][testCase["sequence"].get<std::string>()].get<TokenIds>();
}

TokenId pickFrom(const Sampler::Step& step, double position)
{
    std::vector<Candidate> all;
    for (size_t rank = 0; rank < step.ids.size(); ++rank)
        all.push_back({step.ids[rank], -float(rank), step.probabilities[rank]});
    Candidates candidates;
    candidates.replace(all);
    return candidates.pick(position).id;
}

TokenId choose(Sampler& sampler, const std::vector<float>& logits, const TokenIds& banned = {},
    const TokenIds& past = {})
{
    return sampler.choose({.logits = logits, .past = past, .banned = banned}).id;
}

std::vector<std::string> stagesOf(const std::vector<Sampler::Step>& steps)
{
    std::vector<std::string> stages;
    for (const Sampler::Step& step : steps)
        stages.push_back(step.stage);
    return stages;
}

std::vector<float> randomLogits(size_t count)
{
    Random random(7);
    std::vector<float> logits(count);
    for (float& logit : logits)
        logit = float(8 * (random.uniform() + random.uniform() + random.uniform()));
    return logits;
}

} // namespace

// Distributions against published definitions, and the promises about random numbers.
class SamplerTest : public QObject {
    Q_OBJECT

private slots:
    void agreesWithTheReferenceDistributions()
    {
        REQUIRE_FIXTURES(root);
        const auto file = tests::readJson(root / "sampling" / "cases.json");
        const Arrays arrays = readArrays(root / file["arrays"].get<std::string>());
        for (const auto& testCase : file["cases"]) {
            const SamplerSettings settings = engine::readSamplerSettings(testCase["settings"]);
            const auto& logits = arrays.at("logits." + testCase["logits"].get<std::string>());
            const TokenIds past = pastOf(file, testCase);

            const auto steps = Sampler(settings, 1).distribution({.logits = logits, .past = past});

            const std::string wrong
                = compare(steps.back(), arrays.at(testCase["key"].get<std::string>()));
            QVERIFY2(wrong.empty(), (testCase.dump() + ": " + wrong).c_str());
        }
    }

    void picksTheTokenAtARandomNumber()
    {
        REQUIRE_FIXTURES(root);
        const auto file = tests::readJson(root / "sampling" / "cases.json");
        const Arrays arrays = readArrays(root / file["arrays"].get<std::string>());
        for (const auto& testCase : file["cases"]) {
            const SamplerSettings settings = engine::readSamplerSettings(testCase["settings"]);
            const auto& logits = arrays.at("logits." + testCase["logits"].get<std::string>());
            const TokenIds past = pastOf(file, testCase);
            const auto steps = Sampler(settings, 1).distribution({.logits = logits, .past = past});
            for (const auto& [position, token] : testCase["picks"].items()) {
                const TokenId picked = pickFrom(steps.back(), std::stod(position));
                QVERIFY2(picked == token.get<TokenId>(),
                    (testCase.dump() + " at " + position + ": " + std::to_string(picked)).c_str());
            }
        }
    }

    void samplesWhatTheDistributionShows()
    {
        // The quick way of `choose` and the shown way, with the same random number.
        REQUIRE_FIXTURES(root);
        const auto file = tests::readJson(root / "sampling" / "cases.json");
        const Arrays arrays = readArrays(root / file["arrays"].get<std::string>());
        for (const auto& testCase : file["cases"]) {
            const SamplerSettings settings = engine::readSamplerSettings(testCase["settings"]);
            const auto& logits = arrays.at("logits." + testCase["logits"].get<std::string>());
            const TokenIds past = pastOf(file, testCase);
            for (uint64_t seed = 0; seed < 5; ++seed) {
                Sampler sampler(settings, seed);
                const auto steps = sampler.distribution({.logits = logits, .past = past});
                const TokenId expected = pickFrom(steps.back(), Random(seed).uniform());
                QVERIFY2(choose(sampler, logits, {}, past) == expected, testCase.dump().c_str());
            }
        }
    }

    void mirostatFollowsTheReferenceSteps()
    {
        REQUIRE_FIXTURES(root);
        const auto file = tests::readJson(root / "sampling" / "cases.json");
        const Arrays arrays = readArrays(root / file["arrays"].get<std::string>());
        for (const auto& testCase : file["mirostat"]) {
            SamplerSettings settings = SamplerSettings::neutral();
            settings.mirostatTau = testCase["tau"];
            settings.mirostatEta = testCase["eta"];
            Mirostat mirostat(settings);
            for (const auto& step : testCase["steps"]) {
                QVERIFY(std::abs(mirostat.mu() - step["mu_before"].get<double>()) < 1e-4);
                const std::string name = step["logits"];
                Candidates candidates = Candidates::best(arrays.at("logits." + name), nullptr, 0);
                candidates.softmax(1);

                mirostat.narrow(candidates);
                const Candidate picked = candidates.pick(step["random"]);
                mirostat.observe(picked.probability);

                QCOMPARE(candidates.size(), step["kept"].get<size_t>());
                QCOMPARE(picked.id, step["token"].get<TokenId>());
                QVERIFY(std::abs(mirostat.mu() - step["mu_after"].get<double>()) < 1e-4);
            }
        }
    }

    void dryPenalizesWhatTheReferenceDoes()
    {
        REQUIRE_FIXTURES(root);
        const auto file = tests::readJson(root / "sampling" / "cases.json");
        for (const auto& testCase : file["cases"]) {
            if (!testCase.contains("dry"))
                continue;
            const auto settings = engine::readSamplerSettings(testCase["settings"]);
            const auto actual = engine::dryPenalties(settings, pastOf(file, testCase));
            const auto& expected = testCase["dry"]["penalized"];
            QCOMPARE(actual.size(), expected.size());
            for (const auto& [id, penalty] : actual) {
                const double wanted = expected.at(std::to_string(id));
                QVERIFY(std::abs(penalty - wanted) <= 1e-5 * wanted);
            }
        }
    }

    void mirostatBelongsToTheJob()
    {
        const auto logits = randomLogits(50);
        SamplerSettings settings = SamplerSettings::neutral();
        settings.mirostat = true;
        Sampler used(settings, 1), fresh(settings, 1);
        const size_t before = used.distribution({.logits = logits}).back().ids.size();
        for (int step = 0; step < 100; ++step)
            choose(used, std::vector<float>{0}); // no surprise: the limit rises

        QVERIFY(used.distribution({.logits = logits}).back().ids.size() > before);
        QCOMPARE(fresh.distribution({.logits = logits}).back().ids.size(), before);
    }

    void showsEveryActiveStageInItsOrder()
    {
        const auto settings = engine::readSamplerSettings(nlohmann::json::parse(R"({
            "rep": 1.1, "banned": [1], "bias": {"2": 1}, "dry_multiplier": 1, "top_k": 40,
            "top_p": 0.99, "top_a": 0.01, "min_p": 0.01, "tfs": 0.99, "typical": 0.99,
            "mirostat_mu": 9, "temperature_last": true, "xtc_probability": 0.5})"));
        const std::vector<std::string> expected{"penalties", "banned", "bias", "DRY", "softmax",
            "top_k", "top_p", "top_a", "min_p", "tfs", "typical", "mirostat", "temperature_last",
            "XTC"};
        QCOMPARE(
            stagesOf(Sampler(settings, 1).distribution({.logits = randomLogits(100)})), expected);
    }

    void typicalKeepsTheCrossingTokenAndMayDropTheLikeliest()
    {
        // Entropy 1.5 nats or so: the surprise of 0.2 (1.61) is the nearest, that of 0.4 (0.92)
        // not.
        const std::vector<float> logits{
            std::log(0.4f), std::log(0.2f), std::log(0.19f), std::log(0.16f), std::log(0.05f)};
        SamplerSettings settings = SamplerSettings::neutral();
        settings.typical = 0.3f;

        QCOMPARE(
            Sampler(settings, 1).distribution({.logits = logits}).back().ids, (TokenIds{1, 2}));
    }

    void extremeSettingsLeaveAToken()
    {
        auto settings = engine::readSamplerSettings(nlohmann::json::parse(R"({
            "dry_multiplier": 100, "dry_base": 100, "dry_max_ngram": 1000, "top_p": 1e-9,
            "top_a": 1, "min_p": 1, "tfs": 1e-9, "typical": 1e-9, "mirostat_tau": 0,
            "mirostat": true, "temperature_last": true, "temperature": 0.01, "max_temp": 1e-9,
            "xtc_probability": 1, "xtc_threshold": 0, "skew": 10, "smoothing_factor": 100})"));
        const TokenIds past(2000, 3);
        for (const auto& logits : {randomLogits(50), std::vector<float>(50, 1e30f)}) {
            Sampler sampler(settings, 1);
            for (int step = 0; step < 20; ++step) {
                const TokenId id = choose(sampler, logits, {}, past);
                QVERIFY(id >= 0 && id < 50 && id != 3);
            }
        }
        settings = engine::readSamplerSettings({{"xtc_probability", 1}, {"xtc_threshold", 0}});
        QCOMPARE(
            Sampler(settings, 1).choose({.logits = std::vector<float>{0, 100, 50}}).id, TokenId(0));
    }

    void skewPrefersUnlikelyTokens()
    {
        const auto logits = randomLogits(100);
        const auto averageRank = [&](float skew) {
            SamplerSettings settings = SamplerSettings::neutral();
            settings.skew = skew;
            Sampler sampler(settings, 1);
            const TokenIds order = sampler.distribution({.logits = logits}).back().ids;
            double sum = 0;
            for (int draw = 0; draw < 1000; ++draw)
                sum += double(std::ranges::find(order, choose(sampler, logits)) - order.begin());
            return sum / 1000;
        };
        QVERIFY(averageRank(1) > averageRank(0));
        QVERIFY(averageRank(-1) < averageRank(0));
    }

    void xtcFiresAsOftenAsAsked()
    {
        auto settings = engine::readSamplerSettings({{"xtc_probability", 0.5}});
        Sampler sampler(settings, 4);
        const std::vector<float> logits{std::log(0.6f), std::log(0.4f)};
        const auto step = sampler.distribution({.logits = logits}).back();
        QCOMPARE(step.ids, (TokenIds{1, 0}));
        QVERIFY(std::abs(step.probabilities[1] - 0.3) < 1e-6);
        int likelier = 0;
        for (int draw = 0; draw < 10'000; ++draw)
            likelier += choose(sampler, logits) == 0;
        QVERIFY2(std::abs(likelier - 3000) < 160, std::to_string(likelier).c_str()); // 3.5 sigma
    }

    void keepsTheTokenThatCrossesTopP()
    {
        const std::vector<float> logits{
            std::log(0.5f), std::log(0.35f), std::log(0.1f), std::log(0.05f)};
        const SamplerSettings settings{.temperature = 1, .topK = 0, .topP = 0.8f, .minP = 0};

        const auto steps = Sampler(settings, 1).distribution({.logits = logits});

        QCOMPARE(steps.back().stage, "top_p");
        QCOMPARE(steps.back().ids, (std::vector<TokenId>{0, 1}));
    }

    void greedyTakesTheLowestIdAmongEquals()
    {
        const std::vector<float> logits{1, 3, 3, 2};
        Sampler sampler(SamplerSettings::greedy(), 1);

        QCOMPARE(choose(sampler, logits), TokenId(1));
        QCOMPARE(choose(sampler, logits, {1}), TokenId(2));
        QCOMPARE(choose(sampler, logits, {2, 1}), TokenId(3));
    }

    void sameSeedGivesTheSameTokens()
    {
        const auto logits = randomLogits(1000);
        Sampler first({}, 42), second({}, 42), other({}, 43);
        std::vector<TokenId> a, b, c;
        for (int step = 0; step < 50; ++step) {
            a.push_back(choose(first, logits));
            b.push_back(choose(second, logits));
            c.push_back(choose(other, logits));
        }
        QCOMPARE(a, b);
        QVERIFY(a != c);
    }

    void randomNumbersAreThePublishedOnes()
    {
        // xoshiro256** from splitmix64(0), as its authors' code gives.
        Random random(0);
        QCOMPARE(random.next(), uint64_t(0x99ec5f36cb75f2b4));
        QCOMPARE(random.next(), uint64_t(0xbf6e1f784956452a));
    }

    void everySampleDrawsOneNumber()
    {
        const auto logits = randomLogits(100);
        Random expected(5);
        expected.uniform(); // the greedy sampler below draws, too
        const double second = expected.uniform();
        Sampler sampler(SamplerSettings::neutral(), 5);
        choose(sampler, std::vector<float>{0});
        Candidates candidates = Candidates::best(logits, nullptr, 0);
        candidates.softmax(1);

        QCOMPARE(choose(sampler, logits), candidates.pick(second).id);
    }

    void drawsFitTheDistribution()
    {
        const auto logits = randomLogits(40);
        const SamplerSettings settings{.temperature = 1.3f, .topK = 20, .topP = 1, .minP = 0};
        Sampler sampler(settings, 11);
        const auto step = sampler.distribution({.logits = logits}).back();
        constexpr int draws = 100'000;
        std::map<TokenId, int> counts;
        for (int draw = 0; draw < draws; ++draw)
            ++counts[choose(sampler, logits)];

        double chiSquare = 0;
        int seen = 0;
        for (size_t index = 0; index < step.ids.size(); ++index) {
            const double expected = step.probabilities[index] * draws;
            const int count = counts[step.ids[index]];
            chiSquare += (count - expected) * (count - expected) / expected;
            seen += count;
        }
        QCOMPARE(seen, draws);
        QVERIFY2(chiSquare < 43.8, std::to_string(chiSquare).c_str()); // 19 degrees, p = 0.001
    }

    void invalidNumbersAreAnError()
    {
        const float infinity = std::numeric_limits<float>::infinity();
        Sampler sampler({}, 1);
        for (const float bad : {std::nanf(""), infinity}) {
            try {
                choose(sampler, std::vector<float>{0, bad, 1});
                QFAIL("no error");
            } catch (const Error& error) {
                QCOMPARE(std::string(error.what()), "The model produced invalid numbers.");
            }
        }
        QVERIFY_EXCEPTION_THROWN(choose(sampler, std::vector<float>{-infinity, -infinity}), Error);
        QVERIFY_EXCEPTION_THROWN(choose(sampler, std::vector<float>{1}, {0}), Error);
        QCOMPARE(choose(sampler, std::vector<float>{-infinity, 0}), TokenId(1));
    }

    void sameChoiceWhereverTheStagesStop()
    {
        // The quick way through top-k first agrees with the stages in their order.
        const auto logits = randomLogits(5000);
        const SamplerSettings settings{.temperature = 2, .topK = 300, .topP = 0.9f, .minP = 0.05f};
        Sampler sampler(settings, 3);
        const auto step = sampler.distribution({.logits = logits}).back();
        for (int draw = 0; draw < 500; ++draw) {
            const TokenId id = choose(sampler, logits);
            QVERIFY(std::ranges::find(step.ids, id) != step.ids.end());
        }
    }

    void sampleOfALongVocabularyIsQuick()
    {
        const auto logits = randomLogits(150'000);
        Sampler sampler({}, 1);
        TokenId sum = 0;
        QBENCHMARK
        {
            sum += choose(sampler, logits);
        }
        QVERIFY(sum > 0);
    }
};

TESTS(SamplerTest);
#include "sampler_test.moc"
