#include "engine/tokenizers/text_stream.h"

#include "engine/tokenizers/utf8.h"

#include <algorithm>
#include <utility>

namespace engine {
namespace {

// The beginning of a surrogate. It never becomes a character, but Python's incremental decoder,
// which streams are compared with, waits for its third byte too.
bool mayBeSurrogate(std::string_view rest)
{
    return rest.size() == 2 && rest[0] == '\xED' && (rest[1] & 0xE0) == 0xA0;
}

} // namespace

TextStream::TextStream(
    const Tokenizer& tokenizer, SpecialTokens specials, std::vector<TokenId> shown)
    : m_tokenizer(&tokenizer)
    , m_specials(specials)
{
    if (!shown.empty())
        m_shown = std::make_shared<const std::vector<TokenId>>(std::move(shown));
}

bool TextStream::isHidden(TokenId id) const
{
    return m_specials == SpecialTokens::Hide && m_tokenizer->isSpecial(id)
        && !(m_shown && std::ranges::find(*m_shown, id) != m_shown->end());
}

std::string TextStream::push(TokenId id, size_t skip)
{
    if (isHidden(id))
        return {};
    const std::string bytes = m_tokenizer->bytes(id);
    m_pending.append(bytes, std::min(skip, bytes.size()));

    size_t done = 0;
    while (done < m_pending.size()) {
        const Utf8Character character = utf8At(m_pending, done);
        if (character.state == Utf8Character::State::Unfinished
            || mayBeSurrogate(std::string_view(m_pending).substr(done)))
            break;
        done += character.length;
    }
    const std::string shown = repairedUtf8(std::string_view(m_pending).substr(0, done));
    m_pending.erase(0, done);
    return shown;
}

std::string TextStream::flush()
{
    return repairedUtf8(std::exchange(m_pending, {}));
}

} // namespace engine
