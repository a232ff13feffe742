// Products of int16 numbers with panels of them (InterleavedInt16): a lane of a vector belongs to a
// row of the panel and takes two neighboring values at a time. All rows of a panel pass a tile
// together, so that the loaded part of x serves each of them; the sums of a chunk stay in registers.

constexpr int int16Tokens = turns == 1 ? 12 : 6; // of a tile

// Leaves sums in memory between the chunks: registers are for their products.
ALWAYS_INLINE void keepInMemory(float* sums)
{
    asm("" : : "r"(sums) : "memory");
}

// The products of a chunk with some panels, whose blocks are `apart`.
template <int tokens, int panels>
ALWAYS_INLINE void addInt16(Accumulators<tokens> (&wholes)[panels], const InterleavedInt16* blocks,
    int64_t apart, const RoundedRows& x, int64_t chunk)
{
    const int64_t apartInX = tokens == int16Tokens ? 4 * int16Tokens : x.apart;
    const char* pairsOfX
        = (const char*)x.values16 + chunk * (InterleavedInt16::length / 2) * apartInX;
#pragma GCC unroll 1
    for (int pair = 0; pair < InterleavedInt16::length / 2; ++pair, pairsOfX += apartInX)
#pragma GCC unroll 4
        for (int i = 0; i < panels; ++i) {
            const Each<I> values16 = each(
                [&](int row) ALWAYS { return I::load(blocks[i * apart].values[pair][row]); });
            wholes[i].forEach([&](I& sum, int t, int turn) ALWAYS {
                sum = addDotsOfPairs(sum, values16.turns[turn], forAll(pairsOfX + 4 * t));
                sum.settle();
            });
        }
}

// Some tokens by some panels that follow each other. As a part of another function it would lose registers
// to that.
template <int tokens, int panels>
__attribute__((noinline)) void multiplyInt16Tile(
    float* out, int64_t outStride, const InterleavedInt16* blocks, const RoundedRows& x)
{
    alignas(64) float sums[panels][tokens][panelRows];
    for (auto& panelSums : sums)
        clear(panelSums);
    const int64_t chunks = x.n / InterleavedInt16::length;
    for (int64_t chunk = 0; chunk < chunks; ++chunk) {
        Accumulators<tokens> wholes[panels];
        addInt16(wholes, blocks + chunk, chunks, x, chunk);
#pragma GCC unroll 4
        for (int i = 0; i < panels; ++i) {
            const float* ofBlock = blocks[i * chunks + chunk].scales;
            const Each<F> scales = each([&](int row) ALWAYS { return F::load(ofBlock + row); });
            addScaled(sums[i], scales, wholes[i], x.scales + chunk, chunks);
        }
        keepInMemory(sums[0][0]);
    }
    for (int i = 0; i < panels; ++i)
        for (int t = 0; t < tokens; ++t)
            memcpy(out + t * outStride + i * panelRows, sums[i][t], sizeof sums[i][t]);
}

// Fewer tokens than a tile has.
template <int maxTokens>
void multiplyLastInt16(
    float* out, int64_t outStride, const InterleavedInt16* blocks, const RoundedRows& x, int tokens)
{
    if constexpr (maxTokens > 0) {
        if (tokens == maxTokens)
            multiplyInt16Tile<maxTokens, 1>(out, outStride, blocks, x);
        else
            multiplyLastInt16<maxTokens - 1>(out, outStride, blocks, x, tokens);
    }
}

void multiplyInt16Panel(
    float* out, int64_t outStride, const InterleavedInt16* blocks, const RoundedRows& x, int tokens)
{
    int t = 0;
    for (; t + int16Tokens <= tokens; t += int16Tokens)
        multiplyInt16Tile<int16Tokens, 1>(
            out + t * outStride, outStride, blocks, cpu::fromRow(x, t));
    multiplyLastInt16<int16Tokens - 1>(
        out + t * outStride, outStride, blocks, cpu::fromRow(x, t), tokens - t);
}

void multiplyInt16(float* out, int64_t outStride, const void* panels, int64_t count,
    const RoundedRows& x, int tokens)
{
    const auto* blocks = (const InterleavedInt16*)panels;
    const int64_t chunks = x.n / InterleavedInt16::length;
    const int64_t whole = tokens == 1 ? count / panelsAtOnce * panelsAtOnce : 0;
    for (int64_t panel = 0; panel < whole; panel += panelsAtOnce)
        multiplyInt16Tile<1, panelsAtOnce>(
            out + panel * panelRows, outStride, blocks + panel * chunks, x);
    for (int64_t panel = whole; panel < count; ++panel)
        multiplyInt16Panel(out + panel * panelRows, outStride, blocks + panel * chunks, x, tokens);
}
