// Products of bytes with strips (kernels/strips.h): each lane of a vector belongs to a row of the
// strip. Vectors of fewer lanes than a strip has rows take them in turns, block by block.

constexpr int64_t prefetchBytes = 6 * 1024; // ahead of what is read
constexpr int stripTokens = I::tileTokens;

ALWAYS_INLINE I nibbles(I bytes)
{
    return bytes.movedBits(0, 15);
}

ALWAYS_INLINE I upperNibbles(I bytes)
{
    return bytes.movedBits(-4, 15);
}

// The rows of x that are multiplied with a strip at the same time. Where it is the first time that
// the strip is read, the memory behind it is asked for.
template <int tokens, bool isFirst>
struct StripTile {
    const RoundedRows& x;
    F sums[turns][tokens];

    ALWAYS_INLINE explicit StripTile(const RoundedRows& x)
        : x(x)
    {
        for (F(&ofTurn)[tokens] : sums)
#pragma GCC unroll 8
            for (F& sum : ofTurn)
                sum = F::all(0);
    }
    // What a sum of levels · x begins with if the levels are 2^bits larger than what they stand for,
    // or with zeros for noOffset.
    template <int bits>
    ALWAYS_INLINE void begin(I (&products)[tokens], int64_t part, int64_t parts) const
    {
#pragma GCC unroll 8
        for (int t = 0; t < tokens; ++t)
            products[t] = bits == noOffset
                ? I::all(0)
                : shiftedLeft(forAll(x.negativeSums + t * parts + part), bits);
    }
    // Adds the products of four values to dots.
    ALWAYS_INLINE void add(I (&dots)[tokens], I levels, int64_t first) const
    {
#pragma GCC unroll 8
        for (int t = 0; t < tokens; ++t) {
            dots[t] = addDots(dots[t], levels, forAll(x.values + t * x.n + first));
            dots[t].settle();
        }
    }
    // The same, to sums, where levels have all of their eight bits.
    ALWAYS_INLINE void addWide(I (&products)[tokens], I levels, int64_t first) const
    {
#pragma GCC unroll 8
        for (int t = 0; t < tokens; ++t)
            products[t] = addWideDots(products[t], levels, forAll(x.values + t * x.n + first));
    }
    // Adds whole sums of run `run` of x, times `scale`.
    ALWAYS_INLINE void addScaled(
        int turn, F scale, const I (&wholes)[tokens], int64_t run, int64_t runs)
    {
#pragma GCC unroll 8
        for (int t = 0; t < tokens; ++t) {
            const F factor = scale * F::all(x.scales[t * runs + run]);
            sums[turn][t] = mulAdd(factor, toFloats(wholes[t]), sums[turn][t]);
        }
    }
    // As much behind a block as the caller reads of it.
    ALWAYS_INLINE void prefetchBehind(const void* block, int64_t from, int64_t bytes) const
    {
        if constexpr (isFirst)
            for (int64_t i = 0; i < bytes; i += 64)
                __builtin_prefetch((const char*)block + prefetchBytes + from + i);
    }
    ALWAYS_INLINE void store(float* out, int64_t outStride) const
    {
        for (int turn = 0; turn < turns; ++turn)
#pragma GCC unroll 8
            for (int t = 0; t < tokens; ++t)
                sums[turn][t].store(out + t * outStride + turn * F::width);
    }
};

template <int tokens>
ALWAYS_INLINE void setToZero(I (&products)[tokens])
{
#pragma GCC unroll 8
    for (int t = 0; t < tokens; ++t)
        products[t] = I::all(0);
}

template <int tokens>
ALWAYS_INLINE void beginDots(I (&dots)[tokens], const I (&products)[tokens])
{
#pragma GCC unroll 8
    for (int t = 0; t < tokens; ++t)
        dots[t] = dotsFrom(products[t]);
}

template <int tokens>
ALWAYS_INLINE void endDots(I (&products)[tokens], const I (&dots)[tokens])
{
#pragma GCC unroll 8
    for (int t = 0; t < tokens; ++t)
        products[t] = withDots(products[t], dots[t]);
}

template <int tokens>
ALWAYS_INLINE void addTimes(I (&wholes)[tokens], const I (&products)[tokens], I scale)
{
#pragma GCC unroll 8
    for (int t = 0; t < tokens; ++t)
        wholes[t] = wholes[t] + products[t] * scale;
}

// ---- the types: each adds one block, in one turn for the rows from `row` on ----

