#include "engine/filters/schema/schema_terminals.h"

#include "engine/filters/character_set.h"
#include "engine/filters/schema/schema_spelling.h"
#include "engine/tokenizers/utf8.h"

#include <algorithm>

namespace engine {

namespace {

constexpr int64_t maxBlanks = 64;
constexpr size_t maxListed = 400; // texts that are written one by one

bool hasControl(std::string_view text)
{
    return std::any_of(
        text.begin(), text.end(), [](char letter) { return uint8_t(letter) < 0x20; });
}

std::string utf8Of(std::u32string_view characters)
{
    std::string text;
    for (const char32_t character : characters)
        appendUtf8(text, character);
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
                words.push_back('"' + jsonEscaped(utf8Of(word)) + '"');
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
        if (numbers.contains(charactersOf(spelling)))
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
            texts.push_back(charactersOf(name));
        return nameIn(~TextSet::exactly(texts));
    }
    std::vector<std::string> spellings;
    for (const std::string& name : names)
        spellings.push_back('"' + jsonEscaped(name) + '"');
    return m_pool.sequence(
        {m_pool.difference(m_anyText, m_pool.anyLiteral(std::move(spellings))), m_colon});
}

} // namespace engine
