#pragma once

#include "engine/generate/async_generator.h"
#include "tests/engine/generate/generator_bench.h"

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tests {

/// How long a test waits for what must come. Only a failing test waits that long.
constexpr std::chrono::seconds patience(120);

constexpr int64_t asyncVocabulary = 200;

/// What AsyncBench is made of, for answerAlone().
inline GeneratorBench::Setup asyncSetup(int64_t cacheTokens = 8192)
{
    return {.cacheTokens = cacheTokens,
        .pieces = std::vector<std::string>(asyncVocabulary, "x"),
        .script = countingOn(asyncVocabulary)};
}

/// A script model behind an AsyncGenerator whose loop does not run yet: model hooks are set first.
struct AsyncBench {
    explicit AsyncBench(
        int64_t cacheTokens = 8192, engine::Generator::Options options = {.maxChunkSize = 2048})
        : tokenizer(std::vector<std::string>(asyncVocabulary, "x"))
        , model(asyncVocabulary, countingOn(asyncVocabulary))
        , cache(model.backend(), ScriptModel::shape, engine::CacheType::F32, cacheTokens)
        , options(options)
        , generator(newGenerator())
    {
    }

    std::unique_ptr<engine::Generator> newGenerator()
    {
        return std::make_unique<engine::Generator>(model, cache, tokenizer, options);
    }

    /// What `question(generator)` returns, asked between two steps.
    template <typename Question>
    auto ask(Question question)
    {
        using Reply = std::invoke_result_t<Question, engine::Generator&>;
        const auto reply = std::make_shared<std::promise<Reply>>();
        generator.post([this, reply, question] {
            if constexpr (std::is_void_v<Reply>) {
                question(*generator.generator());
                reply->set_value();
            } else {
                reply->set_value(question(*generator.generator()));
            }
        });
        return reply->get_future().get();
    }

    /// Waits until the generator knows no job. True if no job contains a page then and nothing is
    /// wrong with the page table.
    bool comesToRest()
    {
        std::promise<bool> rest;
        std::function<void()> look = [&] {
            const engine::Generator& inner = *generator.generator();
            if (inner.numRemainingJobs() > 0)
                return generator.post(look);
            rest.set_value(
                inner.numFreePages() == inner.numPages() && inner.checkInvariants().empty());
        };
        generator.post(look);
        return rest.get_future().get();
    }

    PieceTokenizer tokenizer;
    ScriptModel model;
    engine::PagedCache cache;
    engine::Generator::Options options;
    engine::AsyncGenerator generator;
};

/// All that is still to come of a job. There is no `last` if the end did not come.
inline Answer listenTo(engine::AsyncJob& job)
{
    Answer answer;
    while (const std::optional<engine::Result> result = job.nextWithin(patience))
        answer.add(*result);
    return answer;
}

inline bool endedWith(const Answer& answer, engine::EosReason reason)
{
    return answer.lastResults == 1 && answer.last->eosReason == reason;
}

/// Makes `count` jobs that differ in prompt and seed.
inline std::vector<engine::Job> differentJobs(size_t count, int64_t maxNewTokens)
{
    std::vector<engine::Job> jobs;
    for (size_t i = 0; i < count; ++i)
        jobs.push_back(jobOf(counting(20 + 3 * int64_t(i), int64_t(i)), maxNewTokens, i));
    return jobs;
}

/// What each of them answers when nobody disturbs it.
inline std::vector<engine::TokenIds> undisturbed(const std::vector<engine::Job>& jobs)
{
    std::vector<engine::TokenIds> answers;
    for (const engine::Job& job : jobs)
        answers.push_back(answerAlone(job, asyncSetup()).ids);
    return answers;
}

/// Holds up the loop in a layer of the model until the test lets it continue.
class Gate {
public:
    /// Called on the loop's thread. Only the first call stops.
    void arrive()
    {
        if (std::exchange(m_wasReached, true))
            return;
        m_reached.set_value();
        m_opened.get_future().wait();
    }

    void awaitArrival() { m_reached.get_future().wait(); }
    void open() { m_opened.set_value(); }

private:
    bool m_wasReached = false;
    std::promise<void> m_reached, m_opened;
};

} // namespace tests
