// Products of bytes with strips (kernels/strips.h): each lane of a vector belongs to a row of the
// strip. All rows pass a tile together, so that what is loaded of x serves each of them.

constexpr int64_t prefetchBytes = 6 * 1024; // ahead of what is read
constexpr int64_t stripTokens = 8; // that lie together

ALWAYS_INLINE Each<I> eachLow(const uint8_t (&fours)[stripRows][4])
{
    return each([&](int row) ALWAYS { return I::load(fours[row]).movedBits(0, 15); });
}

ALWAYS_INLINE Each<I> eachUpper(const uint8_t (&fours)[stripRows][4])
{
    return each([&](int row) ALWAYS { return I::load(fours[row]).movedBits(-4, 15); });
}

ALWAYS_INLINE Each<F> eachHalf(const uint16_t (&halves)[stripRows])
{
    return each([&](int row) ALWAYS { return loadHalves(halves + row); });
}

// The rows of x that are multiplied with a strip at the same time. Where it is the first time that
// the strip is read, the memory behind it is asked for.
template <int tokens, bool isFirst>
struct StripTile {
    using Sums = Accumulators<tokens>;

    const RoundedRows x;
    alignas(64) float sums[tokens][stripRows] = {};

    ALWAYS_INLINE explicit StripTile(const RoundedRows& x)
        : x(x)
    {
    }
    // The values of x from value `first` on.
    ALWAYS_INLINE const int8_t* fours(int64_t first) const
    {
        return x.values + first / 4 * x.apart;
    }
    // Adds the products of four values to dots and goes on to the next four.
    ALWAYS_INLINE void add(Sums& dots, const Each<I>& levels, const int8_t*& fours) const
    {
        dots.forEach([&](I& sum, int t, int turn) ALWAYS {
            sum = addDots(sum, levels.turns[turn], forAll(fours + 4 * t));
            sum.settle();
        });
        fours += x.apart;
    }
    // The same, to whole sums, where levels have all of their eight bits.
    ALWAYS_INLINE void addWide(Sums& wholes, const Each<I>& levels, const int8_t*& fours) const
    {
        wholes.forEach([&](I& sum, int t, int turn) ALWAYS {
            sum = addWideDots(sum, levels.turns[turn], forAll(fours + 4 * t));
            sum.settle();
        });
        fours += x.apart;
    }
    // Adds the products of pairs with two neighbouring sums of x, which begin at `sumsOfX` and whose
    // rows are `apart`.
    ALWAYS_INLINE static void addPairs(
        Sums& wholes, const Each<I>& pairs, const int16_t* sumsOfX, int64_t apart)
    {
        wholes.forEach([&](I& sum, int t, int turn) ALWAYS {
            sum = addDotsOfPairs(sum, pairs.turns[turn], forAll(sumsOfX + t * apart));
        });
    }
    // As much behind a block as the caller reads of it.
    ALWAYS_INLINE void prefetchBehind(const void* block, int64_t from, int64_t bytes) const
    {
        if constexpr (isFirst)
            for (int64_t i = 0; i < bytes; i += 64)
                __builtin_prefetch((const char*)block + prefetchBytes + from + i);
    }
};

// ---- the types: each adds one block ----

// What Q4_0 and Q8_0 have in common. The levels are 2^offsetBits larger than what they stand for.
template <typename Levels>
struct InHalves {
    using Strip = typename Levels::Strip;
    static constexpr int tileTokens = I::tileTokens;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(StripTile<tokens, isFirst>& tile, const Strip& block, int64_t b)
    {
        constexpr int64_t bytes = sizeof(Strip) / 2;
        const int64_t runs = tile.x.n / shortRun;
        for (int half = 0; half < 2; ++half) {
            const int64_t run = 2 * b + half;
            tile.prefetchBehind(&block, half * bytes, bytes);
            Accumulators<tokens> wholes;
            if constexpr (Levels::offsetBits != noOffset)
                wholes.forEach([&](I& sum, int t, int) ALWAYS {
                    const I sumOfX = forAll(tile.x.negativeSums + t * runs + run);
                    sum = shiftedLeft(sumOfX, Levels::offsetBits);
                });
            Levels::add(tile, wholes, block, half, tile.fours(shortRun * run));
            addScaled(tile.sums, eachHalf(block.scales[half]), wholes, tile.x.scales + run, runs);
        }
    }
};

