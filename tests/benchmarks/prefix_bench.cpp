#include "engine/generate/generator.h"
#include "runtime/models/loaded_model.h"

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

// What sharing a prefix is worth: the time to the first token of a prompt of 2,064 tokens, of a
// second one that shares 2,000 with it, and of the first one again.
//
//     ./dev bench prefix MODEL.gguf

namespace {

constexpr int64_t sharedTokens = 2000, ownTokens = 64;

engine::TokenIds promptOf(int64_t job, int64_t vocabulary)
{
    engine::TokenIds ids;
    for (int64_t token = 0; token < sharedTokens + ownTokens; ++token)
        ids.push_back((token * 31 + 7 + (token < sharedTokens ? 0 : job * 101)) % vocabulary);
    return ids;
}

double secondsToFirstToken(engine::Generator& generator, engine::TokenIds ids)
{
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    double seconds = 0;
    engine::Job job;
    job.ids = std::move(ids);
    job.maxNewTokens = 2;
    job.sampling = engine::SamplerSettings::greedy();
    generator.enqueue(std::move(job));
    while (generator.numRemainingJobs() > 0)
        for (const engine::Result& result : generator.iterate())
            if (seconds == 0 && result.stage == engine::Stage::Streaming)
                seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return seconds;
}

void print(const char* figure, double value, const char* unit, nlohmann::json target = nullptr)
{
    const nlohmann::ordered_json line{
        {"figure", figure}, {"value", value}, {"unit", unit}, {"target", target}};
    std::printf("%s\n", line.dump().c_str());
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "Usage: ./dev bench prefix MODEL.gguf\n");
        return 2;
    }
    runtime::LoadOptions options;
    options.path = argv[1];
    options.contextTokens = 2 * (sharedTokens + ownTokens + engine::pageSize);
    const auto model = runtime::LoadedModel::load(options);
    engine::Generator generator(model->model(), model->cache(), model->tokenizer(), {});
    generator.warmUp();

    const int64_t vocabulary = model->config().vocabulary;
    const double first = secondsToFirstToken(generator, promptOf(0, vocabulary));
    const double second = secondsToFirstToken(generator, promptOf(1, vocabulary));
    const double again = secondsToFirstToken(generator, promptOf(0, vocabulary));
    print("first prompt, time to first token", first, "s");
    print("second prompt, sharing 2,000 tokens", second, "s");
    print("first prompt again", again, "s");
    print("second / first", second / first, "ratio", 0.1);
    return 0;
}
