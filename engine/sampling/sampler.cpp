#include "engine/sampling/sampler.h"

#include "engine/sampling/candidates.h"

namespace engine {

namespace {

// Below it a softmax would only tell ties from near-ties.
constexpr float greedyBelow = 0.01f;

Sampler::Step describe(std::string stage, Candidates& candidates)
{
    Sampler::Step step{.stage = std::move(stage), .ids = {}, .probabilities = {}};
    for (const Candidate& candidate : candidates.sorted()) {
        step.ids.push_back(candidate.id);
        step.probabilities.push_back(candidate.probability);
    }
    return step;
}

// The stages after softmax and top-k, in their order; `after(name)` is told of each that ran.
void narrow(Candidates& candidates, const SamplerSettings& settings, auto after)
{
    if (settings.topP > 0 && settings.topP < 1) {
        candidates.keepUntil(double(settings.topP));
        after("top_p");
    }
    if (settings.minP > 0) {
        candidates.keepRelative(double(settings.minP));
        after("min_p");
    }
}

} // namespace

Sampler::Sampler(const SamplerSettings& settings, uint64_t seed)
    : m_settings(settings)
    , m_random(seed)
{
}

bool Sampler::isGreedy() const
{
    return m_settings.temperature < greedyBelow || m_settings.topK == 1;
}

TokenId Sampler::sample(std::span<const float> logits, std::span<const TokenId> banned)
{
    const double position = m_random.uniform();
    // Top-k comes first here, for softmax keeps the order and what follows normalises again.
    const size_t count = isGreedy() ? 1 : size_t(m_settings.topK);
    Candidates candidates = Candidates::best(logits, banned, count);
    if (candidates.size() > 1) {
        candidates.softmax(m_settings.temperature);
        narrow(candidates, m_settings, [](const char*) {});
    }
    return candidates.pick(position);
}

std::vector<Sampler::Step> Sampler::distribution(
    std::span<const float> logits, std::span<const TokenId> banned) const
{
    std::vector<Step> steps;
    const bool sharp = m_settings.temperature < greedyBelow;
    Candidates candidates = Candidates::best(logits, banned, 0);
    candidates.softmax(sharp ? 1 : m_settings.temperature);
    steps.push_back(describe("softmax", candidates));
    if (sharp || m_settings.topK > 0) {
        candidates.keepTop(sharp ? 1 : size_t(m_settings.topK));
        steps.push_back(describe("top_k", candidates));
    }
    narrow(candidates, m_settings,
        [&](const char* stage) { steps.push_back(describe(stage, candidates)); });
    return steps;
}

} // namespace engine
