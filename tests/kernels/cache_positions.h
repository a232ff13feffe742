#pragma once

#include "tests/kernels/backend_under_test.h"

#include <algorithm>
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
inline constexpr HeadLayout layouts[] = {{4, 4, 64}, {9, 3, 64}, {8, 2, 72}, {5, 1, 80}, {7, 1, 33},
    {2, 1, 7}, {1, 1, 1}, {2, 2, 128}, {20, 1, 64}};

inline kernels::AttentionShape shapeOf(int heads, int kvHeads, int headDim)
{
    kernels::AttentionShape shape;
    shape.heads = heads;
    shape.kvHeads = kvHeads;
    shape.headDim = headDim;
    shape.scale = 1 / std::sqrt(float(headDim));
    return shape;
}

/// Sinks that weigh little, as much as all else, and all.
inline Matrix sinksOf(int heads)
{
    Matrix sinks(kernels::DType::F32, 1, heads);
    for (int head = 0; head < heads; ++head)
        sinks.at(0, head) = float(head % 3 * 15 - 10);
    return sinks;
}

/// What each of some tokens sees.
struct Seen {
    Matrix first, last;

    Seen(const std::vector<int32_t>& firstOfToken, const std::vector<int32_t>& lastOfToken)
        : first(Matrix::of(firstOfToken))
        , last(Matrix::of(lastOfToken))
    {
    }

    /// All before the token and itself, or the newest `window` of these.
    static Seen before(const Matrix& positions, int window = 0)
    {
        const auto* position = positions.view().data<int32_t>();
        const std::vector<int32_t> last(position, position + positions.view().columns);
        std::vector<int32_t> first(last.size());
        for (size_t t = 0; t < last.size() && window > 0; ++t)
            first[t] = std::max(0, last[t] - window + 1);
        return {first, last};
    }

    int64_t spanRows = 0; ///< see kernels::Reach

    operator kernels::Reach() const { return {first, last, spanRows}; }
};

/// Two sequences whose pages are mixed, and tokens at the given positions in them.
struct Positions {
    Matrix positions, sequences, pageTables;

    Positions(
        const std::vector<int32_t>& positionOfToken, const std::vector<int32_t>& sequenceOfToken)
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
    const Positions& positions, const kernels::AttentionShape& shape, const Seen& seen)
{
    Matrix out(kernels::DType::F32, q.view().rows, int64_t(shape.heads) * shape.valueWidth());
    ops.attendCached(out, q, keys, values, positions.placement(), seen, shape);
    return out;
}

inline Matrix attended(kernels::Ops& ops, const Matrix& q, const Matrix& keys, const Matrix& values,
    const Positions& positions, const kernels::AttentionShape& shape, int window = 0)
{
    return attended(
        ops, q, keys, values, positions, shape, Seen::before(positions.positions, window));
}

/// The attention of every token to a cache of random rows and to sinks.
struct AttendedWithSinks {
    Matrix actual, expected, withoutSinks;
};

inline AttendedWithSinks attendedWithSinks(
    kernels::Ops& ops, const Positions& positions, kernels::DType type, int window)
{
    const Matrix q = Matrix::random(positions.positions.view().columns, 128, 3), sinks = sinksOf(4);
    const Matrix keys = Matrix::random(pageCount * pageSize, 64, 1, type);
    const Matrix values = Matrix::random(pageCount * pageSize, 64, 2, type);
    const auto by = [&](kernels::Ops& one, const kernels::AttentionShape& shape) {
        return attended(one, q, keys, values, positions, shape, window);
    };
    const kernels::AttentionShape plain = shapeOf(4, 2, 32);
    kernels::AttentionShape shape = plain;
    shape.sinks = sinks;
    return {by(ops, shape), by(reference(), shape), by(reference(), plain)};
}

/// A query of every token in `positions` over a cache of random rows.
struct CachedAttention {
    kernels::AttentionShape shape;
    const Positions& positions;
    Matrix q, keys, values;

    CachedAttention(const HeadLayout& layout, kernels::DType cacheType, const Positions& tokens)
        : shape(shapeOf(layout.heads, layout.kvHeads, layout.headDim))
        , positions(tokens)
        , q(Matrix::random(int(tokens.positions.view().columns), layout.heads * layout.headDim, 3))
        , keys(Matrix::random(pageCount * pageSize, layout.kvHeads * layout.headDim, 1, cacheType))
        , values(
              Matrix::random(pageCount * pageSize, layout.kvHeads * layout.headDim, 2, cacheType))
    {
    }

    Matrix by(kernels::Ops& ops) const { return attended(ops, q, keys, values, positions, shape); }
    Matrix by(kernels::Ops& ops, const Seen& seen) const
    {
        return attended(ops, q, keys, values, positions, shape, seen);
    }
};

/// Spans of the given lengths, one behind the other, of random rows that each see all of their own.
struct SpanAttention {
    kernels::AttentionShape shape;
    Seen spans;
    Matrix q, k, v;

    SpanAttention(const HeadLayout& layout, const std::vector<int>& lengths)
        : shape(shapeOf(layout.heads, layout.kvHeads, layout.headDim))
        , spans(of(lengths))
        , q(Matrix::random(spans.first.view().columns, layout.heads * layout.headDim, 1))
        , k(Matrix::random(spans.first.view().columns, layout.kvHeads * layout.headDim, 2))
        , v(Matrix::random(spans.first.view().columns, layout.kvHeads * layout.headDim, 3))
    {
    }

    Matrix by(kernels::Ops& ops) const
    {
        Matrix out(kernels::DType::F32, q.view().rows, q.view().columns);
        ops.attendSpans(out, q, k, v, spans, shape);
        return out;
    }

private:
    static Seen of(const std::vector<int>& lengths)
    {
        std::vector<int32_t> first, last;
        for (const int length : lengths) {
            const auto begin = int32_t(first.size());
            first.insert(first.end(), size_t(length), begin);
            last.insert(last.end(), size_t(length), begin + length - 1);
        }
        return {first, last};
    }
};

/// True if tokens of sequence 0 that end at `position` give the same bits whatever is behind it in
/// its page.
inline bool isUntouchedBehind(kernels::Ops& ops, const Positions& positions, int position)
{
    const auto shape = shapeOf(2, 1, 16);
    Matrix keys = Matrix::random(pageCount * pageSize, 16, 1);
    Matrix values = Matrix::random(pageCount * pageSize, 16, 2);
    const Matrix q = Matrix::random(int(positions.positions.view().columns), 32, 3);
    const Matrix before = attended(ops, q, keys, values, positions, shape);

    const int next = position + 1;
    const int32_t page = positions.pageTables.view().data<int32_t>()[next / pageSize];
    for (int row = page * pageSize + next % pageSize; row < (page + 1) * pageSize; ++row)
        keys.at(row, 3) = values.at(row, 3) = NAN;

    return isIdentical(attended(ops, q, keys, values, positions, shape), before);
}

} // namespace tests
