// Attention over a chunk of keys, by streaming softmax (arXiv 1805.02867): the answers so far are
// relative to the largest score so far and are scaled down when a larger one appears.
//
// Queries are taken four at a time or fewer, so that what is made of a stored row serves them all.
// Whatever the rows are stored as, the same numbers go through the same sums.

// ---- rows of one stored type: `vectors` vectors from column d on ----

template <typename Reader>
struct NumberRows {
    using Value = typename Reader::Value;
    static constexpr int keyVectors = 2; // that are taken of a key at a time

    /// `left` columns from d on; one vector may be cut short.
    template <int vectors>
    static ALWAYS_INLINE void load(F* out, const void* row, int64_t d, int64_t left)
    {
        const auto* values = static_cast<const Value*>(row) + d;
#pragma GCC unroll 4
        for (int i = 0; i < vectors; ++i)
            out[i] = vectors > 1 ? Reader::load(values + i * F::width) : Reader::load(values, left);
    }
    static void decode(float* out, const void* row, int64_t n)
    {
        decodeNumbers<Reader>(out, row, n, 1);
    }
};

template <typename Half>
struct BlockRows {
    using Block = typename Half::Block;
    static constexpr int blockValues = 32;
    static constexpr int keyVectors = F::width < 8 ? 4 : blockValues / F::width;

    template <int vectors>
    static ALWAYS_INLINE void load(F* out, const void* row, int64_t d, int64_t)
    {
        constexpr int columns = vectors * F::width; // d is a multiple of it
        constexpr int ofBlock = columns < blockValues ? columns : blockValues;
        const auto* blocks = static_cast<const Block*>(row) + d / blockValues;
        const int offset = columns < blockValues ? int(d % blockValues) : 0;
#pragma GCC unroll 4
        for (int first = 0; first < columns; first += ofBlock)
            loadFrom<ofBlock>(out + first / F::width, blocks[first / blockValues], offset);
    }
    template <int columns>
    static ALWAYS_INLINE void loadFrom(F* out, const Block& block, int offset)
    {
        constexpr int atOnce = columns < 16 ? columns : 16;
        const Scaled scaled{F::all(fromHalf(block.scale))};
#pragma GCC unroll 4
        for (int first = 0; first < columns; first += atOnce) {
            const int from = offset + first;
            alignas(16) uint8_t room[16];
            const uint8_t* bytes = Half::bytesAt(block, from / 16, room) + from % 16;
#pragma GCC unroll 4
            for (int i = 0; i < atOnce; i += F::width)
                out[(first + i) / F::width] = scaled.at(bytes + i);
        }
    }
    static void decode(float* out, const void* row, int64_t n)
    {
        constexpr int vectors = blockValues / F::width;
        for (int64_t d = 0; d < n; d += blockValues) {
            F values[vectors];
            load<vectors>(values, row, d, 0);
#pragma GCC unroll 8
            for (int i = 0; i < vectors; ++i)
                values[i].store(out + d + i * F::width);
        }
    }
};

// Asks for the share of rows [first, end) in the memory ahead.
static ALWAYS_INLINE void prefetchAhead(const cpu::AttentionRows& rows, int64_t first, int64_t end)
{
    if (!rows.ahead)
        return;
    for (int64_t byte = (first * rows.aheadBytes + 63) & -64; byte < end * rows.aheadBytes;
         byte += 64)
        __builtin_prefetch(rows.ahead + byte);
}

// A later pass over the same rows.
static ALWAYS_INLINE cpu::AttentionRows again(cpu::AttentionRows rows)
{
    rows.ahead = nullptr;
    return rows;
}

// ---- scores ----

// sums[query · keys + key] += products of `vectors` vectors from column d on
template <typename Rows, int queries, int keys, int vectors>
static ALWAYS_INLINE void addProducts(
    F* sums, const cpu::AttentionQuery* asking, const void* const* rows, int64_t d, int64_t left)
{
    F x[queries][vectors];
#pragma GCC unroll 4
    for (int i = 0; i < queries; ++i)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v) {
            const float* from = asking[i].q + d + v * F::width;
            x[i][v] = vectors > 1 ? F::load(from) : F::load(from, left);
        }
#pragma GCC unroll 16
    for (int k = 0; k < keys; ++k) {
        F key[vectors];
        Rows::template load<vectors>(key, rows[k], d, left);
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
#pragma GCC unroll 4
            for (int i = 0; i < queries; ++i)
                sums[i * keys + k] = mulAdd(x[i][v], key[v], sums[i * keys + k]);
    }
}

// products[query · keys + key] += what adds up to the score
template <typename Rows, int queries, int keys>
static ALWAYS_INLINE void multiplyKeys(
    F* products, const cpu::AttentionQuery* asking, int64_t columns, const void* const* rows)
{
    constexpr int vectors = Rows::keyVectors;
    int64_t d = 0;
    for (; d + vectors * F::width <= columns; d += vectors * F::width)
        addProducts<Rows, queries, keys, vectors>(products, asking, rows, d, 0);
    for (; d < columns; d += F::width)
        addProducts<Rows, queries, keys, 1>(products, asking, rows, d, columns - d);
}

