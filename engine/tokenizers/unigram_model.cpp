#include "engine/tokenizers/unigram_model.h"

#include "base/utf8.h"

#include <algorithm>
#include <limits>

namespace engine {

namespace {

PieceTrie makeTrie(
    const Vocabulary& vocabulary, const std::vector<UnigramModel::ScoredPiece>& pieces)
{
    std::vector<std::pair<std::string_view, TokenId>> entries;
    for (const auto& piece : pieces)
        if (!vocabulary.piece(piece.id).empty())
            entries.emplace_back(vocabulary.piece(piece.id), piece.id);
    return PieceTrie(std::move(entries));
}

constexpr double unknownPenalty = 10;

} // namespace

UnigramModel::UnigramModel(std::shared_ptr<const Vocabulary> vocabulary,
    const std::vector<ScoredPiece>& pieces, Options options)
    : m_vocabulary(std::move(vocabulary))
    , m_options(options)
    , m_trie(makeTrie(*m_vocabulary, pieces))
    , m_scores(m_vocabulary->size())
{
    double lowest = std::numeric_limits<double>::max();
    for (const ScoredPiece& piece : pieces) {
        m_scores[piece.id] = piece.score;
        if (piece.countsForLowest)
            lowest = std::min(lowest, piece.score);
    }
    m_unknownScore = lowest - unknownPenalty;
}

void UnigramModel::encode(std::string_view word, TokenIds& ids) const
{
    const std::vector<Step> steps = bestSteps(word);
    std::vector<size_t> ends; // of the chosen pieces, from the last to the first
    for (size_t end = word.size(); end > 0; end = steps[end].from)
        ends.push_back(end);

    size_t unknownFrom = 0;
    bool inUnknown = false;
    for (size_t i = ends.size(); i-- > 0;) {
        const Step& step = steps[ends[i]];
        if (step.id < 0 && !inUnknown)
            unknownFrom = step.from;
        if (step.id >= 0 && inUnknown)
            appendUnknown(word.substr(unknownFrom, step.from - unknownFrom), ids);
        inUnknown = step.id < 0;
        if (!inUnknown)
            ids.push_back(step.id);
    }
    if (inUnknown)
        appendUnknown(word.substr(unknownFrom), ids);
}

std::vector<UnigramModel::Step> UnigramModel::bestSteps(std::string_view word) const
{
    constexpr double never = -std::numeric_limits<double>::max();
    std::vector<Step> steps(word.size() + 1, {never, 0, -1});
    steps[0].score = 0;
    for (size_t at = 0; at < word.size();) {
        const size_t length = base::utf8At(word, at).length;
        const auto offer = [&, at](size_t end, double score, TokenId id) {
            if (steps[at].score + score > steps[end].score)
                steps[end] = {steps[at].score + score, at, id};
        };
        bool coversCharacter = false;
        std::optional<PieceTrie::Node> node = PieceTrie::root;
        for (size_t end = at; end < word.size() && (node = m_trie.step(*node, word[end])); ++end) {
            const TokenId id = m_trie.idAt(*node);
            if (id < 0)
                continue;
            coversCharacter |= end + 1 - at == length;
            offer(end + 1, m_scores[id], id);
        }
        if (!coversCharacter)
            offer(at + length, m_unknownScore, -1);
        at += length;
    }
    return steps;
}

void UnigramModel::appendUnknown(std::string_view text, TokenIds& ids) const
{
    TokenIds bytes;
    for (const char byte : text)
        bytes.push_back(m_vocabulary->byteToken(static_cast<unsigned char>(byte)));
    const bool hasAll = std::none_of(bytes.begin(), bytes.end(), [](TokenId id) { return id < 0; });
    if (m_options.byteFallback && hasAll)
        ids.insert(ids.end(), bytes.begin(), bytes.end());
    else if (m_options.unknown >= 0)
        ids.push_back(m_options.unknown);
}

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
    bool covered
        = m_options.maxWordLength == 0 || base::countCharacters(word) <= m_options.maxWordLength;
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
