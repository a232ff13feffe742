#include "kernels/cpu/cpu_backend.h"

#include "kernels/cpu/cpu_features.h"
#include "kernels/host_memory.h"
#include "kernels/interleaved.h"

#include <algorithm>
#include <cstring>

namespace kernels::cpu {
namespace {

const KernelTable& kernelTable(InstructionSet set)
{
    CHECK(isAvailable(set));
    switch (set) {
    case InstructionSet::Avx512Vnni:
    case InstructionSet::Avx512:
        return avx512::table;
    case InstructionSet::AvxVnni:
    case InstructionSet::Avx2:
        return avx2::table;
    case InstructionSet::Scalar:
        break;
    }
    return scalar::table;
}

// Null: weights are multiplied as they are stored.
const InterleavedKernels* interleavedKernels(InstructionSet set, Products products)
{
    if (products == Products::Exact)
        return nullptr;
    switch (set) {
    case InstructionSet::Avx512Vnni:
        return &avx512vnni::interleaved;
    case InstructionSet::Avx512:
        return &avx512::interleaved;
    case InstructionSet::AvxVnni:
        return &avxvnni::interleaved;
    case InstructionSet::Avx2:
        return &avx2::interleaved;
    case InstructionSet::Scalar:
        break; // it is slow with bytes
    }
    return nullptr;
}

} // namespace

CpuBackend::CpuBackend(InstructionSet set, int threads, Products products)
    : m_set(set)
    , m_interleaved(interleavedKernels(set, products))
    , m_pool(threads > 0 ? threads : usableCores())
    , m_ops(kernelTable(set), m_pool, m_interleaved)
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
    return allocateHostMemory(bytes, m_pages.hugePagesPay());
}

// Half of the end of a program was the system's work on small pages.
void CpuBackend::release(void* memory, int64_t bytes)
{
    if (bytes >= 2 * PageSupply::hugePage)
        forHugePages(memory, bytes, PageSupply::takeBack);
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

DType CpuBackend::productType(DType stored, int64_t rows, int64_t columns, Fidelity fidelity) const
{
    const bool isKept = fidelity == Fidelity::Kept && stored == DType::F32;
    const DType panels = isKept ? stored : interleavedType(stored);
    const bool isWhole = rows % panelRows == 0 && columns % info(panels).blockSize == 0;
    return m_interleaved && isWhole ? panels : stored;
}

// Divides memory among the threads.
void CpuBackend::forHugePages(
    void* memory, int64_t bytes, const std::function<void(void* part, int64_t bytes)>& work)
{
    constexpr int64_t part = PageSupply::hugePage;
    auto* begin = static_cast<std::byte*>(memory);
    m_pool.run((bytes + part - 1) / part,
        [&](int64_t task, int) { work(begin + task * part, std::min(part, bytes - task * part)); });
}

void CpuBackend::prepare(void* memory, int64_t bytes)
{
    forHugePages(memory, bytes, [this](void* part, int64_t size) { m_pages.provide(part, size); });
}

void CpuBackend::layOut(TensorView panels, TensorView stored, const FetchStored& fetch)
{
    m_ops.interleave(panels, stored, fetch);
}

} // namespace kernels::cpu
