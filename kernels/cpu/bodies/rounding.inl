// Rows of floats as whole numbers (RoundedRows).

// The largest magnitude; NaN if one of the numbers is NaN or infinite. Their bits as whole numbers are
// the largest ones.
ALWAYS_INLINE float largest(const float* x, int64_t n)
{
    I highest = I::all(0);
    for (int64_t i = 0; i < n; i += F::width)
        highest = atLeast(highest, toBits(absolute(F::load(x + i))));
    const int32_t bits = maxLane(highest);
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

// Sixteen bytes; returns their sum. What is not finite, in a chunk whose scale is NaN, becomes −127.
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

ALWAYS_INLINE F beginChunk(float& scale, const float* x, int64_t n, float code)
{
    const float highest = largest(x, n);
    scale = highest / code;
    return F::all(highest > 0 ? code / highest : 0);
}

void toLongChunks(const RoundedRows& row, const float* x)
{
    for (int64_t chunk = 0; chunk < row.n / longChunk; ++chunk) {
        const F inverse = beginChunk(row.scales[chunk], x + longChunk * chunk, longChunk, 127);
        for (int64_t i = longChunk / 16 * chunk; i < longChunk / 16 * (chunk + 1); ++i)
            row.halfSums[i]
                = int16_t(toBytes(row.values + 4 * i * row.apart, x + 16 * i, inverse, row.apart));
        for (int64_t i = longChunk / 32 * chunk; i < longChunk / 32 * (chunk + 1); ++i)
            row.sums[i] = int16_t(row.halfSums[2 * i] + row.halfSums[2 * i + 1]);
    }
}

void toShortChunks(const RoundedRows& row, const float* x)
{
    for (int64_t chunk = 0; chunk < row.n / shortChunk; ++chunk) {
        const float* of = x + shortChunk * chunk;
        const F inverse = beginChunk(row.scales[chunk], of, shortChunk, 127);
        int8_t* values = row.values + 8 * chunk * row.apart;
        row.negativeSums[chunk] = -(toBytes(values, of, inverse, row.apart)
            + toBytes(values + 4 * row.apart, of + 16, inverse, row.apart));
    }
}

void toInt16Chunks(const RoundedRows& row, const float* x)
{
    for (int64_t chunk = 0; chunk < row.n / int16Chunk; ++chunk) {
        const int64_t first = int16Chunk * chunk;
        const F inverse = beginChunk(row.scales[chunk], x + first, int16Chunk, maxInt16Code);
        for (int64_t i = first; i < first + int16Chunk; i += F::width) {
            const F code = atLeast(F::load(x + i) * inverse, F::all(-maxInt16Code));
            int16_t values16[F::width];
            nearest(atMost(code, F::all(maxInt16Code))).storeAsInt16(values16);
            spreadFours((char*)row.values16 + i / 2 * row.apart, values16, F::width / 2, row.apart);
        }
    }
}
