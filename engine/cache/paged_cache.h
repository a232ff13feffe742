#pragma once

#include "engine/cache/cache_type.h"
#include "engine/cache/page_moves.h"
#include "kernels/backend.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

inline constexpr int64_t pageSize = 256; ///< tokens

/// The keys and values of past tokens, in pages of 256 tokens; each layer may be on another device.
/// It does not know who uses a page: see PageTable. Belongs to the thread of its backends.
class PagedCache {
public:
    /// What a layer keeps of a token: the same number of heads of keys and of values; nothing if it
    /// reads what another layer keeps.
    struct Layer {
        int64_t kvHeads = 0, headDim = 0;

        int64_t columns() const { return kvHeads * headDim; }
        bool operator==(const Layer&) const = default;
    };

    struct Shape {
        Shape() = default;
        explicit Shape(std::vector<Layer> each)
            : layers(std::move(each))
        {
        }
        /// Makes a shape of `count` equal layers.
        Shape(int64_t count, int64_t kvHeads, int64_t headDim)
            : layers(size_t(count), Layer{kvHeads, headDim})
        {
        }

        std::vector<Layer> layers;
    };

    /// Makes a cache that has no memory yet: devices can be planned for its size, but nothing may
    /// be read or written before allocate(). `tokens` is rounded up to whole pages. Throws
    /// Error{OutOfMemory} with the number of bytes if no machine could hold them.
    PagedCache(const Shape& shape, CacheType type, int64_t tokens);

    /// Makes a cache and allocates it on one device.
    PagedCache(kernels::Backend& backend, const Shape& shape, CacheType type, int64_t tokens);

    /// Allocates each layer on devices[layer] (see Model::cacheDevices()), which must outlive the
    /// cache. May be called once. Throws Error{OutOfMemory} with the number of bytes of all layers;
    /// the cache then has no memory.
    void allocate(std::span<kernels::Backend* const> devices);
    bool isAllocated() const { return !m_keys.empty(); }

    /// A number that no other allocated cache of this program has, not even later.
    int64_t serial() const { return m_serial; }

    /// The keys and the values of a layer: [pages · 256, kvHeads · headDim of the layer,
    /// rounded up to whole blocks of the type]. The rows of a page lie one after the other,
    /// rowStride() bytes each.
    kernels::TensorView keys(int64_t layer) const;
    kernels::TensorView values(int64_t layer) const;

    /// Copies the first `tokens` positions of page `from` to page `to` in every layer.
    void copyPage(int32_t from, int32_t to, int64_t tokens);

    /// Makes all moves at once in every layer, see PageTable::defragment(). Throws
    /// Error{OutOfMemory}, before anything has moved, if there is no memory for a page of one layer
    /// beside the cache.
    void movePages(std::span<const PageMove> moves);

    /// Reads or writes the first `tokens` positions of a page as they are stored: layer by layer,
    /// first the keys, then the values. `bytes` must have bytesPerToken() · tokens bytes.
    void readPage(int32_t page, int64_t tokens, std::span<std::byte> bytes) const;
    void writePage(int32_t page, int64_t tokens, std::span<const std::byte> bytes);

    /// "keys" or "values" if some of the first `tokens` positions of a page were too large for half
    /// precision and were stored as infinities; empty otherwise. What the model has computed of
    /// them afterwards, or what was no number before it was stored, does not count.
    std::string_view overflow(int32_t page, int64_t tokens) const;

    int64_t bytesPerToken() const; ///< of the keys and values of all layers
    int64_t bytesPerToken(int64_t layer) const; ///< of the keys and values of this layer
    int64_t numLayers() const { return int64_t(m_shape.layers.size()); }
    int64_t numPages() const { return m_pages; }
    const Shape& shape() const { return m_shape; }
    CacheType type() const { return m_type; }

    /// The bytes per token that a cache of this shape would need for the keys and values of all
    /// layers.
    static int64_t bytesPerToken(const Shape& shape, CacheType type);

private:
    // Calls visit(keys), visit(values) for every layer that has some, in their order.
    template <typename Visit>
    void forEachMatrix(const Visit& visit) const
    {
        for (size_t layer = 0; layer < m_keys.size(); ++layer)
            for (const auto* side : {&m_keys, &m_values})
                if (const kernels::Tensor& matrix = (*side)[layer]; !matrix.isEmpty())
                    visit(matrix);
    }

    Shape m_shape;
    CacheType m_type;
    int64_t m_pages = 0;
    int64_t m_serial = 0;
    std::vector<kernels::Tensor> m_keys, m_values; // one per layer, empty without heads
};

} // namespace engine
