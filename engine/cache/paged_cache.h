#pragma once

#include "engine/cache/cache_type.h"
#include "engine/cache/layer_cache.h"
#include "engine/cache/page_moves.h"
#include "kernels/backend.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

/// What the layers keep of past tokens, in pages of 256 tokens; each layer may be on another device.
/// It does not know who uses a page: see PageTable. Belongs to the thread of its backends.
class PagedCache {
public:
    using Layer = LayerShape;

    struct Shape {
        Shape() = default;
        explicit Shape(std::vector<Layer> each)
            : layers(std::move(each))
        {
        }
        /// Makes a shape of `count` equal layers.
        Shape(int64_t count, int64_t kvHeads, int64_t headDim)
            : layers(size_t(count), Layer{.kvHeads = kvHeads, .headDim = headDim})
        {
        }

        /// Whether some layer keeps a state, so that pages cannot be cut; see LayerCache.
        bool keepsStates() const;

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
    bool isAllocated() const { return !m_layers.empty(); }

    /// A number that no other allocated cache of this program has, not even later.
    int64_t serial() const { return m_serial; }

    /// The rows of a page lie one after the other in the matrices of a layer.
    const LayerCache& layer(int64_t layer) const { return m_layers.at(size_t(layer)); }
    kernels::TensorView keys(int64_t layer) const { return this->layer(layer).keys(); }
    kernels::TensorView values(int64_t layer) const { return this->layer(layer).values(); }

    /// Copies the first `tokens` positions of page `from` to page `to` in every layer. Where layers
    /// keep states, these must be all that were read into `from`.
    void copyPage(int32_t from, int32_t to, int64_t tokens);

    /// Makes all moves at once in every layer, see PageTable::defragment(). Throws
    /// Error{OutOfMemory}, before anything has moved, if there is no memory for a page of one layer
    /// beside the cache.
    void movePages(std::span<const PageMove> moves);

    /// Reads or writes the first `tokens` positions of a page as they are stored: layer by layer,
    /// first the keys, then the values; or the state, of a page with so many tokens. `bytes` must
    /// have pageBytes(tokens) bytes.
    void readPage(int32_t page, int64_t tokens, std::span<std::byte> bytes) const;
    void writePage(int32_t page, int64_t tokens, std::span<const std::byte> bytes);

    /// "keys" or "values" if some of the first `tokens` positions of a page were too large for half
    /// precision and were stored as infinities; empty otherwise. What the model has computed of
    /// them afterwards, or what was no number before it was stored, does not count.
    std::string_view overflow(int32_t page, int64_t tokens) const;

    int64_t bytesPerToken() const { return bytesPerToken(m_shape, m_type); } ///< without states
    int64_t bytesPerToken(int64_t layer) const; ///< of the keys and values of this layer
    /// The bytes of the first `tokens` positions of a page in all layers, or of all in one.
    int64_t pageBytes(int64_t tokens = pageSize) const
    {
        return pageBytes(m_shape, m_type, tokens);
    }
    int64_t layerPageBytes(int64_t layer) const;
    bool keepsStates() const { return m_shape.keepsStates(); }
    int64_t numLayers() const { return int64_t(m_shape.layers.size()); }
    int64_t numPages() const { return m_pages; }
    const Shape& shape() const { return m_shape; }
    CacheType type() const { return m_type; }

    /// The bytes of keys and values of a token in all layers of a cache of this shape; and those of
    /// the first `tokens` positions of a page.
    static int64_t bytesPerToken(const Shape& shape, CacheType type);
    static int64_t pageBytes(const Shape& shape, CacheType type, int64_t tokens = pageSize);

private:
    // Calls visit(matrix) for every matrix of every layer, in their order.
    template <typename Visit>
    void forEachMatrix(const Visit& visit) const
    {
        for (const LayerCache& layer : m_layers)
            for (const PagedMatrix& matrix : layer.matrices())
                if (!matrix.isEmpty())
                    visit(matrix);
    }

    Shape m_shape;
    CacheType m_type;
    int64_t m_pages = 0;
    int64_t m_serial = 0;
    std::vector<LayerCache> m_layers;
};

} // namespace engine
