#include "engine/sampling/logits.h"
#include "engine/sampling/sampler.h"
#include "engine/sampling/sampling_pool.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

// What choosing tokens costs: one choice under common settings, and many jobs on one thread against
// the sampling pool. Wall time, since threads are what is measured.

using engine::Random;
using engine::Sampler;
using engine::SamplerSettings;
using engine::SamplingPool;
using engine::TokenId;
using engine::TokenIds;

namespace {

constexpr size_t vocabulary = 150'000;

double seconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

struct Times {
    double best = 1e9, mean = 0;
};

template <typename Work>
Times measure(int repetitions, const Work& work)
{
    Times times;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        const double start = seconds();
        work();
        const double taken = seconds() - start;
        times.best = std::min(times.best, taken);
        times.mean += taken / repetitions;
    }
    return times;
}

// A bell with thirty likely tokens above it, as a model's logits look in the middle of a sentence.
std::vector<float> someLogits(uint64_t seed)
{
    Random random(seed);
    std::vector<float> logits(vocabulary);
    for (float& logit : logits) {
        double sum = 0;
        for (int die = 0; die < 6; ++die)
            sum += random.uniform();
        logit = float((sum - 3) * 3.5);
    }
    for (int peak = 0; peak < 30; ++peak)
        logits[random.next() % vocabulary] = float(12 + 6 * random.uniform());
    return logits;
}

TokenIds somePast(int64_t count)
{
    TokenIds past;
    for (int64_t place = 0; place < count; ++place)
        past.push_back(place * 37 % int64_t(vocabulary));
    return past;
}

double microseconds(double seconds)
{
    return std::round(seconds * 1e7) / 10;
}

void print(const nlohmann::ordered_json& figure)
{
    std::printf("%s\n", figure.dump().c_str());
    std::fflush(stdout);
}

void measureOneChoice(const char* name, const SamplerSettings& settings, bool masked = false)
{
    const std::vector<float> logits = someLogits(7);
    const TokenIds past = somePast(2000);
    engine::TokenMask mask(vocabulary, true);
    for (TokenId id = 0; id < TokenId(vocabulary); id += 3)
        mask.forbid(id);
    Sampler sampler(settings, 1);
    const Times times = measure(200, [&] {
        sampler.choose({.logits = logits, .past = past, .mask = masked ? &mask : nullptr});
    });
    print({{"figure", "one choice"}, {"settings", name}, {"vocabulary", vocabulary},
        {"microseconds_best", microseconds(times.best)},
        {"microseconds_mean", microseconds(times.mean)}});
}

void measureManyJobs(int64_t count)
{
    std::vector<std::vector<float>> logits;
    std::vector<Sampler> samplers;
    for (int64_t job = 0; job < count; ++job) {
        logits.push_back(someLogits(uint64_t(job)));
        samplers.emplace_back(SamplerSettings{}, uint64_t(job));
    }
    const SamplingPool::Work chooseOne
        = [&](int64_t job) { samplers[size_t(job)].choose({.logits = logits[size_t(job)]}); };
    const Times alone = measure(100, [&] {
        for (int64_t job = 0; job < count; ++job)
            chooseOne(job);
    });
    SamplingPool pool({.maxThreads = 16, .minJobs = 2});
    const Times shared = measure(100, [&] { pool.forEach(count, chooseOne); });
    print({{"figure", "many jobs"}, {"jobs", count}, {"vocabulary", vocabulary},
        {"threads", pool.numThreads()}, {"microseconds_alone", microseconds(alone.best)},
        {"microseconds_pool", microseconds(shared.best)},
        {"speedup", std::round(alone.best / shared.best * 100) / 100}});
}

} // namespace

int main()
{
    const SamplerSettings common{.temperature = 0.8f, .topK = 50, .topP = 0.95f, .minP = 0.05f};
    measureOneChoice("temperature, top-k, top-p, min-p", common);
    measureOneChoice("the same under a mask", common, true);
    measureOneChoice("greedy", SamplerSettings::greedy());
    measureOneChoice(
        "min-p without top-k", {.temperature = 0.8f, .topK = 0, .topP = 1, .minP = 0.05f});
    measureOneChoice(
        "top-p without top-k", {.temperature = 0.8f, .topK = 0, .topP = 0.95f, .minP = 0});
    measureOneChoice("neutral", SamplerSettings::neutral());
    SamplerSettings penalties = common;
    penalties.repetitionPenalty = 1.1f;
    penalties.dryMultiplier = 0.8f;
    measureOneChoice("penalties and DRY over 2000 tokens", penalties);
    SamplerSettings typical = SamplerSettings::neutral();
    typical.typical = 0.9f;
    measureOneChoice("typical without top-k", typical);
    for (const int64_t count : {1, 2, 3, 4, 8, 16, 32})
        measureManyJobs(count);
}
