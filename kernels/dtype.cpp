#include "kernels/dtype.h"

#include "base/error.h"

namespace kernels {
namespace {

// The rows are in the order of DType.
constexpr DTypeInfo typeTable[] = {
    {"F32", 1, 4, 0},
    {"F16", 1, 2, 1},
    {"BF16", 1, 2, 30},
    {"I32", 1, 4, 26},
    {"Q4_0", 32, 18, 2},
    {"Q4_1", 32, 20, 3},
    {"Q5_0", 32, 22, 6},
    {"Q5_1", 32, 24, 7},
    {"Q8_0", 32, 34, 8},
    {"Q2_K", 256, 84, 10},
    {"Q3_K", 256, 110, 11},
    {"Q4_K", 256, 144, 12},
    {"Q5_K", 256, 176, 13},
    {"Q6_K", 256, 210, 14},
    {"IQ4_NL", 32, 18, 20},
    {"IQ4_XS", 256, 136, 23},
    {"IQ3_XXS", 256, 98, 18},
    {"IQ3_S", 256, 110, 21},
    {"IQ2_S", 256, 82, 22},
    {"TQ1_0", 256, 54, 34},
    {"TQ2_0", 256, 66, 35},
    {"MXFP4", 32, 17, 39},
    {"CacheQ8", 32, 34, -1},
    {"CacheQ6", 32, 26, -1},
    {"CacheQ4", 32, 18, -1},
    {"StripQ4_0", 64, 36, -1},
    {"StripQ4_1", 64, 40, -1},
    {"StripQ5_0", 64, 44, -1},
    {"StripQ5_1", 64, 48, -1},
    {"StripQ8_0", 64, 68, -1},
    {"StripQ2_K", 256, 84, -1},
    {"StripQ3_K", 256, 114, -1},
    {"StripQ4_K", 256, 148, -1},
    {"StripQ5_K", 256, 180, -1},
    {"StripQ6_K", 256, 212, -1},
    {"StripIQ4_NL", 64, 36, -1},
    {"StripIQ4_XS", 256, 138, -1},
    {"StripMXFP4", 64, 34, -1},
    {"StripWords", 64, 132, -1},
};
constexpr int typeCount = sizeof typeTable / sizeof typeTable[0];
static_assert(typeCount == int(DType::StripWords) + 1);

} // namespace

const DTypeInfo& info(DType type)
{
    CHECK(int(type) < typeCount);
    return typeTable[int(type)];
}

std::optional<DType> dtypeFromName(std::string_view name)
{
    for (int i = 0; i < typeCount; ++i)
        if (typeTable[i].ggufType >= 0 && name == typeTable[i].name)
            return DType(i);
    return std::nullopt;
}

std::optional<DType> dtypeFromGguf(int64_t ggufType)
{
    for (int i = 0; i < typeCount; ++i)
        if (ggufType >= 0 && ggufType == typeTable[i].ggufType)
            return DType(i);
    return std::nullopt;
}

int64_t rowBytes(DType type, int64_t columns)
{
    const DTypeInfo& stored = info(type);
    CHECK(columns >= 0 && columns % stored.blockSize == 0);
    return columns / stored.blockSize * stored.blockBytes;
}

int64_t wholeBlocks(DType type, int64_t columns)
{
    const int64_t size = info(type).blockSize;
    return (columns + size - 1) / size * size;
}

} // namespace kernels