struct LevelsOfQ4_0 {
    using Strip = StripQ4_0;
    static constexpr int offsetBits = 3;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(const StripTile<tokens, isFirst>& tile,
        Accumulators<tokens>& wholes, const Strip& block, int half, const int8_t* fours)
    {
        static_assert(dotsTogether(4) >= 8);
        Accumulators<tokens> dots;
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i) {
            const auto& both = block.low[4 * half + i];
            tile.add(dots, eachLow(both), fours);
            tile.add(dots, eachUpper(both), fours);
        }
        wholes.forEach(
            [&](I& sum, int t, int turn) ALWAYS { sum = withDots(sum, dots.of[t][turn]); });
    }
};

struct LevelsOfQ8_0 {
    using Strip = StripQ8_0;
    static constexpr int offsetBits = wideOffsetBits;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(const StripTile<tokens, isFirst>& tile,
        Accumulators<tokens>& wholes, const Strip& block, int half, const int8_t* fours)
    {
#pragma GCC unroll 8
        for (int i = 0; i < 8; ++i) {
            const auto& values = block.values[8 * half + i];
            tile.addWide(wholes, each([&](int row) ALWAYS { return I::load(values[row]); }), fours);
        }
    }
};

// What the K-quants have in common: groups with a whole scale each. Levels::high() are the bits above
// the nibbles, which Levels::with() adds; Levels::bits are those of both.
template <typename Levels>
struct InGroups {
    using Strip = typename Levels::Strip;
    static constexpr int tileTokens = I::tileTokens;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(StripTile<tokens, isFirst>& tile, const Strip& block, int64_t b)
    {
        const int8_t* fours = tile.fours(Strip::length * b);
#pragma GCC unroll 1
        for (int run = 0; run < runs; ++run) {
            Accumulators<tokens> wholes;
#pragma GCC unroll 1
            for (int group = groups * run; group < groups * (run + 1); ++group) {
                constexpr int64_t bytes = sizeof(Strip) / (runs * groups);
                tile.prefetchBehind(&block, group * bytes, bytes);
                const Each<I> factors = each(
                    [&](int row) ALWAYS { return dotFactors(Levels::scales(block, group, row)); });
                const Each<I> high
                    = each([&](int row) ALWAYS { return Levels::high(block, group, row); });
                addEights<0>(tile, wholes, factors, block.low + eights * group, high, fours);
            }
            Levels::addRun(tile, wholes, block, run, runs * b + run);
        }
    }

private:
    static constexpr int runs = Strip::length / longRun; // of a block
    static constexpr int groups = longRun / Levels::groupValues; // of a run
    static constexpr int eights = Levels::groupValues / 8; // of a group
    static constexpr int mostEights = dotsTogether(Levels::bits) / 2;
    static constexpr int together = mostEights < eights ? mostEights : eights;
    static_assert(eights % together == 0);

    // The values 8 i … of a group, as many as dots can take before they become a sum.
    template <int i, int tokens, bool isFirst>
    static ALWAYS_INLINE void addEights(const StripTile<tokens, isFirst>& tile,
        Accumulators<tokens>& wholes, const Each<I>& factors, const uint8_t (*low)[stripRows][4],
        const Each<I>& high, const int8_t*& fours)
    {
        Accumulators<tokens> dots;
        addToDots<i, i + together>(tile, dots, low, high, fours);
        wholes.forEach([&](I& sum, int t, int turn) ALWAYS {
            sum = addScaledDots(sum, dots.of[t][turn], factors.turns[turn]);
            sum.settle();
        });
        if constexpr (i + together < eights)
            addEights<i + together>(tile, wholes, factors, low, high, fours);
    }

    template <int i, int end, int tokens, bool isFirst>
    static ALWAYS_INLINE void addToDots(const StripTile<tokens, isFirst>& tile,
        Accumulators<tokens>& dots, const uint8_t (*low)[stripRows][4], const Each<I>& high,
        const int8_t*& fours)
    {
        tile.add(dots, with<2 * i>(eachLow(low[i]), high), fours);
        tile.add(dots, with<2 * i + 1>(eachUpper(low[i]), high), fours);
        if constexpr (i + 1 < end)
            addToDots<i + 1, end>(tile, dots, low, high, fours);
    }

