// The types of panels (kernels/interleaved.h): each adds the products of one block to a tile.

ALWAYS_INLINE Each<I> eachLow(const uint8_t (&fours)[panelRows][4])
{
    return each([&](int row) ALWAYS { return I::load(fours[row]).movedBits(0, 15); });
}

ALWAYS_INLINE Each<I> eachUpper(const uint8_t (&fours)[panelRows][4])
{
    return each([&](int row) ALWAYS { return I::load(fours[row]).movedBits(-4, 15); });
}

ALWAYS_INLINE Each<F> eachHalf(const uint16_t (&halves)[panelRows])
{
    return each([&](int row) ALWAYS { return loadHalves(halves + row); });
}

ALWAYS_INLINE Each<F> eachNegativeHalf(const uint16_t (&halves)[panelRows])
{
    return each([&](int row) ALWAYS { return F::all(-1) * loadHalves(halves + row); });
}

ALWAYS_INLINE Each<I> eachNibble(const uint8_t (*low)[panelRows][4], int four)
{
    return four % 2 ? eachUpper(low[four / 2]) : eachLow(low[four / 2]);
}

// Codes with bits of others above them.
ALWAYS_INLINE Each<I> eachWith(Each<I> codes, const Each<I>& others, int up, uint8_t mask)
{
#pragma GCC unroll 2
    for (int turn = 0; turn < turns; ++turn)
        codes.turns[turn] = codes.turns[turn] | others.turns[turn].movedBits(up, mask);
    return codes;
}

// The codes of a table of a stored type, so much larger that none is negative.
struct OffsetValues {
    alignas(16) uint8_t bytes[16];

    constexpr OffsetValues(const int8_t (&codes)[16], int offset)
        : bytes()
    {
        for (int i = 0; i < 16; ++i)
            bytes[i] = uint8_t(codes[i] + offset);
    }
};

// What nibbles stand for in a table.
ALWAYS_INLINE Each<I> eachLookedUp(I table, Each<I> nibbles)
{
#pragma GCC unroll 2
    for (I& of : nibbles.turns)
        of = table.at(of);
    return nibbles;
}

// What types with a scale for each half have in common. The codes are 2^offsetBits larger than what they
// stand for.
template <typename Codes>
struct InHalves {
    using Interleaved = typename Codes::Interleaved;
    static constexpr int tileTokens = I::tileTokens;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(
        ProductTile<tokens, isFirst>& tile, const Interleaved& block, int64_t b)
    {
        constexpr int64_t bytes = sizeof(Interleaved) / 2;
        const int64_t chunks = tile.x.n / shortChunk;
        for (int half = 0; half < 2; ++half) {
            const int64_t chunk = 2 * b + half;
            tile.prefetchBehind(&block, half * bytes, bytes);
            Accumulators<tokens> wholes;
            if constexpr (Codes::offsetBits != noOffset)
                wholes.forEach([&](I& sum, int t, int) ALWAYS {
                    const I sumOfX = forAll(tile.x.negativeSums + t * chunks + chunk);
                    sum = shiftedLeft(sumOfX, Codes::offsetBits);
                });
            Codes::add(tile, wholes, block, half, tile.fours(shortChunk * chunk));
            addScaled(tile.sums, Codes::scales(block, half), wholes, tile.x.scales + chunk, chunks);
            if constexpr (requires { block.minimums; }) {
                Accumulators<tokens> sumsOfX;
                sumsOfX.forEach([&](I& sum, int t, int) ALWAYS {
                    sum = forAll(tile.x.negativeSums + t * chunks + chunk);
                });
                addScaled(tile.sums, eachNegativeHalf(block.minimums[half]), sumsOfX,
                    tile.x.scales + chunk, chunks);
            }
        }
    }
};

template <typename InterleavedType>
struct ScaledHalves {
    using Interleaved = InterleavedType;

    static ALWAYS_INLINE Each<F> scales(const Interleaved& block, int half)
    {
        return eachHalf(block.scales[half]);
    }
};

