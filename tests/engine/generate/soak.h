#pragma once

#include "tests/engine/generate/soak_jobs.h"

#include <map>
#include <new>
#include <optional>
#include <random>
#include <stop_token>
#include <string>
#include <utility>

namespace tests {

/// Keeps one generator busy with random jobs that come, go and are canceled, and compares each
/// answer with the one the job gives alone, with a cache of its own and nothing drafted.
class Soak {
public:
    struct Setup {
        engine::Model& model; ///< as long as it does not depend on what it was asked before
        const engine::Tokenizer& tokenizer;
        engine::PagedCache::Shape shape;
        engine::CacheType type;
        int64_t cacheTokens = 8192; ///< room for the longest job and not much more
        engine::Generator::Options options = {};
        SoakJobs::Limits limits = {};
    };

    /// What it has come to.
    struct Report {
        int64_t jobs = 0, steps = 0;
        int64_t tokens = 0, promptTokens = 0, cachedTokens = 0;
        int64_t rewinds = 0, acceptedDrafts = 0, rejectedDrafts = 0;
        int64_t cancelled = 0, failed = 0; ///< jobs that ended so
        int64_t wrong = 0; ///< answers
        int64_t heldPages = 0; ///< by no job
        std::string problem; ///< the first
    };

    explicit Soak(const Setup& setup)
        : m_setup(withClock(setup))
        , m_cache(setup.model.backend(), setup.shape, setup.type, setup.cacheTokens)
        , m_generator(setup.model, m_cache, setup.tokenizer, m_setup.options)
        , m_chance(setup.cacheTokens)
    {
    }

    /// `count` jobs to their ends; equal seeds make equal jobs at equal times. From time to time
    /// all are waited for, so that the cache is put in order. The page table is checked after every
    /// `checkEvery` steps.
    void run(int64_t count, uint64_t seed, int64_t checkEvery = 1)
    {
        SoakJobs jobs(seed, m_setup.limits, m_setup.model.backend());
        std::mt19937_64 random(seed + 1);
        for (int64_t made = 0; made < count || m_generator.numRemainingJobs() > 0;) {
            for (uint64_t burst = random() % 6; burst > 0 && made < count; --burst, ++made)
                start(jobs.next(), random);
            const bool drains = made == count || random() % 8 == 0;
            for (uint64_t steps = random() % 12; drains || steps > 0; --steps) {
                if (drains && m_generator.numRemainingJobs() == 0)
                    break;
                step(checkEvery);
            }
        }
        m_report.heldPages = m_generator.numPages() - m_generator.numFreePages();
        if (m_report.heldPages > 0)
            complain("Pages are still held after all jobs.");
    }

    /// One job by itself. Returns its last result.
    engine::Result runOne(const engine::Job& job)
    {
        m_running[m_generator.enqueue(job)].job = job;
        while (m_generator.numRemainingJobs() > 0)
            step(1);
        return m_lastResult;
    }

    /// Must be called with every sequence that the model continues: complains unless it is that of
    /// a running job. `sequence` is what the model means by ids, see ScriptModel.
    void checkSequence(const engine::TokenIds& sequence)
    {
        for (const auto& [serial, running] : m_running)
            if (isOf(running.job, running.job.ids, sequence)
                || isOf(running.job, running.job.negativeIds, sequence))
                return;
        complain("The model was given a sequence of " + std::to_string(sequence.size())
            + " tokens that is no job's.");
    }

    /// Must be called in the middle of passes, whenever the model asks whether to continue: from
    /// time to time stops a job there, or lets memory run out.
    void disturb()
    {
        if (m_isAlone)
            return;
        if (m_chance() % 300 == 0)
            for (auto& [serial, running] : m_running)
                if (running.stop && m_chance() % 2 == 0)
                    running.stop->request_stop();
        if (m_chance() % 1500 == 0)
            throw std::bad_alloc();
    }

    engine::Generator& generator() { return m_generator; }
    const Report& report() const { return m_report; }

private:
    struct Running {
        engine::Job job;
        Answer answer;
        std::optional<uint64_t> stepsLeft; // to be canceled then
        std::optional<std::stop_source> stop; // in this way
    };

    static Setup withClock(Setup setup)
    {
        setup.options.now = randomClock(1);
        return setup;
    }

    // True if a sequence begins with a prompt, whose last token may be a healed one.
    static bool isOf(
        const engine::Job& job, const engine::TokenIds& prompt, const engine::TokenIds& sequence)
    {
        if (prompt.empty() || sequence.size() + 1 < prompt.size())
            return false;
        const size_t count = prompt.size() - (job.healTokens && prompt.size() > 1 ? 1 : 0);
        for (size_t i = 0; i < count; ++i)
            if (i >= sequence.size()
                || sequence[i] != ScriptModel::meaningOf(prompt[i], job.images))
                return false;
        return true;
    }

    void start(engine::Job job, std::mt19937_64& random)
    {
        Running running;
        running.job = job;
        if (random() % 8 == 0) {
            running.stepsLeft = random() % 40;
            if (random() % 2 == 0)
                job.stop = running.stop.emplace().get_token();
        }
        const int64_t serial = m_generator.enqueue(std::move(job));
        m_running.emplace(serial, std::move(running));
    }

