#pragma once

#include "engine/cache/cache_type.h"
#include "engine/cache/page_moves.h"
#include "kernels/backend.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace engine {

inline constexpr int64_t pageSize = 256; ///< tokens

/// Keys and values of past tokens, in pages of 256 tokens, each layer on a device. Knows nothing of
/// who uses a page: that is PageTable's. Belongs to the backends' thread.
class PagedCache {
public:
    struct Shape {
        int64_t layers = 0, kvHeads = 0, headDim = 0;
    };

    /// A cache without memory yet: its size is known, so that devices can be planned for it, but
    /// nothing may be read or written before allocate(). `tokens` is rounded up to whole pages.
    /// Throws Error{OutOfMemory} with the bytes needed if no machine could hold them.
    PagedCache(Shape shape, CacheType type, int64_t tokens);

    /// The same, allocated on one device.
    PagedCache(kernels::Backend& backend, Shape shape, CacheType type, int64_t tokens);

    /// Gives each layer its memory, on the device of that number (Model::cacheDevices()), which
    /// must outlive the cache. Once. Throws Error{OutOfMemory} with the bytes of all layers; the
    /// cache has no memory then.
    void allocate(std::span<kernels::Backend* const> devices);
    bool isAllocated() const { return !m_keys.empty(); }

    /// Of an allocated cache; no other one of this program has it, not even later.
    int64_t serial() const { return m_serial; }

    /// [pages · 256, kvHeads · headDim, in whole blocks of its type]. A page's rows lie one behind
    /// the other; what is moved or saved of them is bytes, rowStride() for a token.
    kernels::TensorView keys(int64_t layer) const;
    kernels::TensorView values(int64_t layer) const;

    /// Copies the first `tokens` positions of page `from` to page `to`, in every layer.
    void copyPage(int32_t from, int32_t to, int64_t tokens);

    /// Brings what the pages `from` hold to the pages `to`, all at once, in every layer. See
    /// PageTable::defragment(). Throws Error{OutOfMemory} if a page of one layer does not fit
    /// beside the cache, before anything has moved.
    void movePages(std::span<const PageMove> moves);

    /// The first `tokens` positions of a page as they are stored: layer by layer the keys, then the
    /// values. `bytes` is bytesPerToken() · tokens long.
    void readPage(int32_t page, int64_t tokens, std::span<std::byte> bytes) const;
    void writePage(int32_t page, int64_t tokens, std::span<const std::byte> bytes);

    int64_t bytesPerToken() const; ///< of all layers, keys and values
    int64_t numLayers() const { return m_shape.layers; }
    int64_t numPages() const { return m_pages; }
    Shape shape() const { return m_shape; }
    CacheType type() const { return m_type; }

    /// Of all layers, keys and values.
    static int64_t bytesPerToken(Shape shape, CacheType type);

private:
    Shape m_shape;
    CacheType m_type;
    int64_t m_pages = 0;
    int64_t m_serial = 0;
    std::vector<kernels::Tensor> m_keys, m_values; // one per layer
};

} // namespace engine
