#pragma once

#include "tests/engine/generate/generator_bench.h"

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace tests {

/// A constraint that is the same at every position: some tokens are allowed, others not.
class WordsConstraint final : public engine::Constraint {
public:
    explicit WordsConstraint(engine::TokenMask allowed)
        : m_allowed(std::move(allowed))
    {
    }

    std::unique_ptr<engine::Filter> start() const override
    {
        return std::make_unique<State>(m_allowed);
    }

private:
    class State final : public engine::Filter {
    public:
        explicit State(const engine::TokenMask& allowed)
            : m_allowed(allowed)
        {
        }
        const engine::TokenMask& mask() override { return m_allowed; }
        bool take(std::string_view) override { return true; }
        void undo(int64_t) override { }
        bool mayEnd() const override { return true; }
        bool mustEnd() const override { return false; }

    private:
        const engine::TokenMask& m_allowed;
    };

    engine::TokenMask m_allowed;
};

/// The vocabulary of the soak: token i is the number i and a space.
inline std::vector<std::string> numberPieces(int64_t count)
{
    std::vector<std::string> pieces;
    for (int64_t i = 0; i < count; ++i)
        pieces.push_back(std::to_string(i) + " ");
    return pieces;
}

/// Random jobs whose prompts count up, from few numbers, so that many begin alike. All kinds of
/// options, alone and together; the same seed makes the same jobs.
class SoakJobs {
public:
    struct Limits {
        int64_t vocabulary = 1000;
        int64_t longestPrompt = 6000;
        int64_t maxAnswerLength = 600;
        bool hasPictures = true; ///< of 4 numbers a row
    };

    /// `backend` contains the images and must outlive the jobs.
    SoakJobs(uint64_t seed, Limits limits, kernels::Backend& backend)
        : m_random(seed)
        , m_limits(limits)
    {
        engine::TokenMask allowed(limits.vocabulary, true);
        for (int64_t id = 3; id < limits.vocabulary; id += 7)
            allowed.forbid(id);
        m_constraint = std::make_shared<WordsConstraint>(allowed);
        for (uint8_t content = 0; limits.hasPictures && content < 3; ++content)
            m_pictures.push_back(
                picture(backend, 300, engine::firstImageId + content * 1000, content));
    }

    engine::Job next()
    {
        engine::Job job = jobOf(prompt(), answerLength(), m_random());
        if (oneIn(2))
            job.sampling = engine::SamplerSettings::greedy();
        if (oneIn(6))
            job.sampling.repetitionPenalty = 1.2f;
        if (oneIn(6))
            job.sampling.mirostat = true;
        if (oneIn(6))
            job.stopTokens = {number(), number(), number()};
        if (oneIn(6))
            job.stopStrings = {soonSaid(job), "no number"};
        if (oneIn(4))
            job.bannedStrings = {soonSaid(job), soonSaid(job)};
        if (oneIn(8))
            job.constraints = {m_constraint};
        if (oneIn(10))
            job.minNewTokens = below(job.maxNewTokens + 1);
        addRareThings(job);
        return job;
    }

private:
    int64_t below(int64_t limit) { return int64_t(m_random() % uint64_t(limit)); }
    bool oneIn(int64_t count) { return below(count) == 0; }
    engine::TokenId number() { return below(m_limits.vocabulary); }

    engine::TokenIds prompt()
    {
        const int64_t limit = oneIn(4) ? m_limits.longestPrompt
            : oneIn(2)                 ? m_limits.longestPrompt / 4
                                       : m_limits.longestPrompt / 20;
        const int64_t first = below(4) * 100;
        engine::TokenIds ids = counting(1 + below(limit), first);
        for (engine::TokenId& id : ids)
            id %= m_limits.vocabulary;
        if (oneIn(3)) // leaves the common path somewhere
            ids[size_t(below(int64_t(ids.size())))] = number();
        return ids;
    }

    int64_t answerLength() { return 1 + below(oneIn(20) ? m_limits.maxAnswerLength : 50); }

    // Two numbers that who counts on will say.
    std::string soonSaid(const engine::Job& job)
    {
        const int64_t next = (job.ids.back() + 1 + below(20)) % m_limits.vocabulary;
        return std::to_string(next) + " " + std::to_string((next + 1) % m_limits.vocabulary) + " ";
    }

    void addRareThings(engine::Job& job)
    {
        job.returnProbabilities = true;
        job.maxSkips = below(6);
        job.mayDraft = !oneIn(6);
        job.healTokens = oneIn(10);
        if (oneIn(12)) {
            job.negativeIds = counting(1 + below(300), below(m_limits.vocabulary / 2));
            for (engine::TokenId& id : job.negativeIds)
                id %= m_limits.vocabulary;
            job.guidance = 1.5f;
        }
        if (oneIn(12) && !m_pictures.empty()) {
            const engine::ImageEmbeddingPtr& shown = m_pictures[size_t(below(3))];
            const engine::TokenIds rows = counting(shown->count(), shown->firstId);
            job.ids.insert(
                job.ids.begin() + below(int64_t(job.ids.size())), rows.begin(), rows.end());
            job.images = {shown};
        }
    }

    std::mt19937_64 m_random;
    Limits m_limits;
    engine::ConstraintPtr m_constraint;
    std::vector<engine::ImageEmbeddingPtr> m_pictures;
};

} // namespace tests
