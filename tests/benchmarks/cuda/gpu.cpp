#include "tests/benchmarks/cuda/gpu.h"

#include "base/error.h"
#include "kernels/devices/backends.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace bench {

namespace {

struct DataSheet {
    const char* name; ///< a part of the GPU's
    Peaks peaks;
};

// The makers' figures.
constexpr DataSheet dataSheets[] = {
    {"H200", {4.8e12, 989e12}},
    {"H100", {3.35e12, 989e12}},
    {"A100", {2.039e12, 312e12}},
    {"L40S", {0.864e12, 362e12}},
    {"RTX 4090", {1.008e12, 165e12}},
    {"RTX 3090", {0.936e12, 71e12}},
    {"T4", {0.32e12, 65e12}},
};

Peaks peaksOf(const std::string& description)
{
    for (const DataSheet& sheet : dataSheets)
        if (description.find(sheet.name) != std::string::npos)
            return sheet.peaks;
    return {};
}

} // namespace

Gpu gpuFrom(int argc, char** argv)
{
    Gpu gpu;
    std::string device = "cuda:0";
    for (int i = 1; i < argc; ++i) {
        gpu.isTiny = gpu.isTiny || std::strcmp(argv[i], "--tiny") == 0;
        if (std::strcmp(argv[i], "--device") == 0 && i + 1 < argc)
            device = argv[++i];
        else if (std::strcmp(argv[i], "--only") == 0 && i + 1 < argc)
            gpu.only = argv[++i];
        else if (std::strcmp(argv[i], "--runs") == 0 && i + 1 < argc)
            gpu.runs = std::max(1, std::atoi(argv[++i]));
    }
    try {
        gpu.backend = kernels::openBackend(device);
        gpu.peaks = peaksOf(gpu.backend->description());
        std::fprintf(stderr, "%s\n", gpu.backend->description().c_str());
    } catch (const base::Error& error) {
        std::fprintf(stderr, "Nothing is measured, because there is no GPU: %s\n", error.what());
    }
    return gpu;
}

double secondsOf(const Gpu& gpu, const std::function<void()>& work)
{
    using Clock = std::chrono::steady_clock;
    const int preparations = gpu.isTiny ? 1 : 3, runs = gpu.isTiny ? 1 : gpu.runs;
    for (int run = 0; run < preparations; ++run)
        work();
    gpu.backend->synchronize();
    std::vector<double> seconds;
    for (int run = 0; run < runs; ++run) {
        const Clock::time_point start = Clock::now();
        work();
        gpu.backend->synchronize();
        seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    }
    std::ranges::nth_element(seconds, seconds.begin() + runs / 2);
    return seconds[size_t(runs / 2)];
}

} // namespace bench
