#include "engine/generate/content_keys.h"

#include "kernels/error.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace engine {

namespace {

constexpr ContentKey pictureBit = ContentKey(1) << 63; // no token id has it

ContentKey rowKey(const ImageEmbedding& image, TokenId id)
{
    std::array<ContentKey, 5> words{};
    std::memcpy(words.data(), image.contentHash.data(), image.contentHash.size());
    words[4] = ContentKey(id - image.firstId);
    return hashPage({}, words).low | pictureBit;
}

} // namespace

std::vector<ContentKey> contentKeys(
    std::span<const TokenId> ids, std::span<const ImageEmbeddingPtr> images)
{
    std::vector<ContentKey> keys;
    keys.reserve(ids.size());
    for (const TokenId id : ids) {
        const auto image = std::ranges::find_if(images, [id](const ImageEmbeddingPtr& candidate) {
            return id >= candidate->firstId && id - candidate->firstId < candidate->count();
        });
        keys.push_back(image == images.end() ? ContentKey(id) : rowKey(**image, id));
    }
    return keys;
}

} // namespace engine