    void step(int64_t checkEvery)
    {
        cancelSome();
        for (const engine::Result& result : m_generator.iterate()) {
            Running& running = m_running.at(result.serial);
            running.answer.add(result);
            if (result.stage != engine::Stage::Eos)
                continue;
            finish(running);
            m_running.erase(result.serial);
        }
        if (++m_report.steps % checkEvery == 0)
            if (const std::string wrong = m_generator.checkInvariants(); !wrong.empty())
                complain(wrong);
    }

    void cancelSome()
    {
        for (auto& [serial, running] : m_running) {
            if (!running.stepsLeft || (*running.stepsLeft)-- > 0)
                continue;
            running.stepsLeft.reset();
            if (running.stop)
                running.stop->request_stop();
            else
                m_generator.cancel(serial);
        }
    }

    void finish(const Running& running)
    {
        const engine::Result& last = m_lastResult = *running.answer.last;
        ++m_report.jobs;
        m_report.cancelled += last.eosReason == engine::EosReason::Cancelled;
        m_report.failed += last.eosReason == engine::EosReason::Error;
        m_report.tokens += last.newTokens;
        m_report.promptTokens += last.promptTokens;
        m_report.cachedTokens += last.cachedTokens;
        m_report.rewinds += int64_t(running.answer.suppressions.size());
        m_report.acceptedDrafts += last.acceptedDraftTokens;
        m_report.rejectedDrafts += last.rejectedDraftTokens;
        m_isAlone = true;
        const std::string difference = differenceBetween(running.answer, answerAlone(running.job));
        m_isAlone = false;
        if (difference.empty())
            return;
        ++m_report.wrong;
        complain("Job " + std::to_string(last.serial) + " (" + describe(running.job)
            + "): " + difference + ".");
    }

    Answer answerAlone(const engine::Job& job) const
    {
        engine::PagedCache cache(
            m_setup.model.backend(), m_setup.shape, m_setup.type, m_setup.cacheTokens);
        engine::Generator::Options options = m_setup.options;
        options.draftModel = nullptr;
        options.draftCache = nullptr;
        options.useNgramDraft = false;
        engine::Generator generator(m_setup.model, cache, m_setup.tokenizer, options);
        generator.enqueue(job);
        Answer answer;
        while (generator.numRemainingJobs() > 0)
            for (const engine::Result& result : generator.iterate())
                answer.add(result);
        return answer;
    }

    // Empty: they agree, as far as the answer got.
    static std::string differenceBetween(const Answer& answer, const Answer& alone)
    {
        const bool isCutOff = answer.last->eosReason == engine::EosReason::Cancelled
            || answer.last->errorKind == base::ErrorKind::OutOfMemory;
        if (isCutOff) {
            const bool agrees = answer.ids.size() <= alone.ids.size()
                && std::equal(answer.ids.begin(), answer.ids.end(), alone.ids.begin())
                && alone.text().starts_with(answer.text());
            return agrees ? "" : "it had gone wrong before it was cut off";
        }
        if (answer.last->eosReason != alone.last->eosReason)
            return "it ended in another way: " + answer.last->error;
        if (answer.ids != alone.ids)
            return "other tokens";
        if (answer.text() != alone.text() || answer.last->fullCompletion != answer.text())
            return "another text";
        if (answer.probabilities != alone.probabilities)
            return "other probabilities";
        if (answer.last->newTokens != alone.last->newTokens)
            return "it counted its tokens differently";
        return "";
    }

    // What sets a job apart, to find it again.
    static std::string describe(const engine::Job& job)
    {
        std::string text = std::to_string(job.ids.size()) + " tokens from "
            + std::to_string(job.ids.front()) + ", up to " + std::to_string(job.maxNewTokens);
        const std::pair<bool, const char*> traits[] = {{job.sampling.temperature == 0, "greedy"},
            {job.sampling.mirostat, "mirostat"}, {!job.stopTokens.empty(), "stop tokens"},
            {!job.stopStrings.empty(), "stop strings"},
            {!job.bannedStrings.empty(), "banned strings"},
            {!job.constraints.empty(), "a constraint"}, {job.healTokens, "healing"},
            {!job.negativeIds.empty(), "guidance"}, {!job.images.empty(), "a picture"},
            {!job.mayDraft, "no drafts"}};
        for (const auto& [has, name] : traits)
            text += has ? std::string(", ") + name : std::string();
        return text;
    }

    void complain(const std::string& problem)
    {
        if (m_report.problem.empty())
            m_report.problem = problem;
    }

    Setup m_setup;
    engine::PagedCache m_cache;
    engine::Generator m_generator;
    std::map<int64_t, Running> m_running; // by serial
    engine::Result m_lastResult;
    std::mt19937_64 m_chance; // for disturb()
    bool m_isAlone = false; // a job runs on its own, undisturbed
    Report m_report;
};

} // namespace tests
