#include "engine/tokenizers/wordpiece_model.h"

#include <algorithm>

namespace engine {
namespace {

PieceTrie trieWithout(std::string_view prefix, const Vocabulary& vocabulary)
{
    std::vector<std::pair<std::string_view, TokenId>> pieces;
    for (TokenId id = 0; id < vocabulary.size(); ++id) {
        std::string_view piece = vocabulary.piece(id);
        if (piece.size() <= prefix.size() || !piece.starts_with(prefix))
            continue;
        piece.remove_prefix(prefix.size());
        pieces.emplace_back(piece, id);
    }
    return PieceTrie(std::move(pieces));
}

size_t charactersIn(std::string_view text)
{
    return static_cast<size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xC0) != 0x80; }));
}

} // namespace

WordPieceModel::WordPieceModel(std::shared_ptr<const Vocabulary> vocabulary, Options options)
    : m_options(std::move(options))
    , m_vocabulary(std::move(vocabulary))
    , m_first(trieWithout(m_options.firstPrefix, *m_vocabulary))
    , m_continuing(trieWithout(m_options.continuingPrefix, *m_vocabulary))
{
}

void WordPieceModel::encode(std::string_view word, TokenIds& ids) const
{
    const size_t before = ids.size();
    bool covered = m_options.longestWord == 0 || charactersIn(word) <= m_options.longestWord;
    for (size_t at = 0; at < word.size() && covered;) {
        const PieceTrie::Match match = (at == 0 ? m_first : m_continuing).longest(word, at);
        covered = match.length > 0;
        at += match.length;
        ids.push_back(match.id);
    }
    if (covered)
        return;
    ids.resize(before);
    if (m_options.unknown >= 0)
        ids.push_back(m_options.unknown);
}

} // namespace engine
