#include "engine/evaluation/chunk_reader.h"

#include "kernels/error.h"

#include <algorithm>
#include <numeric>

namespace engine {

namespace {

constexpr int64_t rowsAtOnce = 32; // bounds the memory of logits

} // namespace

TokenIds idsToEvaluate(const Tokenizer& tokenizer, std::string_view text)
{
    if (text.ends_with('\n'))
        text.remove_suffix(1);
    TokenIds ids = tokenizer.encode(text, Tokenizer::Specials::AsText);
    const TokenIds around = tokenizer.withBoundaries({});
    if (!around.empty() && around.front() == tokenizer.bos())
        ids.insert(ids.begin(), tokenizer.bos());
    return ids;
}

int64_t Chunking::countOf(int64_t tokens) const
{
    CHECK(length >= 4);
    if (tokens < 2 * length)
        throw kernels::Error(kernels::ErrorKind::BadRequest,
            "the text has " + std::to_string(tokens) + " tokens; chunks of "
                + std::to_string(length) + " need a text of at least "
                + std::to_string(2 * length));
    const int64_t all = tokens / length;
    return most > 0 ? std::min(most, all) : all;
}

ChunkReader::ChunkReader(Model& model, PagedCache& cache, const Chunking& chunking, TokenId bos)
    : m_model(model)
    , m_cache(cache)
    , m_chunking(chunking)
    , m_bos(bos)
    , m_pages(size_t((chunking.length + pageSize - 1) / pageSize))
{
    if (int64_t(m_pages.size()) > cache.numPages())
        throw kernels::Error(kernels::ErrorKind::BadRequest,
            "the cache holds " + std::to_string(cache.numPages() * pageSize)
                + " tokens, fewer than a chunk of " + std::to_string(chunking.length));
    std::iota(m_pages.begin(), m_pages.end(), 0);
}

void ChunkReader::begin(std::span<const TokenId> chunk)
{
    CHECK(int64_t(chunk.size()) == m_chunking.length);
    m_ids.assign(chunk.begin(), chunk.end());
    if (m_bos >= 0)
        m_ids.front() = m_bos;
    m_past = 0;
    m_scored = {};
}

// The last token of a chunk is scored, and not read.
std::span<const float> ChunkReader::next()
{
    if (m_past == 0)
        read(m_chunking.firstScored(), 0);
    const int64_t rows = std::min(rowsAtOnce, m_chunking.length - 1 - m_past);
    if (rows == 0)
        return {};
    m_scored = std::span(m_ids).subspan(size_t(m_past + 1), size_t(rows));
    return read(rows, rows);
}

std::span<const float> ChunkReader::read(int64_t tokens, int64_t rows)
{
    const BatchEntry entry{.ids = std::span(m_ids).subspan(size_t(m_past), size_t(tokens)),
        .past = m_past,
        .pages = m_pages,
        .logitRows = rows,
        .reach = m_chunking.length};
    m_past += tokens;
    return m_model.forward({&entry, 1}, m_cache);
}

} // namespace engine
