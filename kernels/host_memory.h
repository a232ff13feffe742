#pragma once

#include <atomic>
#include <cstdint>

namespace kernels {

/// Gives host memory its pages before it is filled for the first time, many with one call to the
/// system. They are huge ones for as long as those come quickly: a huge page takes a fifth of the time
/// of small ones, but seven times theirs where a virtual machine has given back what it does not use,
/// for its host must find each of them again. What small pages fill is left to the system to move into
/// huge ones by and by.
///
/// Any thread may call any function.
class PageSupply {
public:
    static constexpr int64_t hugePage = 2 << 20; ///< bytes

    /// Gives `bytes` bytes from `begin` on their pages. Their content stays what it is.
    void provide(void* begin, int64_t bytes);

    /// Gives the pages that are wholly in this memory back to the system; their content is lost.
    static void takeBack(void* begin, int64_t bytes);

    /// False from when huge pages have cost more time than they have saved.
    bool hugePagesPay() const { return m_saved >= 0; }

    /// Takes into account that a huge page came after so many seconds of CPU time.
    void count(double seconds);

private:
    std::atomic<int> m_saved = maxLost; // in times that a quick huge page saves

    static constexpr int lossOfOne = 7; // that is slow
    static constexpr int maxLost = 3 * lossOfOne;
};

/// Returns host memory, aligned to 64 bytes, with undefined content, in huge pages if it is large and
/// they are wanted. Throws Error{OutOfMemory} with the size.
void* allocateHostMemory(int64_t bytes, bool inHugePages = true);
void releaseHostMemory(void* memory);

/// How many bytes of this machine's memory programs can still take without swapping, as the system
/// estimates; 0 if it does not say.
int64_t availableHostMemory();

} // namespace kernels
