#pragma once

#include "engine/sampling/token_mask.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace engine {

/// What a terminal says about the tokens of a trie, independent of what follows the terminal.
struct Head {
    /// Nodes of the trie at which the terminal may end although their tokens go on. A walk has to
    /// continue below them with what follows the terminal. All nodes of one Exits are reached by
    /// the same next byte.
    struct Exits {
        uint8_t byte; ///< the byte that leads to the nodes
        std::vector<uint32_t> nodes; ///< indices into TokenTrie::nodes()
    };

    TokenMask mask; ///< the tokens that lie within the terminal from end to end
    std::vector<Exits> exits; ///< in ascending order of `byte`
};

/// The heads of terminals that many constraints share (strings above all), by
/// RegexPool::description. Keeps the first maxHeads that it is given. Any thread may use it.
class HeadCache {
public:
    static constexpr size_t maxHeads = 1024;

    /// Returns null if there is no head of that description.
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
