// Attention over a chunk of keys, by streaming softmax (arXiv 1805.02867): the answers so far are
// relative to the largest score so far and are scaled down when a larger one appears.

// scores[query][key] = q · key for `queries` queries and two keys
template <typename Reader, int queries>
static inline void scoreTwoKeys(float* scores, const float* q, int64_t qStride,
    const void* firstKey, const void* secondKey, int64_t headDim)
{
    const auto* first = static_cast<const typename Reader::Value*>(firstKey);
    const auto* second = static_cast<const typename Reader::Value*>(secondKey);
    F totals[queries][2];
#pragma GCC unroll 4
    for (int i = 0; i < queries; ++i)
        totals[i][0] = totals[i][1] = F::all(0);
    for (int64_t d = 0; d < headDim; d += F::width) {
        const int64_t left = headDim - d;
        const F a = Reader::load(first + d, left), b = Reader::load(second + d, left);
#pragma GCC unroll 4
        for (int i = 0; i < queries; ++i) {
            const F x = F::load(q + i * qStride + d, left);
            totals[i][0] = mulAdd(x, a, totals[i][0]);
            totals[i][1] = mulAdd(x, b, totals[i][1]);
        }
    }
#pragma GCC unroll 4
    for (int i = 0; i < queries; ++i) {
        scores[i * cpu::attentionChunk] = sum(totals[i][0]);
        scores[i * cpu::attentionChunk + 1] = sum(totals[i][1]);
    }
}

template <typename Reader, int queries>
static inline void scoreKeys(float* scores, const float* q, int64_t qStride,
    const void* const* keys, int count, int64_t headDim)
{
    for (int p = 0; p < count; p += 2) {
        const int second = p + 1 < count ? p + 1 : p; // room for its score is there
        scoreTwoKeys<Reader, queries>(scores + p, q, qStride, keys[p], keys[second], headDim);
    }
}

// Turns scores into weights relative to the largest score; returns by how much that makes earlier
// weights smaller.
static inline float weighScores(const cpu::AttentionTask& task, int query, int count)
{
    float* scores = task.scores + query * cpu::attentionChunk;
    const F softCap = F::all(task.softCap);
    for (int p = 0; p < count; p += F::width) {
        F score = F::load(scores + p) * F::all(task.scale);
        if (task.softCap > 0)
            score = softCap * hyperbolicTangent(score / softCap);
        score.store(scores + p);
    }
    for (int p = count; p < cpu::attentionChunk; ++p)
        scores[p] = -__builtin_inff();

    F largest = F::all(task.largest[query]);
    for (int p = 0; p < count; p += F::width)
        largest = atLeast(largest, F::load(scores + p));
    const float newLargest = largestOf(largest);
    F total = F::all(0);
    for (int p = 0; p < count; p += F::width) {
        const F weight = exponential(F::load(scores + p) - F::all(newLargest));
        weight.store(scores + p);
        total = total + weight;
    }
    alignas(64) float factor[F::width];
    exponential(F::all(task.largest[query] - newLargest)).store(factor);
    task.totals[query] = task.totals[query] * factor[0] + sum(total);
    task.largest[query] = newLargest;
    return factor[0];
}

// answers[query] = answers[query] · factor + Σ weight · value, columns d … d + width
template <typename Reader, int queries>
static inline void addValueColumns(float* answers, int64_t headDim, int64_t d, const float* factors,
    const float* weights, const void* const* values, int count)
{
    using Value = typename Reader::Value;
    const int64_t left = headDim - d;
    F totals[queries];
#pragma GCC unroll 4
    for (int i = 0; i < queries; ++i)
        totals[i] = F::load(answers + i * headDim + d, left) * F::all(factors[i]);
    for (int p = 0; p < count; ++p) {
        const F value = Reader::load(static_cast<const Value*>(values[p]) + d, left);
#pragma GCC unroll 4
        for (int i = 0; i < queries; ++i)
            totals[i] = mulAdd(F::all(weights[i * cpu::attentionChunk + p]), value, totals[i]);
    }
#pragma GCC unroll 4
    for (int i = 0; i < queries; ++i)
        totals[i].store(answers + i * headDim + d, left);
}

template <typename Reader, int queries>
static inline void attendQueries(const cpu::AttentionTask& task, int first, const void* const* keys,
    const void* const* values, int count)
{
    float* scores = task.scores + first * cpu::attentionChunk;
    const float* q = task.q + first * task.qStride;
    scoreKeys<Reader, queries>(scores, q, task.qStride, keys, count, task.headDim);
    float factors[queries];
    for (int i = 0; i < queries; ++i)
        factors[i] = weighScores(task, first + i, count);
    float* answers = task.answers + int64_t(first) * task.headDim;
    for (int64_t d = 0; d < task.headDim; d += F::width)
        addValueColumns<Reader, queries>(answers, task.headDim, d, factors, scores, values, count);
}

template <typename Reader>
static void attendReader(
    const cpu::AttentionTask& task, const void* const* keys, const void* const* values, int count)
{
    int i = 0;
    for (; i + 4 <= task.queries; i += 4)
        attendQueries<Reader, 4>(task, i, keys, values, count);
    const int left = task.queries - i;
    if (left == 3)
        attendQueries<Reader, 3>(task, i, keys, values, count);
    else if (left == 2)
        attendQueries<Reader, 2>(task, i, keys, values, count);
    else if (left == 1)
        attendQueries<Reader, 1>(task, i, keys, values, count);
}

static void attendChunk(
    const cpu::AttentionTask& task, const void* const* keys, const void* const* values, int count)
{
    if (task.halves)
        attendReader<ReadF16>(task, keys, values, count);
    else
        attendReader<ReadF32>(task, keys, values, count);
}
