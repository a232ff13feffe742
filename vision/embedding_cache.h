#pragma once

#include "engine/models/image_embedding.h"
#include "vision/content_hash.h"

#include <cstdint>
#include <deque>
#include <map>

namespace vision {

/// Finds embeddings of pictures by content, as long as anybody holds them. It holds the newest few
/// itself: at most `kept`, and no more of them than `keptBytes` of rows.
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
