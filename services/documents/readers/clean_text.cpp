#include "services/documents/readers/clean_text.h"

#include <algorithm>
#include <array>
#include <utf8proc.h>

namespace services {

namespace {

constexpr char32_t softHyphen = 0xAD;
constexpr char32_t firstLigature = 0xFB00;
constexpr std::array<std::string_view, 7> ligatures{"ff", "fi", "fl", "ffi", "ffl", "st", "st"};

bool isSpace(char32_t c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == 0xA0 || c == 0x1680
        || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000;
}

bool isLineEnd(char32_t c)
{
    return c == '\n' || c == '\r' || c == '\f' || c == 0x85 || c == 0x2028 || c == 0x2029;
}

// Control characters, marks of direction and of places where a word may be divided.
bool isInvisible(char32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == softHyphen || c == 0x200B || c == 0x2060
        || (c >= 0x200E && c <= 0x200F) || (c >= 0x202A && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF || (c & 0xFFFE) == 0xFFFE;
}

void put(std::string& into, char32_t c)
{
    if (c < 0x80) {
        into += char(c);
        return;
    }
    utf8proc_uint8_t bytes[4];
    const utf8proc_ssize_t length = utf8proc_encode_char(utf8proc_int32_t(c), bytes);
    into.append(reinterpret_cast<const char*>(bytes), size_t(length));
}

// The character at the beginning of `text`, which it is taken from.
char32_t take(std::string_view& text)
{
    if (uint8_t(text[0]) < 0x80) {
        const char32_t c = uint8_t(text[0]);
        text.remove_prefix(1);
        return c;
    }
    utf8proc_int32_t c;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    const utf8proc_ssize_t length = utf8proc_iterate(bytes, utf8proc_ssize_t(text.size()), &c);
    text.remove_prefix(size_t(length > 0 ? length : 1));
    return length > 0 ? char32_t(c) : 0xFFFD;
}

void putVisible(std::string& into, char32_t c)
{
    if (c >= firstLigature && c < firstLigature + ligatures.size())
        into += ligatures[c - firstLigature];
    else
        put(into, c);
}

} // namespace

std::string proseOf(std::string_view text)
{
    std::string prose;
    prose.reserve(text.size());
    char gap = 0; // what stands between the last word and the next one
    bool wordGoesOn = false; // behind a soft hyphen
    while (!text.empty()) {
        const char32_t c = take(text);
        if (c == softHyphen) {
            wordGoesOn = true;
        } else if (isLineEnd(c)) {
            gap = wordGoesOn ? gap : '\n';
        } else if (isSpace(c)) {
            gap = gap || wordGoesOn ? gap : ' ';
        } else if (!isInvisible(c)) {
            if (gap && !prose.empty())
                prose += gap;
            gap = 0;
            wordGoesOn = false;
            putVisible(prose, c);
        }
    }
    return prose;
}

std::string onOneLine(std::string text)
{
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return text;
}

std::string codeOf(std::string_view text)
{
    std::string code;
    code.reserve(text.size());
    const auto cutBack
        = [&code](std::string_view what) { code.resize(code.find_last_not_of(what) + 1); };
    while (!text.empty()) {
        const char32_t c = take(text);
        if (c == '\r' && text.starts_with('\n'))
            continue;
        if (isLineEnd(c)) {
            cutBack(" \t");
            if (!code.empty())
                code += '\n';
        } else if (c == '\t' || !isInvisible(c)) {
            put(code, c);
        }
    }
    cutBack(" \t\n");
    return code;
}

} // namespace services
