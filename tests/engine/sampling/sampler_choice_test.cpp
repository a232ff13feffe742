#include "base/error.h"
#include "engine/sampling/logits.h"
#include "engine/sampling/sampler.h"
#include "engine/sampling/sampler_settings.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

using base::Error;
using base::ErrorKind;
using engine::Candidate;
using engine::Random;
using engine::Sampler;
using engine::SamplerSettings;
using engine::TokenId;
using engine::TokenIds;
using engine::TokenMask;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

// A bell with some likely tokens above it.
std::vector<float> someLogits(size_t count, uint64_t seed = 7)
{
    Random random(seed);
    std::vector<float> logits(count);
    for (float& logit : logits)
        logit = float(6 * (random.uniform() + random.uniform() + random.uniform()) - 9);
    for (size_t peak = 0; peak < 10; ++peak)
        logits[random.next() % count] = float(6 + 6 * random.uniform());
    return logits;
}

SamplerSettings settingsFrom(const char* json)
{
    return engine::readSamplerSettings(nlohmann::json::parse(json));
}

TokenMask maskOf(int64_t vocabulary, const TokenIds& allowed)
{
    TokenMask mask(vocabulary, false);
    for (const TokenId id : allowed)
        mask.allow(id);
    return mask;
}

std::string failureOf(Sampler& sampler, const Sampler::Request& request)
{
    try {
        sampler.choose(request);
    } catch (const Error& error) {
        return error.kind() == ErrorKind::BadRequest ? error.what() : "another kind of error";
    }
    return {};
}

// Every stage that cuts a long tail in a way of its own.
const char* const tailSettings[]
    = {R"({})", R"({"min_p": 0.05})", R"({"top_p": 0.9})", R"({"top_p": 0.9999999})",
        R"({"temperature": 3, "top_p": 0.99})", R"({"temperature": 0.3, "top_a": 0.1})",
        R"({"min_p": 1e-7})", R"({"top_a": 1e-9})", R"({"mirostat_mu": 4})", R"({"typical": 0.8})",
        R"({"tfs": 0.95})", R"({"temperature_last": true, "temperature": 0.7})",
        R"({"max_temp": 2, "min_temp": 0.5})", R"({"xtc_probability": 1, "xtc_threshold": 0.05})",
        R"({"smoothing_factor": 0.2})", R"({"top_k": 100, "top_p": 0.9})", R"({"skew": 2})"};

} // namespace

// What a choice tells in addition to the token, and what it may not choose.
class SamplerChoiceTest : public QObject {
    Q_OBJECT

private slots:
    void probabilityAndTopAreThoseOfTheFinalDistribution()
    {
        const std::vector<float> logits = someLogits(3000);
        for (const char* json : tailSettings) {
            Sampler sampler(settingsFrom(json), 3);
            const Sampler::Step expected = sampler.distribution({.logits = logits}).back();
            for (int draw = 0; draw < 10; ++draw) {
                Sampler fresh(settingsFrom(json), uint64_t(draw));
                const Sampler::Choice choice = fresh.choose({.logits = logits, .topTokens = 5});

                const auto found = std::ranges::find(expected.ids, choice.id);
                QVERIFY2(found != expected.ids.end(), json);
                const auto rank = size_t(found - expected.ids.begin());
                QVERIFY2(std::abs(choice.probability - expected.probabilities[rank]) < 1e-6, json);
                QCOMPARE(choice.top.size(), std::min<size_t>(5, expected.ids.size()));
                for (size_t position = 0; position < choice.top.size(); ++position) {
                    QCOMPARE(choice.top[position].id, expected.ids[position]);
                    QCOMPARE(choice.top[position].logit, logits[size_t(choice.top[position].id)]);
                    QVERIFY2(std::abs(choice.top[position].probability
                                 - expected.probabilities[position])
                            < 1e-6,
                        json);
                }
            }
        }
    }

