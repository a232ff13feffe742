// Attention of queries side by side (QueryTile) to a chunk: a lane belongs to a query, so keys and
// values are used number by number as they lie, and no sum runs across a vector. Every number is
// summed in the order in which attention.inl sums it, so a query gets the same bits there and here.

constexpr int tileRows
    = F::width == 16 ? 8 : 4; // keys, or columns of values, at once: their sums stay in registers
static_assert(cpu::attentionChunk % tileRows == 0);

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
    for (int p = chunk.first / tileRows * tileRows; p < chunk.end; p += tileRows)
        sumOfLanes<F::width, 0, tileRows, vectors>(
            tile.queries, chunk.keys + p * chunk.keyColumns, chunk.keyColumns)
            .store(tile.weights + p * vectors * F::width);
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
            const F place = F::all(float(p));
            const F seen = ifLess(place, end, F::load(weights), hidden);
            ifLess(place, first, hidden, seen).store(weights);
        }
}

// Weights from scores; returns the factor for earlier weights.
template <int vectors>
static inline F weighLanes(const cpu::QueryTile& tile, const cpu::DecodedChunk& chunk, int v)
{
    constexpr int64_t lanes = vectors * F::width;
    float* weights = tile.weights + v * F::width;
    const F knownLargest = F::load(tile.state.largest + v * F::width);
    F largest = knownLargest;
    for (int p = chunk.first; p < chunk.end; ++p)
        largest = atLeast(largest, F::load(weights + p * lanes));
    F totals[F::width];
    for (int i = 0; i < F::width; ++i)
        totals[i] = F::all(0);
    for (int p = chunk.first; p < chunk.end; ++p) {
        const F weight = exponential(F::load(weights + p * lanes) - largest);
        weight.store(weights + p * lanes);
        totals[p % F::width] = totals[p % F::width] + weight;
    }
    for (int half = F::width / 2; half > 0; half /= 2) // as sum() does
        for (int i = 0; i < half; ++i)
            totals[i] = totals[i] + totals[i + half];
    const F factor = exponential(knownLargest - largest);
    float* total = tile.state.totals + v * F::width;
    (F::load(total) * factor + totals[0]).store(total);
    largest.store(tile.state.largest + v * F::width);
    return factor;
}

template <int vectors>
static inline void weighTile(
    const cpu::QueryTile& tile, const cpu::DecodedChunk& chunk, F (&factors)[vectors])
{
    constexpr int64_t lanes = vectors * F::width;
    const int64_t begin = chunk.first * lanes, end = chunk.end * lanes;
    scale(tile.weights + begin, tile.scale, end - begin);
    if (tile.softCap > 0)
        cap(tile.weights + begin, tile.softCap, end - begin);
    if (!chunk.allSeeAll)
        hideUnseen<vectors>(tile, chunk, F::all(-__builtin_inff()));
    for (int v = 0; v < vectors; ++v)
        factors[v] = weighLanes<vectors>(tile, chunk, v);
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
    int64_t column = 0;
    for (; column + tileRows <= chunk.valueColumns; column += tileRows)
        addTileColumns<tileRows, vectors, allSeeAll>(tile, chunk, factors, column);
    for (; column < chunk.valueColumns; ++column)
        addTileColumns<1, vectors, allSeeAll>(tile, chunk, factors, column);
}

template <int vectors>
static inline void attendTileOf(const cpu::QueryTile& tile, const cpu::DecodedChunk& chunk)
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
        attendTileOf<1>(tile, chunk);
    else
        attendTileOf<2>(tile, chunk);
}

// ---- answers from other keys ----

static void addTileState(const cpu::AttentionState& into, const cpu::AttentionState& more,
    int64_t columns, int64_t lanes)
{
    for (int64_t lane = 0; lane < lanes; lane += F::width) {
        const F known = F::load(into.largest + lane), other = F::load(more.largest + lane);
        const F largest = ifLess(other, known, known, other);
        const F factor = exponential(known - largest), ofMore = exponential(other - largest);
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
