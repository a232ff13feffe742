#include "engine/filters/pattern_regex.h"

#include "engine/filters/utf8_regex.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace engine {

namespace {

using Kind = PatternNode::Kind;

// Where a part stands: whether nothing comes before its match in the text, and nothing after it.
struct Place {
    bool atBegin, atEnd;
};

bool hasAnchor(const PatternNode& node)
{
    return node.kind == Kind::Begin || node.kind == Kind::End
        || std::ranges::any_of(node.children, hasAnchor);
}

// What a part matches depends on its place only if it has anchors. If one of two neighbours matches
// something, then the other no longer stands at that edge of the text; if it matches the empty
// text, the other stands where both stood. That gives the four terms of a pair below.
class Compiler {
public:
    explicit Compiler(RegexPool& pool)
        : m_pool(pool)
    {
    }

    RegexId compile(const PatternNode& node, Place place)
    {
        const auto key = std::tuple(&node, place.atBegin, place.atEnd);
        if (const auto found = m_known.find(key); found != m_known.end())
            return found->second;
        const RegexId made = compileNew(node, place);
        m_known.emplace(key, made);
        return made;
    }

private:
    RegexId compileNew(const PatternNode& node, Place place);
    RegexId compileSequence(const PatternNode& node, Place place);
    RegexId compileRepeat(const PatternNode& node, Place place);
    RegexId compileChoice(const PatternNode& node, Place place);
    bool isEmptyAt(const PatternNode& node, Place place)
    {
        return m_pool.matchesEmpty(compile(node, place));
    }

    RegexPool& m_pool;
    std::map<std::tuple<const PatternNode*, bool, bool>, RegexId> m_known;
};

RegexId Compiler::compileNew(const PatternNode& node, Place place)
{
    switch (node.kind) {
    case Kind::Characters:
        return utf8Regex(m_pool, node.characters);
    case Kind::Sequence:
        return compileSequence(node, place);
    case Kind::Choice:
        return compileChoice(node, place);
    case Kind::Repeat:
        return compileRepeat(node, place);
    case Kind::Begin:
        return place.atBegin ? m_pool.empty() : m_pool.nothing();
    case Kind::End:
        return place.atEnd ? m_pool.empty() : m_pool.nothing();
    case Kind::WordBoundary:
    case Kind::NoWordBoundary:
        throw PatternRefusal(
            "has a word boundary (\\b or \\B), which cannot be enforced", node.place);
    case Kind::LookAhead:
    case Kind::NegativeLookAhead:
        throw PatternRefusal("has a look-ahead, which cannot be enforced", node.place);
    }
    return m_pool.nothing();
}

RegexId Compiler::compileChoice(const PatternNode& node, Place place)
{
    std::vector<RegexId> choices;
    for (const PatternNode& child : node.children)
        choices.push_back(compile(child, place));
    return m_pool.choice(choices);
}

// From the last part to the first. `rest` is what the parts after this one match as a whole, when
// something stands before them ([0]) and when they begin where the sequence does ([1]).
RegexId Compiler::compileSequence(const PatternNode& node, Place place)
{
    RegexId rest[2] = {m_pool.empty(), m_pool.empty()};
    for (size_t index = node.children.size(); index-- > 0;) {
        const PatternNode& part = node.children[index];
        if (!hasAnchor(part) && rest[0] == rest[1]) {
            rest[0] = rest[1] = m_pool.sequence({compile(part, place), rest[0]});
            continue;
        }
        RegexId next[2] = {};
        for (const bool atBegin : {false, true}) {
            const RegexId partly = compile(part, {atBegin, false});
            const RegexId wholly = compile(part, {atBegin, place.atEnd});
            std::vector<RegexId> choices = {m_pool.sequence({partly, rest[0]})};
            if (m_pool.matchesEmpty(partly))
                choices.push_back(rest[atBegin]);
            if (m_pool.matchesEmpty(rest[0]))
                choices.push_back(wholly);
            if (m_pool.matchesEmpty(wholly) && m_pool.matchesEmpty(rest[atBegin]))
                choices.push_back(m_pool.empty());
            next[atBegin] = m_pool.choice(choices);
        }
        rest[0] = next[0];
        rest[1] = next[1];
    }
    return rest[place.atBegin];
}

RegexId Compiler::compileRepeat(const PatternNode& node, Place place)
{
    const PatternNode& part = node.children.front();
    const int64_t most = node.max ? int64_t(*node.max) : RegexPool::unlimited;
    if (!hasAnchor(part))
        return m_pool.repeat(compile(part, place), node.min, most);
    if (node.min > 1)
        throw PatternRefusal("has an anchor (^ or $) within a counted repetition, which cannot be "
                             "enforced");
    std::vector<RegexId> choices;
    if (node.min == 0 || isEmptyAt(part, place))
        choices.push_back(m_pool.empty());
    if (most >= 1)
        choices.push_back(compile(part, place));
    if (most >= 2) {
        const int64_t between = node.max ? most - 2 : most;
        choices.push_back(m_pool.sequence({compile(part, {place.atBegin, false}),
            m_pool.repeat(compile(part, {false, false}), 0, between),
            compile(part, {false, place.atEnd})}));
    }
    return m_pool.choice(choices);
}

} // namespace

RegexId regexOfPattern(RegexPool& pool, const PatternNode& pattern)
{
    return Compiler(pool).compile(pattern, {true, true});
}

} // namespace engine
