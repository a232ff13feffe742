#include "engine/tokenizers/tokenizer.h"

#include "engine/tokenizers/utf8.h"

namespace engine {

TokenIds Tokenizer::encode(std::string_view text, Specials specials) const
{
    const TextRange whole{0, text.size()};
    if (specials == Specials::AsText && !text.empty())
        return encode(text, std::span(&whole, 1));
    return encode(text, std::span<const TextRange>());
}

std::string Tokenizer::decode(std::span<const TokenId> ids, bool withSpecials) const
{
    std::string text;
    for (const TokenId id : ids)
        if (withSpecials || !isSpecial(id))
            text += bytes(id);
    if (dropsLeadingSpace() && text.starts_with(' '))
        text.erase(0, 1);
    return repaired(text);
}

std::string Tokenizer::repaired(std::string_view bytes) const
{
    return repairedUtf8(bytes);
}

TokenIds withBoundariesOnce(const Tokenizer& tokenizer, TokenIds ids)
{
    if (tokenizer.bos() >= 0 && !ids.empty() && ids.front() == tokenizer.bos())
        return ids;
    return tokenizer.withBoundaries(std::move(ids));
}

} // namespace engine
