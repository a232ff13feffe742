#pragma once

#include <cstdint>
#include <vector>

namespace engine {

/// Below firstImageId: an index into the vocabulary. From firstImageId on: a row of a picture.
using TokenId = int64_t;
using TokenIds = std::vector<TokenId>;

inline constexpr TokenId firstImageId = 1'000'000'000;
inline bool isImageId(TokenId id)
{
    return id >= firstImageId;
}

} // namespace engine
