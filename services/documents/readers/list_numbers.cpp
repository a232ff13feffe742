#include "services/documents/readers/list_numbers.h"

#include <algorithm>
#include <utility>

namespace services {

namespace {

std::string letters(int64_t number, char first)
{
    constexpr int64_t count = 26, mostRepeats = 10;
    const int64_t repeats = (number - 1) / count + 1;
    if (number < 1 || repeats > mostRepeats)
        return std::to_string(number);
    return std::string(size_t(repeats), char(first + (number - 1) % count));
}

std::string roman(int64_t number)
{
    constexpr std::pair<int, const char*> signs[]
        = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"},
            {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};
    if (number < 1 || number > 3999)
        return std::to_string(number);
    std::string text;
    for (const auto& [value, sign] : signs)
        for (; number >= value; number -= value)
            text += sign;
    return text;
}

} // namespace

NumberStyle numberStyle(std::string_view name)
{
    constexpr std::pair<std::string_view, NumberStyle> names[] = {{"1", NumberStyle::Decimal},
        {"decimal", NumberStyle::Decimal}, {"a", NumberStyle::LowerLetter},
        {"lowerLetter", NumberStyle::LowerLetter}, {"lower-alpha", NumberStyle::LowerLetter},
        {"lower-latin", NumberStyle::LowerLetter}, {"A", NumberStyle::UpperLetter},
        {"upperLetter", NumberStyle::UpperLetter}, {"upper-alpha", NumberStyle::UpperLetter},
        {"upper-latin", NumberStyle::UpperLetter}, {"i", NumberStyle::LowerRoman},
        {"lowerRoman", NumberStyle::LowerRoman}, {"lower-roman", NumberStyle::LowerRoman},
        {"I", NumberStyle::UpperRoman}, {"upperRoman", NumberStyle::UpperRoman},
        {"upper-roman", NumberStyle::UpperRoman}, {"decimalZero", NumberStyle::PaddedDecimal},
        {"decimal-leading-zero", NumberStyle::PaddedDecimal}, {"none", NumberStyle::None},
        {"bullet", NumberStyle::None}, {"disc", NumberStyle::None}, {"circle", NumberStyle::None},
        {"square", NumberStyle::None}, {"", NumberStyle::None}};
    const auto found = std::ranges::find(names, name, [](const auto& each) { return each.first; });
    return found == std::end(names) ? NumberStyle::Decimal : found->second;
}

std::string numberText(int64_t number, NumberStyle style)
{
    switch (style) {
    case NumberStyle::None:
        return {};
    case NumberStyle::PaddedDecimal:
        return (number >= 0 && number < 10 ? "0" : "") + std::to_string(number);
    case NumberStyle::LowerLetter:
        return letters(number, 'a');
    case NumberStyle::UpperLetter:
        return letters(number, 'A');
    case NumberStyle::LowerRoman: {
        std::string text = roman(number);
        std::ranges::transform(text, text.begin(), [](char c) { return char(c | 0x20); });
        return text;
    }
    case NumberStyle::UpperRoman:
        return roman(number);
    case NumberStyle::Decimal:
        break;
    }
    return std::to_string(number);
}

void ListNumbers::restart(size_t level, int64_t number)
{
    level = std::min(level, levels - 1);
    m_numbers[level] = number - 1;
    m_isUsed[level] = true;
}

std::string ListNumbers::next(size_t level)
{
    level = std::min(level, levels - 1);
    for (size_t each = 0; each <= level; ++each)
        if (!std::exchange(m_isUsed[each], true))
            m_numbers[each] = m_levels[each].start - (each == level ? 1 : 0);
    std::fill(m_isUsed.begin() + ptrdiff_t(level) + 1, m_isUsed.end(), false);
    m_numbers[level] = std::min(m_numbers[level], INT64_MAX - 1) + 1;

    const Level& shown = m_levels[level];
    if (shown.style == NumberStyle::None)
        return {};
    std::string text;
    for (size_t at = 0; at < shown.pattern.size(); ++at) {
        const char digit = at + 1 < shown.pattern.size() ? shown.pattern[at + 1] : ' ';
        if (shown.pattern[at] != '%' || digit < '1' || digit > '9') {
            text += shown.pattern[at];
            continue;
        }
        const size_t other = size_t(digit - '1');
        const NumberStyle style = m_levels[other].style;
        text += numberText(m_numbers[other],
            shown.isDecimal && style != NumberStyle::None ? NumberStyle::Decimal : style);
        ++at;
    }
    return text;
}

} // namespace services
