#include "engine/tokenizers/bpe_model.h"

#include "base/error.h"
#include "base/utf8.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace engine {

namespace {

constexpr size_t fewSymbols = 24;

uint64_t pairKey(TokenId left, TokenId right)
{
    return static_cast<uint64_t>(left) << 32 | static_cast<uint64_t>(right);
}

} // namespace

BpeModel::BpeModel(std::shared_ptr<const Vocabulary> vocabulary, Options options)
    : m_vocabulary(std::move(vocabulary))
    , m_options(std::move(options))
{
    for (char32_t letter = 0; letter < numLetters; ++letter) {
        std::string spelled;
        base::appendUtf8(spelled, letter);
        m_letters.push_back(m_vocabulary->find(spelled));
    }
}

bool BpeModel::addMerge(std::string_view left, std::string_view right)
{
    const uint32_t rank = m_nextRank++;
    const bool dropsPrefix
        = !m_options.continuingPrefix.empty() && right.starts_with(m_options.continuingPrefix);
    std::string both(left);
    both += right.substr(dropsPrefix ? m_options.continuingPrefix.size() : 0);
    const TokenId leftId = m_vocabulary->find(left), rightId = m_vocabulary->find(right);
    const TokenId id = m_vocabulary->find(both);
    if (leftId < 0 || rightId < 0 || id < 0)
        return false;
    m_merges.add(pairKey(leftId, rightId), {rank, static_cast<int32_t>(id)});
    return true;
}

void BpeModel::encode(std::string_view word, TokenIds& ids) const
{
    if (word.empty())
        return;
    if (isTakenWhole(word)) {
        ids.push_back(m_vocabulary->find(word));
        return;
    }
    std::vector<Symbol> symbols = splitSymbols(word);
    if (symbols.size() <= fewSymbols)
        mergeFew(symbols);
    else
        mergeMany(symbols);
    for (const Symbol& symbol : symbols)
        if (!symbol.text.empty() && symbol.id >= 0)
            ids.push_back(symbol.id);
}

MergeTable::Merged BpeModel::findMerge(const Symbol& left, const Symbol& right) const
{
    return left.id < 0 || right.id < 0 ? MergeTable::Merged()
                                       : m_merges.find(pairKey(left.id, right.id));
}

// Needs O(n²) steps, and no memory.
void BpeModel::mergeFew(std::vector<Symbol>& symbols) const
{
    std::array<MergeTable::Merged, fewSymbols> merges; // of a symbol and the next
    for (size_t at = 0; at + 1 < symbols.size(); ++at)
        merges[at] = findMerge(symbols[at], symbols[at + 1]);
    while (symbols.size() > 1) {
        const auto end = merges.begin() + ptrdiff_t(symbols.size()) - 1;
        const auto first = std::min_element(merges.begin(), end, // of equal ones the leftmost
            [](const auto& one, const auto& other) { return one.rank < other.rank; });
        if (first->id < 0)
            return;
        const size_t at = size_t(first - merges.begin());
        symbols[at].id = first->id;
        symbols.erase(symbols.begin() + ptrdiff_t(at) + 1);
        std::copy(first + 1, end, first);
        if (at > 0)
            merges[at - 1] = findMerge(symbols[at - 1], symbols[at]);
        if (at + 1 < symbols.size())
            merges[at] = findMerge(symbols[at], symbols[at + 1]);
    }
}

void BpeModel::mergeMany(std::vector<Symbol>& symbols) const
{
    mergeSymbols(symbols, [this](const Symbol& left, const Symbol& right) -> std::optional<Merge> {
        const MergeTable::Merged merged = findMerge(left, right);
        if (merged.id < 0)
            return std::nullopt;
        return Merge{static_cast<double>(merged.rank), merged.id};
    });
}

bool BpeModel::mayBeCutBefore(std::string_view border) const
{
    const bool hasBytes = m_options.byteFallback && [this] {
        for (int byte = 0; byte < 256; ++byte)
            if (m_vocabulary->byteToken(static_cast<unsigned char>(byte)) < 0)
                return false;
        return true;
    }();
    const bool knowsNeighbors = m_options.fuseUnknown && m_options.unknown >= 0 && !hasBytes;
    const bool spellsPositions
        = !m_options.continuingPrefix.empty() || !m_options.wordSuffix.empty();
    return !knowsNeighbors && !spellsPositions && !m_options.ignoreMerges
        && m_vocabulary->find(border) >= 0;
}

bool BpeModel::isTakenWhole(std::string_view word) const
{
    const bool lineBreaks
        = m_options.lineBreaksAreWhole && word.find_first_not_of('\n') == std::string_view::npos;
    return (m_options.ignoreMerges || lineBreaks) && m_vocabulary->find(word) >= 0;
}

std::vector<Symbol> BpeModel::splitSymbols(std::string_view word) const
{
    std::vector<Symbol> symbols;
    symbols.reserve(word.size());
    bool previousUnknown = false;
    for (size_t at = 0; at < word.size();) {
        const std::string_view character = word.substr(at, base::utf8At(word, at).length);
        const bool first = at == 0, last = at + character.size() == word.size();
        at += character.size();
        TokenId id = idOfCharacter(character, first, last);
        if (id < 0 && m_options.byteFallback && hasAllBytes(character)) {
            for (size_t i = 0; i < character.size(); ++i) {
                const auto byte = static_cast<unsigned char>(character[i]);
                symbols.push_back({character.substr(i, 1), m_vocabulary->byteToken(byte), -1, -1});
            }
            previousUnknown = false;
            continue;
        }
        const bool unknown = id < 0 && m_options.unknown >= 0;
        if (unknown && previousUnknown && m_options.fuseUnknown) {
            std::string_view& text = symbols.back().text;
            text = {text.data(), text.size() + character.size()};
            continue;
        }
        previousUnknown = unknown;
        if (unknown)
            id = m_options.unknown;
        symbols.push_back({character, id, -1, -1});
    }
    return symbols;
}

TokenId BpeModel::idOfCharacter(std::string_view character, bool first, bool last) const
{
    if (m_options.continuingPrefix.empty() && m_options.wordSuffix.empty()) {
        const char32_t letter = base::utf8At(character, 0).value;
        return letter < numLetters ? m_letters[letter] : m_vocabulary->find(character);
    }
    std::string piece = first ? "" : m_options.continuingPrefix;
    piece += character;
    piece += last ? m_options.wordSuffix : "";
    return m_vocabulary->find(piece);
}

bool BpeModel::hasAllBytes(std::string_view character) const
{
    return std::all_of(character.begin(), character.end(), [this](char byte) {
        return m_vocabulary->byteToken(static_cast<unsigned char>(byte)) >= 0;
    });
}

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
        const base::Utf8Character character = base::utf8At(word, at);
        const bool whole = character.state == base::Utf8Character::State::Whole;
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
