#include "kernels/check_ops.h"
#include "kernels/cpu/cpu_ops.h"

#include <algorithm>
#include <cmath>
#include <limits>

// What a token sees is cut into ranges of positions. A task takes all heads through one range, so
// that the cache is read row by row, and the partial answers are merged in ascending order. The
// cuts depend only on the token's own place: so does its answer, in any company, on any threads.

namespace kernels::cpu {
namespace {

constexpr int64_t rangePositions = 256;
constexpr int64_t partialFloatsAtOnce = 4 << 20; // more tokens than fit are taken in turns

struct Positions {
    int64_t first, last;

    int64_t ranges() const { return last / rangePositions - first / rangePositions + 1; }
    Positions range(int64_t index) const
    {
        const int64_t begin = (first / rangePositions + index) * rangePositions;
        return {std::max(first, begin), std::min(last, begin + rangePositions - 1)};
    }
};

Positions seenBy(const CachePlacement& placement, int64_t token, const AttentionShape& shape)
{
    const int64_t last = placement.positions.data<int32_t>()[token];
    return {shape.window > 0 ? std::max<int64_t>(0, last - shape.window + 1) : 0, last};
}

int64_t mostRanges(const CachePlacement& placement, int64_t tokens, const AttentionShape& shape)
{
    int64_t most = 1;
    for (int64_t t = 0; t < tokens; ++t)
        most = std::max(most, seenBy(placement, t, shape).ranges());
    return most;
}

// The answers of all heads over one range; answers are relative to the head's largest score.
struct Partial {
    float* answers; // [heads, headDim]
    float* largest; // [heads]
    float* totals; // [heads]

    static int64_t floatsNeeded(const AttentionShape& shape)
    {
        return int64_t(shape.heads) * (shape.headDim + 2);
    }

    Partial(float* memory, const AttentionShape& shape)
        : answers(memory)
        , largest(answers + int64_t(shape.heads) * shape.headDim)
        , totals(largest + shape.heads)
    {
    }

    void clear(const AttentionShape& shape) const
    {
        std::fill(answers, largest, 0.0f);
        std::fill(largest, totals, std::numeric_limits<float>::lowest());
        std::fill(totals, totals + shape.heads, 0.0f);
    }
};

// One call of attendCached.
struct CachedAttention {
    const KernelTable& table;
    TensorView out, q, keys, values;
    const CachePlacement& placement;
    const AttentionShape& shape;

    int queries() const { return shape.heads / shape.kvHeads; } // the heads that share a kv head

    void attendRange(int64_t token, Positions range, const Partial& partial, float* scores) const
    {
        partial.clear(shape);
        for (int64_t first = range.first; first <= range.last; first += attentionChunk) {
            const int64_t last = std::min(range.last, first + attentionChunk - 1);
            attendRows(token, {first, last}, partial, scores);
        }
    }

    void attendRows(int64_t token, Positions chunk, const Partial& partial, float* scores) const
    {
        const int32_t sequence = placement.sequences.data<int32_t>()[token];
        const int64_t headBytes = keys.dtype == DType::F16 ? 2 * shape.headDim : 4 * shape.headDim;
        const void *keyRows[attentionChunk], *valueRows[attentionChunk];
        const int count = int(chunk.last - chunk.first + 1);
        for (int i = 0; i < count; ++i) {
            const int64_t row = cacheRow(placement, sequence, chunk.first + i);
            keyRows[i] = keys.data<char>() + row * shape.kvHeads * headBytes;
            valueRows[i] = values.data<char>() + row * shape.kvHeads * headBytes;
        }
        for (int kvHead = 0; kvHead < shape.kvHeads; ++kvHead) {
            table.attendChunk(taskOf(token, kvHead, partial, scores), keyRows, valueRows, count);
            for (int i = 0; i < count; ++i) {
                keyRows[i] = static_cast<const char*>(keyRows[i]) + headBytes;
                valueRows[i] = static_cast<const char*>(valueRows[i]) + headBytes;
            }
        }
    }

    AttentionTask taskOf(int64_t token, int kvHead, const Partial& partial, float* scores) const
    {
        const int64_t head = int64_t(kvHead) * queries();
        AttentionTask task;
        task.queries = queries();
        task.headDim = shape.headDim;
        task.halves = keys.dtype == DType::F16;
        task.scale = shape.scale;
        task.softCap = shape.softCap;
        task.q = q.data<float>() + token * q.columns + head * shape.headDim;
        task.qStride = shape.headDim;
        task.answers = partial.answers + head * shape.headDim;
        task.largest = partial.largest + head;
        task.totals = partial.totals + head;
        task.scores = scores;
        return task;
    }

    /// Partials lie one behind the other from `memory`.
    void merge(int64_t token, int head, float* memory, int64_t ranges) const
    {
        const auto partial = [&](int64_t range) {
            return Partial(memory + range * Partial::floatsNeeded(shape), shape);
        };
        float largest = partial(0).largest[head];
        for (int64_t range = 1; range < ranges; ++range)
            largest = std::max(largest, partial(range).largest[head]);

        float* answer = out.data<float>() + token * out.columns + int64_t(head) * shape.headDim;
        std::fill(answer, answer + shape.headDim, 0.0f);
        float total = 0;
        for (int64_t range = 0; range < ranges; ++range) {
            const float factor = std::exp(partial(range).largest[head] - largest);
            const float* part = partial(range).answers + int64_t(head) * shape.headDim;
            total += factor * partial(range).totals[head];
            for (int d = 0; d < shape.headDim; ++d)
                answer[d] += factor * part[d];
        }
        for (int d = 0; d < shape.headDim; ++d)
            answer[d] /= total;
    }
};

} // namespace

void CpuOps::attendCached(TensorView out, TensorView q, TensorView keys, TensorView values,
    const CachePlacement& placement, const AttentionShape& shape)
{
    checkAttendCached(out, q, keys, values, placement, shape);
    const CachedAttention attention{m_table, out, q, keys, values, placement, shape};
    const int64_t ranges = mostRanges(placement, q.rows, shape);
    const int64_t tokenFloats = ranges * Partial::floatsNeeded(shape);
    const int64_t tokensAtOnce
        = std::clamp<int64_t>(partialFloatsAtOnce / tokenFloats, 1, std::max<int64_t>(q.rows, 1));
    const int64_t scoreFloats = int64_t(attention.queries()) * attentionChunk;
    reserveScratch(scoreFloats);
    reserve(m_partials, tokensAtOnce * tokenFloats);

    for (int64_t first = 0; first < q.rows; first += tokensAtOnce) {
        const int64_t tokens = std::min(tokensAtOnce, q.rows - first);
        // Tokens one after the other go through the same range while it is in the processor's
        // cache.
        m_pool.run(ranges * tokens, [&](int64_t task, int thread) {
            const int64_t range = task / tokens, t = task % tokens;
            const Positions seen = seenBy(placement, first + t, shape);
            if (range >= seen.ranges())
                return;
            float* memory
                = m_partials.data() + t * tokenFloats + range * Partial::floatsNeeded(shape);
            attention.attendRange(
                first + t, seen.range(range), Partial(memory, shape), scratch(thread, scoreFloats));
        });
        m_pool.run(tokens * shape.heads, [&](int64_t task, int) {
            const int64_t t = task / shape.heads;
            attention.merge(first + t, int(task % shape.heads), m_partials.data() + t * tokenFloats,
                seenBy(placement, first + t, shape).ranges());
        });
    }
}

} // namespace kernels::cpu
