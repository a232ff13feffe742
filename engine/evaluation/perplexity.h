#pragma once

#include "engine/tokenizers/token.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// −ln of the probability that softmax(logits) gives `token`.
double surprise(std::span<const float> logits, TokenId token);

/// How well a model foretells a text: exp of the mean surprise of its tokens (Jelinek et al.,
/// 1977), with the standard error of that mean.
class Perplexity {
public:
    void add(double surprise);

    int64_t tokens() const { return m_tokens; }
    double meanSurprise() const;
    double standardError() const; ///< of meanSurprise(); 0 of fewer than two tokens
    double value() const;
    double error() const { return value() * standardError(); } ///< as llama.cpp tells it

private:
    int64_t m_tokens = 0;
    double m_sum = 0, m_squares = 0;
};

/// How far the distributions of one model lie from those of another, token by token: the
/// divergence of Kullback and Leibler (1951), Σ base · ln(base / other), and how often both hold
/// the same token for the likeliest.
class Divergence {
public:
    void add(std::span<const float> baseLogits, std::span<const float> logits);

    int64_t tokens() const { return int64_t(m_values.size()); }
    double mean() const;
    double standardError() const; ///< of mean(); 0 of fewer than two tokens
    double quantile(double share) const; ///< 0.5: the median; 1: the greatest; with linear steps
    double sameTop() const; ///< a share of the tokens, 0 … 1

private:
    std::vector<double> m_values;
    int64_t m_same = 0;
};

} // namespace engine