// Scores of the keys from position `begin` to `end`; `begin` is a multiple of F::width. As many at
// a time as make a vector of scores; those of a single query in two halves, if they are many.
template <typename Rows, int queries>
static inline void scoreQueries(
    const cpu::AttentionTask& task, int first, const cpu::AttentionRows& rows, int begin, int end)
{
    constexpr int keys = F::width / (queries == 3 ? 4 : queries); // divides F::width
    constexpr int atOnce = keys > 8 ? keys / 2 : keys;
    const cpu::AttentionQuery* asking = task.queries + first;
    float* scores = task.scores + first * cpu::attentionChunk;
    for (int p = begin; p < end; p += keys) {
        prefetchAhead(rows, p, p + keys);
        const void* nearest[keys]; // outside, the next one again: there is room for its scores
        const void* const* some = rows.rows + p;
        if (p < rows.first || p + keys > rows.end) {
            for (int k = 0; k < keys; ++k) {
                const int position = p + k < rows.first ? rows.first : p + k;
                nearest[k] = rows.rows[position < rows.end ? position : rows.end - 1];
            }
            some = nearest;
        }
        F products[F::width];
#pragma GCC unroll 16
        for (int i = 0; i < F::width; ++i)
            products[i] = F::all(0);
#pragma GCC unroll 2
        for (int k = 0; k < keys; k += atOnce)
            multiplyKeys<Rows, queries, atOnce>(products + k, asking, task.keyColumns, some + k);
        alignas(64) float totals[F::width];
        sums(products).store(totals);
#pragma GCC unroll 4
        for (int i = 0; i < queries; ++i)
            memcpy(scores + i * cpu::attentionChunk + p, totals + i * keys, keys * sizeof(float));
    }
}

template <typename Rows>
static ALWAYS_INLINE void scoreTile(
    const cpu::AttentionTask& task, const cpu::AttentionRows& rows, int begin, int end)
{
    int i = 0;
    for (; i + 4 <= task.count; i += 4)
        scoreQueries<Rows, 4>(task, i, i == 0 ? rows : again(rows), begin, end);
    const cpu::AttentionRows last = i == 0 ? rows : again(rows);
    const int left = task.count - i;
    if (left == 3)
        scoreQueries<Rows, 3>(task, i, last, begin, end);
    else if (left == 2)
        scoreQueries<Rows, 2>(task, i, last, begin, end);
    else if (left == 1)
        scoreQueries<Rows, 1>(task, i, last, begin, end);
}

// Past many queries a few keys go at a time, while they are in the nearest cache.
template <typename Rows>
static void score(const cpu::AttentionTask& task, const cpu::AttentionRows& rows)
{
    const int chunk = task.count <= 4 ? cpu::attentionChunk : F::width;
    for (int begin = rows.first / F::width * F::width; begin < rows.end; begin += chunk)
        scoreTile<Rows>(task, rows, begin, begin + chunk < rows.end ? begin + chunk : rows.end);
}

// ---- weights ----

// The scores of the keys that a query sees, in whole vectors padded with −∞. They are not scaled
// yet.
struct SeenScores {
    float* scores;
    int begin, end; // in the chunk
    float scale;

    ALWAYS_INLINE F at(int p) const { return F::load(scores + p) * F::all(scale); }

    ALWAYS_INLINE float largest(float known) const
    {
        F highest = F::all(known);
        for (int p = begin; p < end; p += F::width)
            highest = atLeast(highest, at(p));
        return maxLane(highest);
    }

    // They become weights, whose sum is returned. It is added by their positions: a lane has those
    // of every F::width-th key.
    ALWAYS_INLINE float weigh(float largest) const
    {
        F total = F::all(0);
        for (int p = begin; p < end; p += F::width) {
            const F weight = softmaxWeight(at(p) - F::all(largest));
            weight.store(scores + p);
            total = total + weight;
        }
        return sum(total);
    }
};

static inline SeenScores seenScores(const cpu::AttentionTask& task, int query, int first, int end)
{
    float* scores = task.scores + query * cpu::attentionChunk;
    float factor = task.scale;
    const int begin = first / F::width * F::width;
    if (task.softCap > 0) {
        scale(scores + begin, factor, end - begin);
        cap(scores + begin, task.softCap, end - begin);
        factor = 1;
    }
    for (int p = begin; p < first; ++p)
        scores[p] = -__builtin_inff();
    for (; end % F::width != 0; ++end)
        scores[end] = -__builtin_inff();
    return {scores, begin, end, factor};
}

