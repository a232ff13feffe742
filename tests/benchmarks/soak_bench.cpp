#include "tests/engine/generate/process_memory.h"
#include "tests/engine/generate/script_soak.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

// A hundred thousand random jobs on caches that are too small for them, in every way to draft and
// to reserve: every answer is compared with the one the job gives alone, and memory must not grow.
// `soak_bench 5000 7` runs 5,000 jobs made from seed 7. Fails if anything is wrong.

using engine::Reservation;
using tests::Drafting;
using tests::ScriptSoak;
using tests::Soak;

namespace {

constexpr int64_t jobsAtATime = 100; // before it is the next generator's turn
constexpr int64_t stepsBetweenChecks = 16;

void print(const std::string& figure, double value, const char* unit)
{
    const nlohmann::ordered_json line
        = {{"figure", figure}, {"value", value}, {"unit", unit}, {"target", nullptr}};
    std::printf("%s\n", line.dump().c_str());
    std::fflush(stdout);
}

std::vector<std::unique_ptr<ScriptSoak>> allSoaks()
{
    std::vector<std::unique_ptr<ScriptSoak>> soaks;
    for (const Reservation reservation : {Reservation::Grow, Reservation::Full})
        for (const Drafting drafting : {Drafting::None, Drafting::Model, Drafting::Ngram})
            soaks.push_back(std::make_unique<ScriptSoak>(drafting, reservation));
    return soaks;
}

Soak::Report sum(const std::vector<std::unique_ptr<ScriptSoak>>& soaks)
{
    Soak::Report all;
    for (const auto& script : soaks) {
        const Soak::Report& report = script->soak.report();
        all.jobs += report.jobs;
        all.cancelled += report.cancelled;
        all.tokens += report.tokens;
        all.cachedTokens += report.cachedTokens;
        all.promptTokens += report.promptTokens;
        all.rewinds += report.rewinds;
        all.acceptedDrafts += report.acceptedDrafts;
        all.rejectedDrafts += report.rejectedDrafts;
        all.failed += report.failed;
        all.steps += report.steps;
        all.wrong += report.wrong;
        all.heldPages += report.heldPages;
        if (all.problem.empty())
            all.problem = report.problem;
    }
    return all;
}

} // namespace

int main(int argumentCount, char** arguments)
{
    const int64_t jobs = argumentCount > 1 ? std::atoll(arguments[1]) : 100'000;
    uint64_t seed = argumentCount > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1;
    const auto soaks = allSoaks();
    const auto start = std::chrono::steady_clock::now();

    int64_t memoryHalfway = 0;
    for (int64_t done = 0, turn = 0; done < jobs; ++turn) {
        const int64_t count = std::min(jobsAtATime, jobs - done);
        soaks[size_t(turn) % soaks.size()]->soak.run(count, seed++, stepsBetweenChecks);
        done += count;
        if (memoryHalfway == 0 && done >= jobs / 2)
            memoryHalfway = tests::residentBytes();
    }
    const int64_t memoryAtTheEnd = tests::residentBytes();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;

    const Soak::Report all = sum(soaks);
    print("jobs", double(all.jobs), "jobs");
    print("wrong answers", double(all.wrong), "jobs");
    print("pages leaked", double(all.heldPages), "pages");
    print("cancelled", double(all.cancelled), "jobs");
    print("failed for want of memory, as arranged", double(all.failed), "jobs");
    print("tokens", double(all.tokens), "tokens");
    print("prompt found in the cache",
        100 * double(all.cachedTokens) / double(std::max<int64_t>(all.promptTokens, 1)), "%");
    print("banned strings taken back", double(all.rewinds), "times");
    print("drafts accepted", double(all.acceptedDrafts), "tokens");
    print("drafts rejected", double(all.rejectedDrafts), "tokens");
    print("time", seconds.count(), "s");
    print("memory halfway", double(memoryHalfway) / 1e6, "MB");
    print("memory at the end", double(memoryAtTheEnd) / 1e6, "MB");
    if (all.problem.empty())
        return 0;
    std::fprintf(stderr, "%s\n", all.problem.c_str());
    return 1;
}
