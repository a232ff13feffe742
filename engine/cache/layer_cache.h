#pragma once

#include "engine/cache/cache_type.h"
#include "kernels/backend.h"

#include <array>
#include <cstdint>

namespace engine {

inline constexpr int64_t pageSize = 256; ///< tokens

/// What a layer keeps of the past. Most keep keys and values of each token: the same number of
/// heads of both. Some keep a state instead, from which all that follows can be computed; it is
/// what all tokens so far have left behind. A layer that reads another layer's keys and values
/// keeps nothing.
struct LayerShape {
    int64_t kvHeads = 0, headDim = 0;
    int64_t stateInputs = 0; ///< numbers of a state: the last inputs of a convolution
    int64_t stateMatrices = 0; ///< numbers of a state: the matrices of the delta rule

    int64_t columns() const { return kvHeads * headDim; }
    bool keepsState() const { return stateInputs + stateMatrices > 0; }
    bool operator==(const LayerShape&) const = default;

    int64_t bytesPerToken(CacheType type) const; ///< of the keys and values of a token
    int64_t bytesPerState() const;
    /// Of what is kept of the first `tokens` positions of a page.
    int64_t bytesOf(CacheType type, int64_t tokens) const
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

    /// The rows that hold the first `tokens` positions of a page.
    kernels::TensorView rowsOf(int32_t page, int64_t tokens) const;

private:
    kernels::Tensor m_tensor;
    int64_t m_rowsPerPage = 0;
};

/// What one layer keeps of all pages, on one device.
///
/// A page has one state: that after the last token that was read into it. In a full page it is the
/// state at the page's border, from which any sequence can go on that shares the page. A state
/// comes and goes with its page, so sharing, copying, moving and files mean the same for it as for
/// keys and values; but it cannot be cut: to go back inside a page is to go back to the border
/// before it and to read what follows again.
class LayerCache {
public:
    LayerCache(kernels::Backend& device, const LayerShape& shape, CacheType type, int64_t pages);

    /// [pages · 256, columns rounded up to whole blocks of the type]; of a layer with heads.
    kernels::TensorView keys() const { return m_matrices[0].view(); }
    kernels::TensorView values() const { return m_matrices[1].view(); }

    /// [pages, numbers of a state], in f32; of a layer with a state.
    kernels::TensorView stateInputs() const { return m_matrices[0].view(); }
    kernels::TensorView stateMatrices() const { return m_matrices[1].view(); }

    const std::array<PagedMatrix, 2>& matrices() const { return m_matrices; }

private:
    std::array<PagedMatrix, 2> m_matrices; // empty where the layer has none
};

} // namespace engine
