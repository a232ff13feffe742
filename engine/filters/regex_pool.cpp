#include "engine/filters/regex_pool.h"

#include "base/error.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace engine {

using base::Error;
using base::ErrorKind;

namespace {

// Lists of literals share beginnings to this depth of branching; deeper ones are side by side.
constexpr int maxLiteralDepth = 100;

size_t commonPrefix(std::string_view a, std::string_view b, size_t from)
{
    const size_t end = std::min(a.size(), b.size());
    while (from < end && a[from] == b[from])
        ++from;
    return from;
}

} // namespace

RegexPool::RegexPool()
{
    Node nothing, empty, anything;
    nothing.kind = Kind::Nothing;
    empty.kind = Kind::Empty;
    empty.matchesEmpty = true;
    anything.kind = Kind::Anything;
    anything.matchesEmpty = true;
    anything.first = ByteSet::all();
    for (const Node& node : {nothing, empty, anything})
        intern(node);
}

std::span<const RegexId> RegexPool::childNodes(const Node& node) const
{
    return std::span(m_children).subspan(node.a, node.b);
}

bool RegexPool::isSame(const Node& a, const Node& b, std::span<const RegexId> childrenOfB) const
{
    if (a.kind != b.kind)
        return false;
    if (a.kind == Kind::Choice || a.kind == Kind::Intersection)
        return std::ranges::equal(childNodes(a), childrenOfB);
    return a.a == b.a && a.b == b.b && a.minimum == b.minimum && a.maximum == b.maximum
        && (a.kind != Kind::Bytes || a.first == b.first);
}

// The one position where expressions are stored. `children` are those of a choice or intersection.
RegexId RegexPool::intern(Node node, std::span<const RegexId> children)
{
    uint64_t hash = stirred(uint64_t(node.kind), node.minimum | uint64_t(node.maximum) << 32);
    if (children.empty())
        hash = stirred(hash, node.a | uint64_t(node.b) << 32);
    for (const RegexId child : children)
        hash = stirred(hash, uint64_t(child));
    if (node.kind == Kind::Bytes)
        for (const uint64_t word : node.first.words())
            hash = stirred(hash, word);
    const auto found
        = m_table.find(hash, [&](uint32_t id) { return isSame(m_nodes[id], node, children); });
    if (found)
        return RegexId(*found);

    if (m_nodes.size() >= maxNodes || m_children.size() >= 8 * maxNodes)
        throw Error(ErrorKind::BadRequest,
            "A pattern or grammar needs more than " + std::to_string(maxNodes) + " states.");
    if (node.depth > maxDepth)
        throw Error(ErrorKind::BadRequest,
            "A pattern nests deeper than " + std::to_string(maxDepth) + " levels.");
    if (!children.empty()) {
        node.a = uint32_t(m_children.size());
        node.b = uint32_t(children.size());
        m_children.insert(m_children.end(), children.begin(), children.end());
    }
    const auto id = uint32_t(m_nodes.size());
    m_nodes.push_back(node);
    m_table.insert(hash, id);
    return RegexId(id);
}

RegexId RegexPool::bytes(const ByteSet& set)
{
    if (set.isEmpty())
        return nothing();
    distinguish(set);
    Node node;
    node.kind = Kind::Bytes;
    node.first = set;
    return intern(node);
}

RegexId RegexPool::literal(std::string_view text)
{
    RegexId regex = empty();
    for (size_t at = text.size(); at-- > 0;)
        regex = concatenation(bytes(ByteSet::of(uint8_t(text[at]))), regex);
    return regex;
}

RegexId RegexPool::anyLiteral(std::vector<std::string> texts)
{
    std::sort(texts.begin(), texts.end());
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    return anyLiteral(std::span<const std::string>(texts), 0, 0);
}

