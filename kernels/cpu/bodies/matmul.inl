// Products with stored rows. Each (row, x) has one vector of running sums: its element j adds the
// products j, j + width, j + 2 width … in this order, and sum() adds the elements at the end.
// A tile is `rows` rows by `tokens` tokens whose sums stay in registers and need not wait for each
// other; what is made of a stored row serves all tokens of the tile.

template <int rows, int tokens>
struct Tile {
    F sums[rows][tokens];

    ALWAYS_INLINE Tile()
    {
#pragma GCC unroll 4
        for (int r = 0; r < rows; ++r)
#pragma GCC unroll 8
            for (int t = 0; t < tokens; ++t)
                sums[r][t] = F::all(0);
    }
    ALWAYS_INLINE void add(int row, F values, const F* in)
    {
#pragma GCC unroll 8
        for (int t = 0; t < tokens; ++t)
            sums[row][t] = mulAdd(values, in[t], sums[row][t]);
    }
    // Rows of the tile are so many rows apart.
    ALWAYS_INLINE void store(float* out, int64_t outStride, int64_t apart = 1) const
    {
        static_assert(rows == 1 || rows == 4);
#pragma GCC unroll 8
        for (int t = 0; t < tokens; ++t) {
            if constexpr (rows == 4) {
                float four[4];
                storeFourSums(four, &sums[0][t], tokens);
                for (int r = 0; r < 4; ++r)
                    out[t * outStride + r * apart] = four[r];
            } else
                out[t * outStride] = sum(sums[0][t]);
        }
    }
};

// A matrix of products, whose tiles the multipliers below fill.
struct Product {
    float* out;
    int64_t outStride; // in floats
    const char* weight;
    int64_t rowBytes;
    const float* x;
    int64_t n; // length of the rows of weight and x
    int64_t rowsApart = 1; // from one row of a tile to the next

    // Asks for as much of the next tile's memory as this tile reads in a step of `bytes` bytes a
    // row, `done` bytes from the row's beginning. The next tile's rows follow this one's: requested
    // in the order of memory, they arrive sooner than row by row.
    template <int rows, int bytes>
    ALWAYS_INLINE void prefetchNext(int64_t done) const
    {
        const char* next = weight + rows * (rowBytes + done);
#pragma GCC unroll 16
        for (int i = 0; i < rows * bytes; i += 64)
            __builtin_prefetch(next + i);
    }

    Product from(int row, int token) const
    {
        return {out + token * outStride + row, outStride, weight + row * rowBytes, rowBytes,
            x + token * n, n, rowsApart};
    }
};

// Tiles of rows that are far from each other: each then reads a stretch of memory of its own from
// beginning to end. The CPU sees that and reads ahead in all of them, half as much again a second
// as where rows are neighbors.
template <typename Multiplier, int tokens>
static void multiplyTokens(const Product& product, int rows)
{
    if constexpr (Multiplier::takesRowsApart) {
        Product apart = product;
        apart.rowsApart = rows / 4;
        for (int r = 0; r < rows / 4; ++r)
            Multiplier::template fill<4, tokens>(apart.from(r, 0));
        for (int r = rows / 4 * 4; r < rows; ++r)
            Multiplier::template fill<1, tokens>(product.from(r, 0));
        return;
    }
    int r = 0;
    for (; r + 4 <= rows; r += 4)
        Multiplier::template fill<4, tokens>(product.from(r, 0));
    for (; r < rows; ++r)
        Multiplier::template fill<1, tokens>(product.from(r, 0));
}

// Fewer tokens than a tile has.
template <typename Multiplier, int maxTokens>
static void multiplyLast(const Product& product, int rows, int tokens)
{
    if constexpr (maxTokens > 0) {
        if (tokens == maxTokens)
            multiplyTokens<Multiplier, maxTokens>(product, rows);
        else
            multiplyLast<Multiplier, maxTokens - 1>(product, rows, tokens);
    }
}

template <typename Multiplier>
static void multiply(float* out, int64_t outStride, const void* weight, int64_t rowBytes, int rows,
    const float* x, int tokens, int64_t n)
{
    const Product product{out, outStride, (const char*)weight, rowBytes, x, n};
    int t = 0;
    for (; t + Multiplier::tileTokens <= tokens; t += Multiplier::tileTokens)
        multiplyTokens<Multiplier, Multiplier::tileTokens>(product.from(0, t), rows);
    multiplyLast<Multiplier, Multiplier::tileTokens - 1>(product.from(0, t), rows, tokens - t);
}

