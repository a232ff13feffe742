#include "engine/generate/answer_text.h"

#include <utility>

namespace engine {

AnswerText::AnswerText(const Tokenizer& tokenizer, TextStream::SpecialTokens specials,
    std::vector<std::string> stopStrings)
    : m_stream(tokenizer, specials)
    , m_stop(std::move(stopStrings))
{
}

AnswerText::Piece AnswerText::push(TokenId id)
{
    Piece piece{m_stop.push(m_stream.push(id)), {}};
    m_whole += piece.text;
    m_heldIds.push_back(id);
    if (m_stop.heldBytes() == 0 && !m_stop.found())
        piece.ids = std::exchange(m_heldIds, {});
    return piece;
}

AnswerText::Piece AnswerText::finish()
{
    if (m_stop.found())
        return {};
    Piece piece{m_stop.push(m_stream.flush()), std::exchange(m_heldIds, {})};
    piece.text += m_stop.flush();
    m_whole += piece.text;
    return piece;
}

} // namespace engine
