#include "base/error.h"
#include "kernels/devices/backends.h"
#include "tests/benchmarks/cuda/figures.h"
#include "tests/benchmarks/cuda/shapes.h"
#include "tests/benchmarks/cuda/timed_model.h"

#include <cstdio>

// A mixture of experts of random weights whose experts are on the GPU, and one whose experts are in
// main memory, where the CPU computes them.

namespace bench {

namespace {

void measure(Gpu& gpu, const Shape& shape, kernels::Backend* host)
{
    const std::string name = std::string(shape.name) + " " + q4.name
        + (host ? ", experts on the CPU" : ", experts on the GPU");
    const int64_t depth = gpu.isTiny ? 16 : 512, promptTokens = gpu.isTiny ? 40 : 512;
    const std::string decodeFigure = name + ", decode";
    const std::string promptFigure = name + ", prompt of " + std::to_string(promptTokens);
    if (!gpu.wants(decodeFigure) && !gpu.wants(promptFigure))
        return;
    TimedModel model(gpu, weightsOf(shape, q4), configOf(shape), engine::CacheType::F16,
        depth + promptTokens, host);
    if (gpu.wants(decodeFigure))
        print(decodeFigure, 1 / model.decodeSeconds(1, depth), "tokens/s");
    if (gpu.wants(promptFigure))
        print(promptFigure, double(promptTokens) / model.promptSeconds(promptTokens), "tokens/s");
}

} // namespace

void measureExperts(Gpu& gpu)
{
    const Shape& shape = gpu.isTiny ? tinyExperts : qwen30B;
    const auto cpu = kernels::openBackend("cpu", 0, kernels::Products::Fast);
    for (kernels::Backend* host : {static_cast<kernels::Backend*>(nullptr), cpu.get()}) {
        try {
            measure(gpu, shape, host);
        } catch (const base::Error& error) {
            std::fprintf(stderr, "%s is left out: %s\n", shape.name, error.what());
        }
    }
}

} // namespace bench
