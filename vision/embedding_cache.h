#pragma once

#include "engine/models/image_embedding.h"
#include "vision/content_hash.h"

#include <deque>
#include <map>

namespace vision {

/// Finds embeddings of pictures by content, as long as anybody holds them. It holds the newest few
/// itself.
class EmbeddingCache {
public:
    static constexpr size_t kept = 16;

    engine::ImageEmbeddingPtr find(const ContentHash& hash); ///< null if nobody holds it
    void add(const engine::ImageEmbeddingPtr& embedding);

private:
    void keep(const engine::ImageEmbeddingPtr& embedding);

    std::map<ContentHash, std::weak_ptr<const engine::ImageEmbedding>> m_known;
    std::deque<engine::ImageEmbeddingPtr> m_newest; ///< the newest in front, each once
};

} // namespace vision
