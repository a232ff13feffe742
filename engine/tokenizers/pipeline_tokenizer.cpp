#include "engine/tokenizers/pipeline_tokenizer.h"

#include "base/error.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <tuple>

namespace engine {

namespace {

constexpr size_t maxPositions = size_t(1) << 15;
constexpr size_t longest = 64; // bytes of a word that is likely to come again

} // namespace

WordMemory::WordMemory(size_t textSize)
    : m_known(std::min(std::bit_ceil(textSize / 4 + 1), maxPositions))
{
}

void WordMemory::encode(const TokenModel& model, std::string_view word, TokenIds& ids)
{
    if (word.empty() || word.size() > longest)
        return model.encode(word, ids);
    Known& known = m_known[std::hash<std::string_view>()(word) & (m_known.size() - 1)];
    const size_t first = ids.size();
    if (known.word == word) {
        ids.resize(first + known.count);
        std::copy_n(
            ids.begin() + ptrdiff_t(known.first), known.count, ids.begin() + ptrdiff_t(first));
        return;
    }
    model.encode(word, ids);
    known = {word, first, ids.size() - first};
}

PipelineTokenizer::PipelineTokenizer(TokenizerPipeline pipeline)
    : m_pipeline(std::move(pipeline))
{
    CHECK(m_pipeline.vocabulary && m_pipeline.model);
    if (m_pipeline.model->mayBeCutBefore(blockSpace))
        m_border = blockSpace;
    m_joined = m_pipeline.vocabulary->bytesBefore(blockSpace);
}

TokenIds PipelineTokenizer::encode(std::string_view text, std::span<const TextRange> plain) const
{
    TokenIds ids;
    for (const AddedTokens::Segment& segment : m_pipeline.added.split(text, plain)) {
        const auto [begin, end] = segment.range;
        if (segment.id >= 0)
            ids.push_back(segment.id);
        else
            encodeText(std::string(text.substr(begin, end - begin)), begin == 0, ids);
    }
    return ids;
}

void PipelineTokenizer::encodeText(std::string text, bool beginsText, TokenIds& ids) const
{
    if (m_pipeline.repairsUtf8 && !base::isUtf8(text))
        text = base::repairedUtf8(text, m_pipeline.brokenUtf8);
    if (m_pipeline.normalizer)
        text = m_pipeline.normalizer(std::move(text));
    if (m_pipeline.addedNormalized.empty()) {
        encodeNormalized(std::move(text), beginsText, ids);
        return;
    }
    for (const AddedTokens::Segment& segment : m_pipeline.addedNormalized.split(text, {})) {
        const auto [begin, end] = segment.range;
        if (segment.id >= 0)
            ids.push_back(segment.id);
        else
            encodeNormalized(text.substr(begin, end - begin), beginsText && begin == 0, ids);
    }
}

void PipelineTokenizer::encodeNormalized(std::string text, bool beginsText, TokenIds& ids) const
{
    WordMemory memory(text.size());
    std::vector<Word> words;
    words.push_back({std::move(text), beginsText});
    if (m_pipeline.preTokenizer && !words.front().text.empty())
        words = m_pipeline.preTokenizer(std::move(words));
    for (const Word& word : words)
        for (std::string_view rest = word.text; !rest.empty();) {
            const size_t end = endOfPart(rest);
            memory.encode(*m_pipeline.model, rest.substr(0, end), ids);
            rest.remove_prefix(end);
        }
}

// The end of what must be encoded as a whole.
size_t PipelineTokenizer::endOfPart(std::string_view text) const
{
    if (m_border.empty())
        return text.size();
    size_t at = text.find(m_border, 1);
    while (at != text.npos
        && (m_joined[static_cast<unsigned char>(text[at - 1])]
            || text.substr(0, at).ends_with(m_border)))
        at = text.find(m_border, at + m_border.size());
    return std::min(at, text.size());
}

TokenIds PipelineTokenizer::withBoundaries(TokenIds ids) const
{
    ids.insert(ids.begin(), m_pipeline.before.begin(), m_pipeline.before.end());
    ids.insert(ids.end(), m_pipeline.after.begin(), m_pipeline.after.end());
    return ids;
}

TokenPair PipelineTokenizer::joinPair(TokenIds first, const TokenIds& second) const
{
    const auto& [before, between, after]
        = std::tie(m_pipeline.before, m_pipeline.between, m_pipeline.afterPair);
    TokenPair pair{std::move(first), {}};
    pair.ids.insert(pair.ids.begin(), before.begin(), before.end());
    pair.ids.insert(pair.ids.end(), between.begin(), between.end());
    pair.types.resize(pair.ids.size());
    pair.ids.insert(pair.ids.end(), second.begin(), second.end());
    pair.ids.insert(pair.ids.end(), after.begin(), after.end());
    pair.types.resize(pair.ids.size(), m_pipeline.secondType);
    return pair;
}

std::string PipelineTokenizer::bytes(TokenId id) const
{
    if (!m_pipeline.vocabulary->contains(id))
        return {};
    return m_pipeline.toBytes ? m_pipeline.toBytes(id) : m_pipeline.vocabulary->piece(id);
}

bool PipelineTokenizer::isSpecial(TokenId id) const
{
    return id >= 0 && static_cast<size_t>(id) < m_pipeline.special.size() && m_pipeline.special[id];
}

} // namespace engine