// Weighs the scores of at most F::width queries, whose correction factors are then computed in one
// vector.
static inline void weighVectors(
    const cpu::AttentionTask& task, int query, int count, int first, int end)
{
    SeenScores seen[F::width];
    float largest[F::width];
    alignas(64) float factors[F::width] = {};
    for (int i = 0; i < count; ++i) {
        const float known = *task.queries[query + i].largest;
        seen[i] = seenScores(task, query + i, first, end);
        largest[i] = seen[i].largest(known);
        factors[i] = known - largest[i];
    }
    softmaxWeight(F::load(factors)).store(factors);
    for (int i = 0; i < count; ++i) {
        const cpu::AttentionQuery& of = task.queries[query + i];
        *of.total = *of.total * factors[i] + seen[i].weigh(largest[i]);
        *of.largest = largest[i];
        task.factors[query + i] = factors[i];
    }
}

static void weighScores(const cpu::AttentionTask& task, int first, int end)
{
    for (int query = 0; query < task.count; query += F::width) {
        const int left = task.count - query;
        weighVectors(task, query, left < F::width ? left : F::width, first, end);
    }
}

// ---- values ----

template <typename Rows, int queries, int vectors>
static ALWAYS_INLINE void addValueColumns(
    const cpu::AttentionTask& task, int first, const cpu::AttentionRows& rows, int64_t d)
{
    const int64_t left = task.valueColumns - d;
    const float* weights = task.scores + first * cpu::attentionChunk;
    const cpu::AttentionQuery* asking = task.queries + first;
    F totals[queries][vectors];
#pragma GCC unroll 4
    for (int i = 0; i < queries; ++i)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v) {
            const float* from = asking[i].answer + d + v * F::width;
            const F answer = vectors > 1 ? F::load(from) : F::load(from, left);
            totals[i][v] = answer * F::all(task.factors[first + i]);
        }
    for (int p = rows.first; p < rows.end; ++p) {
        prefetchAhead(rows, p, p + 1);
        F value[vectors];
        Rows::template load<vectors>(value, rows.rows[p], d, left);
#pragma GCC unroll 4
        for (int i = 0; i < queries; ++i) {
            const F weight = F::all(weights[i * cpu::attentionChunk + p]);
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v)
                totals[i][v] = mulAdd(weight, value[v], totals[i][v]);
        }
    }
#pragma GCC unroll 4
    for (int i = 0; i < queries; ++i)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v) {
            float* to = asking[i].answer + d + v * F::width;
            if (vectors > 1)
                totals[i][v].store(to);
            else
                totals[i][v].store(to, left);
        }
}

// Enough columns at once that sums need not wait for each other, as far as registers go.
template <typename Rows, int queries>
static inline void addValuesTo(
    const cpu::AttentionTask& task, int first, const cpu::AttentionRows& rows)
{
    constexpr int vectors = queries <= 2 || F::width == 16 ? 4 : 2;
    constexpr int columns = vectors * F::width;
    int64_t d = 0;
    for (; d + columns <= task.valueColumns; d += columns)
        addValueColumns<Rows, queries, vectors>(task, first, d == 0 ? rows : again(rows), d);
    for (; d + 2 * F::width <= task.valueColumns; d += 2 * F::width)
        addValueColumns<Rows, queries, 2>(task, first, d == 0 ? rows : again(rows), d);
    for (; d < task.valueColumns; d += F::width)
        addValueColumns<Rows, queries, 1>(task, first, d == 0 ? rows : again(rows), d);
}

template <typename Rows>
static void addValues(const cpu::AttentionTask& task, const cpu::AttentionRows& rows)
{
    int i = 0;
    for (; i + 4 <= task.count; i += 4)
        addValuesTo<Rows, 4>(task, i, i == 0 ? rows : again(rows));
    const cpu::AttentionRows last = i == 0 ? rows : again(rows);
    const int left = task.count - i;
    if (left == 3)
        addValuesTo<Rows, 3>(task, i, last);
    else if (left == 2)
        addValuesTo<Rows, 2>(task, i, last);
    else if (left == 1)
        addValuesTo<Rows, 1>(task, i, last);
}

// ---- answers from other keys ----

// into += more, both relative to the larger of their largest scores
static void addState(
    const cpu::AttentionState& into, const cpu::AttentionState& more, int64_t columns)
{
    const float largest = *into.largest > *more.largest ? *into.largest : *more.largest;
    alignas(64) float factors[F::width] = {*into.largest - largest, *more.largest - largest};
    softmaxWeight(F::load(factors)).store(factors);
    const F factor = F::all(factors[0]), ofMore = F::all(factors[1]);
    for (int64_t d = 0; d < columns; d += F::width) {
        const F answer = F::load(into.answers + d, columns - d) * factor;
        mulAdd(F::load(more.answers + d, columns - d), ofMore, answer)
            .store(into.answers + d, columns - d);
    }
    *into.totals = *into.totals * factors[0] + *more.totals * factors[1];
    *into.largest = largest;
}
