#include "engine/filters/pattern_regex.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "engine/filters/character_set.h"
#include "engine/filters/regex_pool.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace engine {

namespace {

using Kind = PatternNode::Kind;

constexpr int maxDepth = 200; // of groups in groups

CharacterSet digits()
{
    return {{'0', '9'}};
}

// White_Space and line ends of ECMA-262.
CharacterSet spaces()
{
    return {{'\t', '\r'}, {' ', ' '}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x2000, 0x200A},
        {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF}};
}

CharacterSet lineEnds()
{
    return {{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}};
}

PatternNode charactersNode(CharacterSet characters)
{
    return {Kind::Characters, std::move(characters), {}, 0, {}};
}

class Parser {
public:
    explicit Parser(std::string_view pattern)
        : m_text(base::decodeUtf8(pattern))
    {
    }

    PatternNode parse()
    {
        PatternNode whole = choice();
        if (m_at < m_text.size())
            refuse("has an unmatched \")\"");
        return whole;
    }

private:
    [[noreturn]] void refuse(const std::string& clause) const
    {
        throw PatternRefusal(clause, std::min(m_at, m_text.size() - 1) + 1);
    }

    bool atEnd() const { return m_at >= m_text.size(); }
    char32_t peek(size_t ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : U'\0';
    }
    bool takes(std::u32string_view text)
    {
        if (std::u32string_view(m_text).substr(m_at).starts_with(text)) {
            m_at += text.size();
            return true;
        }
        return false;
    }

    PatternNode choice();
    PatternNode sequence();
    PatternNode term();
    PatternNode group();
    PatternNode escape();
    PatternNode repeated(PatternNode atom);
    bool readBraces(uint32_t& min, std::optional<uint32_t>& max);
    std::optional<uint32_t> number();
    CharacterSet characterClass();
    CharacterSet classAtom(bool& isOneCharacter);
    std::optional<CharacterSet> classEscape();
    CharacterSet category();
    char32_t characterEscape();
    char32_t hexDigits(int count);
    char32_t unicodeEscape();

    std::u32string m_text;
    size_t m_at = 0;
    int m_depth = 0;
};

PatternNode Parser::choice()
{
    if (++m_depth > maxDepth)
        refuse("has groups nested deeper than " + std::to_string(maxDepth));
    PatternNode node{Kind::Choice, {}, {}, 0, {}};
    do {
        node.children.push_back(sequence());
    } while (takes(U"|"));
    --m_depth;
    return node.children.size() == 1 ? std::move(node.children.front()) : node;
}

PatternNode Parser::sequence()
{
    PatternNode node{Kind::Sequence, {}, {}, 0, {}};
    while (!atEnd() && peek() != '|' && peek() != ')')
        node.children.push_back(term());
    return node;
}

PatternNode Parser::term()
{
    const size_t position = m_at + 1;
    if (takes(U"^"))
        return {Kind::Begin, {}, {}, 0, {}, position};
    if (takes(U"$"))
        return {Kind::End, {}, {}, 0, {}, position};
    if (takes(U"\\b"))
        return {Kind::WordBoundary, {}, {}, 0, {}, position};
    if (takes(U"\\B"))
        return {Kind::NoWordBoundary, {}, {}, 0, {}, position};
    if (takes(U"("))
        return repeated(group());
    if (takes(U"["))
        return repeated(charactersNode(characterClass()));
    if (takes(U"."))
        return repeated(charactersNode(lineEnds().complement()));
    if (takes(U"\\"))
        return repeated(escape());
    if (peek() == '*' || peek() == '+' || peek() == '?')
        refuse("has nothing to repeat before \"" + std::string(1, char(peek())) + "\"");
    return repeated(charactersNode(CharacterSet::one(m_text[m_at++])));
}

