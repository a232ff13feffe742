#include "kernels/cpu/cpu_features.h"

#include "kernels/error.h"

#include <cpuid.h>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace kernels::cpu {
namespace {

constexpr InstructionSet allSets[] = {InstructionSet::Scalar, InstructionSet::Avx2,
    InstructionSet::AvxVnni, InstructionSet::Avx512, InstructionSet::Avx512Vnni};

struct Registers {
    uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
};

Registers cpuid(uint32_t leaf, uint32_t subleaf = 0)
{
    Registers r;
    __get_cpuid_count(leaf, subleaf, &r.eax, &r.ebx, &r.ecx, &r.edx);
    return r;
}

bool has(uint32_t value, uint32_t bits)
{
    return (value & bits) == bits;
}

// Which registers the operating system saves: XCR0, read by XGETBV.
uint32_t savedRegisters()
{
    if (!has(cpuid(1).ecx, 1u << 27)) // OSXSAVE
        return 0;
    uint32_t low = 0, high = 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

bool hasAvx2()
{
    constexpr uint32_t fma = 1u << 12, avx = 1u << 28, f16c = 1u << 29, avx2Bit = 1u << 5;
    constexpr uint32_t xmmAndYmm = 0x6;
    return has(savedRegisters(), xmmAndYmm) && has(cpuid(1).ecx, fma | avx | f16c)
        && has(cpuid(7).ebx, avx2Bit);
}

bool hasAvxVnni()
{
    constexpr uint32_t vnni = 1u << 4;
    return hasAvx2() && has(cpuid(7, 1).eax, vnni);
}

bool hasAvx512()
{
    constexpr uint32_t f = 1u << 16, dq = 1u << 17, bw = 1u << 30, vl = 1u << 31;
    constexpr uint32_t masksAndZmm = 0xe6;
    return hasAvx2() && has(savedRegisters(), masksAndZmm) && has(cpuid(7).ebx, f | dq | bw | vl);
}

bool hasAvx512Vnni()
{
    constexpr uint32_t vnni = 1u << 11;
    return hasAvx512() && has(cpuid(7).ecx, vnni);
}

InstructionSet forcedInstructionSet(const std::string& wanted)
{
    for (InstructionSet set : allSets) {
        if (wanted != name(set))
            continue;
        if (!isAvailable(set))
            throw Error(ErrorKind::Unsupported,
                "VIGNETTE_CPU asks for " + wanted + ", which this processor does not have.");
        return set;
    }
    throw Error(ErrorKind::Unsupported,
        "VIGNETTE_CPU must be scalar, avx2, avxvnni, avx512 or avx512vnni, but is \"" + wanted
            + "\".");
}

} // namespace

const char* name(InstructionSet set)
{
    constexpr const char* names[] = {"scalar", "avx2", "avxvnni", "avx512", "avx512vnni"};
    return names[int(set)];
}

const char* title(InstructionSet set)
{
    constexpr const char* titles[]
        = {"no vector extensions", "AVX2", "AVX-VNNI", "AVX-512", "AVX-512 VNNI"};
    return titles[int(set)];
}

bool isAvailable(InstructionSet set)
{
    switch (set) {
    case InstructionSet::Scalar:
        return true;
    case InstructionSet::Avx2:
        return hasAvx2();
    case InstructionSet::AvxVnni:
        return hasAvxVnni();
    case InstructionSet::Avx512:
        return hasAvx512();
    case InstructionSet::Avx512Vnni:
        return hasAvx512Vnni();
    }
    return false;
}

InstructionSet chosenInstructionSet()
{
    if (const char* wanted = std::getenv("VIGNETTE_CPU"); wanted && *wanted)
        return forcedInstructionSet(wanted);
    InstructionSet best = InstructionSet::Scalar;
    for (InstructionSet set : allSets)
        if (isAvailable(set))
            best = set;
    return best;
}

} // namespace kernels::cpu
