// Rows of floats as whole numbers (RoundedRows).

// The largest magnitude; NaN if one of the numbers is NaN or infinite.
ALWAYS_INLINE float largest(const float* x, int64_t n)
{
    F most = F::all(0), zeros = F::all(0);
    for (int64_t i = 0; i < n; i += F::width) {
        const F some = F::load(x + i);
        most = atLeast(most, absolute(some));
        zeros = mulAdd(some, F::all(0), zeros);
    }
    return largestOf(most) + sum(zeros);
}

// Sixteen bytes; returns their sum. What is not finite, in a run whose scale is NaN, becomes −127.
ALWAYS_INLINE int32_t toBytes(int8_t* out, const float* x, F inverse)
{
    int32_t total = 0;
    for (int i = 0; i < 16; i += F::width) {
        const I wholes = nearest(atLeast(F::load(x + i) * inverse, F::all(-127)));
        wholes.storeAsBytes(out + i);
        total += sum(wholes);
    }
    return total;
}

ALWAYS_INLINE F beginRun(float& scale, const float* x, int64_t n, float level)
{
    const float most = largest(x, n);
    scale = most / level;
    return F::all(most > 0 ? level / most : 0);
}

void toLongRuns(const RoundedRows& row, const float* x)
{
    for (int64_t run = 0; run < row.n / 256; ++run) {
        const F inverse = beginRun(row.scales[run], x + 256 * run, 256, 127);
        for (int64_t i = 16 * run; i < 16 * (run + 1); i += 2) {
            const int32_t first = toBytes(row.values + 16 * i, x + 16 * i, inverse);
            const int32_t second = toBytes(row.values + 16 * i + 16, x + 16 * i + 16, inverse);
            row.negativeSums[i] = -first;
            row.negativeSums[i + 1] = -second;
            row.sums[i / 2] = int16_t(first + second);
        }
    }
}

void toShortRuns(const RoundedRows& row, const float* x)
{
    for (int64_t run = 0; run < row.n / 32; ++run) {
        const F inverse = beginRun(row.scales[run], x + 32 * run, 32, 127);
        int8_t* values = row.values + 32 * run;
        row.negativeSums[run] = -(toBytes(values, x + 32 * run, inverse)
            + toBytes(values + 16, x + 32 * run + 16, inverse));
    }
}

void toWordRuns(const RoundedRows& row, const float* x)
{
    for (int64_t run = 0; run < row.n / wordRuns.run; ++run) {
        const int64_t first = wordRuns.run * run;
        const F inverse = beginRun(row.scales[run], x + first, wordRuns.run, mostWord);
        for (int64_t i = first; i < first + wordRuns.run; i += F::width) {
            const F level = atLeast(F::load(x + i) * inverse, F::all(-mostWord));
            nearest(atMost(level, F::all(mostWord))).storeAsWords(row.words + i);
        }
    }
}
