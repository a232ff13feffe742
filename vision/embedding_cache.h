#pragma once

#include "engine/models/image_embedding.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <span>

namespace vision {

using ContentHash = std::array<uint8_t, 32>;

/// SHA-256 (FIPS 180-4) of bytes that are given piece by piece.
class ContentHasher {
public:
    void add(std::span<const uint8_t> bytes);
    ContentHash finish(); ///< may be called once, at the end

private:
    void mixBlock(const uint8_t* block);

    std::array<uint32_t, 8> m_state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
        0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<uint8_t, 64> m_block{};
    size_t m_held = 0; ///< bytes of m_block
    uint64_t m_length = 0; ///< bytes so far
};

/// Finds embeddings of images by content, as long as anybody holds them. It contains the newest
/// few itself: at most `kept`, and no more of them than `keptBytes` of rows.
class EmbeddingCache {
public:
    static constexpr size_t kept = 16;
    static constexpr int64_t defaultBytes = 128 << 20;

    explicit EmbeddingCache(int64_t keptBytes = defaultBytes)
        : m_keptBytes(keptBytes)
    {
    }

    engine::ImageEmbeddingPtr find(const ContentHash& hash); ///< null if nobody holds it
    void add(const engine::ImageEmbeddingPtr& embedding);

private:
    void keep(const engine::ImageEmbeddingPtr& embedding);

    int64_t m_keptBytes;
    std::map<ContentHash, std::weak_ptr<const engine::ImageEmbedding>> m_known;
    std::deque<engine::ImageEmbeddingPtr> m_newest; ///< the newest in front, each once
};

} // namespace vision
