#include "tests/fuzz/targets.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

// libFuzzer's interface, https://llvm.org/docs/LibFuzzer.html. The first argument names the target;
// the others are libFuzzer's.

static const fuzz::Target* chosen = nullptr;

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    if (*argc > 1)
        chosen = fuzz::findTarget((*argv)[1]);
    if (!chosen) {
        std::fputs("The first argument must be one of:\n", stderr);
        for (const fuzz::Target& target : fuzz::targets())
            std::fprintf(stderr, "  %s\n", target.name.data());
        std::exit(2);
    }
    for (int i = 1; i + 1 < *argc; ++i)
        (*argv)[i] = (*argv)[i + 1];
    --*argc;
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    chosen->read(std::as_bytes(std::span(data, size)));
    return 0;
}