// What Q4_0 and Q8_0 have in common. The levels are 2^offsetBits larger than what they stand for.
template <typename Levels>
struct InHalves {
    using Strip = typename Levels::Strip;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(
        StripTile<tokens, isFirst>& tile, const Strip& block, int64_t b, int turn)
    {
        constexpr int64_t bytes = sizeof(Strip) / 2;
        const int64_t runs = tile.x.n / 32;
        const int row = turn * F::width;
        for (int half = 0; half < 2; ++half) {
            if (turn == 0)
                tile.prefetchBehind(&block, half * bytes, bytes);
            I products[tokens];
            tile.template begin<Levels::offsetBits>(products, 2 * b + half, runs);
            Levels::add(tile, products, block, half, row, 64 * b + 32 * half);
            tile.addScaled(
                turn, loadHalves(block.scales[half] + row), products, 2 * b + half, runs);
        }
    }
};

struct LevelsOfQ4_0 {
    using Strip = StripQ4_0;
    static constexpr int offsetBits = 3;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(const StripTile<tokens, isFirst>& tile, I (&products)[tokens],
        const Strip& block, int half, int row, int64_t first)
    {
        static_assert(dotsTogether(4) >= 8);
        I dots[tokens];
        beginDots(dots, products);
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i) {
            const I both = I::load(block.low[4 * half + i][row]);
            tile.add(dots, nibbles(both), first + 8 * i);
            tile.add(dots, upperNibbles(both), first + 8 * i + 4);
        }
        endDots(products, dots);
    }
};

struct LevelsOfQ8_0 {
    using Strip = StripQ8_0;
    static constexpr int offsetBits = wideOffsetBits;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(const StripTile<tokens, isFirst>& tile, I (&products)[tokens],
        const Strip& block, int half, int row, int64_t first)
    {
#pragma GCC unroll 8
        for (int i = 0; i < 8; ++i)
            tile.addWide(products, I::load(block.values[8 * half + i][row]), first + 4 * i);
    }
};

// What Q4_K and Q5_K have in common. Levels::high() are the bits above the nibbles, which
// Levels::with() adds; Levels::bits are those of both.
template <typename Levels>
struct InGroups {
    using Strip = typename Levels::Strip;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(
        StripTile<tokens, isFirst>& tile, const Strip& block, int64_t b, int turn)
    {
        const int64_t runs = tile.x.n / 256;
        const int row = turn * F::width;
        I wholes[tokens];
        setToZero(wholes);
#pragma GCC unroll 1
        for (int group = 0; group < 8; ++group) {
            if (turn == 0)
                tile.prefetchBehind(&block, group * int64_t(sizeof(Strip) / 8), sizeof(Strip) / 8);
            I products[tokens];
            setToZero(products);
            addGroup(tile, products, block, group, row, 256 * b + 32 * group);
            addTimes(wholes, products, unsignedBytes(block.groupScales[group] + row));
        }
        tile.addScaled(turn, loadHalves(block.scales + row), wholes, b, runs);
        setToZero(wholes);
        addMinimums(tile, wholes, block, row, 8 * b);
        tile.addScaled(turn, F::all(-1) * loadHalves(block.minimums + row), wholes, b, runs);
    }

private:
    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void addGroup(const StripTile<tokens, isFirst>& tile,
        I (&products)[tokens], const Strip& block, int group, int row, int64_t first)
    {
        const I high = Levels::high(block, group, row);
        addEights<0>(tile, products, block.low[4 * group][row], high, first);
    }

    static constexpr int together
        = dotsTogether(Levels::bits) < 8 ? dotsTogether(Levels::bits) / 2 : 4; // eights

    // The values 8 i … of a group, as many as dots can take before they become a sum.
    template <int i, int tokens, bool isFirst>
    static ALWAYS_INLINE void addEights(const StripTile<tokens, isFirst>& tile,
        I (&products)[tokens], const uint8_t* low, I high, int64_t first)
    {
        I dots[tokens];
        beginDots(dots, products);
        addToDots<i, i + together>(tile, dots, low, high, first);
        endDots(products, dots);
        if constexpr (i + together < 4)
            addEights<i + together>(tile, products, low, high, first);
    }

    template <int i, int end, int tokens, bool isFirst>
    static ALWAYS_INLINE void addToDots(const StripTile<tokens, isFirst>& tile, I (&dots)[tokens],
        const uint8_t* low, I high, int64_t first)
    {
        const I both = I::load(low + i * stripRows * 4);
        tile.add(dots, Levels::template with<2 * i>(nibbles(both), high), first + 8 * i);
        tile.add(
            dots, Levels::template with<2 * i + 1>(upperNibbles(both), high), first + 8 * i + 4);
        if constexpr (i + 1 < end)
            addToDots<i + 1, end>(tile, dots, low, high, first);
    }

    // Two groups at a time.
    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void addMinimums(const StripTile<tokens, isFirst>& tile,
        I (&wholes)[tokens], const Strip& block, int row, int64_t firstGroup)
    {
        const int64_t groups = tile.x.n / 32;
#pragma GCC unroll 4
        for (int pair = 0; pair < 4; ++pair) {
            const I minimums = unsignedPairs(block.groupMinimums[pair][row]);
#pragma GCC unroll 8
            for (int t = 0; t < tokens; ++t)
                wholes[t] = addDotsOfPairs(
                    wholes[t], minimums, forAll(tile.x.sums + t * groups + firstGroup + 2 * pair));
        }
    }
};

