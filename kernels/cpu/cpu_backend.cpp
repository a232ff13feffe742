#include "kernels/cpu/cpu_backend.h"

#include "kernels/cpu/processors.h"
#include "kernels/host_memory.h"

#include <cstring>

namespace kernels::cpu {
namespace {

const KernelTable& tableOf(InstructionSet set)
{
    CHECK(isAvailable(set));
    switch (set) {
    case InstructionSet::Avx512:
        return avx512::table;
    case InstructionSet::Avx2:
        return avx2::table;
    case InstructionSet::Scalar:
        break;
    }
    return scalar::table;
}

} // namespace

CpuBackend::CpuBackend(InstructionSet set, int threads)
    : m_set(set)
    , m_pool(threads > 0 ? threads : usableCores())
    , m_ops(tableOf(set), m_pool)
{
}

std::string CpuBackend::description() const
{
    const int count = m_pool.threads();
    return std::string("CPU, ") + title(m_set) + ", " + std::to_string(count)
        + (count == 1 ? " thread" : " threads");
}

void* CpuBackend::allocate(int64_t bytes)
{
    return allocateHostMemory(bytes);
}

void CpuBackend::release(void* memory, int64_t /*bytes*/)
{
    releaseHostMemory(memory);
}

void CpuBackend::upload(TensorView onDevice, const void* onHost)
{
    if (!onDevice.isEmpty())
        std::memcpy(onDevice.bytes, onHost, size_t(onDevice.sizeInBytes()));
}

void CpuBackend::download(void* onHost, TensorView onDevice)
{
    if (!onDevice.isEmpty())
        std::memcpy(onHost, onDevice.bytes, size_t(onDevice.sizeInBytes()));
}

void CpuBackend::copy(TensorView to, TensorView from)
{
    CHECK(to.dtype == from.dtype && to.sameShape(from));
    if (!to.isEmpty())
        std::memmove(to.bytes, from.bytes, size_t(to.sizeInBytes()));
}

} // namespace kernels::cpu
