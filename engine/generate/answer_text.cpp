#include "engine/generate/answer_text.h"

#include "base/utf8.h"
#include "engine/tokenizers/tokenizer.h"
#include "engine/tokenizers/unicode.h"

#include <algorithm>
#include <utility>

namespace engine {

namespace {

// borders[n]: the longest proper prefix of the first n + 1 characters that is also their suffix.
std::vector<size_t> findBorders(const std::u32string& string)
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

} // namespace

TextMatcher::TextMatcher(const std::vector<std::string>& strings, Case letterCase)
    : m_case(letterCase)
{
    for (const std::string& string : strings) {
        if (string.empty())
            continue;
        std::u32string characters = base::decodeUtf8(string);
        for (char32_t& character : characters)
            character = folded(character);
        std::vector<size_t> borders = findBorders(characters);
        m_patterns.push_back({string, std::move(characters), std::move(borders)});
    }
}

std::optional<TextMatcher::Match> TextMatcher::advance(Position& position, char32_t character) const
{
    position.resize(m_patterns.size());
    character = folded(character);
    const Pattern* complete = nullptr;
    for (size_t i = 0; i < m_patterns.size(); ++i) {
        if (!m_patterns[i].advance(position[i], character))
            continue;
        if (!complete || m_patterns[i].characters.size() > complete->characters.size())
            complete = &m_patterns[i];
    }
    if (!complete)
        return std::nullopt;
    return Match{complete->string, complete->characters.size()};
}

size_t TextMatcher::heldCharacters(const Position& position)
{
    return position.empty() ? 0 : *std::ranges::max_element(position);
}

char32_t TextMatcher::folded(char32_t character) const
{
    return m_case == Case::Ignored ? lowercase(character) : character;
}

bool TextMatcher::Pattern::advance(size_t& matched, char32_t next) const
{
    if (matched == characters.size()) // the text continues after a complete one
        matched = borders[matched - 1];
    while (matched > 0 && characters[matched] != next)
        matched = borders[matched - 1];
    if (characters[matched] == next)
        ++matched;
    return matched == characters.size();
}

namespace {

// Returns the offset at which the last `characters` characters of a text begin.
size_t beginOfLast(const std::string& text, size_t characters)
{
    size_t at = text.size();
    for (; characters > 0 && at > 0; --characters)
        at = base::characterStart(text, at - 1);
    return at;
}

} // namespace

AnswerText::AnswerText(const Tokenizer& tokenizer, const Rules& rules)
    : m_stop(rules.stopStrings, TextMatcher::Case::Kept)
    , m_banned(rules.bannedStrings, TextMatcher::Case::Ignored)
    , m_position{.stream = TextStream(tokenizer, rules.specials, rules.shownSpecials),
          .stop = {},
          .banned = {}}
{
}

void AnswerText::skip(size_t bytes)
{
    m_position.skip = bytes;
}

AnswerText::Step AnswerText::push(AnswerToken token)
{
    Step step;
    if (m_stopString)
        return step;
    m_tokens.push_back({.token = std::move(token), .before = m_position});
    const std::string text
        = m_position.stream.push(m_tokens.back().token.id, std::exchange(m_position.skip, 0));
    const Met met = read(text);
    if (met.kind == Met::Banned) {
        takeBack(met.begin, step);
    } else {
        m_tokens.back().textEnd = m_text.size();
        m_tokens.back().isWhole = !m_position.stream.isInsideCharacter();
    }
    step.shown = release(met.kind == Met::Stop ? met.begin : releasable());
    return step;
}

AnswerText::Piece AnswerText::finish()
{
    if (m_stopString)
        return {};
    m_text += m_position.stream.flush();
    for (Held& held : m_tokens)
        held.isWhole = true;
    return release(m_text.size());
}

std::vector<AnswerToken> AnswerText::heldTokens() const
{
    std::vector<AnswerToken> tokens;
    for (const Held& held : m_tokens)
        tokens.push_back(held.token);
    return tokens;
}

// Adds the text of a token up to the first banned string. A stop string ends the search, and what
// follows it in the token is kept with it.
AnswerText::Met AnswerText::read(std::string_view text)
{
    for (size_t at = 0; at < text.size();) {
        const base::Utf8Character character = base::utf8At(text, at);
        m_text += text.substr(at, character.length);
        at += character.length;
        if (const auto match = m_stop.advance(m_position.stop, character.value)) {
            const size_t begin = beginOfLast(m_text, match->characters);
            m_stopString = match->string;
            m_text += text.substr(at);
            return {Met::Stop, begin};
        }
        if (const auto match = m_banned.advance(m_position.banned, character.value))
            return {Met::Banned, beginOfLast(m_text, match->characters)};
    }
    return {};
}

// Takes back every token from the one that holds byte `begin` of the text on.
void AnswerText::takeBack(size_t begin, Step& step)
{
    m_tokens.back().textEnd = m_text.size();
    const size_t first = firstTokenAt(begin);
    step.suppressedText = m_text.substr(textBegin(first));
    m_text.resize(textBegin(first));
    m_position = m_tokens[first].before;
    for (size_t i = first; i < m_tokens.size(); ++i)
        step.suppressed.push_back(std::move(m_tokens[i].token));
    m_tokens.erase(m_tokens.begin() + ptrdiff_t(first), m_tokens.end());
}

// A character may come from several tokens: then it is the first of them.
size_t AnswerText::firstTokenAt(size_t begin) const
{
    size_t token = 0;
    while (m_tokens[token].textEnd <= begin)
        ++token;
    while (token > 0 && !m_tokens[token - 1].isWhole)
        --token;
    return token;
}

// Up to the token in which a stop string or a banned one may begin: a token is shown whole or not
// at all, and one that begins a banned string may have to go as a whole.
size_t AnswerText::releasable() const
{
    const size_t held = std::max(TextMatcher::heldCharacters(m_position.stop),
        TextMatcher::heldCharacters(m_position.banned));
    if (held == 0 || m_text.empty()) // text that was shown before tokens were taken back stays
        return m_text.size();
    return textBegin(firstTokenAt(beginOfLast(m_text, held)));
}

AnswerText::Piece AnswerText::release(size_t bytes)
{
    Piece piece{m_text.substr(0, bytes), {}};
    m_text.erase(0, bytes);
    m_whole += piece.text;

    size_t count = 0;
    for (size_t i = 0; i < m_tokens.size() && m_tokens[i].textEnd <= bytes; ++i)
        if (m_tokens[i].isWhole)
            count = i + 1;
    for (; count > 0; --count) {
        piece.tokens.push_back(std::move(m_tokens.front().token));
        m_tokens.pop_front();
    }
    for (Held& held : m_tokens)
        held.textEnd -= std::min(held.textEnd, bytes);
    return piece;
}

} // namespace engine
