// Products of words of 16 bits with strips of them (StripWords): a lane of a vector belongs to a row of
// the strip and takes two neighbouring values at a time. All rows of a strip pass a tile together, so
// that what is loaded of x serves each of them; the sums of a run stay in registers.

constexpr int turns = stripRows / F::width; // vectors for the rows of a strip
constexpr int wordTokens = turns == 1 ? 12 : 6; // of a tile

// Four neighbouring bytes of x, two words or two of its sums, for all rows.
ALWAYS_INLINE I forAll(const void* at)
{
    int32_t four;
    memcpy(&four, at, sizeof four);
    return I::all(four);
}

// Leaves sums in memory between the runs: registers are for their products.
ALWAYS_INLINE void keepInMemory(float* sums)
{
    asm("" : : "r"(sums) : "memory");
}

template <int tokens>
ALWAYS_INLINE void addWords(I (&wholes)[tokens][turns], const StripWords& block, const int16_t* x)
{
#pragma GCC unroll 1
    for (int pair = 0; pair < StripWords::length / 2; ++pair) {
        I words[turns];
#pragma GCC unroll 2
        for (int turn = 0; turn < turns; ++turn)
            words[turn] = I::load(block.words[pair][turn * F::width]);
#pragma GCC unroll 12
        for (int t = 0; t < tokens; ++t) {
            const I both = forAll(x + 2 * (pair * tokens + t));
#pragma GCC unroll 2
            for (int turn = 0; turn < turns; ++turn) {
                wholes[t][turn] = addDotsOfPairs(wholes[t][turn], words[turn], both);
                wholes[t][turn].settle();
            }
        }
    }
}

// sums[t][row] += the whole sums of run `run`, times both scales.
template <int tokens>
ALWAYS_INLINE void addScaledWords(float (&sums)[tokens][stripRows],
    const I (&wholes)[tokens][turns], const StripWords& block, const RoundedRows& x, int64_t run)
{
    const int64_t runs = x.n / StripWords::length;
#pragma GCC unroll 12
    for (int t = 0; t < tokens; ++t) {
        const F scale = F::all(x.scales[t * runs + run]);
#pragma GCC unroll 2
        for (int turn = 0; turn < turns; ++turn) {
            float* sum = sums[t] + turn * F::width;
            const F factor = F::load(block.scales + turn * F::width) * scale;
            mulAdd(factor, toFloats(wholes[t][turn]), F::load(sum)).store(sum);
        }
    }
}

template <int tokens>
void multiplyWordTile(float* out, int64_t outStride, const StripWords* blocks, const RoundedRows& x)
{
    alignas(64) float sums[tokens][stripRows] = {};
    for (int64_t run = 0; run < x.n / StripWords::length; ++run) {
        I wholes[tokens][turns];
#pragma GCC unroll 12
        for (int t = 0; t < tokens; ++t)
#pragma GCC unroll 2
            for (int turn = 0; turn < turns; ++turn)
                wholes[t][turn] = I::all(0);
        addWords(wholes, blocks[run], x.words + run * StripWords::length * tokens);
        addScaledWords(sums, wholes, blocks[run], x, run);
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
