// What the stored types mean. A decoder takes a block apart into bytes and the factors of its
// groups; the values of a group then come a vector at a time. Rows that are stored as floats and
// rows that are multiplied see the same numbers, because both take them from here.

// The values of a group from its bytes: `scale · q`, q signed.
struct Scaled {
    F scale;
    ALWAYS_INLINE F at(const uint8_t* q) const { return toFloats(signedBytes(q)) * scale; }
};

// `scale · q − offset`, q unsigned.
struct Affine {
    F scale, offset;
    ALWAYS_INLINE F at(const uint8_t* q) const
    {
        return toFloats(unsignedBytes(q)) * scale - offset;
    }
};

struct DecodeQ8_0 {
    using Block = BlockQ8_0;
    static constexpr int values = 32, groupValues = 32;

    const Block* block;
    ALWAYS_INLINE void unpack(const Block& from) { block = &from; }
    ALWAYS_INLINE const uint8_t* bytes() const { return (const uint8_t*)block->values; }
    ALWAYS_INLINE Scaled group(int) const { return {F::all(fromHalf(block->scale))}; }
};

struct DecodeQ4_0 {
    using Block = BlockQ4_0;
    static constexpr int values = 32, groupValues = 32;

    alignas(32) uint8_t q[32];
    float scale;
    ALWAYS_INLINE void unpack(const Block& block)
    {
        const Bytes low = loadBytes(block.low);
        storeBytes(q, low & 15);
        storeBytes(q + 16, movedBits(low, -4, 15));
        scale = fromHalf(block.scale);
    }
    ALWAYS_INLINE const uint8_t* bytes() const { return q; }
    ALWAYS_INLINE CenteredCodes16 group(int) const { return CenteredCodes16::of(F::all(scale)); }
};

struct DecodeMXFP4 {
    using Block = BlockMXFP4;
    static constexpr int values = 32, groupValues = 32;

    alignas(32) uint8_t q[32];
    float scale;
    ALWAYS_INLINE void unpack(const Block& block)
    {
        const Bytes low = loadBytes(block.low), codes = loadBytes(mxfp4Values);
        storeBytes(q, lookedUp(codes, low & 15));
        storeBytes(q + 16, lookedUp(codes, movedBits(low, -4, 15)));
        scale = mxfp4Scale(block.exponent);
    }
    ALWAYS_INLINE const uint8_t* bytes() const { return q; }
    ALWAYS_INLINE Scaled group(int) const { return {F::all(scale)}; }
};

// The scales and minimums of the groups of a Q4_K or Q5_K block as floats, eight of each.
struct GroupFactors {
    alignas(64) float floats[16];

    template <typename Block>
    ALWAYS_INLINE void unpack(const Block& block)
    {
        // unpackGroups() on eight bytes at a time
        uint64_t first; // scales 0–3 and minimums 0–3 in the low six bits of its bytes
        uint32_t last;
        memcpy(&first, block.groups, sizeof first);
        memcpy(&last, block.groups + 8, sizeof last);
        const uint64_t nibbles = (last & 0x0f0f0f0f) | uint64_t(last >> 4 & 0x0f0f0f0f) << 32;
        const uint64_t second = nibbles | (first >> 2 & 0x3030303030303030);
        first &= 0x3f3f3f3f3f3f3f3f;
        const Longs both = {uint32_t(first) | second << 32, first >> 32 | second >> 32 << 32};
        uint8_t bytes[16];
        storeBytes(bytes, (Bytes)both);
        const float scale = fromHalf(block.scale), minimum = fromHalf(block.minimum);
#pragma GCC unroll 4
        for (int i = 0; i < 16; i += F::width)
            (toFloats(unsignedBytes(bytes + i)) * eachEight(scale, minimum, i)).store(floats + i);
    }
    ALWAYS_INLINE F scale(int group) const
    {
        return F::all(floats[group]);
    }
    ALWAYS_INLINE F minimum(int group) const
    {
        return F::all(floats[8 + group]);
    }
};

struct DecodeQ4_K {
    using Block = BlockQ4_K;
    static constexpr int values = 256, groupValues = 32;

