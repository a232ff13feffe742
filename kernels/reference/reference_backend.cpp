#include "kernels/reference/reference_backend.h"

#include "kernels/host_memory.h"

#include <cstring>

namespace kernels::reference {

void* ReferenceBackend::allocate(int64_t bytes)
{
    return allocateHostMemory(bytes);
}

void ReferenceBackend::release(void* memory, int64_t /*bytes*/)
{
    releaseHostMemory(memory);
}

void ReferenceBackend::upload(TensorView onDevice, const void* onHost)
{
    if (!onDevice.isEmpty())
        std::memcpy(onDevice.bytes, onHost, size_t(onDevice.sizeInBytes()));
}

void ReferenceBackend::download(void* onHost, TensorView onDevice)
{
    if (!onDevice.isEmpty())
        std::memcpy(onHost, onDevice.bytes, size_t(onDevice.sizeInBytes()));
}

} // namespace kernels::reference
