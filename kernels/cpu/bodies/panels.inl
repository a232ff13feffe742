// Attention of many queries to a panel of keys and values (AttentionPanel): a lane belongs to a key, and
// then to a column of the values, so no sum runs across a vector. Some queries at a time pass all of a
// panel, which stays in the nearest cache. Each number is summed in the same order, whichever queries
// pass together.

constexpr int panelQueries = F::width == 4 ? 4 : 6; // whose sums stay in registers
constexpr int panelVectors = F::width == 16 ? 4 : 2;

// sums[query][v] += Σ x[query][k] · vector v of row k, over n rows `stride` apart
template <int vectors, int queries>
static ALWAYS_INLINE void addPanelRows(F (&sums)[queries][vectors], const float* rows,
    int64_t stride, const float* const (&x)[queries], int64_t n)
{
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
static inline void scorePanel(const cpu::AttentionTask& task, const cpu::AttentionPanel& panel)
{
    const float* x[queries];
#pragma GCC unroll 8
    for (int i = 0; i < queries; ++i)
        x[i] = task.queries[i].q;
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
                sums[i][v].store(task.scores + i * cpu::attentionChunk + key + v * F::width);
    }
}

template <int vectors, int queries>
static ALWAYS_INLINE void addPanelColumns(
    const cpu::AttentionTask& task, const cpu::AttentionPanel& panel, int64_t column)
{
    const float* weights[queries];
    F sums[queries][vectors];
#pragma GCC unroll 8
    for (int i = 0; i < queries; ++i) {
        weights[i] = task.scores + i * cpu::attentionChunk;
        const F factor = F::all(task.factors[i]);
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
            sums[i][v] = factor * F::load(task.queries[i].answer + column + v * F::width);
    }
    addPanelRows(sums, panel.values + column, panel.valueStride, weights, panel.count);
#pragma GCC unroll 8
    for (int i = 0; i < queries; ++i)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
            sums[i][v].store(task.queries[i].answer + column + v * F::width);
}

template <int queries>
static inline void addPanelValues(const cpu::AttentionTask& task, const cpu::AttentionPanel& panel)
{
    constexpr int64_t columns = panelVectors * F::width;
    int64_t column = 0;
    for (; column + columns <= panel.valueStride; column += columns)
        addPanelColumns<panelVectors, queries>(task, panel, column);
    for (; column < panel.valueStride; column += F::width)
        addPanelColumns<1, queries>(task, panel, column);
}

template <int queries>
static void attendPanelBy(cpu::AttentionTask task, int first, const cpu::AttentionPanel& panel)
{
    alignas(64) float scores[queries * cpu::attentionChunk], factors[queries];
    task.queries += first;
    task.count = queries;
    task.scores = scores;
    task.factors = factors;
    scorePanel<queries>(task, panel);
    weighScores(task, 0, panel.count);
    addPanelValues<queries>(task, panel);
}

// Fewer queries than pass at a time.
template <int most>
static void attendPanelByLast(
    const cpu::AttentionTask& task, int first, const cpu::AttentionPanel& panel)
{
    if constexpr (most > 0) {
        if (task.count - first == most)
            attendPanelBy<most>(task, first, panel);
        else
            attendPanelByLast<most - 1>(task, first, panel);
    }
}

static void attendPanel(const cpu::AttentionTask& task, const cpu::AttentionPanel& panel)
{
    int first = 0;
    for (; first + panelQueries <= task.count; first += panelQueries)
        attendPanelBy<panelQueries>(task, first, panel);
    attendPanelByLast<panelQueries - 1>(task, first, panel);
}
