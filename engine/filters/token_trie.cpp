#include "engine/filters/token_trie.h"

#include <algorithm>

namespace engine {

namespace {

size_t commonPrefix(std::string_view a, std::string_view b)
{
    const auto [end, _] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return size_t(end - a.begin());
}

} // namespace

std::shared_ptr<const TokenTrie> TokenTrie::build(const Tokenizer& tokenizer)
{
    std::vector<std::string> bytes(size_t(tokenizer.vocabularySize()));
    for (TokenId id = 0; id < tokenizer.vocabularySize(); ++id)
        if (!tokenizer.isSpecial(id))
            bytes[size_t(id)] = tokenizer.bytes(id);
    return std::make_shared<const TokenTrie>(std::move(bytes));
}

TokenTrie::TokenTrie(std::vector<std::string> bytes)
    : m_bytes(std::move(bytes))
    , m_heads(std::make_unique<HeadCache>())
{
    std::vector<TokenId> sorted;
    for (TokenId id = 0; id < vocabulary(); ++id) {
        const size_t length = m_bytes[size_t(id)].size();
        if (length == 0 || length > maxTokenBytes)
            continue;
        sorted.push_back(id);
        m_maxLength = std::max(m_maxLength, length);
    }
    std::ranges::stable_sort(
        sorted, {}, [&](TokenId id) -> const std::string& { return m_bytes[size_t(id)]; });
    addNodes(sorted);

    if (std::ranges::all_of(m_bytes,
            [](const std::string& token) { return token.empty() || token.size() > shortLength; }))
        return; // these are long tokens already
    std::vector<std::string> longer(m_bytes.size());
    for (size_t id = 0; id < m_bytes.size(); ++id)
        if (m_bytes[id].size() > shortLength)
            longer[id] = m_bytes[id];
    m_longTokens = std::make_unique<const TokenTrie>(std::move(longer));
}

TokenTrie::~TokenTrie() = default;

// Sorted by their bytes the tokens come in the order of the walk, so every token adds the nodes
// below the prefix it shares with the one before.
void TokenTrie::addNodes(std::span<const TokenId> sorted)
{
    m_top.fill(none);
    std::string_view previous;
    std::vector<uint32_t> path; // the nodes of `previous`
    const auto leave = [&](size_t depth) {
        for (; path.size() > depth; path.pop_back())
            m_nodes[path.back()].size = uint32_t(m_nodes.size()) - path.back();
    };
    for (const TokenId id : sorted) {
        const std::string_view token = m_bytes[size_t(id)];
        leave(commonPrefix(previous, token));
        for (size_t depth = path.size(); depth < token.size(); ++depth) {
            const auto node = uint32_t(m_nodes.size());
            const auto byte = uint8_t(token[depth]);
            if (depth == 0)
                m_top[byte] = node;
            path.push_back(node);
            m_nodes.push_back({none, 1, uint16_t(depth + 1), byte});
        }
        uint32_t& first = m_nodes[path.back()].token;
        m_tokens.push_back({id, first});
        first = uint32_t(m_tokens.size() - 1);
        previous = token;
    }
    leave(0);
}

std::string_view TokenTrie::bytes(TokenId id) const
{
    return id >= 0 && id < vocabulary() ? std::string_view(m_bytes[size_t(id)])
                                        : std::string_view();
}

TokenMask TokenTrie::tokensStartingWith(std::string_view prefix) const
{
    TokenMask mask(vocabulary(), false);
    uint32_t begin = 0, end = uint32_t(m_nodes.size()); // of the nodes left
    for (size_t at = 0; at < prefix.size(); ++at) {
        begin += at > 0; // from the node itself to those below it
        while (begin < end && m_nodes[begin].byte != uint8_t(prefix[at]))
            begin += m_nodes[begin].size;
        if (begin >= end)
            return mask;
        end = begin + m_nodes[begin].size;
    }
    for (uint32_t node = begin; node < end; ++node)
        allowTokensFrom(m_nodes[node], mask);
    return mask;
}

std::optional<TokenIds> TokenTrie::greedyTokens(std::string_view text) const
{
    TokenIds ids;
    for (size_t at = 0; at < text.size();) {
        uint32_t longest = none;
        size_t length = 0;
        uint32_t begin = 0, end = uint32_t(m_nodes.size());
        for (size_t depth = 0; at + depth < text.size();) {
            while (begin < end && m_nodes[begin].byte != uint8_t(text[at + depth]))
                begin += m_nodes[begin].size;
            if (begin >= end)
                break;
            ++depth;
            if (m_nodes[begin].token != none) {
                longest = m_nodes[begin].token;
                length = depth;
            }
            end = begin + m_nodes[begin].size;
            ++begin;
        }
        if (longest == none)
            return std::nullopt;
        ids.push_back(m_tokens[longest].id);
        at += length;
    }
    return ids;
}

} // namespace engine
