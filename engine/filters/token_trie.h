#pragma once

#include "engine/sampling/logits.h"
#include "engine/tokenizers/tokenizer.h"

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace engine {

/// What a terminal says about the tokens of a trie, independent of what follows the terminal.
struct Head {
    /// Nodes of the trie at which the terminal may end although their tokens continue. A walk has
    /// to continue below them with what follows the terminal. All nodes of one Exits are reached by
    /// the same next byte.
    struct Exits {
        uint8_t byte; ///< the byte that leads to the nodes
        std::vector<uint32_t> nodes; ///< indices into TokenTrie::nodes()
    };

    TokenMask mask; ///< the tokens that are within the terminal from end to end
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

/// The tokens of a vocabulary by their bytes, to find quickly which of them may come next.
///
/// The nodes of the trie are in one array, depth first: the children of a node follow it, and its
/// `size` says how many nodes to skip to leave out the node and all below it. Special tokens and
/// tokens without bytes are not in the trie. Never changes, so any thread may use it.
class TokenTrie {
public:
    static constexpr uint32_t none = ~uint32_t(0);

    struct Node {
        /// The first of the tokens that end here, to be given to allowTokensFrom(); or none.
        uint32_t token;
        uint32_t size; ///< the number of nodes of this subtree, this one included
        uint16_t depth; ///< the number of bytes from the root to here; 1 at the top
        uint8_t byte;
    };

    /// Tokens with more bytes are left out.
    static constexpr size_t maxTokenBytes = 4096;

    static std::shared_ptr<const TokenTrie> build(const Tokenizer& tokenizer);

    /// Builds the trie of tokens whose bytes are bytes[id]. Tokens with empty bytes are left out.
    explicit TokenTrie(std::vector<std::string> bytes);
    ~TokenTrie();
    TokenTrie(const TokenTrie&) = delete;
    TokenTrie& operator=(const TokenTrie&) = delete;

    int64_t vocabulary() const { return int64_t(m_bytes.size()); }

    /// The bytes of a token; empty if it is special or does not exist.
    std::string_view bytes(TokenId id) const;

    /// The length of the longest token, in bytes.
    size_t maxLength() const { return m_maxLength; }

    /// All tokens whose bytes begin with `prefix`. Token healing uses it.
    TokenMask tokensStartingWith(std::string_view prefix) const;

    /// Cuts the text into tokens, each the longest that fits, or returns nothing if a byte begins
    /// no token. A tokenizer may cut the text otherwise, but the bytes of these tokens are exactly
    /// the text's.
    std::optional<TokenIds> greedyTokens(std::string_view text) const;

    std::span<const Node> nodes() const { return m_nodes; }

    /// The node at the top for a byte, or none.
    uint32_t top(uint8_t byte) const { return m_top[byte]; }

    /// Allows in `mask` all tokens that end at `node`, which must have some. Several tokens may
    /// have the same bytes.
    void allowTokensFrom(const Node& node, TokenMask& mask) const
    {
        for (uint32_t entry = node.token; entry != none; entry = m_tokens[entry].next)
            mask.allow(m_tokens[entry].id);
    }

    /// The trie of the tokens longer than `shortLength` only; depths are as here.
    static constexpr size_t shortLength = 20;
    /// The trie of those tokens that are longer than `shortLength`. Depths are the same as here.
    const TokenTrie& longTokens() const { return m_longTokens ? *m_longTokens : *this; }

    /// What the constraints of this vocabulary have computed about the terminals that they share.
    HeadCache& heads() const { return *m_heads; }

private:
    struct Token {
        TokenId id;
        uint32_t next; // with the same bytes, or none
    };

    void addNodes(std::span<const TokenId> sorted);

    std::vector<std::string> m_bytes; // by id
    std::vector<Node> m_nodes;
    std::vector<Token> m_tokens;
    std::array<uint32_t, 256> m_top;
    size_t m_maxLength = 0;
    std::unique_ptr<const TokenTrie> m_longTokens; // null if all tokens are long
    std::unique_ptr<HeadCache> m_heads;
};

} // namespace engine
