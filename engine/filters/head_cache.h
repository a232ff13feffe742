#pragma once

#include "engine/sampling/token_mask.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace engine {

/// What a terminal says about the tokens of a trie, whatever comes after it.
struct Head {
    /// Nodes to go on from when the terminal ends before the token does; all for one next byte.
    struct Exits {
        uint8_t byte; ///< that leads to the nodes
        std::vector<uint32_t> nodes; ///< of the trie
    };

    TokenMask mask; ///< tokens that lie within the terminal as a whole
    std::vector<Exits> exits; ///< by ascending byte
};

/// The heads of terminals that many constraints have in common (strings above all), by
/// RegexPool::description. Keeps the first maxHeads it is given. Any thread.
class HeadCache {
public:
    static constexpr size_t maxHeads = 1024;

    /// Null if it is not known.
    std::shared_ptr<const Head> find(const std::string& description) const
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_heads.find(description);
        return found == m_heads.end() ? nullptr : found->second;
    }

    void add(const std::string& description, const std::shared_ptr<const Head>& head)
    {
        const std::lock_guard lock(m_mutex);
        if (m_heads.size() < maxHeads)
            m_heads.try_emplace(description, head);
    }

private:
    mutable std::mutex m_mutex;
    std::unordered_map<std::string, std::shared_ptr<const Head>> m_heads;
};

} // namespace engine
