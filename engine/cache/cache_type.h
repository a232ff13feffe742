#pragma once

#include "kernels/dtype.h"

#include <optional>
#include <string>
#include <string_view>

namespace engine {

/// How a number is stored in the cache. Q8, Q6 and Q4 are kernels::DType's CacheQ8, CacheQ6 and
/// CacheQ4: rotated blocks of 32 numbers with a scale.
enum class CachePrecision {
    F32, ///< exact; for tests
    F16,
    Q8, ///< 8.5 bits per number
    Q6, ///< 6.5 bits per number
    Q4, ///< 4.5 bits per number
};

/// How keys and values are stored. The two may differ, because keys need more bits than values.
struct CacheType {
    CachePrecision keys = CachePrecision::F16;
    CachePrecision values = CachePrecision::F16;

    bool operator==(const CacheType&) const = default;

    // The same for keys and values.
    static const CacheType F32, F16, Q8, Q6, Q4;
};

inline constexpr CacheType CacheType::F32{CachePrecision::F32, CachePrecision::F32};
inline constexpr CacheType CacheType::F16{CachePrecision::F16, CachePrecision::F16};
inline constexpr CacheType CacheType::Q8{CachePrecision::Q8, CachePrecision::Q8};
inline constexpr CacheType CacheType::Q6{CachePrecision::Q6, CachePrecision::Q6};
inline constexpr CacheType CacheType::Q4{CachePrecision::Q4, CachePrecision::Q4};

/// The element type of the cache's matrices.
kernels::DType storedType(CachePrecision precision);

/// The name of a type: "fp16", "q8", "q6", "q4" or "fp32"; "q8/q4" if keys and values differ.
std::string name(CacheType type);
/// The type of such a name; "q8/q8" is read, too. Nothing for any other text.
std::optional<CacheType> cacheTypeFromName(std::string_view name);

} // namespace engine
