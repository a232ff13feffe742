#include "base/error.h"
#include "tests/benchmarks/cuda/figures.h"

#include <cstdio>

// How fast a GPU computes, on models and towers of random weights.
//
//     ./dev bench cuda [--device cuda:N] [--tiny] [--only PATTERN] [--runs COUNT]
//
// --tiny only shows that everything runs; --only measures the figures whose name matches.

int main(int argc, char** argv)
try {
    bench::Gpu gpu = bench::gpuFrom(argc, argv);
    if (!gpu.backend)
        return 0;
    bench::measureProducts(gpu);
    bench::measureAttention(gpu);
    bench::measureTowers(gpu);
    bench::measureDecoding(gpu);
    bench::measureExperts(gpu);
    return 0;
} catch (const base::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
