// Products of words of 16 bits with strips of them (StripWords): a lane of a vector belongs to a row of
// the strip and takes two neighbouring values at a time. All rows of a strip pass a tile together, so
// that what is loaded of x serves each of them; the sums of a run stay in registers.

constexpr int wordTokens = turns == 1 ? 12 : 6; // of a tile

// Leaves sums in memory between the runs: registers are for their products.
ALWAYS_INLINE void keepInMemory(float* sums)
{
    asm("" : : "r"(sums) : "memory");
}

template <int tokens>
ALWAYS_INLINE void addWords(Accumulators<tokens>& wholes, const StripWords& block, const int16_t* x)
{
#pragma GCC unroll 1
    for (int pair = 0; pair < StripWords::length / 2; ++pair) {
        const Each<I> words = each([&](int row) ALWAYS { return I::load(block.words[pair][row]); });
        wholes.forEach([&](I& sum, int t, int turn) ALWAYS {
            sum = addDotsOfPairs(sum, words.turns[turn], forAll(x + 2 * (pair * tokens + t)));
            sum.settle();
        });
    }
}

template <int tokens>
void multiplyWordTile(float* out, int64_t outStride, const StripWords* blocks, const RoundedRows& x)
{
    alignas(64) float sums[tokens][stripRows];
    clear(sums);
    const int64_t runs = x.n / StripWords::length;
    for (int64_t run = 0; run < runs; ++run) {
        const StripWords& block = blocks[run];
        Accumulators<tokens> wholes;
        addWords(wholes, block, x.words + run * StripWords::length * tokens);
        const Each<F> scales = each([&](int row) ALWAYS { return F::load(block.scales + row); });
        addScaled(sums, scales, wholes, x.scales + run, runs);
        keepInMemory(sums[0]);
    }
    for (int t = 0; t < tokens; ++t)
        memcpy(out + t * outStride, sums[t], sizeof sums[t]);
}

// Fewer tokens than a tile has.
template <int most>
void multiplyLastWords(
    float* out, int64_t outStride, const StripWords* blocks, const RoundedRows& x, int tokens)
{
    if constexpr (most > 0) {
        if (tokens == most)
            multiplyWordTile<most>(out, outStride, blocks, x);
        else
            multiplyLastWords<most - 1>(out, outStride, blocks, x, tokens);
    }
}

void multiplyWords(
    float* out, int64_t outStride, const void* strip, const RoundedRows& x, int tokens)
{
    const auto* blocks = (const StripWords*)strip;
    int t = 0;
    for (; t + wordTokens <= tokens; t += wordTokens)
        multiplyWordTile<wordTokens>(out + t * outStride, outStride, blocks, cpu::fromRow(x, t));
    multiplyLastWords<wordTokens - 1>(
        out + t * outStride, outStride, blocks, cpu::fromRow(x, t), tokens - t);
}