// Adds the products of half a block, of codes of so many bits that of(i) gives for the values 4 i ….
template <int bits, int tokens, bool isFirst, typename Of>
ALWAYS_INLINE void addHalf(const ProductTile<tokens, isFirst>& tile, Accumulators<tokens>& wholes,
    const int8_t* fours, const Of& of)
{
    constexpr int together = dotsTogether(bits) < 8 ? 4 : 8;
    static_assert(dotsTogether(bits) >= together);
#pragma GCC unroll 2
    for (int first = 0; first < 8; first += together) {
        Accumulators<tokens> dots;
#pragma GCC unroll 8
        for (int i = first; i < first + together; ++i)
            tile.add(dots, of(i), fours);
        wholes.forEach(
            [&](I& sum, int t, int turn) ALWAYS { sum = withDots(sum, dots.of[t][turn]); });
    }
}

// Types with four bits: Q4_0 and Q4_1.
template <typename InterleavedType, int offset>
struct HalvesOfFour : ScaledHalves<InterleavedType> {
    static constexpr int offsetBits = offset;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(const ProductTile<tokens, isFirst>& tile,
        Accumulators<tokens>& wholes, const InterleavedType& block, int half, const int8_t* fours)
    {
        addHalf<4>(tile, wholes, fours,
            [&](int four) ALWAYS { return eachNibble(block.low + 4 * half, four); });
    }
};

// Types with five bits: Q5_0 and Q5_1.
template <typename InterleavedType, int offset>
struct HalvesOfFive : ScaledHalves<InterleavedType> {
    static constexpr int offsetBits = offset;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(const ProductTile<tokens, isFirst>& tile,
        Accumulators<tokens>& wholes, const InterleavedType& block, int half, const int8_t* fours)
    {
        const Each<I> high = each([&](int row) ALWAYS { return I::load(block.high[half][row]); });
        addHalf<5>(tile, wholes, fours, [&](int four) ALWAYS {
            return eachWith(eachNibble(block.low + 4 * half, four), high, 4 - four, 16);
        });
    }
};

// The codes that nibbles stand for, and 16 more, have five bits.
struct CodesOfMXFP4 {
    using Interleaved = InterleavedMXFP4;
    static constexpr int offsetBits = 4;

    // 2^(exponent − 128), in two parts, neither of which is too small for a float.
    static ALWAYS_INLINE Each<F> scales(const Interleaved& block, int half)
    {
        return each([&](int row) ALWAYS {
            const I exponents = unsignedBytes(block.exponents[half] + row);
            const I part = halved(exponents);
            return powerOfTwo(part - I::all(64)) * powerOfTwo(exponents - part - I::all(64));
        });
    }
    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(const ProductTile<tokens, isFirst>& tile,
        Accumulators<tokens>& wholes, const Interleaved& block, int half, const int8_t* fours)
    {
        const I codes = I::repeated(offsetValues.bytes);
        addHalf<5>(tile, wholes, fours, [&](int four) ALWAYS {
            return eachLookedUp(codes, eachNibble(block.low + 4 * half, four));
        });
    }

private:
    static constexpr OffsetValues offsetValues{mxfp4Values, 1 << offsetBits};

    static ALWAYS_INLINE F powerOfTwo(I exponents)
    {
        return fromBits(shiftedLeft(exponents + I::all(127), 23));
    }
};

struct CodesOfQ8_0 : ScaledHalves<InterleavedQ8_0> {
    static constexpr int offsetBits = wideOffsetBits;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(const ProductTile<tokens, isFirst>& tile,
        Accumulators<tokens>& wholes, const Interleaved& block, int half, const int8_t* fours)
    {
#pragma GCC unroll 8
        for (int i = 0; i < 8; ++i) {
            const auto& values = block.values[8 * half + i];
            tile.addWide(wholes, each([&](int row) ALWAYS { return I::load(values[row]); }), fours);
        }
    }
};

// The products of 32 codes of IQ4, which are looked up and have all of their eight bits.
template <int tokens, bool isFirst>
ALWAYS_INLINE void addIQ4(const ProductTile<tokens, isFirst>& tile, Accumulators<tokens>& wholes,
    const uint8_t (*low)[panelRows][4], const int8_t*& fours)
{
    static constexpr OffsetValues offsetValues{iq4Values, 128};
    const I codes = I::repeated(offsetValues.bytes);
#pragma GCC unroll 8
    for (int four = 0; four < 8; ++four)
        tile.addWide(wholes, eachLookedUp(codes, eachNibble(low, four)), fours);
}

struct CodesOfIQ4_NL : ScaledHalves<InterleavedIQ4_NL> {
    static constexpr int offsetBits = wideOffsetBits;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(const ProductTile<tokens, isFirst>& tile,
        Accumulators<tokens>& wholes, const Interleaved& block, int half, const int8_t* fours)
    {
        addIQ4(tile, wholes, block.low + 4 * half, fours);
    }
};

