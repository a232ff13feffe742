#include "kernels/cpu/cached_attention.h"

#include "kernels/cache_rows.h"

#include <limits>

namespace kernels::cpu {

HeadColumns columnsOf(DType type, int64_t kvHead, const AttentionShape& shape)
{
    const int64_t size = info(type).blockSize, begin = kvHead * shape.headDim;
    const int64_t first = begin / size * size;
    return {first, wholeBlocks(type, begin + shape.headDim - first), begin - first};
}

CacheSide::CacheSide(
    TensorView stored, const AttentionKernels& kernelsOfType, const AttentionShape& shape)
    : matrix(stored)
    , kernels(&kernelsOfType)
    , rowBytes(stored.rowStride())
    , isRotated(isCacheBlockType(stored.dtype))
{
    for (int kvHead = 0; kvHead < shape.kvHeads; ++kvHead)
        mostColumns = std::max(mostColumns, columnsOf(matrix.dtype, kvHead, shape).count);
}

void CachedAttention::prepareQuery(float* query, int64_t token, int64_t head) const
{
    const HeadColumns columns = keyColumns(head / queriesPerHead());
    std::fill(query, query + columns.count, 0.0f);
    std::copy_n(q.data<float>() + token * q.columns + head * shape.headDim, shape.headDim,
        query + columns.before);
    if (keys.isRotated)
        rotateCacheRuns(query, columns.count);
}

void CachedAttention::beginAnswer(const AttentionState& state, int64_t head) const
{
    const bool hasSink = !shape.sinks.isEmpty();
    *state.largest
        = hasSink ? shape.sinks.data<float>()[head] : std::numeric_limits<float>::lowest();
    *state.totals = hasSink ? 1.0f : 0.0f;
}

void CachedAttention::writeAnswer(int64_t token, int64_t head, float* answer, float total) const
{
    const HeadColumns columns = valueColumns(head / queriesPerHead());
    if (values.isRotated)
        rotateCacheRuns(answer, columns.count);
    float* to = out.data<float>() + token * out.columns + head * shape.headDim;
    for (int64_t d = 0; d < shape.headDim; ++d)
        to[d] = answer[columns.before + d] / total;
}

} // namespace kernels::cpu
