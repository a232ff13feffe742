// Products with panels by AVX-VNNI; the other loops are those of AVX2. See isa_avx2.cpp for the rule
// that holds here.
#include "kernels/block_formats.h"
#include "kernels/cpu/interleaved_kernels.h"
#include "kernels/cpu/simd_avx2.h"
#include "kernels/interleaved.h"

namespace kernels::avxvnni {
namespace {

using namespace avx2;
using namespace cpu;

// Each may use those before it.
// clang-format off
#include "kernels/cpu/bodies/rounding.inl"
#include "kernels/cpu/bodies/tile.inl"
#include "kernels/cpu/bodies/interleaved_int16.inl"
#include "kernels/cpu/bodies/interleaved.inl"
#include "kernels/cpu/bodies/interleaved_types.inl"
// clang-format on

} // namespace

const cpu::InterleavedKernels interleaved = makeInterleavedKernels();

} // namespace kernels::avxvnni
