// What layers do that keep a state in place of keys and values.

static void weighRows(float* out, const float* const* rows, const float* weights, int64_t stride,
    int64_t count, int64_t n)
{
    for (int64_t i = 0; i < n; i += F::width) {
        F total = F::all(0);
        for (int64_t row = 0; row < count; ++row)
            total = mulAdd(
                F::load(rows[row] + i, n - i), F::load(weights + row * stride + i, n - i), total);
        total.store(out + i, n - i);
    }
}

// One step for `vectors` vectors of columns from `first` on, of which the state has `left`: each
// column of a state goes its own way, so a few of them stay in the nearest cache meanwhile.
template <int vectors>
static inline void stepColumns(
    float* out, float* state, const cpu::DeltaToken& token, int64_t first, int64_t left)
{
    const F decay = F::all(token.decay), strength = F::all(token.strength);
    F seen[vectors], answer[vectors];
    for (int i = 0; i < vectors; ++i)
        seen[i] = answer[i] = F::all(0);
    for (int64_t key = 0; key < token.keyDim; ++key) {
        const float* row = state + key * token.valueDim + first;
        for (int i = 0; i < vectors; ++i)
            seen[i] = mulAdd(
                F::load(row + i * F::width, left - i * F::width), F::all(token.k[key]), seen[i]);
    }
    F change[vectors];
    for (int i = 0; i < vectors; ++i)
        change[i] = strength
            * (F::load(token.v + first + i * F::width, left - i * F::width) - decay * seen[i]);
    for (int64_t key = 0; key < token.keyDim; ++key) {
        float* row = state + key * token.valueDim + first;
        for (int i = 0; i < vectors; ++i) {
            const F old = F::load(row + i * F::width, left - i * F::width);
            const F next = mulAdd(F::all(token.k[key]), change[i], decay * old);
            next.store(row + i * F::width, left - i * F::width);
            answer[i] = mulAdd(F::all(token.q[key]), next, answer[i]);
        }
    }
    for (int i = 0; i < vectors; ++i)
        answer[i].store(out + first + i * F::width, left - i * F::width);
}

static void stepDelta(float* out, float* state, const cpu::DeltaToken& token)
{
    constexpr int vectors = 4;
    int64_t first = 0;
    for (; token.valueDim - first >= vectors * F::width; first += vectors * F::width)
        stepColumns<vectors>(out, state, token, first, token.valueDim - first);
    for (; first < token.valueDim; first += F::width)
        stepColumns<1>(out, state, token, first, token.valueDim - first);
}

// The same for a selective scan, for which one pass over the columns is enough. The rows of the state
// take turns with two sums, so that no sum waits for the one before it.
template <int vectors>
static inline void scanColumns(
    float* out, float* state, const cpu::ScanToken& token, int64_t first, int64_t left)
{
    const F decay = F::all(token.decay);
    F change[vectors], even[vectors], odd[vectors];
    for (int i = 0; i < vectors; ++i) {
        const F x = F::load(token.x + first + i * F::width, left - i * F::width);
        change[i] = F::all(token.step) * x;
        even[i] = F::all(token.skip) * x;
        odd[i] = F::all(0);
    }
    const auto stepRow = [&](int64_t number, F* answer) {
        float* row = state + number * token.headDim + first;
        const F b = F::all(token.b[number]), c = F::all(token.c[number]);
        for (int i = 0; i < vectors; ++i) {
            const F old = F::load(row + i * F::width, left - i * F::width);
            const F next = mulAdd(b, change[i], decay * old);
            next.store(row + i * F::width, left - i * F::width);
            answer[i] = mulAdd(c, next, answer[i]);
        }
    };
    int64_t number = 0;
    for (; number + 1 < token.stateDim; number += 2) {
        stepRow(number, even);
        stepRow(number + 1, odd);
    }
    if (number < token.stateDim)
        stepRow(number, even);
    for (int i = 0; i < vectors; ++i)
        (even[i] + odd[i]).store(out + first + i * F::width, left - i * F::width);
}

static void stepScan(float* out, float* state, const cpu::ScanToken& token)
{
    const int64_t columns = token.headDim;
    int64_t first = 0;
    for (; columns - first >= 4 * F::width; first += 4 * F::width)
        scanColumns<4>(out, state, token, first, columns - first);
    for (; columns - first >= 2 * F::width; first += 2 * F::width)
        scanColumns<2>(out, state, token, first, columns - first);
    for (; first < columns; first += F::width)
        scanColumns<1>(out, state, token, first, columns - first);
}
