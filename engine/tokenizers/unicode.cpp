#include "engine/tokenizers/unicode.h"

#include "base/error.h"
#include "base/utf8.h"

#include <array>
#include <cstdlib>
#include <memory>
#include <utf8proc.h>

namespace engine {

namespace {

utf8proc_category_t readCategory(char32_t character)
{
    return utf8proc_category(static_cast<utf8proc_int32_t>(character));
}

bool isBetween(utf8proc_category_t category, utf8proc_category_t first, utf8proc_category_t last)
{
    return category >= first && category <= last;
}

utf8proc_option_t toOptions(NormalForm form)
{
    switch (form) {
    case NormalForm::Nfc:
        return utf8proc_option_t(UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    case NormalForm::Nfd:
        return utf8proc_option_t(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE);
    case NormalForm::Nfkc:
        return utf8proc_option_t(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
    case NormalForm::Nfkd:
        return utf8proc_option_t(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT);
    }
    return {};
}

// The position of the first byte from `at` on that is ASCII, or is not; the end without one.
size_t findAscii(std::string_view text, size_t at, bool wanted)
{
    while (at < text.size() && (static_cast<unsigned char>(text[at]) < 0x80) != wanted)
        ++at;
    return at;
}

std::string normalizedSlowly(std::string_view text, NormalForm form)
{
    if (text.empty())
        return {};
    utf8proc_uint8_t* result = nullptr;
    const auto length = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
        static_cast<utf8proc_ssize_t>(text.size()), &result, toOptions(form));
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owned(result, &std::free);
    if (length < 0)
        throw base::Error(base::ErrorKind::BadRequest,
            std::string("the text cannot be brought into Unicode normal form: ")
                + utf8proc_errmsg(length));
    return {reinterpret_cast<const char*>(result), static_cast<size_t>(length)};
}

} // namespace

bool isWhitespace(char32_t c)
{
    return (c >= 9 && c <= 13) || c == ' ' || c == 0x85 || c == 0xA0 || c == 0x1680
        || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F
        || c == 0x3000;
}

bool isControl(char32_t character)
{
    return isBetween(readCategory(character), UTF8PROC_CATEGORY_CC, UTF8PROC_CATEGORY_CO);
}

bool isPunctuation(char32_t character)
{
    return isBetween(readCategory(character), UTF8PROC_CATEGORY_PC, UTF8PROC_CATEGORY_PO);
}

bool isSymbol(char32_t character)
{
    return isBetween(readCategory(character), UTF8PROC_CATEGORY_SM, UTF8PROC_CATEGORY_SO);
}

bool isMark(char32_t character)
{
    return isBetween(readCategory(character), UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_ME);
}

bool isNonspacingMark(char32_t character)
{
    return readCategory(character) == UTF8PROC_CATEGORY_MN;
}

bool isNumber(char32_t character)
{
    return isBetween(readCategory(character), UTF8PROC_CATEGORY_ND, UTF8PROC_CATEGORY_NO);
}

bool isWordCharacter(char32_t character)
{
    return isBetween(readCategory(character), UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_PC);
}

bool isCjkIdeograph(char32_t c)
{
    struct Block {
        char32_t first, last;
    };
    static constexpr std::array<Block, 8> blocks{
        {{0x4E00, 0x9FFF}, {0x3400, 0x4DBF}, {0x20000, 0x2A6DF}, {0x2A700, 0x2B73F},
            {0x2B740, 0x2B81F}, {0x2B920, 0x2CEAF}, {0xF900, 0xFAFF}, {0x2F800, 0x2FA1F}}};
    for (const Block& block : blocks)
        if (c >= block.first && c <= block.last)
            return true;
    return false;
}

char32_t lowercase(char32_t character)
{
    return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(character)));
}

char32_t baseCharacter(char32_t character)
{
    std::array<utf8proc_int32_t, 16> parts{};
    int boundClass = 0;
    const auto count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(character),
        parts.data(), parts.size(), UTF8PROC_DECOMPOSE, &boundClass);
    return count > 0 ? static_cast<char32_t>(parts[0]) : character;
}

// ASCII characters are in every normal form, and join only with marks behind them.
std::string normalized(std::string_view text, NormalForm form)
{
    std::string result;
    result.reserve(text.size());
    for (size_t done = 0; done < text.size();) {
        const size_t other = findAscii(text, done, false);
        const size_t begin = other < text.size() && other > done ? other - 1 : other;
        const size_t end = findAscii(text, other, true);
        result += text.substr(done, begin - done);
        result += normalizedSlowly(text.substr(begin, end - begin), form);
        done = end;
    }
    return result;
}

std::string lowercased(std::string_view text)
{
    std::string lower;
    lower.reserve(text.size());
    for (size_t at = 0; at < text.size();) {
        const base::Utf8Character character = base::utf8At(text, at);
        at += character.length;
        base::appendUtf8(lower, lowercase(character.value));
        if (character.value == 0x130) // İ is the one whose full mapping is longer: i and a dot
            base::appendUtf8(lower, 0x307);
    }
    return lower;
}

namespace {

constexpr size_t letterCount = 0x144; // U+0000 … U+0143

struct Letters {
    std::array<std::string, 256> ofByte;
    std::array<int, letterCount> leadByte; // −1: no letter
};

bool standsForItself(int byte)
{
    return (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

Letters makeLetters()
{
    Letters letters;
    letters.leadByte.fill(-1);
    char32_t next = 0x100;
    for (int byte = 0; byte < 256; ++byte) {
        const char32_t letter = standsForItself(byte) ? static_cast<char32_t>(byte) : next++;
        base::appendUtf8(letters.ofByte[byte], letter);
        letters.leadByte[letter] = byte;
    }
    return letters;
}

const Letters& letters()
{
    static const Letters made = makeLetters();
    return made;
}

} // namespace

std::string toByteLetters(std::string_view bytes)
{
    std::string spelled;
    spelled.reserve(bytes.size() + bytes.size() / 4);
    const Letters& known = letters();
    for (const char byte : bytes)
        spelled += known.ofByte[static_cast<unsigned char>(byte)];
    return spelled;
}

std::string fromByteLetters(std::string_view piece)
{
    std::string bytes;
    for (size_t at = 0; at < piece.size();) {
        const base::Utf8Character letter = base::utf8At(piece, at);
        if (letter.value >= letterCount || letters().leadByte[letter.value] < 0)
            return std::string(piece);
        bytes += static_cast<char>(letters().leadByte[letter.value]);
        at += letter.length;
    }
    return bytes;
}

} // namespace engine
