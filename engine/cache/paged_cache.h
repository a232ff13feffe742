#pragma once

#include "kernels/backend.h"

#include <cstdint>
#include <vector>

namespace engine {

inline constexpr int64_t pageSize = 256; ///< tokens

enum class CacheType {
    F32, ///< exact; for tests
    F16,
};

/// Keys and values of past tokens on a device, in pages of 256 tokens. Knows nothing of who uses a
/// page: that is PageTable's. Belongs to the backend's thread.
class PagedCache {
public:
    struct Shape {
        int64_t layers = 0, kvHeads = 0, headDim = 0;
    };

    /// `tokens` is rounded up to whole pages. Throws Error{OutOfMemory} with the bytes needed.
    PagedCache(kernels::Backend& backend, Shape shape, CacheType type, int64_t tokens);

    kernels::TensorView keys(int64_t layer) const; ///< [pages · 256, kvHeads · headDim]
    kernels::TensorView values(int64_t layer) const;

    /// Copies the first `tokens` positions of page `from` to page `to`, in every layer.
    void copyPage(int32_t from, int32_t to, int64_t tokens);

    int64_t numPages() const { return m_pages; }
    static int64_t bytesPerToken(Shape shape, CacheType type);

private:
    kernels::Backend& m_backend;
    Shape m_shape;
    int64_t m_pages = 0;
    std::vector<kernels::Tensor> m_keys, m_values; // one per layer
};

} // namespace engine
