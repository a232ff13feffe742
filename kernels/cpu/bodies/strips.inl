// Products of bytes with strips (kernels/strips.h): each lane of a vector belongs to a row of the
// strip. All rows pass a tile together, so that what is loaded of x serves each of them.

constexpr int64_t prefetchBytes = 3 * 1024; // ahead of what is read
constexpr int64_t stripTokens = 8; // that are together

// The rows of x that are multiplied with a strip at the same time. The first time that a strip is
// read, the memory behind it is prefetched.
template <int tokens, bool isFirst>
struct StripTile {
    using Sums = Accumulators<tokens>;

    const RoundedRows x;
    alignas(64) float sums[tokens][stripRows];

    ALWAYS_INLINE explicit StripTile(const RoundedRows& x)
        : x(x)
    {
        clear(sums);
    }
    // The values of x from value `first` on.
    ALWAYS_INLINE const int8_t* fours(int64_t first) const
    {
        return x.values + first / 4 * x.apart;
    }
    // Adds the products of four values to dots and continues to the next four.
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
    // Adds the products of pairs with two neighboring sums of x, which begin at `sumsOfX` and whose
    // rows are `apart`.
    ALWAYS_INLINE static void addPairs(
        Sums& wholes, const Each<I>& pairs, const int16_t* sumsOfX, int64_t apart)
    {
        wholes.forEach([&](I& sum, int t, int turn) ALWAYS {
            sum = addDotsOfPairs(sum, pairs.turns[turn], forAll(sumsOfX + t * apart));
        });
    }
    // Prefetches the same range of bytes prefetchBytes behind the one that the caller reads.
    ALWAYS_INLINE void prefetchBehind(const void* block, int64_t from, int64_t bytes) const
    {
        if constexpr (isFirst)
            for (int64_t i = 0; i < bytes; i += 64)
                __builtin_prefetch((const char*)block + prefetchBytes + from + i);
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
void multiplyStrip(
    float* out, int64_t outStride, const void* strip, const RoundedRows& x, int tokens)
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

template <typename Type>
void multiply(float* out, int64_t outStride, const void* strips, int64_t count,
    const RoundedRows& x, int tokens)
{
    const auto* blocks = (const typename Type::Strip*)strips;
    const int64_t blocksOfStrip = x.n / Type::Strip::length;
    for (int64_t strip = 0; strip < count; ++strip)
        multiplyStrip<Type>(
            out + strip * stripRows, outStride, blocks + strip * blocksOfStrip, x, tokens);
}

// Multiplies one token by four strips, a block of each in turn. The CPU prefetches from each by itself;
// explicit prefetches would slow it down.
template <typename Type>
void multiplyStretches(float* out, const typename Type::Strip* blocks, const RoundedRows& x)
{
    using Tile = StripTile<1, false>;
    const int64_t blocksOfStrip = x.n / Type::Strip::length;
    Tile tiles[stretches] = {Tile(x), Tile(x), Tile(x), Tile(x)};
    for (int64_t b = 0; b < blocksOfStrip; ++b)
#pragma GCC unroll 1
        for (int i = 0; i < stretches; ++i)
            Type::add(tiles[i], blocks[i * blocksOfStrip + b], b);
    for (int i = 0; i < stretches; ++i)
        memcpy(out + i * stripRows, tiles[i].sums, sizeof tiles[i].sums);
}

// Used for types whose products with one token are bound by memory. Their blocks are short, so several
// strips are multiplied in turn (see multiplyStretches()) and the CPU reads ahead in all of them.
template <typename Type>
void multiplyInStretches(float* out, int64_t outStride, const void* strips, int64_t count,
    const RoundedRows& x, int tokens)
{
    const auto* blocks = (const typename Type::Strip*)strips;
    const int64_t blocksOfStrip = x.n / Type::Strip::length;
    const int64_t whole = tokens == 1 ? count / stretches * stretches : 0;
    for (int64_t strip = 0; strip < whole; strip += stretches)
        multiplyStretches<Type>(out + strip * stripRows, blocks + strip * blocksOfStrip, x);
    multiply<Type>(out + whole * stripRows, outStride, blocks + whole * blocksOfStrip,
        count - whole, x, tokens);
}
