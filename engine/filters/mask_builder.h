#pragma once

#include "engine/filters/grammar_automaton.h"
#include "engine/filters/head_cache.h"
#include "engine/filters/token_trie.h"

#include <memory>
#include <unordered_map>

namespace engine {

/// Finds the tokens that may come next, for every state of one automaton, by a walk of the trie.
///
/// A state's mask is the union of its threads' masks. A thread within a terminal that takes many
/// bytes (a string) is answered in two parts. What the terminal takes by itself does not depend on
/// where it stands: that part, the head, is found once and kept, for terminals of all constraints
/// with the same vocabulary. Only tokens in the middle of which the terminal ends have to be walked
/// with what follows it, and these are few. The other threads are walked together.
///
/// Masks are kept as well, up to maxKeptBytes. One thread at a time.
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
