#include "base/error.h"
#include "tests/benchmarks/cuda/figures.h"
#include "tests/benchmarks/cuda/shapes.h"
#include "tests/benchmarks/cuda/timed_model.h"

#include <cstdio>

// Whole models of random weights: tokens a second while they write, alone and in company, and while
// they read.

namespace bench {

namespace {

/// What a model must reach and should reach, as shares of what the GPU can do.
struct Case {
    Shape shape;
    Storage storage;
    double decodeTarget; ///< of the bandwidth
    std::optional<double> promptTarget; ///< of the tensor cores' peak
};

void measure(Gpu& gpu, const Case& one)
{
    const std::string name = std::string(one.shape.name) + " " + one.storage.name;
    const int64_t depth = gpu.isTiny ? 16 : 512, promptTokens = gpu.isTiny ? 40 : 2048;
    const int64_t most = gpu.isTiny ? 4 : 32;
    const auto decodeFigure
        = [&](int64_t batch) { return name + ", decode, batch " + std::to_string(batch); };
    const std::string hostFigure = name + ", host cost of a decode step";
    const std::string promptFigure = name + ", prompt of " + std::to_string(promptTokens);
    bool isWanted = gpu.wants(hostFigure) || gpu.wants(promptFigure);
    for (int64_t batch = 1; batch <= most; batch *= 2)
        isWanted = isWanted || gpu.wants(decodeFigure(batch));
    if (!isWanted)
        return;
    const auto weights = weightsOf(one.shape, one.storage);
    const engine::ModelConfig config = configOf(one.shape);
    TimedModel model(gpu, weights, config, engine::CacheType::F16,
        std::max(promptTokens, most * (depth + engine::pageSize)));
    const int64_t cacheBytes = engine::PagedCache::bytesPerToken(
        {config.layers, config.kvHeads, config.headDim}, engine::CacheType::F16);

    double alone = 0;
    for (int64_t batch = 1; batch <= most; batch *= 2) {
        if (!gpu.wants(decodeFigure(batch)))
            continue;
        const double seconds = model.decodeSeconds(batch, depth);
        const double bytes = double(bytesReadOf(*weights, one.shape) + batch * depth * cacheBytes);
        const Share share{"bandwidth", bytes / seconds, gpu.peaks.bytesPerSecond};
        print(decodeFigure(batch), double(batch) / seconds, "tokens/s",
            batch == 1 ? std::optional(one.decodeTarget) : std::nullopt, share);
        alone = batch == 1 ? seconds : alone;
        if (batch == 32 && alone > 0)
            print(name + ", batch 32 against batch 1", 32 * alone / seconds, "times", 22);
    }
    if (gpu.wants(hostFigure))
        print(hostFigure, model.hostSeconds(depth) * 1e6, "us", 30);
    if (!gpu.wants(promptFigure))
        return;
    const double seconds = model.promptSeconds(promptTokens);
    const double operations = 2.0 * double(parametersOf(*weights, one.shape) * promptTokens);
    print(promptFigure, double(promptTokens) / seconds, "tokens/s", one.promptTarget,
        Share{"tensor peak", operations / seconds, gpu.peaks.operationsPerSecond});
}

} // namespace

void measureDecoding(Gpu& gpu)
{
    const Case tinyCases[] = {{tiny, q4, 0.6, 0.45}, {tiny, bf16, 0.55, {}}};
    const Case cases[]
        = {{llama1B, bf16, 0.55, {}}, {llama1B, q4, 0.35, {}}, {llama8B, q4, 0.6, 0.45}};
    for (const Case& one : gpu.isTiny ? std::span<const Case>(tinyCases) : cases) {
        try {
            measure(gpu, one);
        } catch (const base::Error& error) {
            std::fprintf(stderr, "%s is left out: %s\n", one.shape.name, error.what());
        }
    }
}

} // namespace bench
