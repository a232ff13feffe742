// Built with this instruction set's flags and entered only after cpu_features said yes.
// No standard-library templates and nothing with external linkage but the table: the linker might
// keep this copy for the whole program, and an older CPU would meet instructions it does not know.
#include "kernels/block_formats.h"
#include "kernels/cache_rows.h"
#include "kernels/cpu/interleaved_kernels.h"
#include "kernels/cpu/kernel_table.h"
#include "kernels/cpu/simd_avx512.h"
#include "kernels/interleaved.h"

namespace kernels::avx512 {
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
#include "kernels/cpu/bodies/rounding.inl"
#include "kernels/cpu/bodies/tile.inl"
#include "kernels/cpu/bodies/interleaved_int16.inl"
#include "kernels/cpu/bodies/interleaved.inl"
#include "kernels/cpu/bodies/interleaved_types.inl"
#include "kernels/cpu/bodies/table.inl"
// clang-format on

} // namespace

const cpu::KernelTable table = makeTable("avx512");
const cpu::InterleavedKernels interleaved = makeInterleavedKernels();

} // namespace kernels::avx512
