#include "engine/generate/generator.h"
#include "runtime/models/loaded_model.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

// How long an answer that is being written stands still while others read their prompts, and how
// fast those are read meanwhile.
//
//     ./dev bench stall [--json] MODEL.gguf        or the model that VIGNETTE_BENCH_MODEL names

namespace {

using Clock = std::chrono::steady_clock;

constexpr int64_t contextTokens = 8 * 1024; // for all jobs together
constexpr int64_t settlingTokens = 16; // of the answer, before anything is measured

double secondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

void print(
    const std::string& figure, double value, const char* unit, nlohmann::json target = nullptr)
{
    const nlohmann::ordered_json line{
        {"figure", figure}, {"value", value}, {"unit", unit}, {"target", std::move(target)}};
    std::printf("%s\n", line.dump().c_str());
    std::fflush(stdout);
}

/// Prompts of so many tokens that are sent one after the other.
struct Load {
    const char* name;
    int64_t prompts, tokens;
    double secondsBetween; ///< their arrivals
};

/// One answer that is written all the time, and prompts that others have read meanwhile.
class Stall {
public:
    Stall(engine::Generator& generator, int64_t vocabulary)
        : m_generator(generator)
        , m_vocabulary(vocabulary)
    {
    }

    void measure(const Load& load, bool isWriting)
    {
        m_gaps.clear();
        m_waits.clear();
        m_arrivals.clear();
        if (isWriting)
            beginAnswer();
        const auto begin = m_last = Clock::now();
        for (int64_t sent = 0; sent < load.prompts || !m_arrivals.empty();) {
            for (; sent < load.prompts && secondsSince(begin) >= double(sent) * load.secondsBetween;
                 ++sent)
                m_arrivals[enqueue(load.tokens, 2)] = Clock::now();
            if (m_generator.numRemainingJobs() > 0)
                step();
        }
        const double seconds = secondsSince(begin);
        m_generator.clearQueue();
        m_generator.iterate();
        report(load, isWriting, seconds);
    }

private:
    int64_t enqueue(int64_t tokens, int64_t answer)
    {
        engine::Job job;
        for (int64_t token = 0; token < tokens; ++token) // no two prompts begin alike
            job.ids.push_back(((token + 1) * 7919 + ++m_token * 31) % m_vocabulary);
        job.maxNewTokens = answer;
        job.sampling = engine::SamplerSettings::greedy();
        return m_generator.enqueue(std::move(job));
    }

    void beginAnswer()
    {
        m_writing = enqueue(64, 4000);
        for (int64_t token = 0; token < settlingTokens;)
            for (const engine::Result& result : m_generator.iterate())
                token += result.stage == engine::Stage::Streaming;
    }

    void step()
    {
        for (const engine::Result& result : m_generator.iterate()) {
            if (result.stage != engine::Stage::Streaming)
                continue;
            if (result.serial == m_writing)
                m_gaps.push_back(secondsSince(std::exchange(m_last, Clock::now())));
            else if (const auto job = m_arrivals.extract(result.serial))
                m_waits.push_back(secondsSince(job.mapped()));
        }
    }

    void report(const Load& load, bool isWriting, double seconds)
    {
        const std::string name = load.name;
        const double tokens = double(load.prompts * load.tokens);
        std::ranges::sort(m_gaps);
        if (isWriting) {
            const size_t rank = (m_gaps.size() * 99 + 99) / 100; // of P99, counted from 1
            print(name + ": longest gap", m_gaps.back() * 1000, "ms", 400);
            print(name + ": P99 gap", m_gaps[rank - 1] * 1000, "ms", 400);
            print(name + ": median gap", m_gaps[m_gaps.size() / 2] * 1000, "ms");
            print(name + ": tokens written", double(m_gaps.size()), "tokens");
        }
        double sum = 0;
        for (const double wait : m_waits)
            sum += wait;
        const std::string suffix = isWriting ? "" : ", nobody writing";
        print(name + ": first token of a prompt, mean" + suffix, sum / double(m_waits.size()), "s");
        print(name + ": the same, longest" + suffix, *std::ranges::max_element(m_waits), "s");
        print(name + ": prompts read" + suffix, tokens / seconds, "tokens/s");
    }

    engine::Generator& m_generator;
    const int64_t m_vocabulary;
    int64_t m_token = 0;
    int64_t m_writing = -1; // the serial number of the answer
    Clock::time_point m_last; // its last token
    std::map<int64_t, Clock::time_point> m_arrivals; // of prompts without a first token
    std::vector<double> m_gaps, m_waits; // seconds
};

} // namespace

int main(int argc, char** argv)
{
    std::vector<std::string> arguments(argv + 1, argv + argc);
    std::erase(arguments, "--json"); // the only form there is
    if (const char* named = std::getenv("VIGNETTE_BENCH_MODEL"); named && arguments.empty())
        arguments.push_back(named);
    if (arguments.size() != 1) {
        std::fprintf(stderr, "Usage: ./dev bench stall [--json] MODEL.gguf\n");
        return 2;
    }
    runtime::LoadOptions options;
    options.path = arguments.front();
    options.contextTokens = contextTokens;
    const auto model = runtime::LoadedModel::load(options);
    engine::Generator generator(
        model->model(), model->cache(), model->tokenizer(), {.maxSeqLen = model->contextTokens()});
    generator.warmUp();

    Stall stall(generator, model->config().vocabulary);
    const Load loads[] = {{"one prompt of 4,000", 1, 4000, 0}, {"three of 600", 3, 600, 0},
        {"ten of 300, a second apart", 10, 300, 1}};
    stall.measure(loads[1], /*isWriting=*/false);
    for (const Load& load : loads)
        stall.measure(load, /*isWriting=*/true);
    return 0;
}
