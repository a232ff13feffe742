#include "engine/evaluation/perplexity.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>
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

int64_t Chunking::chunkCount(int64_t tokens) const
{
    CHECK(length >= 4);
    if (tokens < 2 * length)
        throw base::Error(base::ErrorKind::BadRequest,
            "the text has " + std::to_string(tokens) + " tokens; chunks of "
                + std::to_string(length) + " need a text of at least "
                + std::to_string(2 * length));
    const int64_t all = tokens / length;
    return max > 0 ? std::min(max, all) : all;
}

ChunkReader::ChunkReader(Model& model, PagedCache& cache, const Chunking& chunking, TokenId bos)
    : m_model(model)
    , m_cache(cache)
    , m_chunking(chunking)
    , m_bos(bos)
    , m_pages(size_t((chunking.length + pageSize - 1) / pageSize))
{
    if (int64_t(m_pages.size()) > cache.numPages())
        throw base::Error(base::ErrorKind::BadRequest,
            "the cache has " + std::to_string(cache.numPages() * pageSize)
                + " tokens, which is less than a chunk of " + std::to_string(chunking.length));
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

namespace {

// ln Σ exp(logit)
double logSum(std::span<const float> logits)
{
    const double highest = *std::ranges::max_element(logits);
    double sum = 0;
    for (const float logit : logits)
        sum += std::exp(double(logit) - highest);
    return highest + std::log(sum);
}

// The standard error of the mean of `count` numbers, from their sum and the sum of their squares.
double errorOfMean(double sum, double squares, int64_t count)
{
    if (count < 2)
        return 0;
    const double mean = sum / double(count);
    const double variance = squares / double(count) - mean * mean;
    return variance > 0 ? std::sqrt(variance / double(count - 1)) : 0;
}

} // namespace

double surprise(std::span<const float> logits, TokenId token)
{
    CHECK(token >= 0 && token < int64_t(logits.size()));
    return logSum(logits) - double(logits[size_t(token)]);
}

void Perplexity::add(double surprise)
{
    ++m_tokens;
    m_sum += surprise;
    m_squares += surprise * surprise;
}

double Perplexity::meanSurprise() const
{
    return m_tokens > 0 ? m_sum / double(m_tokens) : 0;
}

double Perplexity::standardError() const
{
    return errorOfMean(m_sum, m_squares, m_tokens);
}

double Perplexity::value() const
{
    return std::exp(meanSurprise());
}

void Divergence::add(std::span<const float> baseLogits, std::span<const float> logits)
{
    CHECK(baseLogits.size() == logits.size() && !logits.empty());
    const double baseSum = logSum(baseLogits), sum = logSum(logits);
    double divergence = 0;
    for (size_t id = 0; id < logits.size(); ++id) {
        const double base = double(baseLogits[id]) - baseSum;
        divergence += std::exp(base) * (base - (double(logits[id]) - sum));
    }
    m_values.push_back(divergence);
    m_same += std::ranges::max_element(baseLogits) - baseLogits.begin()
        == std::ranges::max_element(logits) - logits.begin();
}

double Divergence::mean() const
{
    double sum = 0;
    for (const double value : m_values)
        sum += value;
    return m_values.empty() ? 0 : sum / double(m_values.size());
}

double Divergence::standardError() const
{
    double sum = 0, squares = 0;
    for (const double value : m_values) {
        sum += value;
        squares += value * value;
    }
    return errorOfMean(sum, squares, tokens());
}

double Divergence::quantile(double share) const
{
    if (m_values.empty())
        return 0;
    std::vector<double> sorted = m_values;
    std::ranges::sort(sorted);
    const double position = share * double(sorted.size() - 1);
    const auto below = size_t(position);
    const size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (position - double(below)) * (sorted[above] - sorted[below]);
}

double Divergence::sameTop() const
{
    return m_values.empty() ? 0 : double(m_same) / double(m_values.size());
}

} // namespace engine
