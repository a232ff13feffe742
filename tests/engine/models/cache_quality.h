#pragma once

#include "tests/engine/models/model_under_test.h"

#include <cmath>
#include <memory>
#include <span>
#include <vector>

namespace tests {

/// What a model makes of a text with one type of cache.
struct CacheQuality {
    double perplexity = 0; ///< e^(mean of −ln p(token)); first tokens of windows do not count
    double divergence = 0; ///< mean of Σ p ln(p / q) over the vocabulary, p being the first type's
    double largestDivergence = 0; ///< at a token
};

/// ln of the softmax of one row of logits.
inline std::vector<double> logProbabilities(std::span<const float> logits)
{
    const double largest = *std::ranges::max_element(logits);
    double total = 0;
    for (const float logit : logits)
        total += std::exp(logit - largest);
    std::vector<double> logs(logits.size());
    for (size_t i = 0; i < logits.size(); ++i)
        logs[i] = logits[i] - largest - std::log(total);
    return logs;
}

/// Lets a model read texts with several types of cache side by side.
class CacheComparison {
public:
    CacheComparison(engine::Model& model, std::vector<engine::CacheType> types)
        : m_model(model)
        , m_types(std::move(types))
        , m_sums(m_types.size())
    {
    }

    /// A text of its own; tokens from `firstCounted` on count.
    void read(std::span<const engine::TokenId> ids,
        const std::vector<engine::ImageEmbeddingPtr>& images = {}, size_t firstCounted = 1)
    {
        std::vector<std::unique_ptr<Sequence>> sequences;
        for (const engine::CacheType type : m_types) {
            sequences.push_back(std::make_unique<Sequence>(m_model, type, int64_t(ids.size())));
            sequences.back()->setImages(images);
        }
        for (size_t first = 0; first + 1 < ids.size(); first += chunk) {
            const size_t count = std::min(chunk, ids.size() - 1 - first);
            std::vector<std::vector<float>> logits;
            for (const auto& sequence : sequences)
                logits.push_back(sequence->read(ids.subspan(first, count), int64_t(count)));
            for (size_t token = 0; token < count; ++token)
                if (first + token + 1 >= firstCounted)
                    compare(logits, token, ids[first + token + 1]);
        }
    }

    /// A long text in windows, of which each stands for itself.
    void readWindows(std::span<const engine::TokenId> ids, size_t window)
    {
        for (size_t first = 0; first + 1 < ids.size(); first += window)
            read(ids.subspan(first, std::min(window, ids.size() - first)));
    }

    /// One for each type, of all that was read.
    std::vector<CacheQuality> results() const
    {
        std::vector<CacheQuality> means = m_sums;
        for (CacheQuality& mean : means) {
            mean.perplexity = std::exp(mean.perplexity / double(m_tokens));
            mean.divergence /= double(m_tokens);
        }
        return means;
    }
    int64_t tokens() const { return m_tokens; } ///< that counted

private:
    static constexpr size_t chunk = 64;

    void compare(const std::vector<std::vector<float>>& logits, size_t row, engine::TokenId next)
    {
        const size_t vocabulary = size_t(m_model.config().vocabulary);
        std::vector<double> expected;
        for (size_t type = 0; type < m_types.size(); ++type) {
            const auto logs
                = logProbabilities(std::span(logits[type]).subspan(row * vocabulary, vocabulary));
            if (type == 0)
                expected = logs;
            double divergence = 0;
            for (size_t i = 0; i < vocabulary; ++i)
                divergence += std::exp(expected[i]) * (expected[i] - logs[i]);
            m_sums[type].perplexity -= logs[size_t(next)];
            m_sums[type].divergence += divergence;
            m_sums[type].largestDivergence = std::max(m_sums[type].largestDivergence, divergence);
        }
        ++m_tokens;
    }

    engine::Model& m_model;
    std::vector<engine::CacheType> m_types;
    std::vector<CacheQuality> m_sums; // sums rather than means
    int64_t m_tokens = 0;
};

} // namespace tests
