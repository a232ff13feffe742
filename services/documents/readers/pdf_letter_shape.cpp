#include "services/documents/readers/pdf_letter_shape.h"

#include <string_view>

namespace services {

namespace {

bool isOneOf(char32_t letter, std::u32string_view letters)
{
    return letters.find(letter) != std::u32string_view::npos;
}

float widthOf(char32_t letter)
{
    if (letter >= 0x2E80)
        return 1;
    if (letter == ' ')
        return 0.25F;
    if (isOneOf(letter, U"iljI.,;:'|!`’‘·"))
        return 0.27F;
    if (isOneOf(letter, U"ftr()[]{}-\"/\\“”°*"))
        return 0.36F;
    if (isOneOf(letter, U"mwMW%@—…&"))
        return 0.82F;
    if (letter >= 'A' && letter <= 'Z')
        return 0.67F;
    return 0.51F;
}

constexpr float low = 0.47F, high = 0.71F, deep = -0.21F;

} // namespace

LetterShape shapeOf(char32_t letter)
{
    const float width = widthOf(letter);
    if (isOneOf(letter, U"acemnorsuvwxz"))
        return {width, low, 0};
    if (isOneOf(letter, U"gpqy"))
        return {width, low, deep};
    if (isOneOf(letter, U".…"))
        return {width, 0.1F, 0};
    if (letter == '_')
        return {width, 0, -0.15F};
    if (isOneOf(letter, U",;"))
        return {width, letter == ',' ? 0.1F : low, -0.14F};
    if (letter == ':')
        return {width, low, 0};
    if (isOneOf(letter, U"-–—") || letter == 0xFFFE)
        return {width, 0.29F, 0.2F};
    if (isOneOf(letter, U"=~+"))
        return {width, 0.45F, 0.1F};
    if (isOneOf(letter, U"\"'`’‘“”°*^"))
        return {width, high, 0.45F};
    if (isOneOf(letter, U"•·"))
        return {width, 0.5F, 0.2F};
    if (isOneOf(letter, U"()[]{}|/\\$@"))
        return {width, 0.75F, -0.24F};
    if (isOneOf(letter, U"jQ"))
        return {width, high, deep};
    if (letter >= 0x2E80)
        return {width, 0.8F, -0.1F};
    return {width, high, 0};
}

} // namespace services
