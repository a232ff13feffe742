// Products with strips by AVX-VNNI; the other loops are those of AVX2. See isa_avx2.cpp for the rule
// that holds here.
#include "kernels/block_formats.h"
#include "kernels/cpu/simd_avx2.h"
#include "kernels/cpu/strip_kernels.h"
#include "kernels/strips.h"

namespace kernels::avxvnni {
namespace {

using namespace avx2;
using namespace cpu;

// Each may use those before it.
// clang-format off
#include "kernels/cpu/bodies/rounding.inl"
#include "kernels/cpu/bodies/tile.inl"
#include "kernels/cpu/bodies/words.inl"
#include "kernels/cpu/bodies/strips.inl"
#include "kernels/cpu/bodies/strip_types.inl"
// clang-format on

} // namespace

const cpu::StripKernels strips = makeStripKernels();

} // namespace kernels::avxvnni
