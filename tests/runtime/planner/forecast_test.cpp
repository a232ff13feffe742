#include "runtime/models/memory_estimate.h"
#include "runtime/planner/forecast.h"
#include "tests/runtime/planner/made_up_speed.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using runtime::DeviceSpeed;
using runtime::estimateSpeed;
using runtime::LoadOptions;
using runtime::MachineSpeed;
using runtime::ModelFacts;
using runtime::SpeedForecast;

namespace {

bool isNear(double a, double b)
{
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

SpeedForecast forecast(const DeviceSpeed& device, const ModelFacts& model,
    const LoadOptions& options = {}, const runtime::ForecastTurn& turn = {})
{
    return estimateSpeed(MachineSpeed{{device}}, model, options, turn).value();
}

// True if a token takes as long as reading so many bytes, if nothing else takes any time.
bool isReadIn(const ModelFacts& model, double bytes)
{
    DeviceSpeed device = tests::faster(tests::madeUpDevice(), 1e9);
    for (auto& [type, speed] : device.weights)
        speed.narrowBytesPerSecond = speed.wideBytesPerSecond = 1e9;
    return std::abs(forecast(device, model).decodeTokensPerSecond * bytes / 1e9 - 1) < 1e-3;
}

double sum(const runtime::FormBytes& bytes)
{
    double sum = 0;
    for (const auto& [form, count] : bytes)
        sum += double(count);
    return sum;
}

} // namespace

// A forecast is the sum of what was measured, part by part.
class ForecastTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_starter = runtime::readModelFacts({}); }

    void aComputerTwiceAsFastTakesHalfTheTime()
    {
        const DeviceSpeed device = tests::madeUpDevice();

        const SpeedForecast slow = forecast(device, m_starter);
        const SpeedForecast fast = forecast(tests::faster(device, 2), m_starter);

        QVERIFY(isNear(fast.decodeTokensPerSecond, 2 * slow.decodeTokensPerSecond));
        QVERIFY(isNear(fast.prefillTokensPerSecond, 2 * slow.prefillTokensPerSecond));
        QVERIFY(slow.secondsToPicture > 0);
        QVERIFY(isNear(fast.secondsToPicture, slow.secondsToPicture / 2));
        QCOMPARE(slow.memory, runtime::estimateMemory(m_starter, {}).total());
    }

    void aTokenReadsEveryWeightOnce()
    {
        const auto& weights = m_starter.weights;
        QVERIFY(sum(weights.dense) > 0 && sum(weights.head) > 0);
        QCOMPARE(sum(weights.experts), 0.0);

        QVERIFY(isReadIn(m_starter, sum(weights.dense) + sum(weights.head)));
    }

    void ofExpertsOnlyThoseCountThatAreUsed()
    {
        ModelFacts model = m_starter;
        model.weights.experts = {{{kernels::DType::Q4_K, 2048}, 1'000'000'000}};
        model.family = model.config.family = "qwen3_moe";
        model.config.expertCount = 8;
        model.config.expertsUsed = 2;
        model.config.expertFeedForward = model.config.feedForward;

        QVERIFY(isReadIn(model, sum(model.weights.dense) + sum(model.weights.head) + 2.5e8));
    }

    void whatStandsBeforeATokenTakesTime()
    {
        const DeviceSpeed device = tests::madeUpDevice();
        LoadOptions quantized;
        quantized.cacheType = engine::CacheType::Q4;

        const SpeedForecast atOnce = forecast(device, m_starter, {}, {.promptTokens = 16});
        const SpeedForecast later = forecast(device, m_starter, {}, {.promptTokens = 4096});
        const SpeedForecast smaller
            = forecast(device, m_starter, quantized, {.promptTokens = 4096});

        QVERIFY(later.decodeTokensPerSecond < atOnce.decodeTokensPerSecond);
        QVERIFY(smaller.decodeTokensPerSecond > later.decodeTokensPerSecond);
        QVERIFY(later.prefillTokensPerSecond < atOnce.prefillTokensPerSecond);
    }

    void aGpuTakesWhatItHolds()
    {
        DeviceSpeed gpu = tests::faster(tests::madeUpDevice("cuda:0"), 10);
        const DeviceSpeed processor = tests::madeUpDevice();
        LoadOptions both;
        both.device = "cuda:0,cpu";
        const double slow = forecast(processor, m_starter).decodeTokensPerSecond;
        const auto together = [&](int64_t memory) {
            gpu.memory = memory;
            return estimateSpeed(MachineSpeed{{gpu, processor}}, m_starter, both)
                .value()
                .decodeTokensPerSecond;
        };

        const int64_t needed = runtime::estimateMemory(m_starter, both).total();

        QVERIFY(isNear(together(needed), 10 * slow));
        QVERIFY(isNear(together(needed / 2), slow / 0.55));
        QVERIFY(std::abs(together(1) / slow - 1) < 1e-6);
    }

    void expertsThatDoNotFitOnAGpuAreComputedByTheCpu()
    {
        DeviceSpeed gpu = tests::faster(tests::madeUpDevice("cuda:0"), 10);
        const DeviceSpeed processor = tests::madeUpDevice();
        ModelFacts model = m_starter;
        model.weights.experts = {{{kernels::DType::Q4_K, 2048}, 4'000'000'000}};
        model.weightBytes += 4'000'000'000;
        model.family = model.config.family = "qwen3_moe";
        model.config.expertCount = 8;
        model.config.expertsUsed = 2;
        model.config.expertFeedForward = model.config.feedForward;
        const int64_t layers = model.config.layers;
        LoadOptions options;
        options.device = "cuda:0";
        const int64_t needed = runtime::estimateMemory(model, options).total();
        const auto forecastWith = [&](int64_t memory) {
            gpu.memory = memory;
            return estimateSpeed(MachineSpeed{{gpu, processor}}, model, options).value();
        };

        const SpeedForecast fits = forecastWith(needed);
        const SpeedForecast some = forecastWith(needed - 1);
        const SpeedForecast all = forecastWith(needed - 4'000'000'000);
        const SpeedForecast tooSmall = forecastWith(needed - 4'000'000'001);
        options.experts = engine::ExpertPlacement::Host;
        const SpeedForecast onCpu = forecastWith(needed);
        options.experts = engine::ExpertPlacement::WithLayers;
        const SpeedForecast onGpu = forecastWith(needed - 1);

        QCOMPARE(fits.expertLayers, layers);
        QCOMPARE(fits.hostExpertLayers, 0);
        QCOMPARE(some.hostExpertLayers, 1);
        QCOMPARE(all.hostExpertLayers, layers);
        QCOMPARE(tooSmall.hostExpertLayers, 0);
        QCOMPARE(onGpu.hostExpertLayers, 0);
        QVERIFY(onCpu.hostExpertLayers == layers
            && isNear(onCpu.decodeTokensPerSecond, all.decodeTokensPerSecond));
        // A token reads a quarter of the experts, for which the GPU takes a tenth of the CPU's time.
        const double cpuSeconds
            = 1e9 / processor.weights.at(kernels::DType::Q4_K).bytesPerSecond(2048);
        const double more = 1 / all.decodeTokensPerSecond - 1 / fits.decodeTokensPerSecond;
        QVERIFY(std::abs(more - 0.9 * cpuSeconds) < 1e-6 * cpuSeconds);
        QVERIFY(all.decodeTokensPerSecond < some.decodeTokensPerSecond);
        QVERIFY(all.prefillTokensPerSecond < fits.prefillTokensPerSecond);
    }

    void whatWasNotMeasuredIsNotPredicted()
    {
        DeviceSpeed device = tests::madeUpDevice();
        LoadOptions onGpu, exact;
        onGpu.device = "cuda:0";
        exact.cacheType = engine::CacheType::F32;

        QVERIFY(!estimateSpeed({}, m_starter, {}));
        QVERIFY(!estimateSpeed(MachineSpeed{{device}}, m_starter, onGpu));
        QVERIFY(!estimateSpeed(MachineSpeed{{device}}, m_starter, exact));
        device.weights.erase(m_starter.weights.dense.begin()->first.type);
        QVERIFY(!estimateSpeed(MachineSpeed{{device}}, m_starter, {}));
        QVERIFY(!estimateSpeed(
            MachineSpeed{{tests::madeUpDevice()}}, runtime::readModelFacts("/no/such.gguf"), {}));
    }

private:
    ModelFacts m_starter;
};

TESTS(ForecastTest);
#include "forecast_test.moc"
