// Products with strips by AVX-512 VNNI; the other loops are those of AVX-512. See isa_avx2.cpp for
// the rule that holds here.
#include "kernels/cpu/simd_avx512.h"
#include "kernels/cpu/strip_kernels.h"
#include "kernels/strips.h"

namespace kernels::avx512vnni {
namespace {

using namespace avx512;
using namespace cpu;

#include "kernels/cpu/bodies/strips.inl"

} // namespace

const cpu::StripKernels strips = makeStripKernels();

} // namespace kernels::avx512vnni