// One of the sorted texts, which agree before `offset`: what they have in common from there on,
// then a choice by the byte in which they differ.
RegexId RegexPool::anyLiteral(std::span<const std::string> sorted, size_t offset, int depth)
{
    std::vector<RegexId> choices;
    if (sorted.size() <= 1 || depth >= maxLiteralDepth) {
        for (const std::string& text : sorted)
            choices.push_back(literal(std::string_view(text).substr(offset)));
        return choice(choices);
    }
    const size_t fork = commonPrefix(sorted.front(), sorted.back(), offset);
    for (size_t begin = 0; begin < sorted.size();) {
        size_t end = begin + 1;
        if (sorted[begin].size() == fork) {
            choices.push_back(empty());
        } else {
            while (end < sorted.size() && sorted[end][fork] == sorted[begin][fork])
                ++end;
            choices.push_back(anyLiteral(sorted.subspan(begin, end - begin), fork, depth + 1));
        }
        begin = end;
    }
    const RegexId rest = choice(choices);
    return concatenation(
        literal(std::string_view(sorted.front()).substr(offset, fork - offset)), rest);
}

RegexId RegexPool::concatenation(RegexId head, RegexId tail)
{
    if (head == nothing() || tail == nothing())
        return nothing();
    if (head == empty())
        return tail;
    if (tail == empty() || (head == anything() && tail == anything()))
        return head;
    const Node &a = node(head), &b = node(tail);
    Node joined;
    joined.kind = Kind::Concatenation;
    joined.a = uint32_t(head);
    joined.b = uint32_t(tail);
    joined.matchesEmpty = a.matchesEmpty && b.matchesEmpty;
    joined.hasLogic = a.hasLogic || b.hasLogic;
    joined.depth = std::max<uint16_t>(a.depth + 1, b.depth);
    joined.first = a.first;
    if (a.matchesEmpty)
        joined.first |= b.first;
    return intern(joined);
}

RegexId RegexPool::sequence(std::span<const RegexId> parts)
{
    RegexId regex = empty();
    for (size_t part = parts.size(); part-- > 0;)
        regex = concatenation(parts[part], regex);
    return regex;
}

// The parts, with the parts of parts of the same kind, sorted and each only once.
void RegexPool::gather(
    Kind kind, std::span<const RegexId> parts, std::vector<RegexId>& gathered) const
{
    for (const RegexId part : parts) {
        if (node(part).kind == kind) {
            const auto children = childNodes(node(part));
            gathered.insert(gathered.end(), children.begin(), children.end());
        } else {
            gathered.push_back(part);
        }
    }
    std::sort(gathered.begin(), gathered.end());
    gathered.erase(std::unique(gathered.begin(), gathered.end()), gathered.end());
}

RegexId RegexPool::choice(std::span<const RegexId> parts)
{
    std::vector<RegexId> choices;
    gather(Kind::Choice, parts, choices);
    if (std::ranges::binary_search(choices, anything()))
        return anything();

    ByteSet single; // what all choices of one byte match
    Node joined;
    joined.kind = Kind::Choice;
    std::erase_if(choices, [&](RegexId id) {
        const Node& part = node(id);
        joined.matchesEmpty |= part.matchesEmpty && id != empty();
        if (part.kind == Kind::Bytes)
            single |= part.first;
        return part.kind == Kind::Bytes || id == nothing();
    });
    if (joined.matchesEmpty)
        std::erase(choices, empty());
    mergeCounts(choices);
    if (!single.isEmpty())
        choices.push_back(bytes(single));
    if (choices.empty())
        return nothing();
    if (choices.size() == 1)
        return choices.front();

    std::sort(choices.begin(), choices.end());
    for (const RegexId id : choices) {
        const Node& part = node(id);
        joined.matchesEmpty |= part.matchesEmpty;
        joined.hasLogic |= part.hasLogic;
        joined.depth = std::max<uint16_t>(joined.depth, part.depth + 1);
        joined.first |= part.first;
    }
    return intern(joined, choices);
}