    alignas(32) uint8_t q[256];
    GroupFactors factors;
    ALWAYS_INLINE void unpack(const Block& block)
    {
        factors.unpack(block);
#pragma GCC unroll 4
        for (int part = 0; part < 4; ++part) {
            const Bytes32 low = loadBytes32(block.low + 32 * part);
            storeBytes(q + 64 * part, low & 15);
            storeBytes(q + 64 * part + 32, movedBits(low, -4, 15));
        }
    }
    ALWAYS_INLINE const uint8_t* bytes() const
    {
        return q;
    }
    ALWAYS_INLINE Codes16 group(int i) const
    {
        return Codes16::affine(factors.scale(i), factors.minimum(i));
    }
};

struct DecodeQ5_K {
    using Block = BlockQ5_K;
    static constexpr int values = 256, groupValues = 32;

    alignas(32) uint8_t q[256];
    GroupFactors factors;
    ALWAYS_INLINE void unpack(const Block& block)
    {
        factors.unpack(block);
        const Bytes32 high = loadBytes32(block.high);
#pragma GCC unroll 4
        for (int part = 0; part < 4; ++part) {
            const Bytes32 low = loadBytes32(block.low + 32 * part);
            storeBytes(q + 64 * part, (low & 15) | movedBits(high, 4 - 2 * part, 16));
            storeBytes(
                q + 64 * part + 32, movedBits(low, -4, 15) | movedBits(high, 3 - 2 * part, 16));
        }
    }
    ALWAYS_INLINE const uint8_t* bytes() const
    {
        return q;
    }
    ALWAYS_INLINE Affine group(int i) const
    {
        return {factors.scale(i), factors.minimum(i)};
    }
};

struct DecodeQ6_K {
    using Block = BlockQ6_K;
    static constexpr int values = 256, groupValues = 16;

    alignas(32) uint8_t q[256];
    alignas(64) float scales[16];
    ALWAYS_INLINE void unpack(const Block& block)
    {
        const F scale = F::all(fromHalf(block.scale));
#pragma GCC unroll 4
        for (int i = 0; i < 16; i += F::width)
            (toFloats(signedBytes(block.groups + i)) * scale).store(scales + i);
#pragma GCC unroll 8
        for (int part = 0; part < 8; ++part) { // of 32 values
            const int half = part / 4, quarter = part % 4;
            const Bytes32 low = loadBytes32(block.low + half * 64 + quarter % 2 * 32);
            const Bytes32 high = loadBytes32(block.high + half * 32);
            const Bytes32 six
                = movedBits(low, quarter / 2 * -4, 15) | movedBits(high, 4 - quarter * 2, 0x30);
            storeBytes(q + 32 * part, six - 32);
        }
    }
    ALWAYS_INLINE const uint8_t* bytes() const
    {
        return q;
    }
    ALWAYS_INLINE Scaled group(int i) const
    {
        return {F::all(scales[i])};
    }
};

// ---- blocks of the cache: half of one at a time, sixteen signed bytes to be scaled, as they are in
// the block or put into `room` ----

struct HalfOfQ8_0 {
    using Block = BlockQ8_0;
    static ALWAYS_INLINE const uint8_t* bytesAt(const Block& block, int half, uint8_t*)
    {
        return (const uint8_t*)block.values + 16 * half;
    }
};

struct HalfOfCacheQ6 {
    using Block = BlockCacheQ6;
    static ALWAYS_INLINE const uint8_t* bytesAt(const Block& block, int half, uint8_t* room)
    {
        uint64_t
            high; // the upper bits of values 0–7 and 16–23; of the others two places further up
        memcpy(&high, block.high, sizeof high);
        const Bytes upper = (Bytes)Longs{high, high >> 2};
        const Bytes low = (Bytes)((BytePairs)loadBytes(block.low) >> 4 * half) & 15;
        storeBytes(room, (low | ((Bytes)((BytePairs)upper << 4 * (1 - half)) & 0x30)) - 32);
        return room;
    }
};

struct HalfOfIQ4_NL {
    using Block = BlockIQ4_NL;
    static ALWAYS_INLINE const uint8_t* bytesAt(const Block& block, int half, uint8_t* room)
    {
        const Bytes low = (Bytes)((BytePairs)loadBytes(block.low) >> 4 * half) & 15;
        storeBytes(room, lookedUp(loadBytes(iq4Values), low));
        return room;
    }
};
