#include "base/error.h"
#include "engine/sampling/sampler.h"
#include "kernels/devices/backends.h"
#include "kernels/logit_math.h"
#include "tests/kernels/gpu_on_host.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <random>
#include <tuple>

using engine::Candidate;
using engine::Sampler;
using engine::SamplerSettings;
using engine::TokenId;
using engine::TokenIds;
using engine::TopLogits;
using kernels::DType;
using kernels::Tensor;

namespace {

/// Devices that say what the highest logits are: the CPU, the plain loops and every GPU.
QStringList devices()
{
    tests::useGpuOnHost();
    QStringList names{"cpu", "reference"};
    for (const kernels::DeviceOffer& offer : kernels::listDevices())
        if (offer.name.starts_with("cuda:") && offer.problem.empty())
            names << QString::fromStdString(offer.name);
    return names;
}

/// A GPU that is made of the CPU's threads, one at a time.
bool isSlow(const QString& device)
{
    return device.startsWith("cuda") && tests::isGpuOnHost();
}

/// What a device says of a row of logits.
struct Found {
    Found(kernels::Backend& backend, const std::vector<float>& logits, const TopLogits& top)
        : highest(static_cast<size_t>(top.count))
    {
        const Tensor x(backend, DType::F32, 1, int64_t(logits.size()));
        const Tensor positions(backend, DType::I32, 1, top.count);
        const Tensor numbers(backend, DType::F32, 1, top.count);
        backend.upload(x, logits.data());
        backend.ops().findHighest(positions, numbers, x, top.among);
        std::vector<int32_t> ids(highest.size());
        std::vector<float> values(highest.size());
        backend.download(ids.data(), positions);
        backend.download(values.data(), numbers);
        for (size_t i = 0; i < ids.size(); ++i)
            highest[i] = {ids[i], values[i], 0};
        if (top.temperature > 0)
            weigh(backend, x, numbers, top);
    }

    std::vector<Candidate> highest;
    std::vector<float> weights;

private:
    void weigh(
        kernels::Backend& backend, const Tensor& x, const Tensor& numbers, const TopLogits& top)
    {
        const Tensor sums(backend, DType::F32, 1, kernels::weightBlockCount(top.among));
        const Tensor scales(backend, DType::F32, 1, 1);
        const float scale = 1 / top.temperature;
        backend.upload(scales, &scale);
        backend.ops().weighBlocks(sums, x, numbers, scales, top.among);
        weights.resize(static_cast<size_t>(sums.view().elements()));
        backend.download(weights.data(), sums);
    }
};

std::optional<base::Error> errorOf(const std::function<void()>& action)
{
    try {
        action();
    } catch (const base::Error& error) {
        return error;
    }
    return std::nullopt;
}

// Sharp and flat distributions, with many equal logits now and then and some excluded ones.
std::vector<float> someLogits(std::mt19937& random)
{
    const float spread = float(random() % 100) / 10;
    const bool isCoarse = random() % 3 == 0;
    std::normal_distribution<float> normal;
    std::vector<float> logits(random() % 6000 + 1);
    for (float& logit : logits) {
        logit = normal(random) * spread;
        if (isCoarse)
            logit = std::round(logit);
        if (random() % 50 == 0)
            logit = -std::numeric_limits<float>::infinity();
    }
    logits[random() % logits.size()] = 1;
    return logits;
}

float oneOf(std::mt19937& random, std::initializer_list<float> values)
{
    return *(values.begin() + random() % values.size());
}

SamplerSettings someSettings(std::mt19937& random)
{
    const auto any = [&](std::initializer_list<float> values) { return oneOf(random, values); };
    SamplerSettings settings;
    settings.temperature = any({0, 0.3f, 0.8f, 1, 1.7f});
    settings.topK = int(any({1, 2, 20, 40, 50, 64, 200, 500}));
    settings.topP = any({0, 0.1f, 0.5f, 0.9f, 0.95f, 1});
    settings.minP = any({0, 0, 0.05f, 0.3f});
    settings.topA = any({0, 0, 0.2f});
    settings.tailFree = any({0, 0, 0.9f});
    settings.typical = any({0, 0, 0.8f});
    settings.mirostat = random() % 8 == 0;
    settings.temperatureLast = random() % 4 == 0;
    settings.maxTemperature = any({0, 0, 1.5f});
    settings.smoothingFactor = any({0, 0, 0.3f});
    settings.xtcProbability = any({0, 0, 0.5f});
    settings.skew = any({0, 0, 0.4f});
    if (random() % 4 == 0)
        settings.banned = {TokenId(random() % 100), 100000, -1};
    return settings;
}

void addPenalties(SamplerSettings& settings, std::mt19937& random)
{
    settings.repetitionPenalty = oneOf(random, {1, 1.05f, 1.3f, 3});
    settings.presencePenalty = oneOf(random, {0, 0.4f, 2});
    settings.frequencyPenalty = oneOf(random, {0, 0.01f, 0.5f, 20});
    settings.penaltyRange = int(oneOf(random, {-1, 0, 40}));
    settings.penaltyDecay = int(oneOf(random, {0, 30}));
}

// What a sampler knows in addition to the logits.
struct Surroundings {
    TokenIds past, banned;
};

// The likeliest tokens often are in the past, as they do in answers.
Surroundings someSurroundings(const std::vector<float>& logits, std::mt19937& random)
{
    Surroundings around;
    const auto likeliest = TokenId(std::ranges::max_element(logits) - logits.begin());
    for (size_t count = random() % 300; count > 0; --count)
        around.past.push_back(
            random() % 5 == 0 ? likeliest : TokenId(random() % (logits.size() + 20)));
    around.past.push_back(engine::firstImageId);
    return around;
}

enum class Kind { TopK, PenaltiesAndTopK, NoTopK, PenaltiesWithoutTopK, BansWithoutTopK };

SamplerSettings settingsOf(Kind kind, std::mt19937& random)
{
    SamplerSettings settings = someSettings(random);
    if (kind == Kind::PenaltiesAndTopK || kind == Kind::PenaltiesWithoutTopK)
        addPenalties(settings, random);
    if (kind == Kind::TopK || kind == Kind::PenaltiesAndTopK)
        return settings;
    settings.topK = 0;
    settings.temperature = std::max(settings.temperature, 0.3f);
    if (kind == Kind::NoTopK)
        settings.banned.clear();
    else
        settings.topP = settings.topA = 0;
    return settings;
}

} // namespace

