#include "engine/tokenizers/word_memory.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>

namespace engine {

namespace {

constexpr size_t mostPlaces = size_t(1) << 15;
constexpr size_t longest = 64; // bytes of a word that is likely to come again

} // namespace

WordMemory::WordMemory(size_t textSize)
    : m_known(std::min(std::bit_ceil(textSize / 4 + 1), mostPlaces))
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

} // namespace engine
