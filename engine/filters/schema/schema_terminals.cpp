#include "engine/filters/schema/schema_terminals.h"

#include "base/utf8.h"
#include "engine/filters/character_set.h"

#include <algorithm>
#include <array>
#include <map>

namespace engine {

namespace {

using State = uint32_t;
using Edge = ByteAutomaton::Edge;

struct ShortEscape {
    char letter;
    char32_t character;
};
constexpr std::array<ShortEscape, 7> shortEscapes
    = {{{'"', '"'}, {'\\', '\\'}, {'b', '\b'}, {'f', '\f'}, {'n', '\n'}, {'r', '\r'}, {'t', '\t'}}};

constexpr char hexDigits[] = "0123456789abcdef";
constexpr char32_t firstPlain = 0x20; // what comes before must be escaped

// Turns every step of one character into steps of bytes.
class Speller {
public:
    explicit Speller(const TextSet& texts)
        : m_texts(texts)
    {
        m_automaton.states.resize(texts.states());
        for (State state = 0; state < texts.states(); ++state)
            spell(state);
    }

    ByteAutomaton take() { return std::move(m_automaton); }

private:
    // Bytes that lead from a state to `target`, each within a range.
    struct Path {
        std::array<uint8_t, 4> low, high;
        int length, at;
        State target;
        auto operator<=>(const Path&) const = default;
    };

    State add()
    {
        m_automaton.states.emplace_back();
        return State(m_automaton.states.size() - 1);
    }
    // An edge; joined with the last one where it continues from it.
    void connect(State from, uint8_t first, uint8_t last, State target)
    {
        auto& edges = m_automaton.states[from].edges;
        if (!edges.empty() && edges.back().target == target && edges.back().last + 1 == first)
            edges.back().last = last;
        else
            edges.push_back({first, last, target});
    }

    void spell(State state);
    void spellPlain(State state, char32_t first, char32_t last, State target);
    void spellEscapes(State state);
    void spellLong(State state, std::vector<Path> paths);
    State stateFor(std::vector<Path> paths);
    void addPaths(char32_t first, char32_t last, State target, std::vector<Path>& paths) const;

