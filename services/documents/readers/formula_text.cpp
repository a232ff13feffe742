#include "services/documents/readers/formula_text.h"

#include "base/ascii.h"
#include "base/utf8.h"

#include <array>
#include <cctype>
#include <cstdint>
#include <optional>

namespace services {

namespace {

bool isLetter(char c)
{
    return std::isalpha(uint8_t(c)) || uint8_t(c) >= 0x80;
}

// Superscripts or subscripts of all characters; nothing if one has none.
std::optional<std::string> shifted(std::string_view text, bool isRaised)
{
    constexpr std::array<std::string_view, 10> raised{
        "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    constexpr std::array<std::string_view, 10> lowered{
        "₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
    std::string result;
    for (size_t at = 0; at < text.size();) {
        const auto [c, length, state] = base::utf8At(text, at);
        at += length;
        if (base::isDigit(c))
            result += (isRaised ? raised : lowered)[c - U'0'];
        else if (c == U'+')
            result += isRaised ? "⁺" : "₊";
        else if (c == U'-' || c == U'−' || c == U'–')
            result += isRaised ? "⁻" : "₋";
        else
            return std::nullopt;
    }
    return result;
}

// "x", "12.5" and "f(x)" need no parentheses where something stands next to them.
bool isTerm(std::string_view text)
{
    int depth = 0;
    for (const char c : text) {
        depth += (c == '(') - (c == ')');
        if (depth == 0 && !isLetter(c) && !std::isdigit(uint8_t(c)) && c != '.' && c != '_'
            && c != ')')
            return false;
    }
    return text.find("−") == std::string_view::npos && text.find("±") == std::string_view::npos
        && text.find("⋅") == std::string_view::npos && text.find("×") == std::string_view::npos;
}

std::string asTerm(std::string_view text)
{
    text = base::trimmed(text);
    return isTerm(text) ? std::string(text) : '(' + std::string(text) + ')';
}

} // namespace

void appendRaised(std::string& text, std::string_view raised)
{
    const std::string_view part = base::trimmed(raised);
    const bool isAfterDigit = !text.empty() && std::isdigit(uint8_t(text.back()));
    bool hasLetters = true, hasSigns = true; // nothing else
    for (const char c : part) {
        hasLetters &= isLetter(c);
        hasSigns &= !std::isalnum(uint8_t(c)) && uint8_t(c) < 0x80 && c != '+' && c != '-';
    }
    constexpr std::string_view ordinals = "aeod"; // "2e", "1o"
    const bool isOrdinal
        = isAfterDigit && part.size() == 1 && ordinals.find(part[0]) != std::string_view::npos;
    if (const auto digits = shifted(part, true))
        text += *digits;
    else if (text.empty() || hasSigns || isOrdinal
        || part.find_first_of("[]") != std::string_view::npos || part.front() == '('
        || (hasLetters && (part.size() > 1)))
        text += raised;
    else
        text += part == "n" ? "ⁿ" : part == "i" ? "ⁱ" : '^' + asTerm(part);
}

void appendLowered(std::string& text, std::string_view lowered)
{
    const std::string_view part = base::trimmed(lowered);
    const bool isAfterDigit = !text.empty() && std::isdigit(uint8_t(text.back()));
    const auto digits = shifted(part, false);
    if (digits && isAfterDigit)
        text += *digits;
    else
        text += lowered;
}

std::string fraction(std::string_view numerator, std::string_view denominator)
{
    return asTerm(numerator) + '/' + asTerm(denominator);
}

std::string root(std::string_view degree, std::string_view radicand)
{
    const std::string_view part = base::trimmed(degree);
    const std::string sign = part.empty() || part == "2" ? "√"
        : part == "3"                                    ? "∛"
        : part == "4"                                    ? "∜"
                      : shifted(part, true).value_or('(' + std::string(part) + ')') + "√";
    return sign + '(' + std::string(base::trimmed(radicand)) + ')';
}

std::string withExponent(std::string_view base, std::string_view exponent)
{
    const std::string_view part = base::trimmed(exponent);
    std::string text = base.size() > 1 && !isTerm(base) && !base.ends_with(')')
        ? '(' + std::string(base) + ')'
        : std::string(base);
    if (part == "′" || part == "'" || part == "″" || part == "∗" || part == "*")
        return text + std::string(part);
    if (part == "∘" || part == "°")
        return text + "°";
    if (const auto digits = shifted(part, true))
        return text + *digits;
    return text + (part == "n" ? "ⁿ" : '^' + asTerm(part));
}

std::string withIndex(std::string_view base, std::string_view index)
{
    const std::string_view part = base::trimmed(index);
    return std::string(base) + shifted(part, false).value_or('_' + asTerm(part));
}

} // namespace services
