#include "engine/sampling/sampler.h"
#include "kernels/devices/backends.h"
#include "kernels/error.h"

#include <QTest>

#include <functional>
#include <limits>
#include <optional>
#include <random>

using engine::Candidate;
using engine::Sampler;
using engine::SamplerSettings;
using engine::TokenId;
using kernels::DType;
using kernels::Tensor;

namespace {

/// Devices that say what the highest logits are: the processor, the plain loops and every card.
QStringList devices()
{
    QStringList names{"cpu", "reference"};
    for (const kernels::DeviceOffer& offer : kernels::listDevices())
        if (offer.name.starts_with("cuda:") && offer.problem.empty())
            names << QString::fromStdString(offer.name);
    return names;
}

std::vector<Candidate> highestOf(
    kernels::Backend& backend, const std::vector<float>& logits, int64_t count)
{
    const Tensor x(backend, DType::F32, 1, int64_t(logits.size()));
    const Tensor places(backend, DType::I32, 1, count), numbers(backend, DType::F32, 1, count);
    backend.upload(x, logits.data());
    backend.ops().findHighest(places, numbers, x, int64_t(logits.size()));
    std::vector<int32_t> ids(static_cast<size_t>(count));
    std::vector<float> values(static_cast<size_t>(count));
    backend.download(ids.data(), places);
    backend.download(values.data(), numbers);
    std::vector<Candidate> highest;
    for (size_t i = 0; i < ids.size(); ++i)
        highest.push_back({ids[i], values[i], 0});
    return highest;
}

std::optional<kernels::Error> errorOf(const std::function<void()>& action)
{
    try {
        action();
    } catch (const kernels::Error& error) {
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

SamplerSettings someSettings(std::mt19937& random)
{
    const auto oneOf = [&](std::vector<float> values) { return values[random() % values.size()]; };
    SamplerSettings settings;
    settings.temperature = oneOf({0, 0.3f, 0.8f, 1, 1.7f});
    settings.topK = int(oneOf({1, 2, 20, 40, 50, 64, 200, 500}));
    settings.topP = oneOf({0, 0.1f, 0.5f, 0.9f, 0.95f, 1});
    settings.minP = oneOf({0, 0, 0.05f, 0.3f});
    settings.topA = oneOf({0, 0, 0.2f});
    settings.tailFree = oneOf({0, 0, 0.9f});
    settings.typical = oneOf({0, 0, 0.8f});
    settings.mirostat = random() % 8 == 0;
    settings.temperatureLast = random() % 4 == 0;
    settings.maxTemperature = oneOf({0, 0, 1.5f});
    settings.smoothingFactor = oneOf({0, 0, 0.3f});
    settings.xtcProbability = oneOf({0, 0, 0.5f});
    settings.skew = oneOf({0, 0, 0.4f});
    if (random() % 4 == 0)
        settings.banned = {TokenId(random() % 100), 100000, -1};
    return settings;
}

} // namespace

// A sampler that sees the highest logits only, as a card found them, chooses what one does that
// sees all of them: the same tokens from the same random numbers, and the same probabilities.
class HighestLogitsTest : public QObject {
    Q_OBJECT

private slots:
    void theSameChoices_data()
    {
        QTest::addColumn<QString>("device");
        for (const QString& name : devices())
            QTest::newRow(qPrintable(name)) << name;
    }
    void theSameChoices()
    {
        QFETCH(QString, device);
        const auto backend = kernels::openBackend(device.toStdString());
        std::mt19937 random{7};
        int choices = 0;
        for (int round = 0; round < 150; ++round) {
            const SamplerSettings settings = someSettings(random);
            Sampler whole(settings, unsigned(round)), few(settings, unsigned(round));
            for (int token = 0; token < 4; ++token) {
                const std::vector<float> logits = someLogits(random);
                const engine::TokenIds banned{TokenId(random() % 60), TokenId(random() % 60)};
                const int64_t needed = few.numHighestNeeded(int64_t(logits.size()), 2);
                if (needed == 0)
                    continue; // a vocabulary no longer than top-k
                QVERIFY(needed <= 505);
                ++choices;
                const auto highest = highestOf(*backend, logits, needed);
                Sampler::Choice expected, actual;

                const auto problem = errorOf([&] {
                    expected = whole.choose({.logits = logits, .banned = banned, .topTokens = 5});
                });
                const auto problemToo = errorOf([&] {
                    actual = few.choose({.highest = highest, .banned = banned, .topTokens = 5});
                });

                QCOMPARE(problemToo.has_value(), problem.has_value());
                QCOMPARE(actual.id, expected.id);
                QVERIFY(actual.probability == expected.probability); // not nearly
                QCOMPARE(actual.top.size(), expected.top.size());
                for (size_t i = 0; i < actual.top.size(); ++i) {
                    QCOMPARE(actual.top[i].id, expected.top[i].id);
                    QVERIFY(actual.top[i].probability == expected.top[i].probability);
                }
            }
        }
        QVERIFY(choices > 500);
    }

    void othersNeedAllLogits()
    {
        const auto needed = [](auto change) {
            SamplerSettings settings;
            change(settings);
            return Sampler(settings, 1).numHighestNeeded(1000, 3);
        };

        QCOMPARE(needed([](auto&) {}), 53);
        QCOMPARE(needed([](auto& settings) { settings.temperature = 0; }), 4);
        QCOMPARE(needed([](auto& settings) { settings.topK = 0; }), 0);
        QCOMPARE(needed([](auto& settings) { settings.topK = 1000; }), 0);
        QCOMPARE(needed([](auto& settings) { settings.repetitionPenalty = 1.1f; }), 0);
        QCOMPARE(needed([](auto& settings) { settings.bias = {{1, 2.0f}}; }), 0);
        QCOMPARE(needed([](auto& settings) { settings.dryMultiplier = 1; }), 0);
    }

    void invalidNumbersAreSaidSo()
    {
        const auto backend = kernels::openBackend("cpu");
        for (const float bad :
            {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
            std::vector<float> logits(300, 1.0f);
            logits[200] = bad;
            const auto highest = highestOf(*backend, logits, 50);
            Sampler sampler({}, 1);

            const auto error = errorOf([&] { sampler.choose({.highest = highest}); });

            QVERIFY(error && error->kind() == kernels::ErrorKind::DeviceLost);
        }
    }

    void whereNothingIsLeftThatIsSaid()
    {
        const auto backend = kernels::openBackend("cpu");
        const std::vector<float> logits(3, 1.0f);
        const auto highest = highestOf(*backend, logits, 4);
        const engine::TokenIds banned{0, 1, 2};
        Sampler sampler(SamplerSettings::greedy(), 1);

        const auto error = errorOf([&] { sampler.choose({.highest = highest, .banned = banned}); });

        QVERIFY(error && error->kind() == kernels::ErrorKind::BadRequest);
    }
};

QTEST_APPLESS_MAIN(HighestLogitsTest)
#include "highest_logits_test.moc"
