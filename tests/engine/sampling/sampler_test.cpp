#include "engine/sampling/candidates.h"
#include "engine/sampling/read_settings.h"
#include "engine/sampling/sampler.h"
#include "kernels/error.h"
#include "tests/support/fixtures.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>

using engine::Candidates;
using engine::Random;
using engine::Sampler;
using engine::SamplerSettings;
using engine::TokenId;
using kernels::Error;
using kernels::ErrorKind;

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
    }
    return {};
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
        int passedOver = 0;
        for (const auto& testCase : file["cases"]) {
            SamplerSettings settings;
            try {
                settings = engine::readSamplerSettings(testCase["settings"]);
            } catch (const Error& error) {
                QCOMPARE(error.kind(), ErrorKind::Unsupported);
                ++passedOver;
                continue;
            }
            const auto& logits = arrays.at("logits." + testCase["logits"].get<std::string>());

            const auto steps = Sampler(settings, 1).distribution(logits);

            const std::string wrong
                = compare(steps.back(), arrays.at(testCase["key"].get<std::string>()));
            QVERIFY2(wrong.empty(), (testCase.dump() + ": " + wrong).c_str());
        }
        qInfo("%d cases use stages of later versions and were passed over", passedOver);
    }

    void picksTheTokenAtARandomNumber()
    {
        REQUIRE_FIXTURES(root);
        const auto file = tests::readJson(root / "sampling" / "cases.json");
        const Arrays arrays = readArrays(root / file["arrays"].get<std::string>());
        for (const auto& testCase : file["cases"]) {
            if (testCase["settings"].size() > 0)
                continue;
            const auto& logits = arrays.at("logits." + testCase["logits"].get<std::string>());
            for (const auto& [position, token] : testCase["picks"].items()) {
                Candidates candidates = Candidates::best(logits, {}, 0);
                candidates.softmax(1);

                QCOMPARE(candidates.pick(std::stod(position)), token.get<TokenId>());
            }
        }
    }

    void keepsTheTokenThatCrossesTopP()
    {
        const std::vector<float> logits{
            std::log(0.5f), std::log(0.35f), std::log(0.1f), std::log(0.05f)};
        const SamplerSettings settings{.temperature = 1, .topK = 0, .topP = 0.8f, .minP = 0};

        const auto steps = Sampler(settings, 1).distribution(logits);

        QCOMPARE(steps.back().stage, "top_p");
        QCOMPARE(steps.back().ids, (std::vector<TokenId>{0, 1}));
    }

    void greedyTakesTheLowestIdAmongEquals()
    {
        const std::vector<float> logits{1, 3, 3, 2};
        Sampler sampler(SamplerSettings::greedy(), 1);

        QCOMPARE(sampler.sample(logits), TokenId(1));
        QCOMPARE(sampler.sample(logits, std::vector<TokenId>{1}), TokenId(2));
        QCOMPARE(sampler.sample(logits, std::vector<TokenId>{2, 1}), TokenId(3));
    }

    void sameSeedGivesTheSameTokens()
    {
        const auto logits = randomLogits(1000);
        Sampler first({}, 42), second({}, 42), other({}, 43);
        std::vector<TokenId> a, b, c;
        for (int step = 0; step < 50; ++step) {
            a.push_back(first.sample(logits));
            b.push_back(second.sample(logits));
            c.push_back(other.sample(logits));
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
        sampler.sample(std::vector<float>{0});
        Candidates candidates = Candidates::best(logits, {}, 0);
        candidates.softmax(1);

        QCOMPARE(sampler.sample(logits), candidates.pick(second));
    }

    void drawsFitTheDistribution()
    {
        const auto logits = randomLogits(40);
        const SamplerSettings settings{.temperature = 1.3f, .topK = 20, .topP = 1, .minP = 0};
        Sampler sampler(settings, 11);
        const auto step = sampler.distribution(logits).back();
        constexpr int draws = 100'000;
        std::map<TokenId, int> counts;
        for (int draw = 0; draw < draws; ++draw)
            ++counts[sampler.sample(logits)];

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
                sampler.sample(std::vector<float>{0, bad, 1});
                QFAIL("no error");
            } catch (const Error& error) {
                QCOMPARE(std::string(error.what()), "the model produced invalid numbers");
            }
        }
        QVERIFY_EXCEPTION_THROWN(sampler.sample(std::vector<float>{-infinity, -infinity}), Error);
        QVERIFY_EXCEPTION_THROWN(
            sampler.sample(std::vector<float>{1}, std::vector<TokenId>{0}), Error);
        QCOMPARE(sampler.sample(std::vector<float>{-infinity, 0}), TokenId(1));
    }

    void settingsNameWhatIsWrongWithThem()
    {
        const auto failure = [](const char* json) {
            try {
                engine::readSamplerSettings(nlohmann::json::parse(json));
            } catch (const Error& error) {
                return std::string(error.what());
            }
            return std::string();
        };
        QCOMPARE(failure(R"({"temperature": 0.5, "top_k": 3, "top_p": 1, "min_p": 0})"), "");
        for (const char* key : {"temperature", "top_k", "top_p", "min_p", "bogus"}) {
            const std::string json = std::string("{\"") + key + "\": -1}";
            QVERIFY(failure(json.c_str()).find(key) != std::string::npos);
        }
        QVERIFY(!failure("[]").empty());
    }

    void sameChoiceWhereverTheStagesStop()
    {
        // The quick way through top-k first agrees with the stages in their order.
        const auto logits = randomLogits(5000);
        const SamplerSettings settings{.temperature = 2, .topK = 300, .topP = 0.9f, .minP = 0.05f};
        Sampler sampler(settings, 3);
        const auto step = sampler.distribution(logits).back();
        for (int draw = 0; draw < 500; ++draw) {
            const TokenId id = sampler.sample(logits);
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
            sum += sampler.sample(logits);
        }
        QVERIFY(sum > 0);
    }
};

QTEST_APPLESS_MAIN(SamplerTest)
#include "sampler_test.moc"
