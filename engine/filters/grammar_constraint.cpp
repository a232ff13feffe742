#include "engine/filters/grammar_constraint.h"

#include "engine/filters/grammar_automaton.h"
#include "engine/filters/mask_builder.h"
#include "kernels/error.h"

#include <mutex>
#include <vector>

namespace engine {

namespace {

using StateId = GrammarAutomaton::StateId;

// When a machine has grown by so many bytes, new jobs get a fresh one.
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

} // namespace engine
