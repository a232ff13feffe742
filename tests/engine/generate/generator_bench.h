#pragma once

#include "engine/generate/generator.h"
#include "tests/engine/generate/script_model.h"
#include "tests/engine/generate/test_clocks.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tests {

/// How a generator guesses ahead.
enum class Drafting { None, Model, Ngram };

/// What one job has reported so far.
struct Answer {
    std::vector<std::string> chunks; ///< texts that are not empty
    engine::TokenIds ids;
    std::vector<float> probabilities;
    std::vector<std::vector<float>> logits; ///< if requested
    std::vector<engine::Stage> stages;
    std::vector<engine::Result> suppressions; ///< results with suppressed text
    int lastResults = 0;
    std::optional<engine::Result> last;

    std::string text() const
    {
        std::string all;
        for (const std::string& chunk : chunks)
            all += chunk;
        return all;
    }

    void add(const engine::Result& result)
    {
        if (!result.text.empty())
            chunks.push_back(result.text);
        ids.insert(ids.end(), result.tokenIds.begin(), result.tokenIds.end());
        probabilities.insert(probabilities.end(), result.tokenProbabilities.begin(),
            result.tokenProbabilities.end());
        logits.insert(logits.end(), result.logits.begin(), result.logits.end());
        stages.push_back(result.stage);
        if (!result.suppressedText.empty())
            suppressions.push_back(result);
        if (result.stage == engine::Stage::Eos) {
            ++lastResults;
            last = result;
        }
    }
};

/// The answers of a new generator to all jobs, one of which is started every other step.
inline std::vector<Answer> answersOf(
    engine::Generator& generator, const std::vector<engine::Job>& jobs)
{
    std::vector<Answer> answers(jobs.size());
    for (size_t next = 0; next < jobs.size() || generator.numRemainingJobs() > 0;) {
        if (next < jobs.size())
            generator.enqueue(jobs[next++]);
        for (int step = 0; step < 2; ++step)
            for (const engine::Result& result : generator.iterate())
                answers[size_t(result.serial)].add(result);
    }
    return answers;
}

/// What a bench is made of.
struct BenchSetup {
    int64_t cacheTokens = 8192;
    std::vector<std::string> pieces = {}; ///< the vocabulary; empty: "x" 5000 times
    std::set<engine::TokenId> specials = {};
    Script script = {}; ///< empty: dreaming
    Drafting drafting = Drafting::None;
    Script draftScript = {}; ///< empty: the same as `script`
    ClockFunction now = {}; ///< empty: the bench's own clock
    engine::Generator::Options options = {.maxChunkSize = 2048};
};

/// A generator over a script model, and what it has reported so far. Checks the page table after
/// every step.
class GeneratorBench {
public:
    using Setup = BenchSetup;
    static constexpr int64_t defaultVocabulary = 5000;

    explicit GeneratorBench(Setup setup = {})
        : tokenizer(setup.pieces.empty() ? std::vector<std::string>(defaultVocabulary, "x")
                                         : std::move(setup.pieces),
            std::move(setup.specials))
        , model(tokenizer.vocabularySize(),
              setup.script ? setup.script : dreaming(tokenizer.vocabularySize()))
        , cache(model.backend(), ScriptModel::shape, engine::CacheType::F32, setup.cacheTokens)
        , draftModel(tokenizer.vocabularySize(),
              setup.draftScript  ? setup.draftScript
                  : setup.script ? setup.script
                                 : dreaming(tokenizer.vocabularySize()))
        , draftCache(
              draftModel.backend(), ScriptModel::shape, engine::CacheType::F32, setup.cacheTokens)
        , generator(model, cache, tokenizer, optionsOf(setup))
    {
        draftModel.isForgiving = true;
    }

    int64_t enqueue(const engine::Job& job) { return generator.enqueue(job); }

    std::vector<engine::Result> iterate()
    {
        std::vector<engine::Result> results = generator.iterate();
        if (wrong.empty())
            wrong = generator.checkInvariants();
        for (const engine::Result& result : results) {
            answers[result.serial].add(result);
            if (result.stage == engine::Stage::Started)
                started.push_back(result.serial);
        }
        return results;
    }

    void runAll()
    {
        for (int step = 0; step < 100000 && generator.numRemainingJobs() > 0; ++step)
            iterate();
        if (generator.numRemainingJobs() > 0)
            wrong += " The jobs do not end.";
    }

    /// Runs one more job, and all others, to the end.
    Answer answerTo(const engine::Job& job)
    {
        const int64_t serial = enqueue(job);
        runAll();
        return answers[serial];
    }

    const engine::Result& lastOf(int64_t serial) { return answers[serial].last.value(); }
    bool holdsNoPage() const { return generator.numFreePages() == generator.numPages(); }

    TestClock clock; ///< the generator's, unless the setup has one
    PieceTokenizer tokenizer;
    ScriptModel model;
    engine::PagedCache cache;
    ScriptModel draftModel;
    engine::PagedCache draftCache;
    engine::Generator generator;
    std::map<int64_t, Answer> answers; ///< by serial
    std::vector<int64_t> started; ///< serials, in order
    std::string wrong; ///< what the page table complained of first

private:
    engine::Generator::Options optionsOf(const Setup& setup)
    {
        engine::Generator::Options options = setup.options;
        if (setup.drafting == Drafting::Model) {
            options.draftModel = &draftModel;
            options.draftCache = &draftCache;
        }
        options.useNgramDraft = setup.drafting == Drafting::Ngram;
        options.now = setup.now ? setup.now : clock.function();
        return options;
    }
};

/// A job whose answer is the model's own, drawn by `seed`.
inline engine::Job jobOf(engine::TokenIds prompt, int64_t maxNewTokens = 10, uint64_t seed = 1)
{
    engine::Job job;
    job.ids = std::move(prompt);
    job.maxNewTokens = maxNewTokens;
    job.seed = seed;
    job.sampling = engine::SamplerSettings::neutral();
    return job;
}

/// A job that always takes the likeliest token.
inline engine::Job greedyJobOf(engine::TokenIds prompt, int64_t maxNewTokens = 10)
{
    engine::Job job = jobOf(std::move(prompt), maxNewTokens);
    job.sampling = engine::SamplerSettings::greedy();
    return job;
}

/// What the job answers with a generator and a cache of its own and nothing drafted.
inline Answer answerAlone(
    const engine::Job& job, GeneratorBench::Setup setup = {.cacheTokens = 8192})
{
    setup.drafting = Drafting::None;
    setup.now = {};
    setup.options = {.maxChunkSize = 2048};
    return GeneratorBench(std::move(setup)).answerTo(job);
}

/// An image of so many rows for a script model; `content` is what it shows.
inline engine::ImageEmbeddingPtr picture(
    kernels::Backend& backend, int64_t rows, engine::TokenId firstId, uint8_t content)
{
    auto image = std::make_shared<engine::ImageEmbedding>();
    image->rows = kernels::Tensor(backend, kernels::DType::F32, rows, 4);
    image->firstId = firstId;
    image->contentHash.fill(content);
    return image;
}

} // namespace tests