// r{a,b}t | r{c,d}t is r{a,d}t where the counts meet. Without this a count that many positions
// in a text may have reached would need a state for every set of counts.
void RegexPool::mergeCounts(std::vector<RegexId>& choices)
{
    struct Counted {
        uint32_t part;
        RegexId tail;
        uint32_t minimum, maximum;
    };
    std::vector<Counted> counted;
    std::vector<RegexId> others;
    for (const RegexId id : choices) {
        const Node& whole = node(id);
        const bool hasTail = whole.kind == Kind::Concatenation;
        const Node& head = hasTail ? m_nodes[whole.a] : whole;
        const RegexId tail = hasTail ? RegexId(whole.b) : empty();
        if (head.kind == Kind::Repeat)
            counted.push_back({head.a, tail, head.minimum, head.maximum});
        else
            others.push_back(id);
    }
    if (counted.size() < 2)
        return;
    std::ranges::sort(counted, {}, [](const Counted& each) {
        return std::tuple(each.part, each.tail, each.minimum, each.maximum);
    });
    size_t kept = 0;
    for (size_t i = 1; i < counted.size(); ++i) {
        Counted& last = counted[kept];
        const Counted& next = counted[i];
        const bool meets = next.part == last.part && next.tail == last.tail
            && (last.maximum == endless || next.minimum <= last.maximum + 1);
        if (meets)
            last.maximum = std::max(last.maximum, next.maximum);
        else
            counted[++kept] = next;
    }
    counted.resize(kept + 1);
    choices = std::move(others);
    for (const Counted& merged : counted) {
        const int64_t maximum = merged.maximum == endless ? unlimited : merged.maximum;
        const RegexId head = repeat(RegexId(merged.part), merged.minimum, maximum);
        choices.push_back(concatenation(head, merged.tail));
    }
}

RegexId RegexPool::intersection(std::span<const RegexId> parts)
{
    std::vector<RegexId> all;
    gather(Kind::Intersection, parts, all);
    std::erase(all, anything());
    if (all.empty())
        return anything();
    if (all.size() == 1)
        return all.front();

    Node joined;
    joined.kind = Kind::Intersection;
    joined.matchesEmpty = true;
    joined.hasLogic = true;
    joined.first = ByteSet::all();
    bool areBytes = true;
    for (const RegexId id : all) {
        const Node& part = node(id);
        joined.matchesEmpty &= part.matchesEmpty;
        joined.first &= part.first;
        joined.depth = std::max<uint16_t>(joined.depth, part.depth + 1);
        areBytes &= part.kind == Kind::Bytes;
    }
    if (areBytes)
        return bytes(joined.first);
    if (joined.first.isEmpty() || all.front() == empty())
        return joined.matchesEmpty ? empty() : nothing();
    return intern(joined, all);
}

RegexId RegexPool::complement(RegexId part)
{
    const Node& inner = node(part);
    if (part == nothing())
        return anything();
    if (part == anything())
        return nothing();
    if (inner.kind == Kind::Complement)
        return RegexId(inner.a);
    Node opposite;
    opposite.kind = Kind::Complement;
    opposite.a = uint32_t(part);
    opposite.matchesEmpty = !inner.matchesEmpty;
    opposite.hasLogic = true;
    opposite.depth = inner.depth + 1;
    opposite.first = ByteSet::all();
    return intern(opposite);
}

RegexId RegexPool::difference(RegexId part, RegexId without)
{
    return intersection({part, complement(without)});
}

RegexId RegexPool::repeat(RegexId part, int64_t minimum, int64_t maximum)
{
    CHECK(minimum >= 0 && minimum <= maximum);
    if (minimum > maxCount || (maximum > maxCount && maximum != unlimited))
        throw Error(ErrorKind::BadRequest,
            "A repetition may count to at most " + std::to_string(maxCount) + ".");
    const Node& inner = node(part);
    if (inner.matchesEmpty || part == nothing())
        minimum = part == nothing() ? std::min<int64_t>(minimum, 1) : 0;
    if (maximum == 0 || part == empty() || (part == nothing() && minimum == 0))
        return empty();
    const bool repeatsItself
        = inner.kind == Kind::Repeat && inner.minimum == 0 && inner.maximum == endless;
    if (part == nothing() || part == anything() || repeatsItself || (minimum == 1 && maximum == 1))
        return part;
    Node repeated;
    repeated.kind = Kind::Repeat;
    repeated.a = uint32_t(part);
    repeated.minimum = uint32_t(minimum);
    repeated.maximum = maximum == unlimited ? endless : uint32_t(maximum);
    repeated.matchesEmpty = minimum == 0;
    repeated.hasLogic = inner.hasLogic;
    repeated.depth = inner.depth + 1;
    repeated.first = inner.first;
    return intern(repeated);
}

