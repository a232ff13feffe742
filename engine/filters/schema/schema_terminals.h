#pragma once

#include "engine/filters/grammar.h"
#include "engine/filters/regex_pool.h"
#include "engine/filters/schema/schema_resolver.h"
#include "engine/filters/schema/schema_text_set.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

/// How a text is written between the quotes of a JSON string: with the escapes that JSON requires
/// and no others.
std::string jsonEscaped(std::string_view utf8);

/// An automaton of these spellings for all texts of a set, which must not be empty.
ByteAutomaton jsonSpellings(const TextSet& texts);

/// The lexical tokens of JSON as expressions over bytes.
///
/// A text is written with the escapes that JSON requires and no others: a quote is \", a line feed
/// \n or \u000a, and every character from the blank on stands for itself in UTF-8. So every text
/// without control characters has exactly one spelling.
class SchemaTerminals {
public:
    explicit SchemaTerminals(RegexPool& pool);

    /// White space between tokens: at most one line break, then at most 64 blanks or tabs.
    RegexId space() const { return m_space; }

    RegexId text(const SchemaShape& shape);
    RegexId number(const SchemaShape& shape);

    /// The name of a member with its quotes and the colon; so do the next two.
    RegexId name(const std::string& name);
    RegexId nameIn(const TextSet& names);
    RegexId nameOtherThan(const std::vector<std::string>& names);

private:
    RegexId quoted(RegexId content);
    RegexId content(const TextSet& texts);
    RegexId numberLike(const TextSet& numbers);

    RegexPool& m_pool;
    RegexId m_space, m_quote, m_colon, m_character, m_anyText;
    RegexId m_anyNumber, m_wholeNumber;
    std::map<const void*, std::pair<TextSet, RegexId>> m_contents; // by identity
};

} // namespace engine