// Eight groups of 32 with a whole scale each: Q4_K and Q5_K. Codes::high() are the bits above
// the nibbles, which Codes::with() adds; Codes::bits are those of both.
template <typename Codes>
struct InGroups {
    using Interleaved = typename Codes::Interleaved;
    static constexpr int tileTokens = I::tileTokens;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(
        ProductTile<tokens, isFirst>& tile, const Interleaved& block, int64_t b)
    {
        const int8_t* fours = tile.fours(Interleaved::length * b);
#pragma GCC unroll 1
        for (int chunk = 0; chunk < chunks; ++chunk) {
            Accumulators<tokens> wholes;
#pragma GCC unroll 1
            for (int group = groups * chunk; group < groups * (chunk + 1); ++group) {
                constexpr int64_t bytes = sizeof(Interleaved) / (chunks * groups);
                tile.prefetchBehind(&block, group * bytes, bytes);
                const Each<I> factors = each(
                    [&](int row) ALWAYS { return dotFactors(Codes::scales(block, group, row)); });
                const Each<I> high
                    = each([&](int row) ALWAYS { return Codes::high(block, group, row); });
                addEights<0>(tile, wholes, factors, block.low + eights * group, high, fours);
            }
            Codes::addChunk(tile, wholes, block, chunk, chunks * b + chunk);
        }
    }

private:
    static constexpr int chunks = Interleaved::length / longChunk; // of a block
    static constexpr int groups = longChunk / Codes::groupValues; // of a chunk
    static constexpr int eights = Codes::groupValues / 8; // of a group
    static constexpr int maxEights = dotsTogether(Codes::bits) / 2;
    static constexpr int together = maxEights < eights ? maxEights : eights;
    static_assert(eights % together == 0);

    // The values 8 i … of a group, as many as dots can take before they become a sum.
    template <int i, int tokens, bool isFirst>
    static ALWAYS_INLINE void addEights(const ProductTile<tokens, isFirst>& tile,
        Accumulators<tokens>& wholes, const Each<I>& factors, const uint8_t (*low)[panelRows][4],
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
    static ALWAYS_INLINE void addToDots(const ProductTile<tokens, isFirst>& tile,
        Accumulators<tokens>& dots, const uint8_t (*low)[panelRows][4], const Each<I>& high,
        const int8_t*& fours)
    {
        tile.add(dots, Codes::template with<2 * i>(eachLow(low[i]), high), fours);
        tile.add(dots, Codes::template with<2 * i + 1>(eachUpper(low[i]), high), fours);
        if constexpr (i + 1 < end)
            addToDots<i + 1, end>(tile, dots, low, high, fours);
    }
};

// Their scales and minimums.
template <typename Interleaved>
struct GroupsWithMinimums {
    static constexpr int groupValues = 32;

