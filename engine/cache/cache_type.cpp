#include "engine/cache/cache_type.h"

namespace engine {

using kernels::DType;

namespace {

struct PrecisionInfo {
    const char* name;
    DType stored;
};

// In the order of CachePrecision.
constexpr PrecisionInfo precisions[] = {
    {"fp32", DType::F32},
    {"fp16", DType::F16},
    {"q8", DType::CacheQ8},
    {"q6", DType::CacheQ6},
    {"q4", DType::CacheQ4},
};
constexpr int precisionCount = sizeof precisions / sizeof precisions[0];
static_assert(precisionCount == int(CachePrecision::Q4) + 1);

std::optional<CachePrecision> precisionFromName(std::string_view name)
{
    for (int i = 0; i < precisionCount; ++i)
        if (name == precisions[i].name)
            return CachePrecision(i);
    return std::nullopt;
}

} // namespace

DType storedType(CachePrecision precision)
{
    return precisions[int(precision)].stored;
}

std::string name(CacheType type)
{
    const std::string keys = precisions[int(type.keys)].name;
    return type.keys == type.values ? keys : keys + '/' + precisions[int(type.values)].name;
}

std::optional<CacheType> cacheTypeFromName(std::string_view name)
{
    const size_t slash = name.find('/');
    const auto keys = precisionFromName(name.substr(0, slash));
    const auto values
        = slash == std::string_view::npos ? keys : precisionFromName(name.substr(slash + 1));
    if (!keys || !values)
        return std::nullopt;
    return CacheType{*keys, *values};
}

} // namespace engine
