#include "kernels/dtype.h"

#include "base/error.h"
#include "kernels/block_formats.h"
#include "kernels/cache_rows.h"
#include "kernels/interleaved.h"

#include <iterator>

namespace kernels {
namespace {

// The rows are in the order of DType.
constexpr DTypeInfo typeTable[] = {
    {"F32", 1, 4, 0},
    {"F16", 1, 2, 1},
    {"BF16", 1, 2, 30},
    {"I32", 1, 4, 26},
#define VIGNETTE_ROW(name, values, ggufType) {#name, values, sizeof(Block##name), ggufType},
    VIGNETTE_QUANTIZED_TYPES(VIGNETTE_ROW, VIGNETTE_ROW)
#undef VIGNETTE_ROW
        {"CacheQ8", 32, sizeof(BlockQ8_0), -1},
    {"CacheQ6", 32, sizeof(BlockCacheQ6), -1},
    {"CacheQ4", 32, sizeof(BlockIQ4_NL), -1},
#define VIGNETTE_ROW(name, ...) \
    {"Interleaved" #name, Interleaved##name::length, sizeof(Interleaved##name) / panelRows, -1},
    VIGNETTE_QUANTIZED_TYPES(VIGNETTE_ROW, VIGNETTE_NO_TYPE)
#undef VIGNETTE_ROW
        {"InterleavedInt16", InterleavedInt16::length, sizeof(InterleavedInt16) / panelRows, -1},
};
static_assert(std::size(typeTable) == dtypeCount);

} // namespace

const DTypeInfo& info(DType type)
{
    CHECK(int(type) < dtypeCount);
    return typeTable[int(type)];
}

std::optional<DType> dtypeFromName(std::string_view name)
{
    for (int i = 0; i < dtypeCount; ++i)
        if (typeTable[i].ggufType >= 0 && name == typeTable[i].name)
            return DType(i);
    return std::nullopt;
}

std::optional<DType> dtypeFromGguf(int64_t ggufType)
{
    for (int i = 0; i < dtypeCount; ++i)
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
