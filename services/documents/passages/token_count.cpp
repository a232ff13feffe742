#include "services/documents/passages/token_count.h"

#include <cstdint>

namespace services {

namespace {

constexpr size_t lettersOfToken = 7;

enum class Kind { Space, Letter, Sign, Syllable, Inside };

// By the first byte of a character. From E3 on stand the scripts of East Asia, in three bytes.
Kind kindOf(uint8_t byte)
{
    if (byte <= ' ')
        return Kind::Space;
    if (byte < 0x80) {
        const auto lower = uint8_t(byte | 0x20);
        const bool isLetter = (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9');
        return isLetter ? Kind::Letter : Kind::Sign;
    }
    if (byte < 0xC0)
        return Kind::Inside;
    return byte >= 0xE3 ? Kind::Syllable : Kind::Letter;
}

} // namespace

size_t estimatedTokens(std::string_view text)
{
    size_t tokens = 0, letters = 0; // of the word
    for (const char byte : text) {
        const Kind kind = kindOf(uint8_t(byte));
        if (kind == Kind::Inside)
            continue;
        if (kind != Kind::Letter) {
            letters = 0;
            tokens += kind == Kind::Space ? 0 : 1;
        } else if (letters++ % lettersOfToken == 0) {
            ++tokens;
        }
    }
    return tokens;
}

} // namespace services
