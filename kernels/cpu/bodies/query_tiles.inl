// Attention of queries side by side (QueryTile) to a chunk: a lane belongs to a query, so keys and
// values are used number by number as they are, and no sum runs across a vector. Every number is
// summed in the order in which attention.inl sums it, so a query gets the same bits there and here.

// Keys, or columns of values, that are taken at once: enough that sums need not wait for each other, as
// far as registers go.
template <int vectors>
constexpr int tileRows = vectors == 1 || F::width == 16 ? 8 : 4;

template <int rows, int vectors>
struct TileSums {
    F of[rows][vectors];

    static ALWAYS_INLINE TileSums zeros()
    {
        TileSums sums;
#pragma GCC unroll 8
        for (int row = 0; row < rows; ++row)
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v)
                sums.of[row][v] = F::all(0);
        return sums;
    }
    ALWAYS_INLINE void add(const TileSums& other)
    {
#pragma GCC unroll 8
        for (int row = 0; row < rows; ++row)
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v)
                of[row][v] = of[row][v] + other.of[row][v];
    }
    ALWAYS_INLINE void scaleBy(F factor)
    {
#pragma GCC unroll 8
        for (int row = 0; row < rows; ++row)
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v)
                of[row][v] = of[row][v] * factor;
    }
    ALWAYS_INLINE void store(float* out) const
    {
#pragma GCC unroll 8
        for (int row = 0; row < rows; ++row)
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v)
                of[row][v].store(out + (row * vectors + v) * F::width);
    }
};

// ---- scores ----

// The lane of a vector of products whose sum is added as the `turn`-th by sums(): of four lanes, the
// first and the third make a pair.
static constexpr int laneOfTurn(int turn)
{
    return turn / 4 * 4 + (turn % 4 == 1 ? 2 : turn % 4 == 2 ? 1 : turn % 4);
}

// What rows have in one lane of the products of a query and a key: those of every F::width-th column.
template <int rows, int vectors>
static ALWAYS_INLINE TileSums<rows, vectors> laneOfProducts(
    const float* queries, const float* keys, int64_t columns, int lane)
{
    constexpr int64_t lanes = vectors * F::width;
    auto sums = TileSums<rows, vectors>::zeros();
    for (int64_t d = lane; d < columns; d += F::width) {
        F query[vectors];
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
            query[v] = F::load(queries + d * lanes + v * F::width);
#pragma GCC unroll 8
        for (int row = 0; row < rows; ++row) {
            const F key = F::all(keys[row * columns + d]);
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v)
                sums.of[row][v] = mulAdd(query[v], key, sums.of[row][v]);
        }
    }
    return sums;
}

// The sums of `count` lanes from the turn on, by pairs, by fours and so on.
template <int count, int turn, int rows, int vectors>
static ALWAYS_INLINE TileSums<rows, vectors> sumOfLanes(
    const float* queries, const float* keys, int64_t columns)
{
    if constexpr (count == 1) {
        return laneOfProducts<rows, vectors>(queries, keys, columns, laneOfTurn(turn));
    } else {
        constexpr int half = count / 2;
        const auto earlier = sumOfLanes<half, turn, rows, vectors>(queries, keys, columns);
        auto sums = sumOfLanes<half, turn + half, rows, vectors>(queries, keys, columns);
        sums.add(earlier);
        return sums;
    }
}

template <int vectors>
static inline void scoreTile(const cpu::QueryTile& tile, const cpu::DecodedChunk& chunk)
{
    constexpr int rows = tileRows<vectors>;
    static_assert(cpu::attentionChunk % rows == 0);
    for (int p = chunk.first / rows * rows; p < chunk.end; p += rows) {
        auto scores = sumOfLanes<F::width, 0, rows, vectors>(
            tile.queries, chunk.keys + p * chunk.keyColumns, chunk.keyColumns);
        scores.scaleBy(F::all(tile.scale));
        scores.store(tile.weights + p * vectors * F::width);
    }
}

// ---- weights ----

constexpr float unseen = -1; // as a weight

// Scores of queries that do not see a key become −∞.
template <int vectors>
static inline void hideUnseen(const cpu::QueryTile& tile, const cpu::DecodedChunk& chunk, F hidden)
{
    for (int p = chunk.first; p < chunk.end; ++p)
        for (int v = 0; v < vectors; ++v) {
            float* weights = tile.weights + (p * vectors + v) * F::width;
            const F first = F::load(tile.first + v * F::width);
            const F end = F::load(tile.end + v * F::width);
            const F position = F::all(float(p));
            const F seen = ifLess(position, end, F::load(weights), hidden);
            ifLess(position, first, hidden, seen).store(weights);
        }
}

// The sums of vectors whose lanes belong to queries, in the order in which sum() adds lanes.
template <int vectors>
static ALWAYS_INLINE void addLikeLanes(F (&totals)[F::width][vectors])
{
    for (int half = F::width / 2; half > 0; half /= 2)
        for (int i = 0; i < half; ++i)
            for (int v = 0; v < vectors; ++v)
                totals[i][v] = totals[i][v] + totals[i + half][v];
}

