// Rows of floats as whole numbers (RoundedRows).

// The largest magnitude; NaN if one of the numbers is NaN or infinite. Their bits as whole numbers are
// the largest ones.
ALWAYS_INLINE float largest(const float* x, int64_t n)
{
    I most = I::all(0);
    for (int64_t i = 0; i < n; i += F::width)
        most = atLeast(most, toBits(absolute(F::load(x + i))));
    const int32_t bits = maxLane(most);
    float found;
    memcpy(&found, &bits, sizeof found);
    return found + (found - found);
}

// Stores four bytes at a time, `apart` bytes from each other.
ALWAYS_INLINE void spreadFours(void* out, const void* bytes, int count, int64_t apart)
{
#pragma GCC unroll 8
    for (int i = 0; i < count; ++i)
        memcpy((char*)out + i * apart, (const char*)bytes + 4 * i, 4);
}

// Sixteen bytes; returns their sum. What is not finite, in a run whose scale is NaN, becomes −127.
ALWAYS_INLINE int32_t toBytes(int8_t* out, const float* x, F inverse, int64_t apart)
{
    int32_t total = 0;
    int8_t bytes[16];
    for (int i = 0; i < 16; i += F::width) {
        const F code = atLeast(F::load(x + i) * inverse, F::all(-127));
        const I wholes = nearest(atMost(code, F::all(127)));
        wholes.storeAsBytes(bytes + i);
        total += sum(wholes);
    }
    spreadFours(out, bytes, 4, apart);
    return total;
}

ALWAYS_INLINE F beginRun(float& scale, const float* x, int64_t n, float code)
{
    const float most = largest(x, n);
    scale = most / code;
    return F::all(most > 0 ? code / most : 0);
}

void toLongRuns(const RoundedRows& row, const float* x)
{
    for (int64_t run = 0; run < row.n / longRun; ++run) {
        const F inverse = beginRun(row.scales[run], x + longRun * run, longRun, 127);
        for (int64_t i = longRun / 16 * run; i < longRun / 16 * (run + 1); ++i)
            row.halfSums[i]
                = int16_t(toBytes(row.values + 4 * i * row.apart, x + 16 * i, inverse, row.apart));
        for (int64_t i = longRun / 32 * run; i < longRun / 32 * (run + 1); ++i)
            row.sums[i] = int16_t(row.halfSums[2 * i] + row.halfSums[2 * i + 1]);
    }
}

void toShortRuns(const RoundedRows& row, const float* x)
{
    for (int64_t run = 0; run < row.n / shortRun; ++run) {
        const float* of = x + shortRun * run;
        const F inverse = beginRun(row.scales[run], of, shortRun, 127);
        int8_t* values = row.values + 8 * run * row.apart;
        row.negativeSums[run] = -(toBytes(values, of, inverse, row.apart)
            + toBytes(values + 4 * row.apart, of + 16, inverse, row.apart));
    }
}

void toInt16Runs(const RoundedRows& row, const float* x)
{
    for (int64_t run = 0; run < row.n / int16Run; ++run) {
        const int64_t first = int16Run * run;
        const F inverse = beginRun(row.scales[run], x + first, int16Run, maxInt16Code);
        for (int64_t i = first; i < first + int16Run; i += F::width) {
            const F code = atLeast(F::load(x + i) * inverse, F::all(-maxInt16Code));
            int16_t values16[F::width];
            nearest(atMost(code, F::all(maxInt16Code))).storeAsInt16(values16);
            spreadFours((char*)row.values16 + i / 2 * row.apart, values16, F::width / 2, row.apart);
        }
    }
}