// ---- quantized rows ----

template <typename Decoder>
static void decodeBlocks(float* out, const void* row, int64_t n, int64_t spread)
{
    const auto* blocks = static_cast<const typename Decoder::Block*>(row);
    for (int64_t b = 0; b < n / Decoder::values; ++b) {
        Decoder decoder;
        decoder.unpack(blocks[b]);
        float* values = out + b * Decoder::values * spread;
#pragma GCC unroll 16
        for (int first = 0; first < Decoder::values; first += Decoder::groupValues) {
            const auto group = decoder.group(first / Decoder::groupValues);
#pragma GCC unroll 8
            for (int i = first; i < first + Decoder::groupValues; i += F::width)
                group.at(decoder.bytes() + i).store(values + i * spread);
        }
    }
}

template <typename Decoder>
struct MultiplyBlocks {
    static constexpr bool takesRowsApart = false;
    /// Taking blocks apart needs registers, too.
    static constexpr int tileTokens = F::tileTokens < 4 ? F::tileTokens : 4;

    template <int rows, int tokens>
    static void fill(const Product& product)
    {
        using Block = typename Decoder::Block;
        Tile<rows, tokens> tile;
        for (int64_t b = 0; b < product.n / Decoder::values; ++b) {
            product.prefetchNext<rows, sizeof(Block)>(b * int64_t(sizeof(Block)));
            Decoder decoders[rows];
#pragma GCC unroll 4
            for (int r = 0; r < rows; ++r) {
                const char* row = product.weight + r * product.rowBytes;
                const auto* block = (const Block*)row + b;
                decoders[r].unpack(*block);
            }
#pragma GCC unroll 1
            for (int group = 0; group < Decoder::values / Decoder::groupValues; ++group)
                addGroup(tile, decoders, group, product.x + b * Decoder::values, product.n);
        }
        tile.store(product.out, product.outStride);
    }

private:
    template <int rows, int tokens>
    static ALWAYS_INLINE void addGroup(
        Tile<rows, tokens>& tile, const Decoder* decoders, int group, const float* x, int64_t n)
    {
        decltype(decoders->group(0)) groups[rows];
#pragma GCC unroll 4
        for (int r = 0; r < rows; ++r)
            groups[r] = decoders[r].group(group);
        const int64_t first = group * Decoder::groupValues;
#pragma GCC unroll 8
        for (int i = 0; i < Decoder::groupValues; i += F::width) {
            F in[tokens];
#pragma GCC unroll 8
            for (int t = 0; t < tokens; ++t)
                in[t] = F::load(x + t * n + first + i);
#pragma GCC unroll 4
            for (int r = 0; r < rows; ++r)
                tile.add(r, groups[r].at(decoders[r].bytes() + first + i), in);
        }
    }
};

// ---- rows of plain numbers ----

struct ReadF32 {
    using Value = float;
    static inline F load(const float* p) { return F::load(p); }
    static inline F load(const float* p, int64_t left) { return F::load(p, left); }
};
struct ReadF16 {
    using Value = uint16_t;
    static inline F load(const uint16_t* p) { return loadHalves(p); }
    static inline F load(const uint16_t* p, int64_t left) { return loadHalves(p, left); }
};
struct ReadBF16 {
    using Value = uint16_t;
    static inline F load(const uint16_t* p) { return loadBfloats(p); }
    static inline F load(const uint16_t* p, int64_t left) { return loadBfloats(p, left); }
};

template <typename Reader>
static void decodeNumbers(float* out, const void* row, int64_t n, int64_t spread)
{
    const auto* values = static_cast<const typename Reader::Value*>(row);
    int64_t i = 0;
    for (; i + F::width <= n; i += F::width)
        Reader::load(values + i).store(out + i * spread);
    if (i < n)
        Reader::load(values + i, n - i).store(out + i * spread, n - i);
}

template <typename Reader>
struct MultiplyNumbers {
    using Value = typename Reader::Value;
    static constexpr bool takesRowsApart = true;
    static constexpr int tileTokens = F::tileTokens;