RegexId RegexPool::sequence(std::initializer_list<RegexId> parts)
{
    return sequence(std::span(parts.begin(), parts.size()));
}

RegexId RegexPool::choice(std::initializer_list<RegexId> parts)
{
    return choice(std::span(parts.begin(), parts.size()));
}

RegexId RegexPool::intersection(std::initializer_list<RegexId> parts)
{
    return intersection(std::span(parts.begin(), parts.size()));
}

namespace {

constexpr ByteSet continuationBytes = ByteSet::range(0x80, 0xBF);

// How much of the characters from `first` to `last` a set holds.
enum class Share { None, Some, All };

Share sharedPart(const CharacterSet& set, char32_t first, char32_t last)
{
    const auto& ranges = set.ranges();
    const auto range = std::ranges::lower_bound(
        ranges, first, {}, [](const CharacterSet::Range& each) { return each.last; });
    if (range == ranges.end() || range->first > last)
        return Share::None;
    return range->first <= first && range->last >= last ? Share::All : Share::Some;
}

// Bytes that lead to the same rest are alternatives of one another.
class Branches {
public:
    void add(uint8_t byte, RegexId rest) { m_bytes[rest].add(byte); }

    RegexId regex(RegexPool& pool) const
    {
        std::vector<RegexId> choices;
        for (const auto& [rest, bytes] : m_bytes)
            choices.push_back(pool.sequence({pool.bytes(bytes), rest}));
        return pool.choice(choices);
    }

private:
    std::map<RegexId, ByteSet> m_bytes;
};

// The last `count` bytes of the characters from `first` on, of which there are 64^count.
RegexId trailing(RegexPool& pool, const CharacterSet& set, char32_t first, int count)
{
    const char32_t block = char32_t(1) << (6 * count);
    switch (sharedPart(set, first, first + block - 1)) {
    case Share::None:
        return pool.nothing();
    case Share::All:
        return pool.repeat(pool.bytes(continuationBytes), count, count);
    case Share::Some:
        break;
    }
    Branches branches;
    for (char32_t byte = 0; byte < 64; ++byte)
        branches.add(
            uint8_t(0x80 + byte), trailing(pool, set, first + byte * (block / 64), count - 1));
    return branches.regex(pool);
}

} // namespace

RegexId utf8Regex(RegexPool& pool, const CharacterSet& all)
{
    const CharacterSet set
        = all.intersection(CharacterSet{{0, 0xD7FF}, {0xE000, CharacterSet::lastCharacter}});
    Branches branches;
    for (char32_t character = 0; character < 0x80; ++character)
        if (sharedPart(set, character, character) == Share::All)
            branches.add(uint8_t(character), pool.empty());
    for (char32_t lead = 0xC2; lead <= 0xDF; ++lead)
        branches.add(uint8_t(lead), trailing(pool, set, (lead - 0xC0) << 6, 1));
    for (char32_t lead = 0xE0; lead <= 0xEF; ++lead) {
        // What E0 80 … to E0 9F … would stand for is written in two bytes.
        const CharacterSet proper = set.intersection(CharacterSet{{0x800, 0xFFFF}});
        branches.add(uint8_t(lead), trailing(pool, proper, (lead - 0xE0) << 12, 2));
    }
    for (char32_t lead = 0xF0; lead <= 0xF4; ++lead) {
        const CharacterSet proper = set.intersection(CharacterSet{{0x10000, 0x10FFFF}});
        branches.add(uint8_t(lead), trailing(pool, proper, (lead - 0xF0) << 18, 3));
    }
    return branches.regex(pool);
}

} // namespace engine