// A sampler that sees the highest logits only, as a GPU found them, chooses what one does that sees
// all of them: the same tokens from the same random numbers, and the same probabilities.
class HighestLogitsTest : public QObject {
    Q_OBJECT

private slots:
    void theSameChoices_data()
    {
        QTest::addColumn<QString>("device");
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<double>("share"); // of choices for which the highest are enough, at least
        for (const QString& name : devices())
            for (const auto& [kind, text, share] : {std::tuple{Kind::TopK, "top-k", 1.0},
                     {Kind::PenaltiesAndTopK, "penalties", 0.7}, {Kind::NoTopK, "no top-k", 0.5},
                     {Kind::PenaltiesWithoutTopK, "penalties, no top-k", 0.5},
                     {Kind::BansWithoutTopK, "banned tokens, no top-k", 0.5}})
                QTest::addRow("%s, %s", text, qPrintable(name)) << name << kind << share;
    }
    void theSameChoices()
    {
        QFETCH(QString, device);
        QFETCH(Kind, kind);
        QFETCH(double, share);
        const auto backend = kernels::openBackend(device.toStdString());
        std::mt19937 random{7};
        int choices = 0, enough = 0;
        const int rounds = isSlow(device) ? 16 : 300;
        for (int round = 0; round < rounds; ++round) {
            const SamplerSettings settings = settingsOf(kind, random);
            Sampler whole(settings, unsigned(round)), few(settings, unsigned(round));
            for (int token = 0; token < 4; ++token) {
                const std::vector<float> logits = someLogits(random);
                Surroundings around = someSurroundings(logits, random);
                if (kind != Kind::NoTopK && kind != Kind::PenaltiesWithoutTopK)
                    around.banned = {TokenId(random() % 60), TokenId(random() % 60)};
                const TopLogits top
                    = few.topNeeded(int64_t(logits.size()), int64_t(around.banned.size()));
                if (top.count == 0)
                    continue; // a short vocabulary, or a stage that looks at all of it
                QVERIFY(top.count <= kernels::Ops::maxHighest);
                ++choices;
                const Found found(*backend, logits, top);
                Sampler::Request request{
                    .logits = logits, .past = around.past, .banned = around.banned, .topTokens = 5};
                Sampler::Choice expected;
                std::optional<Sampler::Choice> actual;

                const auto problem = errorOf([&] { expected = whole.choose(request); });
                request.highest = found.highest;
                request.weights = found.weights;
                const auto problemToo = errorOf([&] { actual = few.chooseOfHighest(request); });

                enough += actual || problemToo;
                if (!actual && !problemToo)
                    errorOf([&] { actual = few.choose(request); });
                QCOMPARE(actual.has_value(), !problem.has_value());
                if (actual)
                    compare(*actual, expected);
            }
        }
        QVERIFY2(choices >= rounds, qPrintable(QString::number(choices)));
        QVERIFY2(
            enough >= share * choices, qPrintable(QString("%1 of %2").arg(enough).arg(choices)));
    }

    void howManyAreNeeded()
    {
        const auto needed = [](auto change) {
            SamplerSettings settings;
            change(settings);
            return Sampler(settings, 1).topNeeded(1000, 3).count;
        };

        QCOMPARE(needed([](auto&) {}), 53);
        QCOMPARE(needed([](auto& settings) { settings.temperature = 0; }), 4);
        QCOMPARE(needed([](auto& settings) { settings.topK = 0; }), 0);
        QCOMPARE(needed([](auto& settings) { settings.topK = 1000; }), 0);
        QCOMPARE(needed([](auto& settings) { settings.repetitionPenalty = 1.1f; }), 250);
        QCOMPARE(needed([](auto& settings) { settings.repetitionPenalty = 0.9f; }), 0);
        QCOMPARE(needed([](auto& settings) { settings.presencePenalty = -0.5f; }), 0);
        QCOMPARE(needed([](auto& settings) { settings.bias = {{1, 2.0f}}; }), 0);
        QCOMPARE(needed([](auto& settings) { settings.dryMultiplier = 1; }), 0);
    }

