#include "engine/filters/grammar_constraint.h"

#include "base/error.h"
#include "engine/filters/grammar_automaton.h"

#include <algorithm>
#include <mutex>
#include <unordered_set>
#include <vector>

namespace engine {

namespace {

using StateId = GrammarAutomaton::StateId;

// The growth of a machine, in bytes, after which new jobs get a fresh one.
constexpr size_t fullGrowth = size_t(64) << 20;

// An automaton and its masks, for all jobs that share them.
struct Machine {
    Machine(std::shared_ptr<const TokenTrie> trie, Grammar grammar)
        : automaton(std::move(grammar))
        , masks(std::move(trie), automaton)
        , bytesAtFirst(automaton.bytes())
    {
    }

    std::mutex mutex; // for everything below
    GrammarAutomaton automaton;
    MaskBuilder masks;
    const size_t bytesAtFirst;
};

class GrammarFilter : public Filter {
public:
    explicit GrammarFilter(std::shared_ptr<Machine> machine)
        : m_machine(std::move(machine))
    {
        const std::lock_guard lock(m_machine->mutex);
        m_states.push_back(m_machine->automaton.start());
    }

    const TokenMask& mask() override
    {
        const std::lock_guard lock(m_machine->mutex);
        m_mask = m_machine->masks.mask(m_states.back());
        return *m_mask;
    }

    bool take(std::string_view bytes) override
    {
        const std::lock_guard lock(m_machine->mutex);
        const StateId state = m_machine->automaton.next(m_states.back(), bytes);
        if (state == GrammarAutomaton::dead)
            return false;
        m_states.push_back(state);
        return true;
    }

    void undo(int64_t count) override
    {
        CHECK(count >= 0 && size_t(count) < m_states.size());
        m_states.resize(m_states.size() - size_t(count));
    }

    bool mayEnd() const override
    {
        const std::lock_guard lock(m_machine->mutex);
        return m_machine->automaton.mayEnd(m_states.back());
    }

    bool mustEnd() const override
    {
        const std::lock_guard lock(m_machine->mutex);
        return m_machine->automaton.mayEnd(m_states.back())
            && m_machine->automaton.threads(m_states.back()).empty();
    }

private:
    std::shared_ptr<Machine> m_machine;
    std::vector<StateId> m_states; // at the beginning and after every take
    std::shared_ptr<const TokenMask> m_mask; // the one given out last
};

class GrammarConstraint : public Constraint {
public:
    GrammarConstraint(std::shared_ptr<const TokenTrie> trie, Grammar grammar)
        : m_trie(std::move(trie))
        , m_grammar(std::move(grammar))
        , m_machine(std::make_shared<Machine>(m_trie, m_grammar))
    {
    }

    std::unique_ptr<Filter> start() const override
    {
        return std::make_unique<GrammarFilter>(currentMachine());
    }

private:
    static bool isFull(Machine& machine)
    {
        const std::lock_guard lock(machine.mutex);
        return machine.automaton.bytes() - machine.bytesAtFirst >= fullGrowth;
    }

    std::shared_ptr<Machine> currentMachine() const
    {
        const std::lock_guard lock(m_mutex);
        if (isFull(*m_machine))
            m_machine = std::make_shared<Machine>(m_trie, m_grammar);
        return m_machine;
    }