    template <int rows, int tokens>
    static void fill(const Product& product)
    {
        Tile<rows, tokens> tile;
        int64_t k = 0;
        for (; k + F::width <= product.n; k += F::width)
            addColumns<true>(tile, product, k);
        if (k < product.n)
            addColumns<false>(tile, product, k);
        tile.store(product.out, product.outStride, product.rowsApart);
    }

private:
    template <bool whole, int rows, int tokens>
    static ALWAYS_INLINE void addColumns(
        Tile<rows, tokens>& tile, const Product& product, int64_t k)
    {
        const int64_t left = product.n - k;
        F in[tokens];
#pragma GCC unroll 8
        for (int t = 0; t < tokens; ++t) {
            const float* x = product.x + t * product.n + k;
            in[t] = whole ? F::load(x) : F::load(x, left);
        }
#pragma GCC unroll 4
        for (int r = 0; r < rows; ++r) {
            const char* row = product.weight + r * product.rowsApart * product.rowBytes;
            const auto* values = (const Value*)row + k;
            tile.add(r, whole ? Reader::load(values) : Reader::load(values, left), in);
        }
    }
};

// ---- four rows of floats, interleaved ----

// Long rows are processed in parts, so that the tokens of a tile stay in the first-level cache
// while all rows pass them. Partial sums are stored in between, which keeps the order of additions.
struct MultiplyInterleavedFloats {
    static constexpr int tileTokens = F::tileTokens;
    static constexpr int64_t partValues = 12288 / sizeof(float) / F::tileTokens;
    static constexpr int maxFours = 8; // rows by four that pass a tile together

    // Rows come by four, and values by vectors.
    template <int tokens>
    static void fillParts(const Product& product, int rows)
    {
        const int64_t parts = (product.n + partValues - 1) / partValues;
        const int64_t part = (product.n / F::width + parts - 1) / parts * F::width;
        for (int first = 0; first < rows; first += 4 * maxFours) {
            const int fours = (rows - first < 4 * maxFours ? rows - first : 4 * maxFours) / 4;
            F waiting[maxFours][4][tokens];
            for (int64_t k = 0; k < product.n; k += part)
                for (int four = 0; four < fours; ++four)
                    addPart(waiting[four], product.from(first + 4 * four, 0), k, k + part);
        }
    }

private:
    // The columns from `first` on, before `end`.
    template <int tokens>
    static ALWAYS_INLINE void addPart(
        F (&waiting)[4][tokens], const Product& product, int64_t first, int64_t end)
    {
        Tile<4, tokens> tile;
        if (first > 0)
            memcpy(tile.sums, waiting, sizeof waiting);
        const auto* interleaved = (const float*)product.weight;
        for (int64_t k = first; k < end && k < product.n; k += F::width) {
            F in[tokens];
#pragma GCC unroll 8
            for (int t = 0; t < tokens; ++t)
                in[t] = F::load(product.x + t * product.n + k);
#pragma GCC unroll 4
            for (int r = 0; r < 4; ++r)
                tile.add(r, F::load(interleaved + k * 4 + r * F::width), in);
        }
        if (end < product.n)
            memcpy(waiting, tile.sums, sizeof waiting);
        else
            tile.store(product.out, product.outStride);
    }
};

template <int maxTokens>
static void multiplyLastInterleavedFloats(const Product& product, int rows, int tokens)
{
    if constexpr (maxTokens > 0) {
        if (tokens == maxTokens)
            MultiplyInterleavedFloats::fillParts<maxTokens>(product, rows);
        else
            multiplyLastInterleavedFloats<maxTokens - 1>(product, rows, tokens);
    }
}

static void multiplyInterleavedFloats(float* out, int64_t outStride, const void* weight,
    int64_t rowBytes, int rows, const float* x, int tokens, int64_t n)
{
    constexpr int tileTokens = MultiplyInterleavedFloats::tileTokens;
    const Product product{out, outStride, (const char*)weight, rowBytes, x, n};
    int t = 0;
    for (; t + tileTokens <= tokens; t += tileTokens)
        MultiplyInterleavedFloats::fillParts<tileTokens>(product.from(0, t), rows);
    multiplyLastInterleavedFloats<tileTokens - 1>(product.from(0, t), rows, tokens - t);
}
