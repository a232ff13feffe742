// What products with panels have in common: tiles of some rows of x by the sixteen rows of a panel. A
// lane of a vector belongs to a row of the panel; vectors with fewer lanes take as many turns.

constexpr int turns = panelRows / F::width; // vectors for the rows of a panel

// Four neighboring bytes of x, two int16 or two of its sums, for all rows.
ALWAYS_INLINE I forAll(const void* at)
{
    int32_t four;
    memcpy(&four, at, sizeof four);
    return I::all(four);
}

// Numbers for all rows of a panel.
template <typename Vector>
struct Each {
    Vector turns[panelRows / F::width];
};

// of(row) are the numbers of the rows from `row` on.
template <typename Of>
ALWAYS_INLINE auto each(const Of& of)
{
    Each<decltype(of(0))> all;
#pragma GCC unroll 2
    for (int turn = 0; turn < turns; ++turn)
        all.turns[turn] = of(turn * F::width);
    return all;
}

// An integer sum for each token of a tile and each row of a panel.
template <int tokens>
struct Accumulators {
    I of[tokens][turns];

    ALWAYS_INLINE Accumulators()
    {
        forEach([](I& sum, int, int) ALWAYS { sum = I::all(0); });
    }
    // change(sum, token, turn)
    template <typename Change>
    ALWAYS_INLINE void forEach(const Change& change)
    {
#pragma GCC unroll 12
        for (int t = 0; t < tokens; ++t)
#pragma GCC unroll 2
            for (int turn = 0; turn < turns; ++turn)
                change(of[t][turn], t, turn);
    }
};

// Clears by vectors: the code that compilers emit for so many bytes takes as long as the products of a chunk.
template <int tokens>
ALWAYS_INLINE void clear(float (&sums)[tokens][panelRows])
{
    for (auto& ofToken : sums)
        for (int row = 0; row < panelRows; row += F::width)
            F::all(0).store(ofToken + row);
}

// sums[t][row] += whole sums of a chunk, times the panel's scales and x's, which are `chunks` apart.
template <int tokens>
ALWAYS_INLINE void addScaled(float (&sums)[tokens][panelRows], const Each<F>& scales,
    const Accumulators<tokens>& wholes, const float* scalesOfX, int64_t chunks)
{
#pragma GCC unroll 12
    for (int t = 0; t < tokens; ++t) {
        const F scaleOfX = F::all(scalesOfX[t * chunks]);
#pragma GCC unroll 2
        for (int turn = 0; turn < turns; ++turn) {
            float* sum = sums[t] + turn * F::width;
            const F factor = scales.turns[turn] * scaleOfX;
            mulAdd(factor, toFloats(wholes.of[t][turn]), F::load(sum)).store(sum);
        }
    }
}

// ---- dots (addDots()), as parts of a sum ----

// How many additions of codes of so many bits dots can take.
constexpr int dotsTogether(int bits)
{
    return dotsAreWhole ? 64 : 0x7fff / (2 * 127 * ((1 << bits) - 1));
}

ALWAYS_INLINE I withDots(I sum, I dots)
{
    return dotsAreWhole ? sum + dots : addDotsOfPairs(sum, dots, I::all(0x10001));
}

// sum[i] + dots[i] · factor[i] of nine bits, where factors are dotFactors(factor)
ALWAYS_INLINE I dotFactors(I factor)
{
    return dotsAreWhole ? factor : interleavePairs(factor, factor);
}
ALWAYS_INLINE I addScaledDots(I sum, I dots, I factors)
{
    return dotsAreWhole ? sum + dots * factors : addDotsOfPairs(sum, dots, factors);
}