PatternNode Parser::group()
{
    const size_t position = m_at; // of the parenthesis, from 1
    Kind kind = Kind::Sequence;
    if (takes(U"?=")) {
        kind = Kind::LookAhead;
    } else if (takes(U"?!")) {
        kind = Kind::NegativeLookAhead;
    } else if (takes(U"?<=") || takes(U"?<!")) {
        refuse("has a look-behind");
    } else if (takes(U"?<")) {
        while (!atEnd() && peek() != '>')
            ++m_at;
        if (!takes(U">"))
            refuse("has an unclosed group name");
    } else if (!takes(U"?:") && peek() == '?') {
        refuse("has a group that ECMA-262 doesn't define");
    }
    PatternNode inner = choice();
    if (!takes(U")"))
        refuse("has an unclosed \"(\"");
    PatternNode node{kind, {}, {}, 0, {}, position};
    node.children.push_back(std::move(inner));
    return node;
}

PatternNode Parser::repeated(PatternNode atom)
{
    uint32_t min = 0;
    std::optional<uint32_t> max;
    if (takes(U"*")) {
    } else if (takes(U"+")) {
        min = 1;
    } else if (takes(U"?")) {
        max = 1;
    } else if (!readBraces(min, max)) {
        return atom;
    }
    takes(U"?"); // a lazy one finds the same texts
    if (peek() == '*' || peek() == '+' || peek() == '?')
        refuse("repeats a repetition");
    if (atom.kind == Kind::LookAhead || atom.kind == Kind::NegativeLookAhead)
        refuse("repeats a look-ahead");
    PatternNode node{Kind::Repeat, {}, {}, min, max};
    node.children.push_back(std::move(atom));
    return node;
}

std::optional<uint32_t> Parser::number()
{
    if (peek() < '0' || peek() > '9')
        return std::nullopt;
    uint64_t value = 0;
    for (; peek() >= '0' && peek() <= '9'; ++m_at)
        value = std::min<uint64_t>(value * 10 + (peek() - '0'), uint64_t(maxPatternRepeat) + 1);
    if (value > maxPatternRepeat)
        refuse("repeats more than " + std::to_string(maxPatternRepeat) + " times");
    return uint32_t(value);
}

// {n}, {n,} or {n,m}; any other brace is an ordinary character.
bool Parser::readBraces(uint32_t& min, std::optional<uint32_t>& max)
{
    const size_t begin = m_at;
    if (!takes(U"{"))
        return false;
    if (const auto first = number()) {
        const bool isRange = takes(U",");
        const auto last = isRange ? number() : first;
        if (takes(U"}")) {
            if (last && *last < *first)
                refuse("has the bounds of a repetition in the wrong order");
            min = *first;
            max = last;
            return true;
        }
    }
    m_at = begin;
    return false;
}

// Reads a letter behind the backslash if it represents a class of characters.
std::optional<CharacterSet> Parser::classEscape()
{
    if (takes(U"d"))
        return digits();
    if (takes(U"D"))
        return digits().complement();
    if (takes(U"w"))
        return wordCharacters();
    if (takes(U"W"))
        return wordCharacters().complement();
    if (takes(U"s"))
        return spaces();
    if (takes(U"S"))
        return spaces().complement();
    if (takes(U"p"))
        return category();
    if (takes(U"P"))
        return category().complement();
    return std::nullopt;
}

// Reads the rest of a category behind \p: {Lu}.
CharacterSet Parser::category()
{
    std::string name;
    if (takes(U"{"))
        while (!atEnd() && peek() != '}' && peek() < 0x7F && name.size() < 32)
            name += char(m_text[m_at++]);
    const auto found = unicodeCategory(name);
    if (!takes(U"}") || !found)
        refuse("has a \\p without a general category such as \\p{Lu}");
    return *found;
}

// Reads the rest of an escape behind the backslash.
PatternNode Parser::escape()
{
    if (atEnd())
        refuse("ends with a backslash");
    if (auto characters = classEscape())
        return charactersNode(std::move(*characters));
    if (peek() >= '1' && peek() <= '9')
        refuse("has a back-reference");
    return charactersNode(CharacterSet::one(characterEscape()));
}

char32_t Parser::hexDigits(int count)
{
    char32_t value = 0;
    for (int digit = 0; digit < count; ++digit, ++m_at) {
        if (base::hexValue(peek()) < 0)
            refuse("has an escape without its " + std::to_string(count) + " hexadecimal digits");
        value = value * 16 + char32_t(base::hexValue(peek()));
    }
    return value;
}

