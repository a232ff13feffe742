#include "engine/filters/pattern_regex.h"
#include "engine/filters/schema/schema_text_set.h"

#include <algorithm>
#include <map>

namespace engine {

namespace {

using Kind = PatternNode::Kind;
using NodeId = uint32_t;

constexpr size_t maxNodes = 250'000;
constexpr size_t maxWork = 5'000'000; // ranges looked at while the automaton is made

// The neighbor of a location in the text, as far as ^, $ and \b ask.
enum class Neighbor : uint8_t { TextEdge, Word, Other };

// A nondeterministic automaton: characters lead on, everything else is passed without one.
class Machine {
public:
    struct Node {
        Kind kind; ///< Characters, Choice, or an assertion
        CharacterSet characters;
        std::vector<NodeId> next;
    };

    explicit Machine(const PatternNode& pattern)
    {
        // Something before, the pattern, something after.
        const NodeId match = add({Kind::End, {}, {}});
        m_match = match;
        const NodeId after = add({Kind::Choice, {}, {}});
        const NodeId anything = add({Kind::Characters, CharacterSet::all(), {after}});
        m_nodes[after].next = {anything, match};
        const NodeId inner = compile(pattern, after);
        m_start = add({Kind::Choice, {}, {}});
        const NodeId skipped = add({Kind::Characters, CharacterSet::all(), {m_start}});
        m_nodes[m_start].next = {inner, skipped};
    }

    const Node& node(NodeId id) const { return m_nodes[id]; }
    NodeId start() const { return m_start; }
    NodeId match() const { return m_match; }
    size_t size() const { return m_nodes.size(); }
    bool asksForWords() const { return m_asksForWords; }

private:
    NodeId add(Node node)
    {
        if (m_nodes.size() >= maxNodes)
            throw PatternRefusal("repeats too much");
        m_nodes.push_back(std::move(node));
        return NodeId(m_nodes.size() - 1);
    }

    // The node where the pattern begins if `next` follows it.
    NodeId compile(const PatternNode& pattern, NodeId next);
    NodeId compileRepeat(const PatternNode& pattern, NodeId next);

    std::vector<Node> m_nodes;
    NodeId m_start = 0, m_match = 0;
    bool m_asksForWords = false;
};

NodeId Machine::compile(const PatternNode& pattern, NodeId next)
{
    switch (pattern.kind) {
    case Kind::Characters:
        return add({Kind::Characters, pattern.characters, {next}});
    case Kind::Sequence:
        for (size_t child = pattern.children.size(); child-- > 0;)
            next = compile(pattern.children[child], next);
        return next;
    case Kind::Choice: {
        std::vector<NodeId> choices;
        for (const PatternNode& child : pattern.children)
            choices.push_back(compile(child, next));
        return add({Kind::Choice, {}, std::move(choices)});
    }
    case Kind::Repeat:
        return compileRepeat(pattern, next);
    case Kind::WordBoundary:
    case Kind::NoWordBoundary:
        m_asksForWords = true;
        [[fallthrough]];
    case Kind::Begin:
    case Kind::End:
        return add({pattern.kind, {}, {next}});
    case Kind::LookAhead:
    case Kind::NegativeLookAhead:
        break;
    }
    throw PatternRefusal("has a look-ahead at a position where it can't be enforced");
}

NodeId Machine::compileRepeat(const PatternNode& pattern, NodeId next)
{
    const PatternNode& child = pattern.children.front();
    NodeId entry = next;
    if (!pattern.max) {
        entry = add({Kind::Choice, {}, {}});
        const NodeId body = compile(child, entry);
        m_nodes[entry].next = {body, next};
    } else {
        for (uint32_t optional = pattern.min; optional < *pattern.max; ++optional) {
            const NodeId body = compile(child, entry);
            entry = add({Kind::Choice, {}, {body, next}});
        }
    }
    for (uint32_t needed = 0; needed < pattern.min; ++needed) {
        const NodeId body = compile(child, entry);
        // What matches the empty text only need not be repeated.
        if (body == entry)
            break;
        entry = body;
    }
    return entry;
}

// Subset construction; a state is a set of nodes and what is before it.
class Determinizer {
public:
    explicit Determinizer(const Machine& machine)
        : m_machine(machine)
        , m_visited(machine.size(), 0)
    {
    }