    template <int four>
    static ALWAYS_INLINE Each<I> with(Each<I> levels, const Each<I>& high)
    {
#pragma GCC unroll 2
        for (int turn = 0; turn < turns; ++turn)
            levels.turns[turn] = Levels::template with<four>(levels.turns[turn], high.turns[turn]);
        return levels;
    }
};

// What Q4_K and Q5_K have in common.
template <typename Strip>
struct GroupsWithMinimums {
    static constexpr int groupValues = 32;

    static ALWAYS_INLINE I scales(const Strip& block, int group, int row)
    {
        return unsignedBytes(block.groupScales[group] + row);
    }
    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void addRun(StripTile<tokens, isFirst>& tile,
        const Accumulators<tokens>& wholes, const Strip& block, int run, int64_t runOfX)
    {
        constexpr int pairs = longRun / (2 * groupValues);
        const int64_t runs = tile.x.n / longRun;
        const float* scalesOfX = tile.x.scales + runOfX;
        addScaled(tile.sums, eachHalf(block.scales), wholes, scalesOfX, runs);
        Accumulators<tokens> minimums;
#pragma GCC unroll 4
        for (int pair = 0; pair < pairs; ++pair)
            tile.addPairs(minimums, each([&](int row) ALWAYS {
                return unsignedPairs(block.groupMinimums[pairs * run + pair][row]);
            }),
                tile.x.sums + 2 * (pairs * runOfX + pair), tile.x.n / groupValues);
        const Each<F> scales
            = each([&](int row) ALWAYS { return F::all(-1) * loadHalves(block.minimums + row); });
        addScaled(tile.sums, scales, minimums, scalesOfX, runs);
    }
};

struct LevelsOfQ4_K : GroupsWithMinimums<StripQ4_K> {
    using Strip = StripQ4_K;
    static constexpr int bits = 4;
    static ALWAYS_INLINE I high(const Strip&, int, int) { return I::all(0); }
    template <int four>
    static ALWAYS_INLINE I with(I levels, I)
    {
        return levels;
    }
};

struct LevelsOfQ5_K : GroupsWithMinimums<StripQ5_K> {
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

// Sixteen groups of sixteen values. Their levels stay in registers while the tokens pass one by one:
// dots can take so few products of them that sums would have to wait in memory more often otherwise.
struct OfQ6_K {
    using Strip = StripQ6_K;
    static constexpr int tileTokens = stripTokens;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(StripTile<tokens, isFirst>& tile, const Strip& block, int64_t b)
    {
        const int8_t* fours = tile.fours(Strip::length * b);
#pragma GCC unroll 1
        for (int run = 0; run < runs; ++run) {
            Accumulators<tokens> wholes;
#pragma GCC unroll 1
            for (int group = groups * run; group < groups * (run + 1); ++group) {
                constexpr int64_t bytes = sizeof(Strip) / (runs * groups);
                tile.prefetchBehind(&block, group * bytes, bytes);
                addGroup(wholes, block, group, fours, tile.x.apart);
                fours += 4 * tile.x.apart;
            }
            addOffsets(tile, wholes, block, groups * run, runs * b + run);
            const Each<F> scales
                = each([&](int row) ALWAYS { return F::load(block.scales + row); });
            addScaled(
                tile.sums, scales, wholes, tile.x.scales + runs * b + run, tile.x.n / longRun);
        }
    }

private:
    static constexpr int runs = Strip::length / longRun; // of a block
    static constexpr int groups = longRun / 16; // of a run

