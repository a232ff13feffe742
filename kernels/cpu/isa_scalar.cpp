// The inner loops for any CPU. See isa_avx2.cpp for the rule that holds here.
#include "kernels/block_formats.h"
#include "kernels/cache_rows.h"
#include "kernels/cpu/kernel_table.h"
#include "kernels/cpu/simd_scalar.h"

namespace kernels::scalar {
namespace {

using namespace cpu;

// Each may use those before it.
// clang-format off
#include "kernels/cpu/bodies/math.inl"
#include "kernels/cpu/bodies/elements.inl"
#include "kernels/cpu/bodies/norm.inl"
#include "kernels/cpu/bodies/decode.inl"
#include "kernels/cpu/bodies/matmul.inl"
#include "kernels/cpu/bodies/attention.inl"
#include "kernels/cpu/bodies/panels.inl"
#include "kernels/cpu/bodies/query_tiles.inl"
#include "kernels/cpu/bodies/state.inl"
#include "kernels/cpu/bodies/table.inl"
// clang-format on

} // namespace

const cpu::KernelTable table = makeTable("scalar");

} // namespace kernels::scalar
