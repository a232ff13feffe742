// Products of words of 16 bits with strips of them (StripWords): a lane of a vector belongs to a
// row of the strip and takes two neighboring values at a time. All rows of a strip pass a tile
// together, so that the loaded part of x serves each of them; the sums of a run stay in registers.

constexpr int wordTokens = turns == 1 ? 12 : 6; // of a tile

// Leaves sums in memory between the runs: registers are for their products.
ALWAYS_INLINE void keepInMemory(float* sums)
{
    asm("" : : "r"(sums) : "memory");
}

// The products of a run with some strips, whose blocks are `apart`.
template <int tokens, int strips>
ALWAYS_INLINE void addWords(Accumulators<tokens> (&wholes)[strips], const StripWords* blocks,
    int64_t apart, const RoundedRows& x, int64_t run)
{
    const int64_t apartInX = tokens == wordTokens ? 4 * wordTokens : x.apart;
    const char* pairsOfX = (const char*)x.words + run * (StripWords::length / 2) * apartInX;
#pragma GCC unroll 1
    for (int pair = 0; pair < StripWords::length / 2; ++pair, pairsOfX += apartInX)
#pragma GCC unroll 4
        for (int i = 0; i < strips; ++i) {
            const Each<I> words
                = each([&](int row) ALWAYS { return I::load(blocks[i * apart].words[pair][row]); });
            wholes[i].forEach([&](I& sum, int t, int turn) ALWAYS {
                sum = addDotsOfPairs(sum, words.turns[turn], forAll(pairsOfX + 4 * t));
                sum.settle();
            });
        }
}

// Some tokens by some strips that follow each other. As a part of another function it would lose registers
// to that.
template <int tokens, int strips>
__attribute__((noinline)) void multiplyWordTile(
    float* out, int64_t outStride, const StripWords* blocks, const RoundedRows& x)
{
    alignas(64) float sums[strips][tokens][stripRows];
    for (auto& ofStrip : sums)
        clear(ofStrip);
    const int64_t runs = x.n / StripWords::length;
    for (int64_t run = 0; run < runs; ++run) {
        Accumulators<tokens> wholes[strips];
        addWords(wholes, blocks + run, runs, x, run);
#pragma GCC unroll 4
        for (int i = 0; i < strips; ++i) {
            const float* ofBlock = blocks[i * runs + run].scales;
            const Each<F> scales = each([&](int row) ALWAYS { return F::load(ofBlock + row); });
            addScaled(sums[i], scales, wholes[i], x.scales + run, runs);
        }
        keepInMemory(sums[0][0]);
    }
    for (int i = 0; i < strips; ++i)
        for (int t = 0; t < tokens; ++t)
            memcpy(out + t * outStride + i * stripRows, sums[i][t], sizeof sums[i][t]);
}

// Fewer tokens than a tile has.
template <int most>
void multiplyLastWords(
    float* out, int64_t outStride, const StripWords* blocks, const RoundedRows& x, int tokens)
{
    if constexpr (most > 0) {
        if (tokens == most)
            multiplyWordTile<most, 1>(out, outStride, blocks, x);
        else
            multiplyLastWords<most - 1>(out, outStride, blocks, x, tokens);
    }
}

void multiplyWordStrip(
    float* out, int64_t outStride, const StripWords* blocks, const RoundedRows& x, int tokens)
{
    int t = 0;
    for (; t + wordTokens <= tokens; t += wordTokens)
        multiplyWordTile<wordTokens, 1>(out + t * outStride, outStride, blocks, cpu::fromRow(x, t));
    multiplyLastWords<wordTokens - 1>(
        out + t * outStride, outStride, blocks, cpu::fromRow(x, t), tokens - t);
}

void multiplyWords(float* out, int64_t outStride, const void* strips, int64_t count,
    const RoundedRows& x, int tokens)
{
    const auto* blocks = (const StripWords*)strips;
    const int64_t runs = x.n / StripWords::length;
    const int64_t whole = tokens == 1 ? count / stretches * stretches : 0;
    for (int64_t strip = 0; strip < whole; strip += stretches)
        multiplyWordTile<1, stretches>(
            out + strip * stripRows, outStride, blocks + strip * runs, x);
    for (int64_t strip = whole; strip < count; ++strip)
        multiplyWordStrip(out + strip * stripRows, outStride, blocks + strip * runs, x, tokens);
}