    const TextSet& m_texts;
    ByteAutomaton m_automaton;
    std::map<std::vector<Path>, State> m_known; // by what is still to be read
};

void Speller::spell(State state)
{
    m_automaton.states[state].accepting = m_texts.accepts(state);
    const auto pieces = m_texts.pieces(state);
    std::vector<Path> paths;
    for (size_t index = 0; index < pieces.size(); ++index) {
        const State target = pieces[index].target;
        const char32_t first = std::max(pieces[index].first, firstPlain);
        const char32_t last
            = index + 1 < pieces.size() ? pieces[index + 1].first - 1 : char32_t(0x10FFFF);
        if (target == TextSet::dead || last < first)
            continue;
        if (first < 0x80)
            spellPlain(state, first, std::min<char32_t>(last, 0x7F), target);
        if (last >= 0x80)
            addPaths(std::max<char32_t>(first, 0x80), last, target, paths);
    }
    spellEscapes(state);
    spellLong(state, std::move(paths));
}

// Characters of one byte, without the two that need a backslash.
void Speller::spellPlain(State state, char32_t first, char32_t last, State target)
{
    for (const char32_t left : {U'"', U'\\'}) {
        if (left < first || left > last)
            continue;
        if (left > first)
            connect(state, uint8_t(first), uint8_t(left - 1), target);
        first = left + 1;
    }
    if (first <= last)
        connect(state, uint8_t(first), uint8_t(last), target);
}

void Speller::spellEscapes(State state)
{
    std::vector<std::pair<char, State>> letters;
    for (const ShortEscape& escape : shortEscapes) {
        const State target = m_texts.next(state, escape.character);
        if (target != TextSet::dead)
            letters.emplace_back(escape.letter, target);
    }
    // \u0000 to \u001f, by the digit before the last.
    std::array<std::vector<std::pair<char, State>>, 2> controls;
    for (char32_t control = 0; control < firstPlain; ++control)
        if (const State target = m_texts.next(state, control); target != TextSet::dead)
            controls[control / 16].emplace_back(hexDigits[control % 16], target);
    const bool hasControls = !controls[0].empty() || !controls[1].empty();
    if (letters.empty() && !hasControls)
        return;

    const State escape = add();
    connect(state, '\\', '\\', escape);
    for (const auto& [letter, target] : letters)
        connect(escape, uint8_t(letter), uint8_t(letter), target);
    if (!hasControls)
        return;
    const State first = add(), second = add(), third = add();
    connect(escape, 'u', 'u', first);
    connect(first, '0', '0', second);
    connect(second, '0', '0', third);
    for (size_t digit = 0; digit < 2; ++digit) {
        if (controls[digit].empty())
            continue;
        const State last = add();
        connect(third, uint8_t('0' + digit), uint8_t('0' + digit), last);
        for (const auto& [letter, target] : controls[digit]) {
            connect(last, uint8_t(letter), uint8_t(letter), target);
            if (letter >= 'a')
                connect(last, uint8_t(letter - 32), uint8_t(letter - 32), target);
        }
    }
}

// Splits a range of characters where their UTF-8 changes its form: RFC 3629, section 4.
void Speller::addPaths(char32_t first, char32_t last, State target, std::vector<Path>& paths) const
{
    for (const char32_t end : {char32_t(0x7FF), char32_t(0xFFFF)})
        if (first <= end && last > end) {
            addPaths(first, end, target, paths);
            addPaths(end + 1, last, target, paths);
            return;
        }
    const int length = first <= 0x7FF ? 2 : first <= 0xFFFF ? 3 : 4;
    for (int byte = 1; byte < length; ++byte) {
        const char32_t mask = (char32_t(1) << (6 * byte)) - 1;
        if ((first & ~mask) == (last & ~mask))
            continue;
        if ((first & mask) != 0) {
            addPaths(first, first | mask, target, paths);
            addPaths((first | mask) + 1, last, target, paths);
            return;
        }
        if ((last & mask) != mask) {
            addPaths(first, (last & ~mask) - 1, target, paths);
            addPaths(last & ~mask, last, target, paths);
            return;
        }
    }
    Path path{{}, {}, length, 0, target};
    for (int byte = length - 1; byte >= 0; --byte, first >>= 6, last >>= 6) {
        const uint8_t lead = byte > 0 ? 0x80 : length == 2 ? 0xC0 : length == 3 ? 0xE0 : 0xF0;
        const char32_t bits = byte > 0 ? 0x3F : 0x1F;
        path.low[size_t(byte)] = uint8_t(lead | (first & bits));
        path.high[size_t(byte)] = uint8_t(lead | (last & bits));
    }
    paths.push_back(path);
}

// Paths are in ascending order and do not overlap; those that share a first byte continue together.
void Speller::spellLong(State state, std::vector<Path> paths)
{
    std::map<std::pair<uint8_t, uint8_t>, std::vector<Path>> byFirst;
    for (Path& path : paths) {
        const size_t at = size_t(path.at++);
        const std::pair first{path.low[at], path.high[at]};
        path.low[at] = path.high[at] = 0; // read already, so of no importance
        byFirst[first].push_back(path);
    }
    for (auto& [bytes, rest] : byFirst)
        connect(state, bytes.first, bytes.second, stateFor(std::move(rest)));
}

State Speller::stateFor(std::vector<Path> paths)
{
    if (paths.front().at == paths.front().length)
        return paths.front().target;
    const auto found = m_known.find(paths);
    if (found != m_known.end())
        return found->second;
    const State state = add();
    m_known.emplace(paths, state);
    spellLong(state, std::move(paths));
    return state;
}

} // namespace

std::string jsonEscaped(std::string_view utf8)
{
    std::string escaped;
    for (const char letter : utf8) {
        const auto* found = std::find_if(
            shortEscapes.begin(), shortEscapes.end(), [&](const ShortEscape& escape) {
                return escape.character == char32_t(uint8_t(letter));
            });
        if (found != shortEscapes.end())
            escaped += {'\\', found->letter};
        else if (uint8_t(letter) < firstPlain)
            escaped += {'\\', 'u', '0', '0', hexDigits[letter / 16], hexDigits[letter % 16]};
        else
            escaped += letter;
    }
    return escaped;
}

ByteAutomaton jsonSpellings(const TextSet& texts)
{
    return Speller(texts).take();
}

namespace {

constexpr int64_t maxBlanks = 64;
constexpr size_t maxListed = 400; // texts that are written one by one

bool hasControl(std::string_view text)
{
    return std::any_of(
        text.begin(), text.end(), [](char letter) { return uint8_t(letter) < 0x20; });
}

std::string toUtf8(std::u32string_view characters)
{
    std::string text;
    for (const char32_t character : characters)
        base::appendUtf8(text, character);
    return text;
}

} // namespace

SchemaTerminals::SchemaTerminals(RegexPool& pool)
    : m_pool(pool)
{
    ByteSet blanks = ByteSet::of(' ');
    blanks.add('\t');
    const RegexId lineBreak
        = pool.sequence({pool.optional(pool.literal("\r")), pool.literal("\n")});
    m_space
        = pool.sequence({pool.optional(lineBreak), pool.repeat(pool.bytes(blanks), 0, maxBlanks)});
    m_quote = pool.literal("\"");
    m_colon = pool.literal(":");
    m_character = pool.automaton(jsonSpellings(TextSet::ofLength(1, 1)));
    m_anyText = quoted(pool.repeat(m_character, 0));

    const RegexId digit = pool.bytes(ByteSet::range('0', '9'));
    ByteSet exponentLetters = ByteSet::of('e'), signs = ByteSet::of('+');
    exponentLetters.add('E');
    signs.add('-');
    m_wholeNumber = pool.sequence({pool.optional(pool.literal("-")),
        pool.choice({pool.literal("0"),
            pool.sequence({pool.bytes(ByteSet::range('1', '9')), pool.repeat(digit, 0)})})});
    // Two digits of an exponent keep every number within what programs can hold.
    const RegexId exponent = pool.sequence(
        {pool.bytes(exponentLetters), pool.optional(pool.bytes(signs)), pool.repeat(digit, 1, 2)});
    m_anyNumber = pool.sequence(
        {m_wholeNumber, pool.optional(pool.sequence({pool.literal("."), pool.repeat(digit, 1)})),
            pool.optional(exponent)});
}

RegexId SchemaTerminals::quoted(RegexId content)
{
    return m_pool.sequence({m_quote, content, m_quote});
}

RegexId SchemaTerminals::content(const TextSet& texts)
{
    if (texts.isEmpty())
        return m_pool.nothing();
    const auto found = m_contents.find(texts.identity());
    if (found != m_contents.end())
        return found->second.second;
    const RegexId content = m_pool.automaton(jsonSpellings(texts));
    m_contents.emplace(texts.identity(), std::pair(texts, content));
    return content;
}

RegexId SchemaTerminals::text(const SchemaShape& shape)
{
    const bool anyLength = shape.min == 0 && !shape.max;
    if (shape.texts.empty() && anyLength)
        return m_anyText;
    const int64_t max = shape.max ? int64_t(*shape.max) : RegexPool::unlimited;
    if (shape.texts.empty())
        return quoted(m_pool.repeat(m_character, int64_t(shape.min), max));
    TextSet first = shape.texts.front();
    if (const auto listed = first.list(maxListed)) {
        std::vector<std::string> words;
        for (const std::u32string& word : *listed) {
            const bool fits
                = word.size() >= shape.min && word.size() <= shape.max.value_or(~size_t(0));
            if (fits
                && std::all_of(shape.texts.begin() + 1, shape.texts.end(),
                    [&](const TextSet& texts) { return texts.contains(word); }))
                words.push_back('"' + jsonEscaped(toUtf8(word)) + '"');
        }
        return m_pool.anyLiteral(std::move(words));
    }
    std::vector<RegexId> all;
    for (const TextSet& texts : shape.texts)
        all.push_back(content(texts));
    if (!anyLength)
        all.push_back(m_pool.repeat(m_character, int64_t(shape.min), max));
    return quoted(m_pool.intersection(all));
}

RegexId SchemaTerminals::numberLike(const TextSet& numbers)
{
    return numbers.isEmpty() ? m_pool.nothing() : m_pool.automaton(jsonSpellings(numbers));
}

RegexId SchemaTerminals::number(const SchemaShape& shape)
{
    using Kind = NumberTest::Kind;
    const auto& tests = shape.numberTests;
    if (tests.empty())
        return m_anyNumber;
    if (tests.size() == 1 && tests[0].kind == Kind::Whole && tests[0].holds)
        return m_wholeNumber;
    const TextSet numbers = numbersPassing(tests);
    const auto equal = std::find_if(tests.begin(), tests.end(),
        [](const NumberTest& test) { return test.kind == Kind::Equals && test.holds; });
    if (equal == tests.end())
        return numberLike(numbers);
    std::vector<std::string> spellings;
    const std::string plain = equal->operand.text();
    for (const std::string& spelling : {plain, plain + ".0"})
        if (numbers.contains(base::decodeUtf8(spelling)))
            spellings.push_back(spelling);
    return m_pool.anyLiteral(std::move(spellings));
}

RegexId SchemaTerminals::name(const std::string& name)
{
    return m_pool.literal('"' + jsonEscaped(name) + "\":");
}

RegexId SchemaTerminals::nameIn(const TextSet& names)
{
    return m_pool.sequence({quoted(content(names)), m_colon});
}

RegexId SchemaTerminals::nameOtherThan(const std::vector<std::string>& names)
{
    if (names.empty())
        return m_pool.sequence({m_anyText, m_colon});
    // A name with control characters can be spelled in several ways.
    if (std::any_of(names.begin(), names.end(), hasControl)) {
        std::vector<std::u32string> texts;
        for (const std::string& name : names)
            texts.push_back(base::decodeUtf8(name));
        return nameIn(~TextSet::exactly(texts));
    }
    std::vector<std::string> spellings;
    for (const std::string& name : names)
        spellings.push_back('"' + jsonEscaped(name) + '"');
    return m_pool.sequence(
        {m_pool.difference(m_anyText, m_pool.anyLiteral(std::move(spellings))), m_colon});
}

} // namespace engine
