#include "engine/cache/layer_cache.h"

#include "kernels/error.h"

namespace engine {

using kernels::DType;
using kernels::TensorView;

namespace {

// Numbers of a token in a matrix of keys or values.
int64_t columnsOf(const LayerShape& shape, DType stored)
{
    return kernels::wholeBlocks(stored, shape.columns());
}

int64_t bytesPerRow(const LayerShape& shape, CachePrecision precision)
{
    const DType stored = storedType(precision);
    return kernels::rowBytes(stored, columnsOf(shape, stored));
}

PagedMatrix rowsOfTokens(
    kernels::Backend& device, const LayerShape& shape, CachePrecision precision, int64_t pages)
{
    const DType stored = storedType(precision);
    return {device, stored, pages, pageSize, columnsOf(shape, stored)};
}

} // namespace

int64_t LayerShape::bytesPerToken(CacheType type) const
{
    return bytesPerRow(*this, type.keys) + bytesPerRow(*this, type.values);
}

int64_t LayerShape::bytesPerState() const
{
    return (stateInputs + stateMatrices) * int64_t(sizeof(float));
}

PagedMatrix::PagedMatrix(
    kernels::Backend& device, DType type, int64_t pages, int64_t rowsPerPage, int64_t columns)
    : m_tensor(device, type, pages * rowsPerPage, columns)
    , m_rowsPerPage(rowsPerPage)
{
}

TensorView PagedMatrix::rowsOf(int32_t page, int64_t tokens) const
{
    const bool isPerToken = m_rowsPerPage == pageSize;
    return view().rowRange(page * m_rowsPerPage, isPerToken ? tokens : tokens > 0);
}

LayerCache::LayerCache(
    kernels::Backend& device, const LayerShape& shape, CacheType type, int64_t pages)
{
    CHECK(!shape.keepsState() || shape.columns() == 0);
    if (shape.keepsState())
        m_matrices = {PagedMatrix(device, DType::F32, pages, 1, shape.stateInputs),
            PagedMatrix(device, DType::F32, pages, 1, shape.stateMatrices)};
    else
        m_matrices = {rowsOfTokens(device, shape, type.keys, pages),
            rowsOfTokens(device, shape, type.values, pages)};
}

} // namespace engine
