#include "engine/generate/content_keys.h"

#include "kernels/error.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace engine {

namespace {

// No token id has these.
constexpr ContentKey pictureBit = ContentKey(1) << 63;
constexpr ContentKey longFactorsBit = ContentKey(1) << 62;

ContentKey rowKey(const ImageEmbedding& image, TokenId id)
{
    std::array<ContentKey, 5> words{};
    std::memcpy(words.data(), image.contentHash.data(), image.contentHash.size());
    words[4] = ContentKey(id - image.firstId);
    return hashPage({}, words).low | pictureBit;
}

} // namespace

RopeFactors ropeFactors(const ModelConfig& config, int64_t reach)
{
    const bool isLong = takesLongFactors(config.ropeScaling, config.contextLength, reach);
    return isLong ? RopeFactors::Long : RopeFactors::Short;
}

std::vector<ContentKey> contentKeys(
    std::span<const TokenId> ids, std::span<const ImageEmbeddingPtr> images, RopeFactors factors)
{
    std::vector<ContentKey> keys;
    keys.reserve(ids.size());
    for (const TokenId id : ids) {
        const auto image = std::ranges::find_if(images, [id](const ImageEmbeddingPtr& candidate) {
            return id >= candidate->firstId && id - candidate->firstId < candidate->count();
        });
        keys.push_back(image == images.end() ? ContentKey(id) : rowKey(**image, id));
    }
    if (factors == RopeFactors::Long && !keys.empty())
        keys.front() ^= longFactorsBit;
    return keys;
}

} // namespace engine
