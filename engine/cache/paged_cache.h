#pragma once

#include "kernels/backend.h"
#include "kernels/dtype.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

/// How a number is stored in the cache. Q8, Q6 and Q4 are kernels::DType's CacheQ8, CacheQ6 and
/// CacheQ4: rotated blocks of 32 numbers with a scale.
enum class CachePrecision {
    F32, ///< exact; for tests
    F16,
    Q8, ///< 8.5 bits per number
    Q6, ///< 6.5 bits per number
    Q4, ///< 4.5 bits per number
};

/// How keys and values are stored. The two may differ, because keys need more bits than values.
struct CacheType {
    CachePrecision keys = CachePrecision::F16;
    CachePrecision values = CachePrecision::F16;

    bool operator==(const CacheType&) const = default;

    // The same for keys and values.
    static const CacheType F32, F16, Q8, Q6, Q4;
};

inline constexpr CacheType CacheType::F32{CachePrecision::F32, CachePrecision::F32};
inline constexpr CacheType CacheType::F16{CachePrecision::F16, CachePrecision::F16};
inline constexpr CacheType CacheType::Q8{CachePrecision::Q8, CachePrecision::Q8};
inline constexpr CacheType CacheType::Q6{CachePrecision::Q6, CachePrecision::Q6};
inline constexpr CacheType CacheType::Q4{CachePrecision::Q4, CachePrecision::Q4};

/// The element type of the cache's matrices.
kernels::DType storedType(CachePrecision precision);

/// The name of a type: "fp16", "q8", "q6", "q4" or "fp32"; "q8/q4" if keys and values differ.
std::string name(CacheType type);
/// The type of such a name; "q8/q8" is read, too. Nothing for any other text.
std::optional<CacheType> cacheTypeFromName(std::string_view name);

inline constexpr int64_t pageSize = 256; ///< tokens

/// What a layer keeps of the past. Most keep keys and values of each token: the same number of
/// heads of both, or, with latent attention, one row that is both. Some keep a state, from which all
/// that follows can be computed; it is what all tokens so far have left behind. A layer may keep
/// both (Falcon-H1), and one that reads another layer's keys and values, or that has only an MLP,
/// keeps nothing.
struct LayerShape {
    int64_t kvHeads = 0, headDim = 0;
    bool valuesAreKeys = false; ///< values are columns of the keys and not stored again
    int64_t stateInputs = 0; ///< numbers of a state: the last inputs of a convolution
    int64_t stateMatrices = 0; ///< numbers of a state: the matrices of heads

    int64_t columns() const { return kvHeads * headDim; }
    bool keepsState() const { return stateInputs + stateMatrices > 0; }
    bool operator==(const LayerShape&) const = default;

    int64_t bytesPerToken(CacheType type) const; ///< of the keys and values of a token
    int64_t bytesPerState() const;
    /// The bytes that are stored for the first `tokens` positions of a page.
    int64_t layerBytes(CacheType type, int64_t tokens) const
    {
        return tokens == 0 ? 0 : bytesPerToken(type) * tokens + bytesPerState();
    }
};

/// A matrix that has some rows for each page: one for each position, or one in all.
class PagedMatrix {
public:
    PagedMatrix() = default;
    PagedMatrix(kernels::Backend& device, kernels::DType type, int64_t pages, int64_t rowsPerPage,
        int64_t columns);

    bool isEmpty() const { return m_tensor.isEmpty(); }
    kernels::TensorView view() const { return m_tensor; }
    kernels::Backend& device() const { return *m_tensor.backend(); }
    int64_t rowsPerPage() const { return m_rowsPerPage; }

    /// The rows that contain the first `tokens` positions of a page.
    kernels::TensorView pageRows(int32_t page, int64_t tokens) const;

private:
    kernels::Tensor m_tensor;
    int64_t m_rowsPerPage = 0;
};

/// What one layer keeps of all pages, on one device.
///
/// A page has one state: that after the last token that was read into it. In a full page it is the
/// state at the page's border, from which any sequence can continue that shares the page. A state
/// comes and goes with its page, so sharing, copying, moving and files mean the same for it as for
/// keys and values; but it cannot be cut: to go back inside a page is to go back to the border
/// before it and to read what follows again.
class LayerCache {
public:
    LayerCache(kernels::Backend& device, const LayerShape& shape, CacheType type, int64_t pages);

    /// [pages · 256, columns rounded up to whole blocks of the type]; of a layer with heads.
    kernels::TensorView keys() const { return m_matrices[0].view(); }
    kernels::TensorView values() const { return m_matrices[m_valuesAreKeys ? 0 : 1].view(); }

    /// [pages, numbers of a state], in f32; of a layer with a state.
    kernels::TensorView stateInputs() const { return m_matrices[2].view(); }
    kernels::TensorView stateMatrices() const { return m_matrices[3].view(); }

    /// Keys, values, and the two of a state; empty where the layer has none.
    const std::array<PagedMatrix, 4>& matrices() const { return m_matrices; }

private:
    std::array<PagedMatrix, 4> m_matrices;
    bool m_valuesAreKeys;
};

/// Says that the content of page `from` has to be moved to page `to`.
struct PageMove {
    int32_t from = 0, to = 0;
    bool operator==(const PageMove&) const = default;
};

inline constexpr int32_t bufferPage = -1; ///< represents a page of memory outside the cache

/// Returns copies that, done one after the other, have the effect of all `moves` at once. If moves
/// form a circle, one of its pages is kept in bufferPage meanwhile. All `from` of `moves` must be
/// distinct, and so must all `to`.
std::vector<PageMove> inCopyOrder(std::span<const PageMove> moves);

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

        /// True if some layer keeps a state, so that pages cannot be cut; see LayerCache.
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

    /// The rows of a page are one after the other in the matrices of a layer.
    const LayerCache& layer(int64_t layer) const { return m_layers.at(size_t(layer)); }
    kernels::TensorView keys(int64_t layer) const { return this->layer(layer).keys(); }
    kernels::TensorView values(int64_t layer) const { return this->layer(layer).values(); }

    /// Copies the first `tokens` positions of page `from` to page `to` in every layer. If layers
    /// keep states, these must be all that were read into `from`.
    void copyPage(int32_t from, int32_t to, int64_t tokens);

    /// Makes all moves at once in every layer, see PageTable::defragment(). Throws
    /// Error{OutOfMemory}, before anything has moved, if there is no memory for a page of one layer
    /// outside the cache.
    void movePages(std::span<const PageMove> moves);

    /// Reads or writes the first `tokens` positions of a page as they are stored: layer by layer,
    /// first the keys, then the values, then the state, of a page with so many tokens. `bytes` must
    /// have pageBytes(tokens) bytes.
    void readPage(int32_t page, int64_t tokens, std::span<std::byte> bytes) const;
    void writePage(int32_t page, int64_t tokens, std::span<const std::byte> bytes);

    /// "keys" or "values" if some of the first `tokens` positions of a page were too large for half
    /// precision and were stored as infinities; empty otherwise. What the model has computed of
    /// them afterwards, or values that weren't finite before they were stored, do not count.
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
