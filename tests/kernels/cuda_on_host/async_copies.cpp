// The copies of kernels/cuda/tensor_core.cuh that continue while a kernel computes. Here they are
// made as late as may be: when the lane waits for them.
#include "kernels/cuda/tensor_core.cuh"
#include "tests/kernels/cuda_on_host/include/cuda_runtime.h"
#include "tests/kernels/cuda_on_host/thread_block.h"

#include <cstring>
#include <utility>

namespace kernels::cuda {

namespace {

struct Copy {
    void* to;
    const void* from;
    bool exists;
};

/// What a thread has begun and not waited for.
struct Pending {
    uint64_t block = 0; ///< the block of this thread; what an earlier one left is forgotten
    std::vector<Copy> copies;
    std::vector<size_t> groups; ///< how many copies each holds
    size_t committed = 0; ///< copies in groups
};

Pending& pendingOfThread()
{
    static std::vector<Pending> all(cuda_on_host::ThreadBlock::maxThreads);
    const cuda_on_host::ThreadBlock& block = cuda_on_host::threadBlock();
    Pending& own = all[block.ownNumber()];
    if (std::exchange(own.block, block.serial()) != block.serial()) {
        own.copies.clear();
        own.groups.clear();
        own.committed = 0;
    }
    return own;
}

} // namespace

void copyAsync(void* toShared, const void* from, bool exists)
{
    for (const void* position : {static_cast<const void*>(toShared), from})
        if (reinterpret_cast<uintptr_t>(position) % 16 != 0)
            cuda_on_host::failLaunch(
                cudaErrorMisalignedAddress, "copyAsync() of an address that is no multiple of 16");
    pendingOfThread().copies.push_back({toShared, from, exists});
}

void commitCopies()
{
    Pending& own = pendingOfThread();
    own.groups.push_back(own.copies.size() - own.committed);
    own.committed = own.copies.size();
}

void waitForCopies(int pending)
{
    Pending& own = pendingOfThread();
    while (own.groups.size() > size_t(pending)) {
        const auto end = own.copies.begin() + ptrdiff_t(own.groups.front());
        for (auto copy = own.copies.begin(); copy != end; ++copy) {
            if (copy->exists)
                std::memcpy(copy->to, copy->from, 16);
            else
                std::memset(copy->to, 0, 16);
        }
        own.committed -= own.groups.front();
        own.copies.erase(own.copies.begin(), end);
        own.groups.erase(own.groups.begin());
    }
}

} // namespace kernels::cuda
