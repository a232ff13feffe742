#pragma once

#include "engine/filters/filter.h"
#include "engine/filters/grammar.h"
#include "engine/filters/grammar_automaton.h"
#include "engine/filters/token_trie.h"

#include <memory>
#include <string_view>
#include <unordered_map>

namespace engine {

/// Makes a constraint that accepts the texts of `grammar`. Its jobs share what they compute about
/// states; when that has grown large, new jobs start afresh. Throws Error{BadRequest} if a rule is
/// not defined or is left-recursive, or if no text belongs to the grammar. Its filters throw
/// Error{BadRequest} if a text needs too many states.
ConstraintPtr compileGrammar(std::shared_ptr<const TokenTrie> trie, Grammar grammar);

/// Makes a constraint that accepts the texts of a grammar in GBNF (llama.cpp, grammars/README.md),
/// beginning with the rule `root`. Throws Error{BadRequest} naming the line of a mistake, and as
/// compileGrammar() does.
ConstraintPtr grammarConstraint(std::shared_ptr<const TokenTrie> trie, std::string_view gbnf);

/// Finds the tokens that may come next in a state of an automaton, by a walk of the trie of tokens.
///
/// The mask of a state is the union of the masks of its threads. A thread within a terminal that
/// takes many bytes (a string) is handled in two parts. What the terminal accepts by itself does
/// not depend on its position: this part, the head, is computed once and kept for all constraints
/// of the same vocabulary. Only the tokens in the middle of which the terminal ends must be walked
/// together with what follows it, and these are few. All other threads are walked together.
///
/// Masks are kept as well, up to maxKeptBytes. One thread may use it at a time.
class MaskBuilder {
public:
    using StateId = GrammarAutomaton::StateId;
    static constexpr size_t maxKeptBytes = size_t(32) << 20;

    /// `automaton` must outlive the builder.
    MaskBuilder(std::shared_ptr<const TokenTrie> trie, GrammarAutomaton& automaton);

    std::shared_ptr<const TokenMask> mask(StateId state);

private:
    /// A terminal's head in two parts if it counts further than a token is long, see heads().
    struct Heads {
        std::shared_ptr<const Head> all; ///< of the trie
        std::shared_ptr<const Head> longTokens; ///< of the trie of long tokens, or null
    };

    TokenMask computedMask(StateId state);
    bool takesManyBytes(RegexId terminal);
    void addThread(const GrammarAutomaton::Thread& thread, TokenMask& mask);
    void addExits(const TokenTrie& trie, const Head& head, StateId after, TokenMask& mask);
    void walkBelow(const TokenTrie& trie, uint32_t top, StateId state, TokenMask& mask);

    const Heads& heads(RegexId terminal);
    std::shared_ptr<const Head> sharedHead(RegexId terminal, size_t maxDepth);
    Head walkedHead(const TokenTrie& trie, RegexId terminal, size_t minDepth, size_t maxDepth);
    Head headWithExceptions(RegexId terminal, RegexId wider, size_t maxDepth);

    std::shared_ptr<const TokenTrie> m_trie;
    GrammarAutomaton& m_automaton;
    std::unordered_map<StateId, std::shared_ptr<const TokenMask>> m_masks;
    std::unordered_map<RegexId, Heads> m_heads;
    std::vector<StateId> m_path; // states by depth, while walking
};

} // namespace engine
