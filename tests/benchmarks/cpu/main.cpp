#include "base/error.h"
#include "tests/benchmarks/cpu/figures_of_cpu.h"

#include <cstdio>
#include <cstring>

// How fast the CPU computes, and which share that is of what it can do.
//
//     ./dev bench cpu [WORDS] [--tiny]     WORDS: only what has them in its name, as "panels Q4_K"
//                                          --tiny: only to see that everything runs

namespace {

void printPeaks(const std::string& who, const bench::ProcessorPeaks& peaks)
{
    bench::print("peak, " + who + ", read", peaks.bytes / 1e9, "GB/s");
    bench::print("peak, " + who + ", dot products of bytes", peaks.int8 / 1e9, "GOP/s");
    bench::print("peak, " + who + ", dot products of words", peaks.int16 / 1e9, "GOP/s");
    bench::print("peak, " + who + ", products of F32", peaks.f32 / 1e9, "GOP/s");
}

} // namespace

int main(int argc, char** argv)
try {
    std::string filter;
    bool isTiny = false;
    for (int i = 1; i < argc; ++i)
        std::strcmp(argv[i], "--tiny") == 0 ? void(isTiny = true) : void(filter = argv[i]);
    if (!isTiny) {
        const bench::ProcessorPeaks peaks = bench::measurePeaks(1);
        printPeaks("one thread", peaks);
        bench::measureKernels(filter, peaks);
    }
    bench::measureModels(filter, isTiny);
    return 0;
} catch (const base::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