    std::shared_ptr<const TokenTrie> m_trie;
    const Grammar m_grammar;
    mutable std::mutex m_mutex; // for m_machine, the pointer
    mutable std::shared_ptr<Machine> m_machine;
};

} // namespace

ConstraintPtr compileGrammar(std::shared_ptr<const TokenTrie> trie, Grammar grammar)
{
    grammar.check();
    return std::make_shared<const GrammarConstraint>(std::move(trie), std::move(grammar));
}

namespace {

// A terminal that may begin with more bytes than these gets a head of its own.
constexpr int manyBytes = 16;

void unite(TokenMask& mask, const TokenMask& other)
{
    const auto words = mask.words();
    const auto others = other.words();
    for (size_t i = 0; i < words.size(); ++i)
        words[i] |= others[i];
}

} // namespace

MaskBuilder::MaskBuilder(std::shared_ptr<const TokenTrie> trie, GrammarAutomaton& automaton)
    : m_trie(std::move(trie))
    , m_automaton(automaton)
    , m_path(m_trie->maxLength() + 1)
{
}

std::shared_ptr<const TokenMask> MaskBuilder::mask(StateId state)
{
    if (const auto found = m_masks.find(state); found != m_masks.end())
        return found->second;
    auto made = std::make_shared<const TokenMask>(computedMask(state));
    const size_t bytes = made->words().size_bytes() + 1;
    if (m_masks.size() >= std::max<size_t>(1, maxKeptBytes / bytes))
        m_masks.clear();
    m_masks.emplace(state, made);
    return made;
}

TokenMask MaskBuilder::computedMask(StateId state)
{
    TokenMask mask(m_trie->vocabulary(), false);
    const auto threads = m_automaton.threads(state);
    const std::vector<GrammarAutomaton::Thread> all(threads.begin(), threads.end());
    std::vector<GrammarAutomaton::Thread> others;
    for (const GrammarAutomaton::Thread& thread : all) {
        if (takesManyBytes(thread.terminal))
            addThread(thread, mask);
        else
            others.push_back(thread);
    }
    if (others.empty())
        return mask;
    const StateId rest = others.size() == all.size() ? state : m_automaton.findState(others);
    const ByteSet first = m_automaton.firstBytes(rest);
    for (int byte = 0; byte < 256; ++byte) {
        const uint32_t top = m_trie->top(uint8_t(byte));
        if (top == TokenTrie::none || !first.contains(uint8_t(byte)))
            continue;
        const StateId after = m_automaton.next(rest, uint8_t(byte));
        if (after != GrammarAutomaton::dead)
            walkBelow(*m_trie, top, after, mask);
    }
    return mask;
}

bool MaskBuilder::takesManyBytes(RegexId terminal)
{
    return m_automaton.regexes().firstBytes(terminal).count() > manyBytes;
}

// Allows what may come after the node `top`, and the node itself, when it leads to `state`.
void MaskBuilder::walkBelow(const TokenTrie& trie, uint32_t top, StateId state, TokenMask& mask)
{
    const auto nodes = trie.nodes();
    const uint32_t end = top + nodes[top].size;
    trie.allowTokensFrom(nodes[top], mask);
    m_path[nodes[top].depth] = state;
    for (uint32_t index = top + 1; index < end;) {
        const TokenTrie::Node& node = nodes[index];
        const StateId after = m_automaton.next(m_path[node.depth - 1], node.byte);
        if (after == GrammarAutomaton::dead) {
            index += node.size;
            continue;
        }
        trie.allowTokensFrom(node, mask);
        m_path[node.depth] = after;
        ++index;
    }
}

void MaskBuilder::addThread(const GrammarAutomaton::Thread& thread, TokenMask& mask)
{
    const Heads known = heads(thread.terminal);
    const StateId after = m_automaton.stateAfter(thread.rest);
    unite(mask, known.all->mask);
    addExits(*m_trie, *known.all, after, mask);
    if (!known.longTokens)
        return;
    unite(mask, known.longTokens->mask);
    addExits(m_trie->longTokens(), *known.longTokens, after, mask);
}

void MaskBuilder::addExits(const TokenTrie& trie, const Head& head, StateId after, TokenMask& mask)
{
    for (const Head::Exits& exits : head.exits) {
        const StateId next = m_automaton.next(after, exits.byte);
        if (next == GrammarAutomaton::dead)
            continue;
        for (const uint32_t node : exits.nodes)
            walkBelow(trie, node, next, mask);
    }
}

// Most terminals that count (a string of up to 255 characters) are told apart by their counts only
// in long tokens. So short tokens are answered by the terminal with its counts cut to that length,
// which is one of a few and kept for all, and the few long ones by themselves.
const MaskBuilder::Heads& MaskBuilder::heads(RegexId terminal)
{
    if (const auto found = m_heads.find(terminal); found != m_heads.end())
        return found->second;
    RegexPool& regexes = m_automaton.regexes();
    const RegexId exact = regexes.agreeingUpTo(terminal, int64_t(m_trie->maxLength()));
    const RegexId rough = regexes.agreeingUpTo(exact, int64_t(TokenTrie::shortLength));
    Heads made;
    if (rough == exact) {
        made.all = sharedHead(exact, m_trie->maxLength());
    } else if (exact != terminal) {
        made = heads(exact);
    } else {
        made.all = sharedHead(rough, TokenTrie::shortLength);
        made.longTokens = std::make_shared<const Head>(walkedHead(
            m_trie->longTokens(), exact, TokenTrie::shortLength + 1, m_trie->maxLength()));
    }
    const size_t bytes = size_t(m_trie->vocabulary()) / 8 + 1;
    if (m_heads.size() >= std::max<size_t>(1, maxKeptBytes / bytes))
        m_heads.clear();
    return m_heads.emplace(terminal, std::move(made)).first->second;
}

std::shared_ptr<const Head> MaskBuilder::sharedHead(RegexId terminal, size_t maxDepth)
{
    std::string key = m_automaton.regexes().description(terminal);
    const bool isShort = maxDepth < m_trie->maxLength();
    if (!key.empty() && isShort)
        key += "short";
    if (!key.empty())
        if (auto known = m_trie->heads().find(key))
            return known;
    const RegexId wider = m_automaton.regexes().withoutExceptions(terminal);
    auto head = std::make_shared<const Head>(wider == terminal
            ? walkedHead(*m_trie, terminal, 0, maxDepth)
            : headWithExceptions(terminal, wider, maxDepth));
    if (!key.empty())
        m_trie->heads().add(key, head);
    return head;
}

// A name that is none of a few others: the head of any name, less what the others take. Only nodes
// that may lead to the exceptions are walked; everywhere else both leave the same expression.
Head MaskBuilder::headWithExceptions(RegexId terminal, RegexId wider, size_t maxDepth)
{
    struct Pair {
        RegexId left, widerLeft;
    };
    RegexPool& regexes = m_automaton.regexes();
    const auto nodes = m_trie->nodes();
    Head head = *sharedHead(wider, maxDepth);
    TokenMask forbidden(m_trie->vocabulary(), false);
    std::vector<uint32_t> closedExits;

    std::vector<Pair> path(m_trie->maxLength() + 1);
    path[0] = {terminal, wider};
    for (uint32_t index = 0; index < nodes.size();) {
        const TokenTrie::Node& node = nodes[index];
        const Pair before = path[node.depth - 1];
        const Pair after
            = {regexes.next(before.left, node.byte), regexes.next(before.widerLeft, node.byte)};
        if (after.left == after.widerLeft || node.depth > maxDepth) {
            index += node.size;
            continue;
        }
        if (after.left == regexes.nothing())
            m_trie->allowTokensFrom(node, forbidden);
        if (regexes.matchesEmpty(after.left) != regexes.matchesEmpty(after.widerLeft))
            closedExits.push_back(index);
        path[node.depth] = after;
        ++index;
    }

    for (size_t word = 0; word < forbidden.words().size(); ++word)
        head.mask.words()[word] &= ~forbidden.words()[word];
    std::unordered_set<uint32_t> closed;
    for (const uint32_t exit : closedExits)
        for (uint32_t child = exit + 1; child < exit + nodes[exit].size; child += nodes[child].size)
            closed.insert(child);
    for (Head::Exits& exits : head.exits)
        std::erase_if(exits.nodes, [&](uint32_t node) { return closed.contains(node); });
    return head;
}

// Walks the terminal alone. Tokens and exits count from minDepth to maxDepth bytes; what follows an
// exit may be any length.
Head MaskBuilder::walkedHead(
    const TokenTrie& trie, RegexId terminal, size_t minDepth, size_t maxDepth)
{
    RegexPool& regexes = m_automaton.regexes();
    Head head{TokenMask(trie.vocabulary(), false), {}};
    std::array<std::vector<uint32_t>, 256> exits;
    const auto addExitsBelow = [&](uint32_t index) {
        const uint32_t end = index + trie.nodes()[index].size;
        for (uint32_t child = index + 1; child < end; child += trie.nodes()[child].size)
            exits[trie.nodes()[child].byte].push_back(child);
    };

    std::vector<RegexId> path(trie.maxLength() + 1);
    path[0] = terminal;
    for (uint32_t index = 0; index < trie.nodes().size();) {
        const TokenTrie::Node& node = trie.nodes()[index];
        const RegexId left = regexes.next(path[node.depth - 1], node.byte);
        const bool isLive = left != regexes.nothing();
        if (isLive && node.depth >= minDepth && node.depth <= maxDepth) {
            trie.allowTokensFrom(node, head.mask);
            if (regexes.matchesEmpty(left))
                addExitsBelow(index);
        }
        const bool goesOn = isLive && left != regexes.empty() && node.depth < maxDepth;
        path[node.depth] = left;
        index += goesOn ? 1 : node.size;
    }
    for (int byte = 0; byte < 256; ++byte)
        if (!exits[size_t(byte)].empty())
            head.exits.push_back({uint8_t(byte), std::move(exits[size_t(byte)])});
    return head;
}

} // namespace engine