// Weights from scores, and the factors for earlier weights.
template <int vectors>
static inline void weighLanes(
    const cpu::QueryTile& tile, const cpu::DecodedChunk& chunk, F (&factors)[vectors])
{
    constexpr int64_t lanes = vectors * F::width;
    F largest[vectors], totals[F::width][vectors] = {};
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v)
        largest[v] = F::load(tile.state.largest + v * F::width);
    for (int p = chunk.first; p < chunk.end; ++p)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
            largest[v] = atLeast(largest[v], F::load(tile.weights + p * lanes + v * F::width));
    for (int p = chunk.first; p < chunk.end; ++p)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v) {
            float* weights = tile.weights + p * lanes + v * F::width;
            const F weight = softmaxWeight(F::load(weights) - largest[v]);
            weight.store(weights);
            F& total = totals[p % F::width][v];
            total = total + weight;
        }
    addLikeLanes(totals);
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
        float* known = tile.state.largest + v * F::width;
        float* total = tile.state.totals + v * F::width;
        factors[v] = softmaxWeight(F::load(known) - largest[v]);
        (F::load(total) * factors[v] + totals[0][v]).store(total);
        largest[v].store(known);
    }
}

template <int vectors>
static inline void weighTile(
    const cpu::QueryTile& tile, const cpu::DecodedChunk& chunk, F (&factors)[vectors])
{
    constexpr int64_t lanes = vectors * F::width;
    if (tile.softCap > 0)
        cap(tile.weights + chunk.first * lanes, tile.softCap, (chunk.end - chunk.first) * lanes);
    if (!chunk.allSeeAll)
        hideUnseen<vectors>(tile, chunk, F::all(-__builtin_inff()));
    weighLanes(tile, chunk, factors);
    if (!chunk.allSeeAll)
        hideUnseen<vectors>(tile, chunk, F::all(unseen));
}

// ---- values ----

template <int rows, int vectors, bool allSeeAll>
static ALWAYS_INLINE void addTileColumns(const cpu::QueryTile& tile, const cpu::DecodedChunk& chunk,
    const F (&factors)[vectors], int64_t column)
{
    constexpr int64_t lanes = vectors * F::width;
    float* answers = tile.state.answers + column * lanes;
    TileSums<rows, vectors> sums;
#pragma GCC unroll 8
    for (int row = 0; row < rows; ++row)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
            sums.of[row][v] = F::load(answers + row * lanes + v * F::width) * factors[v];
    for (int p = chunk.first; p < chunk.end; ++p) {
        F weight[vectors];
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
            weight[v] = F::load(tile.weights + p * lanes + v * F::width);
#pragma GCC unroll 8
        for (int row = 0; row < rows; ++row) {
            const F value = F::all(chunk.values[p * chunk.valueColumns + column + row]);
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v) {
                F& sum = sums.of[row][v];
                const F more = mulAdd(weight[v], value, sum);
                sum = allSeeAll ? more : ifLess(weight[v], F::all(0), sum, more);
            }
        }
    }
    sums.store(answers);
}

template <int vectors, bool allSeeAll>
static inline void addTileValues(
    const cpu::QueryTile& tile, const cpu::DecodedChunk& chunk, const F (&factors)[vectors])
{
    constexpr int rows = tileRows<vectors>;
    int64_t column = 0;
    for (; column + rows <= chunk.valueColumns; column += rows)
        addTileColumns<rows, vectors, allSeeAll>(tile, chunk, factors, column);
    for (; column < chunk.valueColumns; ++column)
        addTileColumns<1, vectors, allSeeAll>(tile, chunk, factors, column);
}

template <int vectors>
static inline void attendTileVectors(const cpu::QueryTile& tile, const cpu::DecodedChunk& chunk)
{
    F factors[vectors];
    scoreTile<vectors>(tile, chunk);
    weighTile(tile, chunk, factors);
    if (chunk.allSeeAll)
        addTileValues<vectors, true>(tile, chunk, factors);
    else
        addTileValues<vectors, false>(tile, chunk, factors);
}

static void attendTile(const cpu::QueryTile& tile, const cpu::DecodedChunk& chunk)
{
    if (tile.lanes == F::width)
        attendTileVectors<1>(tile, chunk);
    else
        attendTileVectors<2>(tile, chunk);
}

// ---- answers from other keys ----

static void addTileState(const cpu::AttentionState& into, const cpu::AttentionState& more,
    int64_t columns, int64_t lanes)
{
    for (int64_t lane = 0; lane < lanes; lane += F::width) {
        const F known = F::load(into.largest + lane), other = F::load(more.largest + lane);
        const F largest = ifLess(other, known, known, other);
        const F factor = softmaxWeight(known - largest), ofMore = softmaxWeight(other - largest);
        for (int64_t d = 0; d < columns; ++d) {
            float* answer = into.answers + d * lanes + lane;
            const F found = F::load(more.answers + d * lanes + lane);
            mulAdd(found, ofMore, F::load(answer) * factor).store(answer);
        }
        const F total = F::load(into.totals + lane) * factor;
        (total + F::load(more.totals + lane) * ofMore).store(into.totals + lane);
        largest.store(into.largest + lane);
    }
}
