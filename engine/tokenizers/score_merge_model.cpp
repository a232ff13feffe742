#include "engine/tokenizers/score_merge_model.h"

#include "engine/tokenizers/symbol_merger.h"
#include "engine/tokenizers/utf8.h"
#include "kernels/error.h"

#include <algorithm>

namespace engine {

ScoreMergeModel::ScoreMergeModel(
    std::shared_ptr<const Vocabulary> vocabulary, std::vector<float> scores, TokenId unknown)
    : m_vocabulary(std::move(vocabulary))
    , m_scores(std::move(scores))
    , m_unknown(unknown)
{
    CHECK(static_cast<int64_t>(m_scores.size()) == m_vocabulary->size());
    for (TokenId id = 0; id < m_vocabulary->size(); ++id)
        m_longestPiece = std::max(m_longestPiece, m_vocabulary->piece(id).size());
}

void ScoreMergeModel::encode(std::string_view word, TokenIds& ids) const
{
    std::vector<Symbol> symbols;
    symbols.reserve(word.size());
    for (size_t at = 0; at < word.size();) {
        const Utf8Character character = utf8At(word, at);
        const bool whole = character.state == Utf8Character::State::Whole;
        symbols.push_back({word.substr(at, whole ? character.length : 1), -1, -1, -1});
        at += symbols.back().text.size();
    }
    mergeSymbols(symbols, [this](const Symbol& left, const Symbol& right) -> std::optional<Merge> {
        const size_t length = left.text.size() + right.text.size();
        if (length > m_longestPiece)
            return std::nullopt;
        const TokenId id = m_vocabulary->find({left.text.data(), length});
        if (id < 0)
            return std::nullopt;
        return Merge{-static_cast<double>(m_scores[id]), id};
    });
    for (const Symbol& symbol : symbols) {
        if (symbol.text.empty())
            continue;
        const TokenId id = symbol.id >= 0 ? symbol.id : m_vocabulary->find(symbol.text);
        if (id >= 0)
            ids.push_back(id);
        else
            appendBytes(symbol.text, ids);
    }
}

void ScoreMergeModel::appendBytes(std::string_view bytes, TokenIds& ids) const
{
    for (size_t i = 0; i < bytes.size(); ++i) {
        TokenId id = m_vocabulary->byteToken(static_cast<unsigned char>(bytes[i]));
        if (id < 0)
            id = m_vocabulary->find(bytes.substr(i, 1));
        if (id < 0)
            id = m_unknown;
        if (id >= 0)
            ids.push_back(id);
    }
}

} // namespace engine
