#pragma once

#include "engine/filters/character_set.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A part of a rule of GBNF.
struct GbnfNode {
    enum class Kind {
        Literal, ///< `text`
        Characters, ///< one of `characters`
        Reference, ///< the rule called `text`
        Sequence, ///< all of `children`; none: the empty text
        Choice, ///< one of `children`
        Repeat, ///< children[0], `min` to `max` times
    };
    Kind kind;
    int line = 0; ///< where it stands, from 1
    std::string text = {};
    CharacterSet characters = {};
    std::vector<GbnfNode> children = {};
    uint32_t min = 0;
    std::optional<uint32_t> max = {}; ///< none: without end
};

struct GbnfRule {
    std::string name;
    int line;
    GbnfNode body;
};

/// The rules of a GBNF text, in its order.
///
///     root  ::= "yes" | no{1,3} ws      # a comment
///     no    ::= [nN] [^\n"x-z] .        (. is any character)
///     ws    ::= ( " " | "\x20" | "\u00A0" | "\U0001F600" )*
///
/// A rule ends with its line, except within parentheses, after ::= and beside |. Throws
/// Error{BadRequest} naming the line and what is wrong, also for a rule that is defined twice.
/// References are not looked up.
std::vector<GbnfRule> parseGbnf(std::string_view text);

} // namespace engine