    TextSet run()
    {
        findState({m_machine.start()}, Neighbor::TextEdge);
        for (size_t state = 0; state < m_keys.size(); ++state)
            connect(TextSet::State(state));
        return std::move(m_builder).build();
    }

private:
    struct Key {
        std::vector<NodeId> nodes;
        Neighbor before;
        auto operator<=>(const Key&) const = default;
    };
    struct Arrow {
        CharacterSet::Range range;
        NodeId target;
    };

    TextSet::State findState(std::vector<NodeId> nodes, Neighbor before);
    void connect(TextSet::State state);
    bool passes(Kind kind, Neighbor before, Neighbor after) const;
    // The nodes with characters that can be reached without one; true if the text may end here.
    bool reach(const Key& key, Neighbor after, std::vector<NodeId>& reached);
    void collectArrows(const Key& key, Neighbor after, std::vector<Arrow>& arrows);

    const Machine& m_machine;
    TextSet::Builder m_builder;
    std::map<Key, TextSet::State> m_states;
    std::vector<const Key*> m_keys; // by state
    std::vector<uint32_t> m_visited; // round of the last visit, by node
    uint32_t m_round = 0;
    size_t m_work = 0;
};

bool Determinizer::passes(Kind kind, Neighbor before, Neighbor after) const
{
    const bool isBoundary = (before == Neighbor::Word) != (after == Neighbor::Word);
    switch (kind) {
    case Kind::Begin:
        return before == Neighbor::TextEdge;
    case Kind::End:
        return after == Neighbor::TextEdge;
    case Kind::WordBoundary:
        return isBoundary;
    case Kind::NoWordBoundary:
        return !isBoundary;
    default:
        return true;
    }
}

bool Determinizer::reach(const Key& key, Neighbor after, std::vector<NodeId>& reached)
{
    ++m_round;
    bool matches = false;
    std::vector<NodeId> open = key.nodes;
    while (!open.empty()) {
        const NodeId id = open.back();
        open.pop_back();
        if (m_visited[id] == m_round)
            continue;
        m_visited[id] = m_round;
        if (++m_work > maxWork)
            throw PatternRefusal("takes too much work");
        const Machine::Node& node = m_machine.node(id);
        if (id == m_machine.match())
            matches = true;
        else if (node.kind == Kind::Characters)
            reached.push_back(id);
        else if (passes(node.kind, key.before, after))
            open.insert(open.end(), node.next.begin(), node.next.end());
    }
    return matches;
}

TextSet::State Determinizer::findState(std::vector<NodeId> nodes, Neighbor before)
{
    if (nodes.empty())
        return TextSet::dead;
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    const auto [found, isNew] = m_states.try_emplace(Key{std::move(nodes), before}, 0);
    if (isNew) {
        std::vector<NodeId> reached;
        const bool accepting = reach(found->first, Neighbor::TextEdge, reached);
        found->second = m_builder.addState(accepting);
        m_keys.push_back(&found->first);
    }
    return found->second;
}

void Determinizer::collectArrows(const Key& key, Neighbor after, std::vector<Arrow>& arrows)
{
    std::vector<NodeId> reached;
    reach(key, after, reached);
    for (const NodeId id : reached) {
        const Machine::Node& node = m_machine.node(id);
        CharacterSet characters = node.characters;
        if (m_machine.asksForWords()) {
            const CharacterSet words = wordCharacters();
            characters
                = characters.intersection(after == Neighbor::Word ? words : words.complement());
        }
        for (const CharacterSet::Range& range : characters.ranges())
            arrows.push_back({range, node.next.front()});
    }
}

void Determinizer::connect(TextSet::State state)
{
    const Key& key = *m_keys[state];
    std::vector<Arrow> arrows;
    collectArrows(key, Neighbor::Other, arrows);
    if (m_machine.asksForWords())
        collectArrows(key, Neighbor::Word, arrows);

    std::vector<char32_t> cuts;
    for (const Arrow& arrow : arrows) {
        cuts.push_back(arrow.range.first);
        cuts.push_back(arrow.range.last + 1);
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    std::sort(arrows.begin(), arrows.end(),
        [](const Arrow& a, const Arrow& b) { return a.range.first < b.range.first; });

    std::vector<TextSet::Piece> pieces;
    std::vector<Arrow> active; // those whose range contains the cut
    auto waiting = arrows.begin();
    for (const char32_t cut : cuts) {
        std::erase_if(active, [&](const Arrow& arrow) { return arrow.range.last < cut; });
        for (; waiting != arrows.end() && waiting->range.first == cut; ++waiting)
            active.push_back(*waiting);
        m_work += active.size();
        std::vector<NodeId> targets;
        for (const Arrow& arrow : active)
            targets.push_back(arrow.target);
        Neighbor before = Neighbor::Other;
        if (m_machine.asksForWords()
            && !wordCharacters().intersection(CharacterSet::one(cut)).isEmpty())
            before = Neighbor::Word;
        pieces.push_back({cut, findState(std::move(targets), before)});
    }
    m_builder.connect(state, std::move(pieces));
}

bool isLookAhead(const PatternNode& node)
{
    return node.kind == Kind::LookAhead || node.kind == Kind::NegativeLookAhead;
}

bool hasLookAhead(const PatternNode& node)
{
    return isLookAhead(node)
        || std::any_of(node.children.begin(), node.children.end(), hasLookAhead);
}

TextSet makeTexts(const PatternNode& pattern);

// ^(?=A)(?!B)C: what ^C finds, and ^A too, and ^B not.
TextSet textsOfLookAheads(const PatternNode& sequence)
{
    const auto anchored = [](std::vector<PatternNode> nodes) {
        nodes.insert(nodes.begin(), PatternNode{Kind::Begin, {}, {}, 0, {}});
        return makeTexts({Kind::Sequence, {}, std::move(nodes), 0, {}});
    };
    const auto& children = sequence.children;
    if (children.empty() || children.front().kind != Kind::Begin)
        throw PatternRefusal("has a look-ahead at a position where it can't be enforced");
    size_t index = 1;
    TextSet texts = TextSet::everything();
    for (; index < children.size() && isLookAhead(children[index]); ++index) {
        const TextSet seen = anchored(children[index].children);
        texts = children[index].kind == Kind::LookAhead ? texts & seen : texts - seen;
    }
    if (index == 1)
        throw PatternRefusal("has a look-ahead at a position where it can't be enforced");
    return texts & anchored({children.begin() + ptrdiff_t(index), children.end()});
}

TextSet makeTexts(const PatternNode& pattern)
{
    if (!hasLookAhead(pattern))
        return Determinizer(Machine(pattern)).run();
    if (pattern.kind == Kind::Sequence && pattern.children.size() == 1)
        return makeTexts(pattern.children.front());
    if (pattern.kind == Kind::Sequence)
        return textsOfLookAheads(pattern);
    if (pattern.kind != Kind::Choice)
        throw PatternRefusal("has a look-ahead at a position where it can't be enforced");
    TextSet texts;
    for (const PatternNode& child : pattern.children)
        texts = texts | makeTexts(child);
    return texts;
}

} // namespace

TextSet textsMatching(std::string_view pattern)
{
    const PatternNode parsed = parsePattern(pattern);
    const TextSet texts = makeTexts(parsed);
    return texts.isEverything() ? TextSet::everything() : texts;
}

} // namespace engine
