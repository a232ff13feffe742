#pragma once

#include <string_view>

namespace kernels::cpu {

/// The number of physical cores that this process may use: those of its affinity mask, where two
/// hyper-threads count as one, but not more than the CPU quota of its cgroup. At least 1.
int usableCores();

/// The instruction sets that the inner loops are compiled for, better ones last.
enum class InstructionSet {
    Scalar, ///< any x86-64
    Avx2, ///< with FMA and F16C
    AvxVnni, ///< the same with dot products of bytes
    Avx512, ///< the parts F, BW, VL and DQ
    Avx512Vnni, ///< the same with dot products of bytes
};

/// The name that VIGNETTE_CPU takes: "scalar", "avx2", "avxvnni", "avx512",
/// "avx512vnni".
const char* name(InstructionSet set);

/// The name to be shown to users: "AVX-512".
const char* title(InstructionSet set);

/// True if the CPU has the instruction set and the operating system saves its registers.
bool isAvailable(InstructionSet set);

/// The best one that is available, or the one that the environment variable VIGNETTE_CPU names.
/// Throws Error{Unsupported} if that is no such name or is not available.
InstructionSet chosenInstructionSet();

} // namespace kernels::cpu