    void choosesByTheSameRandomNumberWhateverIsListed()
    {
        // Asking for more of the distribution must not change the token.
        const std::vector<float> logits = someLogits(3000);
        for (const char* json : tailSettings) {
            Sampler bare(settingsFrom(json), 5), asked(settingsFrom(json), 5);
            for (int draw = 0; draw < 20; ++draw) {
                const auto choice = asked.choose({.logits = logits, .topTokens = 3000});
                QCOMPARE(bare.choose({.logits = logits}).id, choice.id);
                double sum = 0;
                for (const Candidate& one : choice.top)
                    sum += one.probability;
                QVERIFY2(std::abs(sum - 1) < 1e-6, json);
            }
        }
    }

    void reachesIntoTheTailAsOftenAsItShould()
    {
        // A likely token, and a tail so far below it that it is not listed at first; 19,999 tokens
        // of it against e¹³ weigh 4.3 of 100.
        std::vector<float> logits(20'000, 0);
        logits[777] = 13;
        Sampler even(SamplerSettings::neutral(), 1);
        int fromTail = 0;
        for (int draw = 0; draw < 2000; ++draw)
            fromTail += even.choose({.logits = logits}).id != 777;
        QVERIFY2(std::abs(fromTail - 86) < 32, std::to_string(fromTail).c_str()); // 3.5 sigma
        Sampler sharp(settingsFrom(R"({"temperature": 0.5})"), 1);
        for (int draw = 0; draw < 100; ++draw)
            QCOMPARE(sharp.choose({.logits = logits}).id, TokenId(777));
    }

    void aMaskAllowsNothingElse()
    {
        const std::vector<float> logits = someLogits(1000);
        const TokenMask mask = maskOf(1000, {3, 500, 999});
        for (const char* json : tailSettings) {
            Sampler sampler(settingsFrom(json), 1);
            for (int draw = 0; draw < 10; ++draw)
                QVERIFY(mask.allows(sampler.choose({.logits = logits, .mask = &mask}).id));
        }
        Sampler greedy(SamplerSettings::greedy(), 1);
        const TokenMask one = maskOf(1000, {42});
        const Sampler::Choice choice
            = greedy.choose({.logits = logits, .mask = &one, .topTokens = 9});
        QCOMPARE(choice.id, TokenId(42));
        QCOMPARE(choice.probability, 1.0);
        QCOMPARE(choice.top.size(), size_t(1)); // nothing is invented
    }

    void aMaskExcludesAsBansDo()
    {
        const std::vector<float> logits = someLogits(500);
        TokenIds banned;
        TokenMask mask(500, true);
        for (TokenId id = 0; id < 500; id += 3) {
            banned.push_back(id);
            mask.forbid(id);
        }
        const TokenIds few(banned.begin(), banned.begin() + 20);
        Sampler byBans({}, 9), byMask({}, 9), byBoth({}, 9);
        for (int draw = 0; draw < 100; ++draw) {
            const TokenId expected = byBans.choose({.logits = logits, .banned = banned}).id;
            QCOMPARE(byMask.choose({.logits = logits, .mask = &mask}).id, expected);
            QCOMPARE(byBoth.choose({.logits = logits, .banned = few, .mask = &mask}).id, expected);
        }
    }

    void tokensBeyondTheMaskAreNotAllowed()
    {
        // A model's logits may be padded beyond the vocabulary that a mask is made for.
        std::vector<float> logits(200, 0);
        logits[150] = 9;
        const TokenMask mask(100, true);
        Sampler sampler(SamplerSettings::greedy(), 1);
        QCOMPARE(sampler.choose({.logits = logits, .mask = &mask}).id, TokenId(0));
        const TokenIds first{0};
        QCOMPARE(sampler.choose({.logits = logits, .banned = first, .mask = &mask}).id, TokenId(1));
    }

    void bansOfWhatDoesNotExistDoNothing()
    {
        const std::vector<float> logits{1, 2, 3};
        const TokenIds strange{-1, 3, engine::firstImageId, std::numeric_limits<TokenId>::min()};
        Sampler sampler(SamplerSettings::greedy(), 1);
        QCOMPARE(sampler.choose({.logits = logits, .banned = strange}).id, TokenId(2));
    }

    void whereNothingIsLeftTheRequestIsRefusedAndTheNumberDrawn()
    {
        const std::vector<float> logits{0, 1, 2, 3};
        const TokenMask none(4, false), last = maskOf(4, {3});
        const TokenIds three{3}, all{0, 1, 2, 3};
        SamplerSettings settings = SamplerSettings::neutral();
        Sampler sampler(settings, 8);
        int failures = 0;
        for (const Sampler::Request& request : {Sampler::Request{.logits = logits, .mask = &none},
                 Sampler::Request{.logits = logits, .banned = three, .mask = &last},
                 Sampler::Request{.logits = logits, .banned = all}, Sampler::Request{}}) {
            const std::string sentence = failureOf(sampler, request);
            QVERIFY2(sentence.ends_with("exclude all tokens."), sentence.c_str());
            ++failures;
        }
        Sampler other(settings, 8);
        for (int skipped = 0; skipped < failures; ++skipped)
            other.choose({.logits = logits});
        QCOMPARE(sampler.choose({.logits = logits}).id, other.choose({.logits = logits}).id);
    }

    void showsTheMaskAsAStage()
    {
        const std::vector<float> logits{0, 1, 2, 3};
        const TokenMask mask = maskOf(4, {0, 2, 3});
        const TokenIds banned{3};
        const auto steps = Sampler(SamplerSettings::neutral(), 1)
                               .distribution({.logits = logits, .banned = banned, .mask = &mask});

        QCOMPARE(steps.size(), size_t(3));
        QCOMPARE(steps[0].stage, "banned");
        QCOMPARE(steps[0].ids, (TokenIds{2, 1, 0}));
        QCOMPARE(steps[1].stage, "mask");
        QCOMPARE(steps[1].ids, (TokenIds{2, 0}));
        QCOMPARE(steps[2].ids, (TokenIds{2, 0}));
    }

    void recallsWhatItRememberedButNoRandomNumbers()
    {
        const std::vector<float> logits = someLogits(200);
        SamplerSettings settings = SamplerSettings::neutral();
        settings.mirostat = true;
        Sampler sampler(settings, 4), other(settings, 4);
        const Sampler::Memory before = sampler.memory();
        const size_t kept = sampler.distribution({.logits = logits}).back().ids.size();
        for (int step = 0; step < 30; ++step) {
            sampler.choose({.logits = std::vector<float>{0}}); // no surprise: the limit rises
            other.choose({.logits = std::vector<float>{0}});
        }
        QVERIFY(sampler.distribution({.logits = logits}).back().ids.size() > kept);

        sampler.recall(before);

        QCOMPARE(sampler.distribution({.logits = logits}).back().ids.size(), kept);
        other.recall(before);
        QCOMPARE(sampler.choose({.logits = logits}).id, other.choose({.logits = logits}).id);
        Sampler fresh(settings, 4); // is 30 numbers earlier
        bool differs = false;
        for (int step = 0; step < 20; ++step)
            differs |= sampler.choose({.logits = logits}).id != fresh.choose({.logits = logits}).id;
        QVERIFY(differs);
    }

    void excludedTokensStayExcludedThroughBias()
    {
        SamplerSettings settings = SamplerSettings::greedy();
        settings.bias = {{.id = 0, .bias = 100}};
        const std::vector<float> logits{-infinity, 1, 2};
        const TokenMask mask = maskOf(3, {0, 1});
        Sampler sampler(settings, 1);
        QCOMPARE(sampler.choose({.logits = logits, .mask = &mask}).id, TokenId(1));
    }
};

TESTS(SamplerChoiceTest);
#include "sampler_choice_test.moc"
