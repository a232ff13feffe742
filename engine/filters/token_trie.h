#pragma once

#include "engine/sampling/token_mask.h"
#include "engine/tokenizers/tokenizer.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

class HeadCache;

/// A vocabulary by the bytes of its tokens, to find out quickly which of them may come next.
///
/// The nodes of the trie lie in one array, depth first: a node's children follow it, and its
/// `size` says how many nodes to skip to leave it out. Special tokens and tokens without bytes are
/// not in it. Immutable, so any thread may use it.
class TokenTrie {
public:
    static constexpr uint32_t none = ~uint32_t(0);

    struct Node {
        uint32_t token; ///< index into sameBytes(), or none
        uint32_t size; ///< nodes of this subtree, this one included
        uint16_t depth; ///< bytes from the root to here; 1 at the top
        uint8_t byte;
    };

    /// Longer tokens are left out.
    static constexpr size_t maxTokenBytes = 4096;

    static std::shared_ptr<const TokenTrie> build(const Tokenizer& tokenizer);

    /// The same of tokens that stand for bytes[id]; empty for those to leave out.
    explicit TokenTrie(std::vector<std::string> bytes);
    ~TokenTrie();
    TokenTrie(const TokenTrie&) = delete;
    TokenTrie& operator=(const TokenTrie&) = delete;

    int64_t vocabulary() const { return int64_t(m_bytes.size()); }

    /// The bytes of a token; empty if it is special or there is no such token.
    std::string_view bytes(TokenId id) const;

    /// Length of the longest token in bytes.
    size_t longest() const { return m_longest; }

    /// All tokens with bytes whose bytes begin with `prefix`: for token healing.
    TokenMask tokensStartingWith(std::string_view prefix) const;

    /// The text cut into tokens, each as long as can be; nothing if some byte begins no token. Not
    /// how a tokenizer cuts it, but the bytes are the text's, whatever its tokenizer changes.
    std::optional<TokenIds> longestTokens(std::string_view text) const;

    std::span<const Node> nodes() const { return m_nodes; }

    /// The top node for a byte, or none.
    uint32_t top(uint8_t byte) const { return m_top[byte]; }

    /// Allows the tokens that end at a node which has some: several may share their bytes.
    void allowTokensOf(const Node& node, TokenMask& mask) const
    {
        for (uint32_t entry = node.token; entry != none; entry = m_tokens[entry].next)
            mask.allow(m_tokens[entry].id);
    }

    /// The trie of the tokens longer than `shortLength` only; depths are as here.
    static constexpr size_t shortLength = 20;
    const TokenTrie& longTokens() const { return m_longTokens ? *m_longTokens : *this; }

    /// What constraints of this vocabulary have found out about terminals they have in common.
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
    size_t m_longest = 0;
    std::unique_ptr<const TokenTrie> m_longTokens; // null if all tokens are long
    std::unique_ptr<HeadCache> m_heads;
};

} // namespace engine
