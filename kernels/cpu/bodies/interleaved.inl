// Products of bytes with panels (kernels/interleaved.h): each lane of a vector belongs to a row of the
// panel. All rows pass a tile together, so that what is loaded of x serves each of them.

constexpr int64_t prefetchBytes = 3 * 1024; // ahead of what is read
constexpr int64_t panelTokens = 8; // that are together

// The rows of x that are multiplied with a panel at the same time. The first time that a panel is
// read, the memory behind it is prefetched.
template <int tokens, bool isFirst>
struct ProductTile {
    using Sums = Accumulators<tokens>;

    const RoundedRows x;
    alignas(64) float sums[tokens][panelRows];

    ALWAYS_INLINE explicit ProductTile(const RoundedRows& x)
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
    ALWAYS_INLINE void add(Sums& dots, const Each<I>& codes, const int8_t*& fours) const
    {
        dots.forEach([&](I& sum, int t, int turn) ALWAYS {
            sum = addDots(sum, codes.turns[turn], forAll(fours + 4 * t));
            sum.settle();
        });
        fours += x.apart;
    }
    // The same, to whole sums, where codes have all of their eight bits.
    ALWAYS_INLINE void addWide(Sums& wholes, const Each<I>& codes, const int8_t*& fours) const
    {
        wholes.forEach([&](I& sum, int t, int turn) ALWAYS {
            sum = addWideDots(sum, codes.turns[turn], forAll(fours + 4 * t));
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
void multiplyTile(float* out, int64_t outStride, const void* panel, const RoundedRows& x)
{
    const auto* blocks = (const typename Type::Interleaved*)panel;
    ProductTile<tokens, isFirst> tile(x);
    for (int64_t b = 0; b < x.n / Type::Interleaved::length; ++b)
        Type::add(tile, blocks[b], b);
    for (int t = 0; t < tokens; ++t)
        memcpy(out + t * outStride, tile.sums[t], sizeof tile.sums[t]);
}

template <typename Type, bool isFirst, int maxTokens>
void multiplyLast(
    float* out, int64_t outStride, const void* panel, const RoundedRows& x, int tokens)
{
    if constexpr (maxTokens > 0) {
        if (tokens == maxTokens)
            multiplyTile<Type, maxTokens, isFirst>(out, outStride, panel, x);
        else
            multiplyLast<Type, isFirst, maxTokens - 1>(out, outStride, panel, x, tokens);
    }
}

template <typename Type>
void multiplyPanel(
    float* out, int64_t outStride, const void* panel, const RoundedRows& x, int tokens)
{
    constexpr int maxTokens = Type::tileTokens;
    static_assert(panelTokens % maxTokens == 0);
    if (tokens < maxTokens)
        return multiplyLast<Type, true, maxTokens - 1>(out, outStride, panel, x, tokens);
    multiplyTile<Type, maxTokens, true>(out, outStride, panel, x);
    int t = maxTokens;
    for (; t + maxTokens <= tokens; t += maxTokens)
        multiplyTile<Type, maxTokens, false>(
            out + t * outStride, outStride, panel, cpu::fromRow(x, t));
    if (t < tokens)
        multiplyLast<Type, false, maxTokens - 1>(
            out + t * outStride, outStride, panel, cpu::fromRow(x, t), tokens - t);
}

template <typename Type>
void multiply(float* out, int64_t outStride, const void* panels, int64_t count,
    const RoundedRows& x, int tokens)
{
    const auto* blocks = (const typename Type::Interleaved*)panels;
    const int64_t panelBlocks = x.n / Type::Interleaved::length;
    for (int64_t panel = 0; panel < count; ++panel)
        multiplyPanel<Type>(
            out + panel * panelRows, outStride, blocks + panel * panelBlocks, x, tokens);
}

// Multiplies one token by four panels, a block of each in turn. The CPU prefetches from each by itself;
// explicit prefetches would slow it down.
template <typename Type>
void multiplyPanelsAtOnce(
    float* out, const typename Type::Interleaved* blocks, const RoundedRows& x)
{
    using Tile = ProductTile<1, false>;
    const int64_t panelBlocks = x.n / Type::Interleaved::length;
    Tile tiles[panelsAtOnce] = {Tile(x), Tile(x), Tile(x), Tile(x)};
    for (int64_t b = 0; b < panelBlocks; ++b)
#pragma GCC unroll 1
        for (int i = 0; i < panelsAtOnce; ++i)
            Type::add(tiles[i], blocks[i * panelBlocks + b], b);
    for (int i = 0; i < panelsAtOnce; ++i)
        memcpy(out + i * panelRows, tiles[i].sums, sizeof tiles[i].sums);
}

// Used for types whose products with one token are bound by memory. Their blocks are short, so several
// panels are multiplied in turn (see multiplyPanelsAtOnce()) and the CPU reads ahead in all of them.
template <typename Type>
void multiplyInterleavedPanels(float* out, int64_t outStride, const void* panels, int64_t count,
    const RoundedRows& x, int tokens)
{
    const auto* blocks = (const typename Type::Interleaved*)panels;
    const int64_t panelBlocks = x.n / Type::Interleaved::length;
    const int64_t whole = tokens == 1 ? count / panelsAtOnce * panelsAtOnce : 0;
    for (int64_t panel = 0; panel < whole; panel += panelsAtOnce)
        multiplyPanelsAtOnce<Type>(out + panel * panelRows, blocks + panel * panelBlocks, x);
    multiply<Type>(
        out + whole * panelRows, outStride, blocks + whole * panelBlocks, count - whole, x, tokens);
}
