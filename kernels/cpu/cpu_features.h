#pragma once

#include <string_view>

namespace kernels::cpu {

/// The instruction sets the inner loops are compiled for. Each needs what stands before it.
enum class InstructionSet {
    Scalar, ///< any x86-64
    Avx2, ///< with FMA and F16C
    Avx512, ///< F, BW, VL and DQ
};

/// What VIGNETTE_CPU calls it: "scalar", "avx2", "avx512".
const char* name(InstructionSet set);

/// For people: "AVX-512".
const char* title(InstructionSet set);

/// True if the processor has it and the operating system saves its registers.
bool isAvailable(InstructionSet set);

/// The best one available, or the one the environment variable VIGNETTE_CPU names.
/// Throws Error{Unsupported} if that is not one of the names or not available.
InstructionSet chosenInstructionSet();

} // namespace kernels::cpu
