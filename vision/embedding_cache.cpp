#include "vision/embedding_cache.h"

#include <algorithm>

namespace vision {

engine::ImageEmbeddingPtr EmbeddingCache::find(const ContentHash& hash)
{
    const auto place = m_known.find(hash);
    if (place == m_known.end())
        return nullptr;
    auto embedding = place->second.lock();
    if (embedding)
        keep(embedding);
    return embedding;
}

void EmbeddingCache::add(const engine::ImageEmbeddingPtr& embedding)
{
    std::erase_if(m_known, [](const auto& entry) { return entry.second.expired(); });
    m_known[embedding->contentHash] = embedding;
    keep(embedding);
}

void EmbeddingCache::keep(const engine::ImageEmbeddingPtr& embedding)
{
    std::erase(m_newest, embedding);
    m_newest.push_front(embedding);
    int64_t bytes = 0;
    const auto tooMuch = std::ranges::find_if(m_newest, [&](const auto& each) {
        bytes += each->rowBytes();
        return bytes > m_keptBytes;
    });
    m_newest.erase(tooMuch, m_newest.end());
    if (m_newest.size() > kept)
        m_newest.pop_back();
}

} // namespace vision
