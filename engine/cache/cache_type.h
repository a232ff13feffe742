#pragma once

#include "kernels/dtype.h"

#include <optional>
#include <string>
#include <string_view>

namespace engine {

/// How a number is kept in the cache. The last three are kernels::DType's CacheQ8, CacheQ6 and
/// CacheQ4: rotated blocks of 32 with a scale.
enum class CachePrecision {
    F32, ///< exact; for tests
    F16,
    Q8, ///< 8.5 bits a number
    Q6, ///< 6.5 bits
    Q4, ///< 4.5 bits
};

/// How keys and values are kept, each by itself: keys need more bits than values. A value.
struct CacheType {
    CachePrecision keys = CachePrecision::F16;
    CachePrecision values = CachePrecision::F16;

    bool operator==(const CacheType&) const = default;

    // Keys and values alike.
    static const CacheType F32, F16, Q8, Q6, Q4;
};

inline constexpr CacheType CacheType::F32{CachePrecision::F32, CachePrecision::F32};
inline constexpr CacheType CacheType::F16{CachePrecision::F16, CachePrecision::F16};
inline constexpr CacheType CacheType::Q8{CachePrecision::Q8, CachePrecision::Q8};
inline constexpr CacheType CacheType::Q6{CachePrecision::Q6, CachePrecision::Q6};
inline constexpr CacheType CacheType::Q4{CachePrecision::Q4, CachePrecision::Q4};

/// What a matrix of the cache is made of.
kernels::DType storedType(CachePrecision precision);

/// "fp16", "q8", "q6", "q4" or "fp32"; keys and values that differ as "q8/q4". The reader takes
/// what the printer writes, and "q8/q8" too; nothing for any other text.
std::string name(CacheType type);
std::optional<CacheType> cacheTypeFromName(std::string_view name);

} // namespace engine
