#pragma once

#include "engine/filters/character_set.h"
#include "engine/filters/grammar.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A part of the body of a rule in GBNF, the grammar notation of llama.cpp.
struct GbnfNode {
    enum class Kind {
        Literal, ///< the bytes of `text`
        Characters, ///< one character of `characters`
        Reference, ///< the rule named `text`
        Sequence, ///< all of `children` one after the other; without children: the empty text
        Choice, ///< one of `children`
        Repeat, ///< children[0], from `min` to `max` times
    };
    Kind kind;
    int line = 0; ///< the line where it is, counted from 1
    std::string text = {};
    CharacterSet characters = {};
    std::vector<GbnfNode> children = {};
    uint32_t min = 0;
    std::optional<uint32_t> max = {}; ///< nothing: no upper limit
};

struct GbnfRule {
    std::string name;
    int line;
    GbnfNode body;
};

/// Parses the rules of a GBNF text, in their order.
///
///     root  ::= "yes" | no{1,3} ws      # a comment
///     no    ::= [nN] [^\n"x-z] .        (. is any character)
///     ws    ::= ( " " | "\x20" | "\u00A0" | "\U0001F600" )*
///
/// A rule ends with its line, except within parentheses, after ::= and next to |. Throws
/// Error{BadRequest} naming the line and what is wrong with it, also for a rule that is defined
/// twice. It does not check that references lead to a rule.
std::vector<GbnfRule> parseGbnf(std::string_view text);

/// Makes a grammar of parsed rules; it begins with the rule named `root`. Throws Error{BadRequest}
/// if there is no such rule, or naming a rule that is referred to and not defined.
Grammar grammarOfRules(std::span<const GbnfRule> rules);

} // namespace engine
