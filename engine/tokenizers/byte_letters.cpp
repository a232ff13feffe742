#include "engine/tokenizers/byte_letters.h"

#include "engine/tokenizers/utf8.h"

#include <array>

namespace engine {
namespace {

constexpr size_t letterCount = 0x144; // U+0000 … U+0143

struct Letters {
    std::array<std::string, 256> ofByte;
    std::array<int, letterCount> byteOf; // −1: no letter
};

bool standsForItself(int byte)
{
    return (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

Letters makeLetters()
{
    Letters letters;
    letters.byteOf.fill(-1);
    char32_t next = 0x100;
    for (int byte = 0; byte < 256; ++byte) {
        const char32_t letter = standsForItself(byte) ? static_cast<char32_t>(byte) : next++;
        appendUtf8(letters.ofByte[byte], letter);
        letters.byteOf[letter] = byte;
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
        const Utf8Character letter = utf8At(piece, at);
        if (letter.value >= letterCount || letters().byteOf[letter.value] < 0)
            return std::string(piece);
        bytes += static_cast<char>(letters().byteOf[letter.value]);
        at += letter.length;
    }
    return bytes;
}

} // namespace engine