struct LevelsOfQ4_K {
    using Strip = StripQ4_K;
    static constexpr int bits = 4;
    static ALWAYS_INLINE I high(const Strip&, int, int) { return I::all(0); }
    template <int four>
    static ALWAYS_INLINE I with(I levels, I)
    {
        return levels;
    }
};

struct LevelsOfQ5_K {
    using Strip = StripQ5_K;
    static constexpr int bits = 5;
    static ALWAYS_INLINE I high(const Strip& block, int group, int row)
    {
        return I::load(block.high[group][row]);
    }
    template <int four>
    static ALWAYS_INLINE I with(I levels, I high)
    {
        return levels | high.movedBits(4 - four, 16);
    }
};

struct OfQ6_K {
    using Strip = StripQ6_K;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(
        StripTile<tokens, isFirst>& tile, const Strip& block, int64_t b, int turn)
    {
        const int row = turn * F::width;
        I wholes[tokens];
        setToZero(wholes);
#pragma GCC unroll 1
        for (int group = 0; group < 16; ++group) {
            if (turn == 0)
                tile.prefetchBehind(&block, group * 212, 212);
            I products[tokens];
            tile.template begin<5>(products, 16 * b + group, tile.x.n / 16);
            const I high = I::load(block.high[group][row]);
            const int64_t place = 256 * b + 16 * group;
            addEight<0>(tile, products, I::load(block.low[2 * group][row]), high, place);
            addEight<1>(tile, products, I::load(block.low[2 * group + 1][row]), high, place + 8);
            addTimes(wholes, products, signedBytes(block.groupScales[group] + row));
        }
        tile.addScaled(turn, F::load(block.scales + row), wholes, b, tile.x.n / 256);
    }

private:
    // The eight values 8 i … of a group.
    template <int i, int tokens, bool isFirst>
    static ALWAYS_INLINE void addEight(const StripTile<tokens, isFirst>& tile,
        I (&products)[tokens], I both, I high, int64_t first)
    {
        static_assert(dotsTogether(6) >= 2);
        I dots[tokens];
        beginDots(dots, products);
        tile.add(dots, nibbles(both) | high.movedBits(4 - 4 * i, 0x30), first);
        tile.add(dots, upperNibbles(both) | high.movedBits(2 - 4 * i, 0x30), first + 4);
        endDots(products, dots);
    }
};

// ---- products ----

template <typename Type, int tokens, bool isFirst>
void multiplyTile(float* out, int64_t outStride, const void* strip, const RoundedRows& x)
{
    const auto* blocks = (const typename Type::Strip*)strip;
    StripTile<tokens, isFirst> tile(x);
    for (int64_t b = 0; b < x.n / Type::Strip::length; ++b)
        for (int turn = 0; turn < turns; ++turn)
            Type::add(tile, blocks[b], b, turn);
    tile.store(out, outStride);
}

template <typename Type, bool isFirst, int most>
void multiplyLast(
    float* out, int64_t outStride, const void* strip, const RoundedRows& x, int tokens)
{
    if constexpr (most > 0) {
        if (tokens == most)
            multiplyTile<Type, most, isFirst>(out, outStride, strip, x);
        else
            multiplyLast<Type, isFirst, most - 1>(out, outStride, strip, x, tokens);
    }
}

template <typename Type>
void multiply(float* out, int64_t outStride, const void* strip, const RoundedRows& x, int tokens)
{
    constexpr RoundedRuns runs = Type::Strip::length == 256 ? longRuns : shortRuns;
    if (tokens < stripTokens)
        return multiplyLast<Type, true, stripTokens - 1>(out, outStride, strip, x, tokens);
    multiplyTile<Type, stripTokens, true>(out, outStride, strip, x);
    int t = stripTokens;
    for (; t + stripTokens <= tokens; t += stripTokens)
        multiplyTile<Type, stripTokens, false>(
            out + t * outStride, outStride, strip, cpu::fromRow(x, t, runs));
    multiplyLast<Type, false, stripTokens - 1>(
        out + t * outStride, outStride, strip, cpu::fromRow(x, t, runs), tokens - t);
}

constexpr StripKernels makeStripKernels()
{
    return {
        .toLongRuns = toLongRuns,
        .toShortRuns = toShortRuns,
        .toWordRuns = toWordRuns,
        .q4_0 = multiply<InHalves<LevelsOfQ4_0>>,
        .q8_0 = multiply<InHalves<LevelsOfQ8_0>>,
        .q4_k = multiply<InGroups<LevelsOfQ4_K>>,
        .q5_k = multiply<InGroups<LevelsOfQ5_K>>,
        .q6_k = multiply<OfQ6_K>,
        .words = multiplyWords,
    };
}
