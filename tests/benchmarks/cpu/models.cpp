#include "kernels/devices/backends.h"
#include "tests/benchmarks/cpu/figures_of_cpu.h"
#include "tests/benchmarks/cuda/shapes.h"
#include "tests/benchmarks/cuda/timed_model.h"

// Whole models of random weights, by the time of day: tokens a second while they write, alone and
// in company, and while they read. Only types that are laid out when they are loaded: others would
// be read where they are, which is the same place for all layers of such a model.

namespace bench {

namespace {

constexpr Storage q8{"Q8_0", kernels::DType::Q8_0, kernels::DType::Q8_0};

void measure(Gpu& gpu, const Shape& shape, const Storage& storage, const ProcessorPeaks& peaks,
    double decodeTarget)
{
    const auto weights = weightsOf(shape, storage);
    const std::string name = std::string(shape.name) + " " + storage.name;
    const int64_t promptTokens = gpu.isTiny ? 40 : 512, most = gpu.isTiny ? 4 : 32;
    TimedModel model(gpu, weights, configOf(shape), engine::CacheType::F16,
        std::max(promptTokens, most * engine::pageSize));
    const double bytes = double(bytesReadOf(*weights, shape));
    const double operations = 2.0 * double(parametersOf(*weights, shape));

    for (int64_t batch = 1; batch <= most; batch *= 2) {
        const double seconds = model.decodeSeconds(batch, 0);
        const std::string figure = name + ", decode, batch " + std::to_string(batch);
        if (batch < 8)
            print(figure, double(batch) / seconds, "tokens/s", decodeTarget,
                Share{"stream bandwidth", bytes / seconds, peaks.bytes});
        else
            print(figure, double(batch) / seconds, "tokens/s", 0.6,
                Share{"int8 peak", operations * double(batch) / seconds, peaks.int8});
    }
    const double speed = double(promptTokens) / model.promptSeconds(promptTokens);
    print(name + ", prompt of " + std::to_string(promptTokens), speed, "tokens/s", 0.5,
        Share{"int8 peak", operations * speed, peaks.int8});
}

} // namespace

void measureModels(const std::string& filter, bool isTiny)
{
    Gpu gpu{kernels::openBackend("cpu", 0, kernels::Products::Fast), {}, isTiny};
    const Shape& shape = isTiny ? tiny : llama1B;
    const auto isWanted = [&](const Storage& storage) {
        return (std::string(shape.name) + " " + storage.name).find(filter) != std::string::npos;
    };
    if (!isWanted(q4) && !isWanted(q8))
        return;
    const ProcessorPeaks peaks = measurePeaks(gpu.backend->threads());
    for (const auto& [storage, decodeTarget] : {std::pair(q4, 0.85), {q8, 0.92}})
        if (isWanted(storage))
            measure(gpu, shape, storage, peaks, decodeTarget);
}

} // namespace bench