    static ALWAYS_INLINE I scales(const Interleaved& block, int group, int row)
    {
        return unsignedBytes(block.groupScales[group] + row);
    }
    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void addChunk(ProductTile<tokens, isFirst>& tile,
        const Accumulators<tokens>& wholes, const Interleaved& block, int chunk, int64_t chunkOfX)
    {
        constexpr int pairs = longChunk / (2 * groupValues);
        const int64_t chunks = tile.x.n / longChunk;
        const float* scalesOfX = tile.x.scales + chunkOfX;
        addScaled(tile.sums, eachHalf(block.scales), wholes, scalesOfX, chunks);
        Accumulators<tokens> minimums;
#pragma GCC unroll 4
        for (int pair = 0; pair < pairs; ++pair)
            tile.addPairs(minimums, each([&](int row) ALWAYS {
                return unsignedPairs(block.groupMinimums[pairs * chunk + pair][row]);
            }),
                tile.x.sums + 2 * (pairs * chunkOfX + pair), tile.x.n / groupValues);
        addScaled(tile.sums, eachNegativeHalf(block.minimums), minimums, scalesOfX, chunks);
    }
};

struct CodesOfQ4_K : GroupsWithMinimums<InterleavedQ4_K> {
    using Interleaved = InterleavedQ4_K;
    static constexpr int bits = 4;
    static ALWAYS_INLINE I high(const Interleaved&, int, int) { return I::all(0); }
    template <int four>
    static ALWAYS_INLINE Each<I> with(const Each<I>& codes, const Each<I>&)
    {
        return codes;
    }
};

struct CodesOfQ5_K : GroupsWithMinimums<InterleavedQ5_K> {
    using Interleaved = InterleavedQ5_K;
    static constexpr int bits = 5;
    static ALWAYS_INLINE I high(const Interleaved& block, int group, int row)
    {
        return I::load(block.high[group][row]);
    }
    template <int four>
    static ALWAYS_INLINE Each<I> with(const Each<I>& codes, const Each<I>& high)
    {
        return eachWith(codes, high, 4 - four, 16);
    }
};

// Types with sixteen groups of sixteen values. Their codes stay in registers while the tokens pass one by
// one: dots can take so few products of some that sums would have to wait in memory more often otherwise.
// Codes::take() gives four times four codes of a group, of so many bits.
template <typename Codes>
struct InSixteens {
    using Interleaved = typename Codes::Interleaved;
    static constexpr int tileTokens = panelTokens;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(
        ProductTile<tokens, isFirst>& tile, const Interleaved& block, int64_t b)
    {
        const int8_t* fours = tile.fours(Interleaved::length * b);
#pragma GCC unroll 1
        for (int chunk = 0; chunk < chunks; ++chunk) {
            Accumulators<tokens> wholes;
#pragma GCC unroll 1
            for (int group = groups * chunk; group < groups * (chunk + 1); ++group) {
                constexpr int64_t bytes = sizeof(Interleaved) / (chunks * groups);
                tile.prefetchBehind(&block, group * bytes, bytes);
                addGroup(wholes, block, group, fours, tile.x.apart);
                fours += 4 * tile.x.apart;
            }
            Codes::addChunk(tile, wholes, block, groups * chunk, chunks * b + chunk);
        }
    }

private:
    static constexpr int chunks = Interleaved::length / longChunk; // of a block
    static constexpr int groups = longChunk / 16; // of a chunk

