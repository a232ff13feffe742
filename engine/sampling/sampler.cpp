#include "engine/sampling/sampler.h"

#include "base/error.h"
#include "engine/sampling/candidates.h"
#include "engine/sampling/logits.h"
#include "engine/sampling/penalties.h"
#include "engine/sampling/truncation.h"
#include "kernels/ops.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <random>

namespace engine {

namespace {

uint64_t splitmix64(uint64_t& state)
{
    state += 0x9e3779b97f4a7c15;
    uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
}

} // namespace

Random::Random(uint64_t seed)
{
    for (uint64_t& word : m_state)
        word = splitmix64(seed);
}

uint64_t Random::next()
{
    const uint64_t result = std::rotl(m_state[1] * 5, 7) * 9;
    const uint64_t shifted = m_state[1] << 17;
    m_state[2] ^= m_state[0];
    m_state[3] ^= m_state[1];
    m_state[1] ^= m_state[2];
    m_state[0] ^= m_state[3];
    m_state[2] ^= shifted;
    m_state[3] = std::rotl(m_state[3], 45);
    return result;
}

double Random::uniform()
{
    return double(next() >> 11) * 0x1p-53;
}

uint64_t freshSeed()
{
    std::random_device device;
    return uint64_t(device()) << 32 | device();
}

namespace {

bool isBetween(float value, float min, float max)
{
    return value > min && value < max;
}

bool isSharp(const SamplerSettings& settings)
{
    return settings.temperature < greedyBelow;
}

// The number of tokens that top-k keeps; 0: all.
size_t topCount(const SamplerSettings& settings)
{
    return isSharp(settings) ? 1 : size_t(std::max(settings.topK, 0));
}

// True if settings other than penalties change logits.
bool changesLogitsOtherwise(const SamplerSettings& settings)
{
    return !settings.bias.empty() || settings.dryMultiplier > 0;
}

// The stages that change logits, and where among them tokens are banned; `after(name)` is called
// for each that ran.
void adjust(std::span<float> logits, const SamplerSettings& settings, std::span<const TokenId> past,
    auto ban, auto after)
{
    if (hasPenalties(settings)) {
        applyPenalties(logits, settings, past);
        after("penalties");
    }
    ban();
    if (!settings.bias.empty()) {
        applyBias(logits, settings);
        after("bias");
    }
    if (settings.dryMultiplier > 0) {
        applyDry(logits, settings, past);
        after("DRY");
    }
}

float softmaxTemperature(const SamplerSettings& settings)
{
    return isSharp(settings) || settings.temperatureLast ? 1 : settings.temperature;
}

void softmax(Candidates& candidates, const SamplerSettings& settings)
{
    candidates.softmax(softmaxTemperature(settings), settings.smoothingFactor);
}

// The stages between top-k and mirostat.
void truncate(Candidates& candidates, const SamplerSettings& settings, auto after)
{
    if (isBetween(settings.topP, 0, 1)) {
        candidates.keepUntil(double(settings.topP));
        after("top_p");
    }
    if (settings.topA > 0) {
        const double highest = candidates.highest();
        candidates.keepAtLeast(double(settings.topA) * highest * highest);
        after("top_a");
    }
    if (settings.minP > 0) {
        candidates.keepNear(double(settings.minP));
        after("min_p");
    }
    if (isBetween(settings.tailFree, 0, 1)) {
        keepTailFree(candidates, double(settings.tailFree));
        after("tfs");
    }
    if (isBetween(settings.typical, 0, 1)) {
        keepTypical(candidates, double(settings.typical));
        after("typical");
    }
}

// Mirostat and the temperatures that come after it.
void finish(
    Candidates& candidates, const SamplerSettings& settings, const Mirostat& mirostat, auto after)
{
    if (settings.mirostat) {
        mirostat.narrow(candidates);
        after("mirostat");
    }
    if (hasDynamicTemperature(settings)) {
        applyTemperature(candidates, dynamicTemperature(candidates, settings));
        after("dynamic temperature");
    } else if (settings.temperatureLast && !isSharp(settings)) {
        applyTemperature(candidates, double(settings.temperature));
        after("temperature_last");
    }
}

bool truncatesByProbability(const SamplerSettings& settings)
{
    return isBetween(settings.topP, 0, 1) || settings.topA > 0;
}

// True if a stage looks at every token of the vocabulary when there is no top-k.
bool readsWholeVocabulary(const SamplerSettings& settings)
{
    if (settings.smoothingFactor > 0)
        return true;
    if (truncatesByProbability(settings) || settings.minP > 0)
        return false;
    if (isBetween(settings.tailFree, 0, 1) || isBetween(settings.typical, 0, 1))
        return true;
    const bool isLate = hasDynamicTemperature(settings) || settings.temperatureLast;
    return !settings.mirostat && (isLate || settings.xtcProbability > 0);
}

Sampler::Step describe(std::string stage, Candidates& candidates)
{
    std::vector<Candidate> sorted = candidates.sorted();
    std::ranges::stable_sort(sorted, std::ranges::greater(), &Candidate::probability);
    Sampler::Step step{.stage = std::move(stage), .ids = {}, .probabilities = {}};
    for (const Candidate& candidate : sorted) {
        step.ids.push_back(candidate.id);
        step.probabilities.push_back(candidate.probability);
    }
    return step;
}

// The tokens that may be chosen, or none if that is all of them.
std::optional<TokenMask> withoutBanned(
    const SamplerSettings& settings, const Sampler::Request& request)
{
    if (settings.banned.empty() && request.banned.empty())
        return std::nullopt;
    const auto vocabulary = int64_t(request.logits.size());
    TokenMask allowed(vocabulary, true);
    for (const std::span<const TokenId> ids : {std::span(settings.banned), request.banned}) {
        for (const TokenId id : ids) {
            if (allowed.allows(id))
                allowed.forbid(id);
        }
    }
    return allowed;
}

// Leaves what `mask` allows, too; one of another vocabulary knows only its own tokens.
void narrow(TokenMask& allowed, const TokenMask& mask)
{
    const auto words = allowed.words();
    const auto others = mask.words();
    for (size_t index = 0; index < words.size(); ++index)
        words[index] &= index < others.size() ? others[index] : 0;
}

} // namespace

Sampler::Sampler(const SamplerSettings& settings, uint64_t seed)
    : m_settings(settings)
    , m_random(seed)
    , m_mirostat(settings)
{
    for (std::optional<TokenIds>* list : {&m_settings.dryBreakers, &m_settings.xtcProtected})
        if (*list)
            std::ranges::sort(**list);
}

Sampler::Choice Sampler::choose(const Request& request)
{
    const double position = m_random.uniform();
    std::span<const float> logits = request.logits;
    std::vector<float> adjusted;
    if (hasPenalties(m_settings) || changesLogitsOtherwise(m_settings)) {
        adjusted.assign(logits.begin(), logits.end());
        adjust(
            adjusted, m_settings, request.past, [] {}, [](const char*) {});
        logits = adjusted;
    }
    std::optional<TokenMask> notBanned = withoutBanned(m_settings, request);
    if (notBanned && request.mask)
        narrow(*notBanned, *request.mask);
    // Top-k comes first here, for softmax keeps the order and what follows normalizes again.
    Candidates candidates
        = Candidates::best(logits, notBanned ? &*notBanned : request.mask, topCount(m_settings));
    return pick(candidates, position, request.topTokens);
}

std::optional<Sampler::Choice> Sampler::chooseOfHighest(const Request& request)
{
    const Random random = m_random;
    const Mirostat mirostat = m_mirostat;
    const double position = m_random.uniform();
    if (std::optional<Candidates> candidates = candidatesOfHighest(request)) {
        Choice choice = pick(*candidates, position, request.topTokens);
        if (!candidates->lacksTokens())
            return choice;
    }
    m_random = random;
    m_mirostat = mirostat;
    return std::nullopt;
}

std::optional<Candidates> Sampler::candidatesOfHighest(const Request& request) const
{
    CHECK(!request.highest.empty() && !request.mask);
    CHECK(penaltiesOnlyLower(m_settings) && !changesLogitsOtherwise(m_settings));
    if (!(request.highest.front().logit <= std::numeric_limits<float>::max()))
        throw invalidLogits();
    std::vector<Candidate> left(request.highest.begin(), request.highest.end());
    if (hasPenalties(m_settings))
        applyPenalties(left, m_settings, request.past);
    std::erase_if(left, [&](const Candidate& one) {
        return one.id < 0 || std::ranges::find(m_settings.banned, one.id) != m_settings.banned.end()
            || std::ranges::find(request.banned, one.id) != request.banned.end();
    });
    // The device has weighed all tokens, and as the model says.
    CHECK(request.weights.empty()
        || (!hasPenalties(m_settings) && m_settings.banned.empty() && request.banned.empty()));
    const double sum = std::accumulate(request.weights.begin(), request.weights.end(), 0.0);
    return Candidates::takeBest(std::move(left), request.highest.back(), topCount(m_settings), sum);
}

TopLogits Sampler::topNeeded(int64_t vocabulary, int64_t banned) const
{
    if (!penaltiesOnlyLower(m_settings) || changesLogitsOtherwise(m_settings))
        return {};
    banned += int64_t(m_settings.banned.size());
    // A quarter of a short vocabulary: more would hardly be less work than all of it.
    const int64_t many = std::min(kernels::Ops::maxHighest, vocabulary / 4);
    TopLogits top{.count = many, .among = vocabulary};
    if (const auto count = int64_t(topCount(m_settings)); count > 0) {
        const bool isSure = !hasPenalties(m_settings); // that so many of them are left
        top.count = isSure ? count + banned : std::max(count + banned, many);
        return count < vocabulary && top.count <= kernels::Ops::maxHighest ? top : TopLogits{};
    }
    if (many == 0 || readsWholeVocabulary(m_settings))
        return {};
    if (m_settings.minP > 0 && !truncatesByProbability(m_settings))
        return banned <= many ? top : TopLogits{}; // each is compared with each of those listed
    top.temperature = softmaxTemperature(m_settings);
    // The device weighs all tokens, and as the model says.
    return hasPenalties(m_settings) || banned > 0 ? TopLogits{} : top;
}

Sampler::Choice Sampler::pick(Candidates& candidates, double position, int64_t topTokens)
{
    const auto nothing = [](const char*) {};
    softmax(candidates, m_settings);
    truncate(candidates, m_settings, nothing);
    finish(candidates, m_settings, m_mirostat, nothing);
    const Coin coin = throwCoin(position, double(m_settings.xtcProbability));
    if (coin.fires)
        excludeTopChoices(candidates, m_settings, 1);
    const Candidate chosen
        = candidates.pick(std::pow(coin.position, std::exp(-double(m_settings.skew))));
    if (m_settings.mirostat)
        m_mirostat.observe(chosen.probability);
    const auto top = candidates.top(size_t(std::max<int64_t>(topTokens, 0)));
    return {chosen.id, chosen.probability, {top.begin(), top.end()}};
}

std::vector<Sampler::Step> Sampler::distribution(const Request& request) const
{
    std::vector<Step> steps;
    std::vector<float> adjusted(request.logits.begin(), request.logits.end());
    std::optional<TokenMask> allowed;
    const auto afterLogits = [&](const char* stage) {
        Candidates all = Candidates::best(adjusted, allowed ? &*allowed : nullptr, 0);
        all.softmax(1);
        steps.push_back(describe(stage, all));
    };
    const auto ban = [&] {
        allowed = withoutBanned(m_settings, request);
        if (allowed)
            afterLogits("banned");
    };
    adjust(adjusted, m_settings, request.past, ban, afterLogits);
    if (request.mask) {
        if (!allowed)
            allowed.emplace(int64_t(adjusted.size()), true);
        narrow(*allowed, *request.mask);
        afterLogits("mask");
    }

    Candidates candidates = Candidates::best(adjusted, allowed ? &*allowed : nullptr, 0);
    const auto after = [&](const char* stage) { steps.push_back(describe(stage, candidates)); };
    softmax(candidates, m_settings);
    after("softmax");
    if (const size_t count = topCount(m_settings); count > 0) {
        candidates.keepTop(count);
        after("top_k");
    }
    truncate(candidates, m_settings, after);
    finish(candidates, m_settings, m_mirostat, after);
    if (m_settings.xtcProbability > 0) {
        excludeTopChoices(candidates, m_settings, std::min(1.0, double(m_settings.xtcProbability)));
        after("XTC");
    }
    return steps;
}

namespace {

constexpr float minusInfinity = -std::numeric_limits<float>::infinity();
constexpr double largest = std::numeric_limits<float>::max();

// log Σ exp(logit), of the sum's own scale so that nothing overflows.
double logSumExp(std::span<const float> logits)
{
    const double highest = double(std::ranges::max(logits));
    double sum = 0;
    for (const float logit : logits)
        sum += std::exp(double(logit) - highest);
    return highest + std::log(sum);
}

} // namespace

void mixGuidance(std::span<float> out, std::span<const float> positive,
    std::span<const float> negative, float scale)
{
    CHECK(out.size() == positive.size() && out.size() == negative.size());
    if (out.empty())
        return;
    const double s = double(scale);
    const double positiveSum = logSumExp(positive), negativeSum = logSumExp(negative);
    for (size_t id = 0; id < out.size(); ++id) {
        const bool isExcluded = positive[id] == minusInfinity || negative[id] == minusInfinity;
        const double mixed = s * (double(positive[id]) - positiveSum)
            + (1 - s) * (double(negative[id]) - negativeSum);
        out[id] = isExcluded ? minusInfinity : float(std::clamp(mixed, -largest, largest));
    }
}

} // namespace engine