    void weightsAreWantedWhereASumCounts()
    {
        const auto temperature = [](auto change) {
            SamplerSettings settings{.temperature = 0.7f, .topK = 0, .topP = 0.9f};
            change(settings);
            const TopLogits top = Sampler(settings, 1).topNeeded(100000, 0);
            return top.count > 0 ? top.temperature : -1;
        };

        QCOMPARE(temperature([](auto&) {}), 0.7f);
        QCOMPARE(temperature([](auto& settings) { settings.temperatureLast = true; }), 1.0f);
        QCOMPARE(temperature([](auto& settings) { settings.topP = 1; }), 0.7f);
        QCOMPARE(temperature([](auto& settings) { settings.minP = 0.1f; }), 0.7f);
        QCOMPARE(temperature([](auto& settings) {
            settings.topP = 1;
            settings.minP = 0.1f;
        }),
            0.0f);
        QCOMPARE(temperature([](auto& settings) { settings.repetitionPenalty = 1.1f; }), -1.0f);
        QCOMPARE(temperature([](auto& settings) { settings.banned = {4}; }), -1.0f);
        QCOMPARE(temperature([](auto& settings) { settings.smoothingFactor = 0.2f; }), -1.0f);
    }

    void wrongWeightsWouldBeNoticed()
    {
        const auto backend = kernels::openBackend("cpu");
        std::vector<float> logits(5000);
        for (size_t id = 0; id < logits.size(); ++id)
            logits[id] = -float(id) / 40;
        const SamplerSettings settings{.temperature = 1, .topK = 0, .topP = 0.9f};
        Sampler right(settings, 1), wrong(settings, 1);
        const TopLogits top = right.topNeeded(5000, 0);
        Found found(*backend, logits, top);

        const auto choice
            = right.chooseOfHighest({.highest = found.highest, .weights = found.weights});
        for (float& weight : found.weights)
            weight /= 2;
        const auto other
            = wrong.chooseOfHighest({.highest = found.highest, .weights = found.weights});

        QVERIFY(choice && other && choice->probability != other->probability);
    }

    void aChoiceThatIsPutOffDrawsNoNumber()
    {
        const auto backend = kernels::openBackend("cpu");
        const std::vector<float> flat(1000, 1.0f);
        const SamplerSettings settings = SamplerSettings::neutral();
        Sampler asked(settings, 3), other(settings, 3);
        const Found found(*backend, flat, asked.topNeeded(1000, 0));
        int putOff = 0;

        for (int token = 0; token < 20; ++token) {
            auto choice
                = asked.chooseOfHighest({.highest = found.highest, .weights = found.weights});
            putOff += choice ? 0 : 1;
            if (!choice)
                choice = asked.choose({.logits = flat});
            QCOMPARE(choice->id, other.choose({.logits = flat}).id);
        }

        QVERIFY(putOff > 0 && putOff < 20);
    }

    void invalidNumbersAreSaidSo()
    {
        const auto backend = kernels::openBackend("cpu");
        for (const float bad :
            {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
            std::vector<float> logits(300, 1.0f);
            logits[200] = bad;
            const Found found(*backend, logits, {.count = 50, .among = 300});
            Sampler sampler({}, 1);

            const auto error
                = errorOf([&] { sampler.chooseOfHighest({.highest = found.highest}); });

            QVERIFY(error && error->kind() == base::ErrorKind::DeviceLost);
        }
    }

    void whereNothingIsLeftThatIsSaid()
    {
        const auto backend = kernels::openBackend("cpu");
        const std::vector<float> logits(3, 1.0f);
        const Found found(*backend, logits, {.count = 4, .among = 3});
        const engine::TokenIds banned{0, 1, 2};
        Sampler sampler(SamplerSettings::greedy(), 1);

        const auto error = errorOf(
            [&] { sampler.chooseOfHighest({.highest = found.highest, .banned = banned}); });

        QVERIFY(error && error->kind() == base::ErrorKind::BadRequest);
    }

private:
    static void compare(const Sampler::Choice& actual, const Sampler::Choice& expected)
    {
        QCOMPARE(actual.id, expected.id);
        QVERIFY(actual.probability == expected.probability); // not nearly
        QCOMPARE(actual.top.size(), expected.top.size());
        for (size_t i = 0; i < actual.top.size(); ++i) {
            QCOMPARE(actual.top[i].id, expected.top[i].id);
            QCOMPARE(actual.top[i].logit, expected.top[i].logit);
            QVERIFY(actual.top[i].probability == expected.top[i].probability);
        }
    }
};

TESTS(HighestLogitsTest);
#include "highest_logits_test.moc"
