#include "base/utf8.h"

#include <algorithm>

namespace base {
namespace {

using State = Utf8Character::State;

// What may follow a leading byte: Table 3-7 of the Unicode standard.
struct Lead {
    int following = -1; // continuation bytes; −1: no character begins so
    unsigned char lowest = 0x80, highest = 0xBF; // bounds of the first of them
};

Lead classifyLead(unsigned char byte)
{
    if (byte < 0x80)
        return {0};
    if (byte >= 0xC2 && byte <= 0xDF)
        return {1};
    if (byte >= 0xE0 && byte <= 0xEF) {
        const unsigned char lowest = byte == 0xE0 ? 0xA0 : 0x80;
        const unsigned char highest = byte == 0xED ? 0x9F : 0xBF;
        return {2, lowest, highest};
    }
    if (byte >= 0xF0 && byte <= 0xF4) {
        const unsigned char lowest = byte == 0xF0 ? 0x90 : 0x80;
        const unsigned char highest = byte == 0xF4 ? 0x8F : 0xBF;
        return {3, lowest, highest};
    }
    return {};
}

} // namespace

Utf8Character utf8At(std::string_view text, size_t at)
{
    const auto first = static_cast<unsigned char>(text[at]);
    const Lead lead = classifyLead(first);
    if (lead.following < 0)
        return {0xFFFD, 1, State::Broken};
    if (lead.following == 0)
        return {first, 1, State::Whole};

    char32_t value = first & (0x3F >> lead.following);
    for (int i = 1; i <= lead.following; ++i) {
        if (at + i == text.size())
            return {0xFFFD, static_cast<size_t>(i), State::Unfinished};
        const auto byte = static_cast<unsigned char>(text[at + i]);
        const bool fits = i == 1 ? byte >= lead.lowest && byte <= lead.highest : (byte >> 6) == 2;
        if (!fits)
            return {0xFFFD, static_cast<size_t>(i), State::Broken};
        value = value << 6 | (byte & 0x3F);
    }
    return {value, static_cast<size_t>(lead.following) + 1, State::Whole};
}

void appendUtf8(std::string& text, char32_t character)
{
    const auto continuation
        = [&](int shift) { text += static_cast<char>(0x80 | (character >> shift & 0x3F)); };
    if (character < 0x80) {
        text += static_cast<char>(character);
    } else if (character < 0x800) {
        text += static_cast<char>(0xC0 | character >> 6);
        continuation(0);
    } else if (character < 0x10000) {
        text += static_cast<char>(0xE0 | character >> 12);
        continuation(6);
        continuation(0);
    } else {
        text += static_cast<char>(0xF0 | character >> 18);
        continuation(12);
        continuation(6);
        continuation(0);
    }
}

std::string repairedUtf8(std::string_view text, BrokenUtf8 broken)
{
    std::string repaired;
    repaired.reserve(text.size());
    for (size_t at = 0; at < text.size();) {
        const Utf8Character character = utf8At(text, at);
        if (character.state == State::Whole)
            repaired += text.substr(at, character.length);
        const bool perByte = broken == BrokenUtf8::OnePerByte;
        const size_t marks = perByte ? character.length : 1;
        for (size_t i = 0; character.state != State::Whole && i < marks; ++i)
            repaired += replacementCharacter;
        at += character.length;
    }
    return repaired;
}

bool isUtf8(std::string_view text)
{
    for (size_t at = 0; at < text.size();) {
        const Utf8Character character = utf8At(text, at);
        if (character.state != State::Whole)
            return false;
        at += character.length;
    }
    return true;
}

size_t countCharacters(std::string_view text)
{
    return size_t(std::ranges::count_if(text, [](char byte) { return (byte & 0xC0) != 0x80; }));
}

std::u32string decodeUtf8(std::string_view text)
{
    std::u32string characters;
    for (size_t at = 0; at < text.size();) {
        const Utf8Character character = utf8At(text, at);
        characters += character.value;
        at += character.length;
    }
    return characters;
}

std::string beginning(std::string_view text, size_t mostBytes)
{
    if (text.size() <= mostBytes)
        return std::string(text);
    size_t end = 0;
    while (end + utf8At(text, end).length <= mostBytes)
        end += utf8At(text, end).length;
    return std::string(text.substr(0, end)) + "…";
}

std::string printable(std::string_view text, size_t maxLength)
{
    std::string shown(text);
    if (shown.size() > maxLength)
        shown.replace(maxLength / 2, shown.size() - maxLength + 3, "...");
    for (char& letter : shown)
        if (letter < ' ' || letter > '~')
            letter = '?';
    return shown;
}

} // namespace base
