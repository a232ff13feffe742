#include "engine/generate/text_matcher.h"

#include "engine/tokenizers/unicode.h"
#include "engine/tokenizers/utf8.h"

#include <algorithm>

namespace engine {

namespace {

// borders[n]: the longest proper prefix of the first n + 1 characters that is also their suffix.
std::vector<size_t> bordersOf(const std::u32string& string)
{
    std::vector<size_t> borders(string.size(), 0);
    size_t length = 0;
    for (size_t end = 1; end < string.size(); ++end) {
        while (length > 0 && string[end] != string[length])
            length = borders[length - 1];
        if (string[end] == string[length])
            ++length;
        borders[end] = length;
    }
    return borders;
}

std::u32string charactersOf(const std::string& string)
{
    std::u32string characters;
    for (size_t at = 0; at < string.size();) {
        const Utf8Character character = utf8At(string, at);
        characters += character.value;
        at += character.length;
    }
    return characters;
}

} // namespace

TextMatcher::TextMatcher(const std::vector<std::string>& strings, Case letterCase)
    : m_case(letterCase)
{
    for (const std::string& string : strings) {
        if (string.empty())
            continue;
        std::u32string characters = charactersOf(string);
        for (char32_t& character : characters)
            character = folded(character);
        std::vector<size_t> borders = bordersOf(characters);
        m_patterns.push_back({string, std::move(characters), std::move(borders)});
    }
}

std::optional<TextMatcher::Match> TextMatcher::advance(Place& place, char32_t character) const
{
    place.resize(m_patterns.size());
    character = folded(character);
    const Pattern* complete = nullptr;
    for (size_t i = 0; i < m_patterns.size(); ++i) {
        if (!m_patterns[i].advance(place[i], character))
            continue;
        if (!complete || m_patterns[i].characters.size() > complete->characters.size())
            complete = &m_patterns[i];
    }
    if (!complete)
        return std::nullopt;
    return Match{complete->string, complete->characters.size()};
}

size_t TextMatcher::heldCharacters(const Place& place)
{
    return place.empty() ? 0 : *std::ranges::max_element(place);
}

char32_t TextMatcher::folded(char32_t character) const
{
    return m_case == Case::Ignored ? lowercase(character) : character;
}

bool TextMatcher::Pattern::advance(size_t& matched, char32_t next) const
{
    if (matched == characters.size()) // the text goes on after a complete one
        matched = borders[matched - 1];
    while (matched > 0 && characters[matched] != next)
        matched = borders[matched - 1];
    if (characters[matched] == next)
        ++matched;
    return matched == characters.size();
}

} // namespace engine
