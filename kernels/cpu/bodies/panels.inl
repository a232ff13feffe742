// Attention of many queries to a panel of keys and values (AttentionPanel): a lane belongs to a key, and
// then to a column of the values, so no sum runs across a vector. Each number is summed in the same
// order, whichever queries pass together.

constexpr int panelQueries = F::width == 4 ? 4 : 6; // whose sums stay in registers
constexpr int panelVectors = F::width == 16 ? 4 : 2;
// They pass the keys, and then the values, while those are in the nearest cache, which does not
// hold both in addition to the data of the queries.
constexpr int panelGroup = 24; // queries

// sums[query][v] += Σ x[query][k] · vector v of row k, over n rows `stride` apart
template <int vectors, int queries>
static ALWAYS_INLINE void addPanelRows(F (&sums)[queries][vectors], const float* rows,
    int64_t stride, const float* const (&x)[queries], int64_t n)
{
#pragma GCC unroll 4
    for (int64_t k = 0; k < n; ++k) {
        F row[vectors];
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
            row[v] = F::load(rows + k * stride + v * F::width);
#pragma GCC unroll 8
        for (int i = 0; i < queries; ++i) {
            const F factor = F::all(x[i][k]);
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v)
                sums[i][v] = mulAdd(factor, row[v], sums[i][v]);
        }
    }
}

template <int queries>
static void scorePanel(const cpu::AttentionTask& task, int first, const cpu::AttentionPanel& panel)
{
    const float* x[queries];
#pragma GCC unroll 8
    for (int i = 0; i < queries; ++i)
        x[i] = task.queries[first + i].q;
    float* scores = task.scores + first * cpu::attentionChunk;
    for (int key = 0; key < panel.count; key += panelVectors * F::width) {
        F sums[queries][panelVectors];
#pragma GCC unroll 8
        for (int i = 0; i < queries; ++i)
#pragma GCC unroll 4
            for (F& sum : sums[i])
                sum = F::all(0);
        addPanelRows(sums, panel.keys + key, cpu::attentionChunk, x, task.keyColumns);
#pragma GCC unroll 8
        for (int i = 0; i < queries; ++i)
#pragma GCC unroll 4
            for (int v = 0; v < panelVectors; ++v)
                sums[i][v].store(scores + i * cpu::attentionChunk + key + v * F::width);
    }
}

template <int vectors, int queries>
static ALWAYS_INLINE void addPanelColumns(
    const cpu::AttentionTask& task, int first, const cpu::AttentionPanel& panel, int64_t column)
{
    const cpu::AttentionQuery* asking = task.queries + first;
    const float* weights[queries];
    F sums[queries][vectors];
#pragma GCC unroll 8
    for (int i = 0; i < queries; ++i) {
        weights[i] = task.scores + (first + i) * cpu::attentionChunk;
        const F factor = F::all(task.factors[first + i]);
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
            sums[i][v] = factor * F::load(asking[i].answer + column + v * F::width);
    }
    addPanelRows(sums, panel.values + column, panel.valueStride, weights, panel.count);
#pragma GCC unroll 8
    for (int i = 0; i < queries; ++i)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
            sums[i][v].store(asking[i].answer + column + v * F::width);
}

template <int queries>
static void addPanelValues(
    const cpu::AttentionTask& task, int first, const cpu::AttentionPanel& panel)
{
    constexpr int64_t columns = panelVectors * F::width;
    int64_t column = 0;
    for (; column + columns <= panel.valueStride; column += columns)
        addPanelColumns<panelVectors, queries>(task, first, panel, column);
    for (; column < panel.valueStride; column += F::width)
        addPanelColumns<1, queries>(task, first, panel, column);
}

template <int queries>
struct TileOf {
    static constexpr int count = queries;
};

// pass(TileOf<…>, first) for as many queries at a time as pass together, then for the rest.
template <int queries, typename Pass>
static ALWAYS_INLINE void inTiles(int first, int end, const Pass& pass)
{
    for (; first + queries <= end; first += queries)
        pass(TileOf<queries>(), first);
    if constexpr (queries > 1)
        inTiles<queries - 1>(first, end, pass);
}

static void attendPanel(const cpu::AttentionTask& task, const cpu::AttentionPanel& panel)
{
    alignas(64) float scores[panelGroup * cpu::attentionChunk], factors[panelGroup];
    cpu::AttentionTask group = task;
    group.scores = scores;
    group.factors = factors;
    for (int left = task.count; left > 0; left -= group.count) {
        group.count = left < panelGroup ? left : panelGroup;
        inTiles<panelQueries>(0, group.count,
            [&](auto tile, int first) { scorePanel<tile.count>(group, first, panel); });
        if (panel.added)
            add(scores, panel.added + (task.count - left) * cpu::attentionChunk,
                group.count * cpu::attentionChunk);
        weighScores(group, 0, panel.count);
        inTiles<panelQueries>(0, group.count,
            [&](auto tile, int first) { addPanelValues<tile.count>(group, first, panel); });
        group.queries += group.count;
    }
}