    static ALWAYS_INLINE I scales(const Strip& block, int group, int row)
    {
        return signedBytes(block.groupScales[group] + row);
    }
    template <int four>
    static ALWAYS_INLINE Each<I> with(const Each<I>& levels, const Each<I>& high)
    {
        Each<I> all;
#pragma GCC unroll 2
        for (int turn = 0; turn < turns; ++turn)
            all.turns[turn] = levels.turns[turn] | high.turns[turn].movedBits(4 - 2 * four, 0x30);
        return all;
    }
    template <int tokens>
    static ALWAYS_INLINE void addGroup(Accumulators<tokens>& wholes, const Strip& block, int group,
        const int8_t* fours, int64_t apart)
    {
        const Each<I> factors
            = each([&](int row) ALWAYS { return dotFactors(scales(block, group, row)); });
        const Each<I> high = each([&](int row) ALWAYS { return I::load(block.high[group][row]); });
        const uint8_t(*low)[stripRows][4] = block.low + 2 * group;
        const Each<I> levels[4] = {with<0>(eachLow(low[0]), high), with<1>(eachUpper(low[0]), high),
            with<2>(eachLow(low[1]), high), with<3>(eachUpper(low[1]), high)};
#pragma GCC unroll 8
        for (int t = 0; t < tokens; ++t)
            addDotsOfGroup(wholes.of[t], levels, factors, fours + 4 * t, apart);
    }
    // Levels are 32 larger than what they stand for.
    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void addOffsets(const StripTile<tokens, isFirst>& tile,
        Accumulators<tokens>& wholes, const Strip& block, int firstGroup, int64_t runOfX)
    {
        Accumulators<tokens> offsets;
#pragma GCC unroll 2
        for (int i = 0; i < groups; i += 2) {
            const int group = firstGroup + i;
            tile.addPairs(offsets, each([&](int row) ALWAYS {
                return pairsOf(scales(block, group, row), scales(block, group + 1, row));
            }),
                tile.x.halfSums + groups * runOfX + i, tile.x.n / 16);
        }
        wholes.forEach([&](I& sum, int t, int turn)
                           ALWAYS { sum = sum - shiftedLeft(offsets.of[t][turn], 5); });
    }
    static ALWAYS_INLINE void addDotsOfGroup(I (&wholes)[turns], const Each<I> (&levels)[4],
        const Each<I>& factors, const int8_t* fours, int64_t apart)
    {
        constexpr int together = dotsTogether(6) < 4 ? 2 : 4;
#pragma GCC unroll 2
        for (int first = 0; first < 4; first += together) {
            I dots[turns];
#pragma GCC unroll 2
            for (int turn = 0; turn < turns; ++turn)
                dots[turn] = I::all(0);
#pragma GCC unroll 4
            for (int i = first; i < first + together; ++i) {
                const I four = forAll(fours + i * apart);
#pragma GCC unroll 2
                for (int turn = 0; turn < turns; ++turn)
                    dots[turn] = addDots(dots[turn], levels[i].turns[turn], four);
            }
#pragma GCC unroll 2
            for (int turn = 0; turn < turns; ++turn)
                wholes[turn] = addScaledDots(wholes[turn], dots[turn], factors.turns[turn]);
        }
#pragma GCC unroll 2
        for (int turn = 0; turn < turns; ++turn)
            wholes[turn].settle();
    }
};

// ---- products ----

template <typename Type, int tokens, bool isFirst>
void multiplyTile(float* out, int64_t outStride, const void* strip, const RoundedRows& x)
{
    const auto* blocks = (const typename Type::Strip*)strip;
    StripTile<tokens, isFirst> tile(x);
    for (int64_t b = 0; b < x.n / Type::Strip::length; ++b)
        Type::add(tile, blocks[b], b);
    for (int t = 0; t < tokens; ++t)
        memcpy(out + t * outStride, tile.sums[t], sizeof tile.sums[t]);
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
    constexpr int most = Type::tileTokens;
    static_assert(stripTokens % most == 0);
    if (tokens < most)
        return multiplyLast<Type, true, most - 1>(out, outStride, strip, x, tokens);
    multiplyTile<Type, most, true>(out, outStride, strip, x);
    int t = most;
    for (; t + most <= tokens; t += most)
        multiplyTile<Type, most, false>(out + t * outStride, outStride, strip, cpu::fromRow(x, t));
    if (t < tokens)
        multiplyLast<Type, false, most - 1>(
            out + t * outStride, outStride, strip, cpu::fromRow(x, t), tokens - t);
}

static_assert(cpu::rowsOfWholeTiles % stripTokens == 0 && cpu::rowsOfWholeTiles % wordTokens == 0);

constexpr StripKernels makeStripKernels()
{
    return {
        .bytesTogether = stripTokens,
        .wordsTogether = wordTokens,
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
