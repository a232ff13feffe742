#include "engine/tokenizers/piece_trie.h"

#include "kernels/error.h"

#include <algorithm>

namespace engine {
namespace {

// The sorted pieces [begin, end) share their first `depth` bytes, which lead to `node`.
struct Branch {
    PieceTrie::Node node;
    size_t begin, end, depth;
};

unsigned char byteAt(std::string_view piece, size_t at)
{
    return static_cast<unsigned char>(piece[at]);
}

} // namespace

PieceTrie::PieceTrie(std::vector<std::pair<std::string_view, TokenId>> pieces)
    : m_nodes(1)
    , m_bytes(1)
{
    for (const auto& [piece, id] : pieces)
        if (piece.size() > maxPieceLength)
            throw kernels::Error(kernels::ErrorKind::BadFile,
                "the vocabulary has a token of " + std::to_string(piece.size()) + " bytes; at most "
                    + std::to_string(maxPieceLength) + " are expected");
    std::stable_sort(pieces.begin(), pieces.end(),
        [](const auto& a, const auto& b) { return a.first < b.first; });

    std::vector<Branch> branches{{root, 0, pieces.size(), 0}};
    for (size_t next = 0; next < branches.size(); ++next) {
        Branch branch = branches[next];
        Children& node = m_nodes[branch.node];
        while (branch.begin < branch.end && pieces[branch.begin].first.size() == branch.depth) {
            if (node.id < 0)
                node.id = pieces[branch.begin].second;
            ++branch.begin;
        }
        node.first = static_cast<Node>(m_nodes.size());
        uint32_t count = 0;
        while (branch.begin < branch.end) {
            const unsigned char byte = byteAt(pieces[branch.begin].first, branch.depth);
            size_t end = branch.begin + 1;
            while (end < branch.end && byteAt(pieces[end].first, branch.depth) == byte)
                ++end;
            branches.push_back(
                {static_cast<Node>(m_nodes.size()), branch.begin, end, branch.depth + 1});
            m_nodes.emplace_back();
            m_bytes.push_back(byte);
            ++count;
            branch.begin = end;
        }
        m_nodes[branch.node].count = count;
    }
    for (uint32_t child = 0; child < m_nodes[root].count; ++child)
        m_begins.set(m_bytes[m_nodes[root].first + child]);
}

std::optional<PieceTrie::Node> PieceTrie::step(Node node, char byte) const
{
    if (node == root && !m_begins[static_cast<unsigned char>(byte)])
        return std::nullopt;
    const Children& children = m_nodes[node];
    const auto begin = m_bytes.begin() + children.first;
    const auto end = begin + children.count;
    const auto place = std::lower_bound(begin, end, static_cast<unsigned char>(byte));
    if (place == end || *place != static_cast<unsigned char>(byte))
        return std::nullopt;
    return static_cast<Node>(place - m_bytes.begin());
}

PieceTrie::Match PieceTrie::longest(std::string_view text, size_t at) const
{
    Match best;
    Node node = root;
    for (size_t end = at; end < text.size(); ++end) {
        const std::optional<Node> next = step(node, text[end]);
        if (!next)
            break;
        node = *next;
        if (idAt(node) >= 0)
            best = {end + 1 - at, idAt(node)};
    }
    return best;
}

} // namespace engine
