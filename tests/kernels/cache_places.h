#pragma once

#include "tests/kernels/backend_under_test.h"

#include <numeric>
#include <vector>

// A small paged cache and tokens that look into it.

namespace tests {

inline constexpr int pageSize = 16;
inline constexpr int pageCount = 24;

inline constexpr kernels::DType cacheTypes[] = {kernels::DType::F32, kernels::DType::F16,
    kernels::DType::CacheQ8, kernels::DType::CacheQ6, kernels::DType::CacheQ4};

struct HeadLayout {
    int heads, kvHeads, headDim;
};
inline constexpr HeadLayout layouts[] = {
    {4, 4, 64}, {9, 3, 64}, {8, 2, 72}, {5, 1, 80}, {7, 1, 33}, {2, 1, 7}, {1, 1, 1}, {2, 2, 128}};

inline kernels::AttentionShape shapeOf(int heads, int kvHeads, int headDim)
{
    kernels::AttentionShape shape;
    shape.heads = heads;
    shape.kvHeads = kvHeads;
    shape.headDim = headDim;
    shape.scale = 1 / std::sqrt(float(headDim));
    return shape;
}

/// Two sequences whose pages are mixed, and tokens at the given places in them.
struct Places {
    Matrix positions, sequences, pageTables;

    Places(const std::vector<int32_t>& positionOfToken, const std::vector<int32_t>& sequenceOfToken)
        : positions(Matrix::of(positionOfToken))
        , sequences(Matrix::of(sequenceOfToken))
        , pageTables(kernels::DType::I32, 2, pageCount / 2)
    {
        for (int i = 0; i < pageCount; ++i) // 7 is coprime to pageCount: every page is named once
            pageTables.view().data<int32_t>()[i] = i * 7 % pageCount;
    }

    kernels::CachePlacement placement() const
    {
        return {positions, sequences, pageTables, pageSize};
    }
};

/// What a cache of the type keeps of `rows` rows of normally distributed numbers.
inline Matrix cacheOf(kernels::DType type, int rows, int columns, int seed)
{
    std::vector<int32_t> each(static_cast<size_t>(rows));
    std::iota(each.begin(), each.end(), 0);
    const Matrix positions = Matrix::of(each), table = Matrix::of({0});
    const Matrix sequences = Matrix::of(std::vector<int32_t>(each.size()));
    Matrix cache(type, rows, kernels::wholeBlocks(type, columns));
    reference().writeCache(
        cache, Matrix::random(rows, columns, seed), {positions, sequences, table, rows});
    return cache;
}

inline Matrix attended(kernels::Ops& ops, const Matrix& q, const Matrix& keys, const Matrix& values,
    const Places& places, const kernels::AttentionShape& shape)
{
    Matrix out(kernels::DType::F32, q.view().rows, q.view().columns);
    ops.attendCached(out, q, keys, values, places.placement(), shape);
    return out;
}

/// A query of every token in `places` over a cache of random rows.
struct CachedAttention {
    kernels::AttentionShape shape;
    const Places& places;
    Matrix q, keys, values;

    CachedAttention(const HeadLayout& layout, kernels::DType cacheType, const Places& tokens)
        : shape(shapeOf(layout.heads, layout.kvHeads, layout.headDim))
        , places(tokens)
        , q(Matrix::random(int(tokens.positions.view().columns), layout.heads * layout.headDim, 3))
        , keys(Matrix::random(pageCount * pageSize, layout.kvHeads * layout.headDim, 1, cacheType))
        , values(
              Matrix::random(pageCount * pageSize, layout.kvHeads * layout.headDim, 2, cacheType))
    {
    }

    Matrix by(kernels::Ops& ops) const { return attended(ops, q, keys, values, places, shape); }
};

/// Whether tokens of sequence 0 that end at `position` give the same bits whatever stands behind it
/// in its page.
inline bool isUntouchedBehind(kernels::Ops& ops, const Places& places, int position)
{
    const auto shape = shapeOf(2, 1, 16);
    Matrix keys = Matrix::random(pageCount * pageSize, 16, 1);
    Matrix values = Matrix::random(pageCount * pageSize, 16, 2);
    const Matrix q = Matrix::random(int(places.positions.view().columns), 32, 3);
    const Matrix before = attended(ops, q, keys, values, places, shape);

    const int next = position + 1;
    const int32_t page = places.pageTables.view().data<int32_t>()[next / pageSize];
    for (int row = page * pageSize + next % pageSize; row < (page + 1) * pageSize; ++row)
        keys.at(row, 3) = values.at(row, 3) = NAN;

    return isIdentical(attended(ops, q, keys, values, places, shape), before);
}

} // namespace tests
