#include "engine/tokenizers/added_tokens.h"

#include "base/error.h"
#include "base/utf8.h"
#include "engine/tokenizers/unicode.h"

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
            throw base::Error(base::ErrorKind::BadFile,
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
    const auto position = std::lower_bound(begin, end, static_cast<unsigned char>(byte));
    if (position == end || *position != static_cast<unsigned char>(byte))
        return std::nullopt;
    return static_cast<Node>(position - m_bytes.begin());
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

namespace {

PieceTrie makeTrie(const std::vector<AddedToken>& tokens)
{
    std::vector<std::pair<std::string_view, TokenId>> pieces;
    for (size_t i = 0; i < tokens.size(); ++i)
        if (!tokens[i].content.empty())
            pieces.emplace_back(tokens[i].content, static_cast<TokenId>(i));
    return PieceTrie(std::move(pieces));
}

const TextRange* firstEndingAfter(std::span<const TextRange> ranges, size_t position)
{
    const auto found = std::upper_bound(ranges.begin(), ranges.end(), position,
        [](size_t at, const TextRange& range) { return at < range.end; });
    return found == ranges.end() ? nullptr : &*found;
}

bool touches(std::span<const TextRange> plain, TextRange match)
{
    const TextRange* range = firstEndingAfter(plain, match.begin);
    return range && range->begin < match.end;
}

bool isInside(std::span<const TextRange> plain, TextRange match)
{
    const TextRange* range = firstEndingAfter(plain, match.begin);
    return range && range->begin <= match.begin && match.end <= range->end;
}

// The character that ends before byte `end`.
base::Utf8Character characterBefore(std::string_view text, size_t end)
{
    return base::utf8At(text.substr(0, end), base::characterStart(text, end - 1));
}

bool standsAlone(std::string_view text, TextRange range)
{
    const bool wordBefore
        = range.begin > 0 && isWordCharacter(characterBefore(text, range.begin).value);
    const bool wordAfter
        = range.end < text.size() && isWordCharacter(base::utf8At(text, range.end).value);
    return !wordBefore && !wordAfter;
}

size_t withoutSpaceBefore(std::string_view text, size_t begin)
{
    while (begin > 0) {
        const base::Utf8Character character = characterBefore(text, begin);
        if (!isWhitespace(character.value))
            break;
        begin -= character.length;
    }
    return begin;
}

size_t withoutSpaceAfter(std::string_view text, size_t end)
{
    while (end < text.size() && isWhitespace(base::utf8At(text, end).value))
        end += base::utf8At(text, end).length;
    return end;
}

} // namespace

AddedTokens::AddedTokens(std::vector<AddedToken> tokens, Order order)
    : m_tokens(std::move(tokens))
    , m_order(order)
    , m_trie(makeTrie(m_tokens))
{
}

std::vector<AddedTokens::Segment> AddedTokens::split(
    std::string_view text, std::span<const TextRange> plain) const
{
    const std::vector<Match> matches
        = m_order == Order::Leftmost ? leftmostMatches(text, plain) : longestMatches(text, plain);
    std::vector<Segment> segments;
    size_t done = 0;
    for (const Match& match : matches) {
        const AddedToken& token = m_tokens[match.token];
        TextRange range = match.range;
        if (token.takesSpaceBefore)
            range.begin = std::max(done, withoutSpaceBefore(text, range.begin));
        if (token.takesSpaceAfter)
            range.end = withoutSpaceAfter(text, range.end);
        if (done < range.begin)
            segments.push_back({{done, range.begin}, -1});
        segments.push_back({range, token.id});
        done = std::max(done, range.end);
    }
    if (done < text.size())
        segments.push_back({{done, text.size()}, -1});
    return segments;
}

bool AddedTokens::isAllowed(
    const Match& match, std::string_view text, std::span<const TextRange> plain) const
{
    const AddedToken& token = m_tokens[match.token];
    return !(token.special && touches(plain, match.range))
        && !(token.singleWord && !standsAlone(text, match.range));
}

// A token that is only text hides those inside it, unless it merely reaches into a plain range.
std::vector<AddedTokens::Match> AddedTokens::leftmostMatches(
    std::string_view text, std::span<const TextRange> plain) const
{
    std::vector<Match> matches;
    for (size_t at = 0; at < text.size() && !empty();) {
        const PieceTrie::Match found = m_trie.longest(text, at);
        if (found.length == 0) {
            ++at;
            continue;
        }
        const Match match{{at, at + found.length}, static_cast<size_t>(found.id)};
        const bool allowed = isAllowed(match, text, plain);
        if (allowed)
            matches.push_back(match);
        const bool reachesIn = touches(plain, match.range) && !isInside(plain, match.range);
        at = allowed || !reachesIn ? match.range.end : at + 1;
    }
    return matches;
}

std::vector<AddedTokens::Match> AddedTokens::longestMatches(
    std::string_view text, std::span<const TextRange> plain) const
{
    std::vector<Match> candidates;
    for (size_t at = 0; at < text.size() && !empty(); ++at) {
        std::optional<PieceTrie::Node> node = PieceTrie::root;
        for (size_t end = at; end < text.size() && (node = m_trie.step(*node, text[end])); ++end) {
            const TokenId token = m_trie.idAt(*node);
            const Match match{{at, end + 1}, static_cast<size_t>(token)};
            if (token >= 0 && isAllowed(match, text, plain))
                candidates.push_back(match);
        }
    }
    std::stable_sort(candidates.begin(), candidates.end(), [](const Match& a, const Match& b) {
        return a.range.end - a.range.begin > b.range.end - b.range.begin;
    });

    std::vector<bool> taken(text.size());
    std::vector<Match> matches;
    for (const Match& match : candidates) {
        // What was taken is at least as long, so it cannot be strictly inside.
        if (taken[match.range.begin] || taken[match.range.end - 1])
            continue;
        std::fill(taken.begin() + match.range.begin, taken.begin() + match.range.end, true);
        matches.push_back(match);
    }
    std::sort(matches.begin(), matches.end(),
        [](const Match& a, const Match& b) { return a.range.begin < b.range.begin; });
    return matches;
}

} // namespace engine
