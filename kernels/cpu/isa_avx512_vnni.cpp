// Products with panels by AVX-512 VNNI; the other loops are those of AVX-512. See isa_avx2.cpp for
// the rule that holds here.
#include "kernels/block_formats.h"
#include "kernels/cpu/interleaved_kernels.h"
#include "kernels/cpu/simd_avx512.h"
#include "kernels/interleaved.h"

namespace kernels::avx512vnni {
namespace {

using namespace avx512;
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

} // namespace kernels::avx512vnni