    template <int tokens>
    static ALWAYS_INLINE void addGroup(Accumulators<tokens>& wholes, const Interleaved& block,
        int group, const int8_t* fours, int64_t apart)
    {
        const Each<I> factors
            = each([&](int row) ALWAYS { return dotFactors(Codes::scales(block, group, row)); });
        Each<I> codes[4];
        Codes::take(codes, block, group);
#pragma GCC unroll 8
        for (int t = 0; t < tokens; ++t)
            addDotsOfGroup(wholes.of[t], codes, factors, fours + 4 * t, apart);
    }
    static ALWAYS_INLINE void addDotsOfGroup(I (&wholes)[turns], const Each<I> (&codes)[4],
        const Each<I>& factors, const int8_t* fours, int64_t apart)
    {
        constexpr int together = dotsTogether(Codes::bits) < 4 ? 2 : 4;
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
                    dots[turn] = addDots(dots[turn], codes[i].turns[turn], four);
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

// Adds the sums of x in the sixteens of a chunk, each times of(sixteen, row).
template <int tokens, bool isFirst, typename Of>
ALWAYS_INLINE void addSumsOfSixteens(Accumulators<tokens>& wholes,
    const ProductTile<tokens, isFirst>& tile, int64_t chunkOfX, const Of& of)
{
    constexpr int sixteens = longChunk / 16;
#pragma GCC unroll 2
    for (int i = 0; i < sixteens; i += 2)
        tile.addPairs(wholes,
            each([&](int row) ALWAYS { return interleavePairs(of(i, row), of(i + 1, row)); }),
            tile.x.halfSums + sixteens * chunkOfX + i, tile.x.n / 16);
}

// Ends a chunk of codes that are 2^offsetBits larger than what they stand for.
template <typename Codes>
struct SixteensWithOffset {
    template <typename Interleaved>
    static ALWAYS_INLINE I scales(const Interleaved& block, int group, int row)
    {
        return signedBytes(block.groupScales[group] + row);
    }
    template <int tokens, bool isFirst, typename Interleaved>
    static ALWAYS_INLINE void addChunk(ProductTile<tokens, isFirst>& tile,
        Accumulators<tokens>& wholes, const Interleaved& block, int firstGroup, int64_t chunkOfX)
    {
        Accumulators<tokens> offsets;
        addSumsOfSixteens(offsets, tile, chunkOfX,
            [&](int i, int row) ALWAYS { return scales(block, firstGroup + i, row); });
        wholes.forEach([&](I& sum, int t, int turn) ALWAYS {
            sum = sum - shiftedLeft(offsets.of[t][turn], Codes::offsetBits);
        });
        addScaled(tile.sums, Codes::scalesOfRows(block), wholes, tile.x.scales + chunkOfX,
            tile.x.n / longChunk);
    }
};

struct CodesOfQ6_K : SixteensWithOffset<CodesOfQ6_K> {
    using Interleaved = InterleavedQ6_K;
    static constexpr int bits = 6, offsetBits = 5;

    static ALWAYS_INLINE Each<F> scalesOfRows(const Interleaved& block)
    {
        return each([&](int row) ALWAYS { return F::load(block.scales + row); });
    }
    static ALWAYS_INLINE void take(Each<I> (&codes)[4], const Interleaved& block, int group)
    {
        const Each<I> high = each([&](int row) ALWAYS { return I::load(block.high[group][row]); });
        const uint8_t(*low)[panelRows][4] = block.low + 2 * group;
        codes[0] = eachWith(eachLow(low[0]), high, 4, 0x30);
        codes[1] = eachWith(eachUpper(low[0]), high, 2, 0x30);
        codes[2] = eachWith(eachLow(low[1]), high, 0, 0x30);
        codes[3] = eachWith(eachUpper(low[1]), high, -2, 0x30);
    }
};

// Two bits of each code of a group.
template <typename Interleaved>
ALWAYS_INLINE void takeLowTwo(Each<I> (&codes)[4], const Interleaved& block, int group)
{
#pragma GCC unroll 4
    for (int four = 0; four < 4; ++four)
        codes[four] = each(
            [&](int row) ALWAYS { return I::load(block.low[group][row]).movedBits(-2 * four, 3); });
}

struct CodesOfQ3_K : SixteensWithOffset<CodesOfQ3_K> {
    using Interleaved = InterleavedQ3_K;
    static constexpr int bits = 3, offsetBits = 2;

    static ALWAYS_INLINE Each<F> scalesOfRows(const Interleaved& block)
    {
        return eachHalf(block.scales);
    }
    static ALWAYS_INLINE void take(Each<I> (&codes)[4], const Interleaved& block, int group)
    {
        takeLowTwo(codes, block, group);
        const bool isSecond = group % 2; // of two groups that share the bytes
        const Each<I> high = each([&](int row) ALWAYS {
            const I both = I::load(block.high[group / 2][row]);
            return isSecond ? both.movedBits(-4, 15) : both;
        });
        codes[0] = eachWith(codes[0], high, 2, 4);
        codes[1] = eachWith(codes[1], high, 1, 4);
        codes[2] = eachWith(codes[2], high, 0, 4);
        codes[3] = eachWith(codes[3], high, -1, 4);
    }
};

struct CodesOfQ2_K {
    using Interleaved = InterleavedQ2_K;
    static constexpr int bits = 2;

    static ALWAYS_INLINE I scales(const Interleaved& block, int group, int row)
    {
        return unsignedBytes(block.groups[group] + row).movedBits(0, 15);
    }
    static ALWAYS_INLINE void take(Each<I> (&codes)[4], const Interleaved& block, int group)
    {
        takeLowTwo(codes, block, group);
    }
    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void addChunk(ProductTile<tokens, isFirst>& tile,
        const Accumulators<tokens>& wholes, const Interleaved& block, int firstGroup,
        int64_t chunkOfX)
    {
        const int64_t chunks = tile.x.n / longChunk;
        const float* scalesOfX = tile.x.scales + chunkOfX;
        addScaled(tile.sums, eachHalf(block.scales), wholes, scalesOfX, chunks);
        Accumulators<tokens> minimums;
        addSumsOfSixteens(minimums, tile, chunkOfX, [&](int i, int row) ALWAYS {
            return unsignedBytes(block.groups[firstGroup + i] + row).movedBits(-4, 15);
        });
        addScaled(tile.sums, eachNegativeHalf(block.minimums), minimums, scalesOfX, chunks);
    }
};

// Eight groups of codes: the products of a group are whole sums before its scale is there.
struct OfIQ4_XS {
    using Interleaved = InterleavedIQ4_XS;
    static constexpr int tileTokens = I::tileTokens;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(
        ProductTile<tokens, isFirst>& tile, const Interleaved& block, int64_t b)
    {
        const int64_t chunks = tile.x.n / longChunk;
        const int8_t* fours = tile.fours(Interleaved::length * b);
#pragma GCC unroll 1
        for (int chunk = 0; chunk < Interleaved::length / longChunk; ++chunk) {
            const int64_t chunkOfX = Interleaved::length / longChunk * b + chunk;
            Accumulators<tokens> wholes;
#pragma GCC unroll 1
            for (int i = 0; i < groups; ++i) {
                constexpr int64_t bytes = sizeof(Interleaved) / 8;
                const int group = groups * chunk + i;
                tile.prefetchBehind(&block, group * bytes, bytes);
                Accumulators<tokens> sums;
                if constexpr (wideOffsetBits != noOffset)
                    sums.forEach([&](I& sum, int t, int) ALWAYS {
                        const int sumOfX = tile.x.sums[t * (tile.x.n / 32) + groups * chunkOfX + i];
                        sum = shiftedLeft(I::all(-sumOfX), wideOffsetBits);
                    });
                addIQ4(tile, sums, block.low + 4 * group, fours);
                const Each<I> scales = each(
                    [&](int row) ALWAYS { return signedBytes(block.groupScales[group] + row); });
                wholes.forEach([&](I& sum, int t, int turn)
                                   ALWAYS { sum = sum + sums.of[t][turn] * scales.turns[turn]; });
            }
            addScaled(tile.sums, eachHalf(block.scales), wholes, tile.x.scales + chunkOfX, chunks);
        }
    }

private:
    static constexpr int groups = longChunk / 32; // of a chunk
};

// ---- all of them ----

static_assert(cpu::rowsOfWholeTiles % panelTokens == 0 && cpu::rowsOfWholeTiles % int16Tokens == 0);

// The product of each type.
using Multiply = InterleavedKernels::Multiply;
constexpr Multiply* productWith(InterleavedQ4_0*)
{
    return multiply<InHalves<HalvesOfFour<InterleavedQ4_0, 3>>>;
}
constexpr Multiply* productWith(InterleavedQ4_1*)
{
    return multiply<InHalves<HalvesOfFour<InterleavedQ4_1, noOffset>>>;
}
constexpr Multiply* productWith(InterleavedQ5_0*)
{
    return multiply<InHalves<HalvesOfFive<InterleavedQ5_0, 4>>>;
}
constexpr Multiply* productWith(InterleavedQ5_1*)
{
    return multiply<InHalves<HalvesOfFive<InterleavedQ5_1, noOffset>>>;
}
constexpr Multiply* productWith(InterleavedQ8_0*)
{
    return multiplyInterleavedPanels<InHalves<CodesOfQ8_0>>;
}
constexpr Multiply* productWith(InterleavedQ2_K*)
{
    return multiply<InSixteens<CodesOfQ2_K>>;
}
constexpr Multiply* productWith(InterleavedQ3_K*)
{
    return multiply<InSixteens<CodesOfQ3_K>>;
}
constexpr Multiply* productWith(InterleavedQ4_K*)
{
    return multiply<InGroups<CodesOfQ4_K>>;
}
constexpr Multiply* productWith(InterleavedQ5_K*)
{
    return multiply<InGroups<CodesOfQ5_K>>;
}
constexpr Multiply* productWith(InterleavedQ6_K*)
{
    return multiply<InSixteens<CodesOfQ6_K>>;
}
constexpr Multiply* productWith(InterleavedIQ4_NL*)
{
    return multiply<InHalves<CodesOfIQ4_NL>>;
}
constexpr Multiply* productWith(InterleavedIQ4_XS*)
{
    return multiply<OfIQ4_XS>;
}
constexpr Multiply* productWith(InterleavedMXFP4*)
{
    return multiply<InHalves<CodesOfMXFP4>>;
}

constexpr InterleavedKernels makeInterleavedKernels()
{
    return {
        .bytesTogether = panelTokens,
        .int16Together = int16Tokens,
        .toLongChunks = toLongChunks,
        .toShortChunks = toShortChunks,
        .toInt16Chunks = toInt16Chunks,
#define VIGNETTE_ENTRY(name, ...) productWith(static_cast<Interleaved##name*>(nullptr)),
        .multiply = {VIGNETTE_QUANTIZED_TYPES(VIGNETTE_ENTRY, VIGNETTE_NO_TYPE) multiplyInt16},
#undef VIGNETTE_ENTRY
    };
}