// Reads the rest of an escape behind \u: four digits, two such escapes that form a surrogate pair,
// or {digits}.
char32_t Parser::unicodeEscape()
{
    if (takes(U"{")) {
        char32_t value = 0;
        while (base::hexValue(peek()) >= 0 && value <= CharacterSet::lastCharacter)
            value = value * 16 + char32_t(base::hexValue(m_text[m_at++]));
        if (!takes(U"}") || value > CharacterSet::lastCharacter)
            refuse("has an escape \\u{…} that isn't a character");
        return value;
    }
    const char32_t first = hexDigits(4);
    const bool isPair = first >= 0xD800 && first < 0xDC00 && peek() == '\\' && peek(1) == 'u';
    if (!isPair)
        return first;
    m_at += 2;
    const char32_t second = hexDigits(4);
    if (second < 0xDC00 || second > 0xDFFF)
        refuse("has an unpaired surrogate");
    return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
}

char32_t Parser::characterEscape()
{
    const char32_t letter = m_text[m_at++];
    switch (letter) {
    case 't':
        return '\t';
    case 'n':
        return '\n';
    case 'v':
        return '\v';
    case 'f':
        return '\f';
    case 'r':
        return '\r';
    case '0':
        return '\0';
    case 'x':
        return hexDigits(2);
    case 'u':
        return unicodeEscape();
    default:
        break;
    }
    const bool isLetter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    if (isLetter || (letter >= '1' && letter <= '9'))
        refuse("has the escape \"\\" + std::string(1, char(letter)) + "\"");
    return letter;
}

// One character or an escape that stands for several, within brackets.
CharacterSet Parser::classAtom(bool& isOneCharacter)
{
    isOneCharacter = true;
    if (!takes(U"\\"))
        return CharacterSet::one(m_text[m_at++]);
    if (atEnd())
        refuse("ends with a backslash");
    if (auto characters = classEscape()) {
        isOneCharacter = false;
        return std::move(*characters);
    }
    if (takes(U"b"))
        return CharacterSet::one('\b');
    if (takes(U"-"))
        return CharacterSet::one('-');
    return CharacterSet::one(characterEscape());
}

// Reads the rest of a character class behind the opening bracket.
CharacterSet Parser::characterClass()
{
    const bool isNegative = takes(U"^");
    CharacterSet characters;
    while (!takes(U"]")) {
        if (atEnd())
            refuse("has an unclosed \"[\"");
        bool isOne = false, isAlsoOne = false;
        const CharacterSet first = classAtom(isOne);
        characters.add(first);
        if (peek() != '-' || m_at + 1 >= m_text.size() || peek(1) == ']')
            continue;
        ++m_at;
        const CharacterSet last = classAtom(isAlsoOne);
        if (isOne && isAlsoOne) {
            const char32_t low = first.ranges().front().first;
            const char32_t high = last.ranges().front().first;
            if (high < low)
                refuse("has the bounds of a range of characters in the wrong order");
            characters.add({low, high});
        } else {
            characters.add(CharacterSet::one('-'));
            characters.add(last);
        }
    }
    return isNegative ? characters.complement() : characters;
}

} // namespace

CharacterSet wordCharacters()
{
    return {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
}

PatternNode parsePattern(std::string_view pattern)
{
    return Parser(pattern).parse();
}

namespace {

// The position of a part: whether nothing comes before its match in the text, and nothing after it.
struct Position {
    bool atBegin, atEnd;
};

bool hasAnchor(const PatternNode& node)
{
    return node.kind == Kind::Begin || node.kind == Kind::End
        || std::ranges::any_of(node.children, hasAnchor);
}

// What a part matches depends on its position only if it has anchors. If one of two neighbors
// matches something, then the other no longer is at that edge of the text; if it matches the empty
// text, the other is where both stood. That gives the four terms of a pair below.
class Compiler {
public:
    explicit Compiler(RegexPool& pool)
        : m_pool(pool)
    {
    }

    RegexId compile(const PatternNode& node, Position position)
    {
        const auto key = std::tuple(&node, position.atBegin, position.atEnd);
        if (const auto found = m_known.find(key); found != m_known.end())
            return found->second;
        const RegexId made = compileNew(node, position);
        m_known.emplace(key, made);
        return made;
    }

private:
    RegexId compileNew(const PatternNode& node, Position position);
    RegexId compileSequence(const PatternNode& node, Position position);
    RegexId compileRepeat(const PatternNode& node, Position position);
    RegexId compileChoice(const PatternNode& node, Position position);
    bool isEmptyAt(const PatternNode& node, Position position)
    {
        return m_pool.matchesEmpty(compile(node, position));
    }

    RegexPool& m_pool;
    std::map<std::tuple<const PatternNode*, bool, bool>, RegexId> m_known;
};

RegexId Compiler::compileNew(const PatternNode& node, Position position)
{
    switch (node.kind) {
    case Kind::Characters:
        return utf8Regex(m_pool, node.characters);
    case Kind::Sequence:
        return compileSequence(node, position);
    case Kind::Choice:
        return compileChoice(node, position);
    case Kind::Repeat:
        return compileRepeat(node, position);
    case Kind::Begin:
        return position.atBegin ? m_pool.empty() : m_pool.nothing();
    case Kind::End:
        return position.atEnd ? m_pool.empty() : m_pool.nothing();
    case Kind::WordBoundary:
    case Kind::NoWordBoundary:
        throw PatternRefusal(
            "has a word boundary (\\b or \\B), which cannot be enforced", node.position);
    case Kind::LookAhead:
    case Kind::NegativeLookAhead:
        throw PatternRefusal("has a look-ahead, which cannot be enforced", node.position);
    }
    return m_pool.nothing();
}

RegexId Compiler::compileChoice(const PatternNode& node, Position position)
{
    std::vector<RegexId> choices;
    for (const PatternNode& child : node.children)
        choices.push_back(compile(child, position));
    return m_pool.choice(choices);
}

// Compiles from the last part to the first. `rest` is what the parts after this one match as a
// whole, when something comes before them ([0]) and when they begin where the sequence does ([1]).
RegexId Compiler::compileSequence(const PatternNode& node, Position position)
{
    RegexId rest[2] = {m_pool.empty(), m_pool.empty()};
    for (size_t index = node.children.size(); index-- > 0;) {
        const PatternNode& part = node.children[index];
        if (!hasAnchor(part) && rest[0] == rest[1]) {
            rest[0] = rest[1] = m_pool.sequence({compile(part, position), rest[0]});
            continue;
        }
        RegexId next[2] = {};
        for (const bool atBegin : {false, true}) {
            const RegexId partly = compile(part, {atBegin, false});
            const RegexId wholly = compile(part, {atBegin, position.atEnd});
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
    return rest[position.atBegin];
}

RegexId Compiler::compileRepeat(const PatternNode& node, Position position)
{
    const PatternNode& part = node.children.front();
    const int64_t max = node.max ? int64_t(*node.max) : RegexPool::unlimited;
    if (!hasAnchor(part))
        return m_pool.repeat(compile(part, position), node.min, max);
    if (node.min > 1)
        throw PatternRefusal("has an anchor (^ or $) within a counted repetition, which cannot be "
                             "enforced");
    std::vector<RegexId> choices;
    if (node.min == 0 || isEmptyAt(part, position))
        choices.push_back(m_pool.empty());
    if (max >= 1)
        choices.push_back(compile(part, position));
    if (max >= 2) {
        const int64_t between = node.max ? max - 2 : max;
        choices.push_back(m_pool.sequence({compile(part, {position.atBegin, false}),
            m_pool.repeat(compile(part, {false, false}), 0, between),
            compile(part, {false, position.atEnd})}));
    }
    return m_pool.choice(choices);
}

} // namespace

RegexId regexOfPattern(RegexPool& pool, const PatternNode& pattern)
{
    return Compiler(pool).compile(pattern, {true, true});
}

} // namespace engine
