#pragma once

#include "tests/engine/generate/generator_bench.h"

#include <QtGlobal>

#include <string>
#include <vector>

namespace tests {

/// A model that says given pieces of text after a prompt of one token, each piece a token of its
/// own: piece i is token i + 2. "<eos>" is token 0, the prompt is token 1.
struct Speech {
    static constexpr engine::TokenId eos = 0, promptToken = 1;

    explicit Speech(const std::vector<std::string>& said)
    {
        for (const std::string& piece : said) {
            ids.push_back(piece == "<eos>" ? eos : engine::TokenId(pieces.size()));
            pieces.push_back(piece);
        }
    }

    GeneratorBench::Setup setup(Drafting drafting = Drafting::None) const
    {
        return {.cacheTokens = 1024,
            .pieces = pieces,
            .specials = {eos},
            .script = saying(ids, 1, int64_t(pieces.size())),
            .drafting = drafting};
    }

    Answer answerTo(engine::Job job, Drafting drafting = Drafting::None) const
    {
        GeneratorBench bench(setup(drafting));
        job.ids = {promptToken};
        job.sampling = engine::SamplerSettings::greedy();
        const Answer answer = bench.answerTo(job);
        if (!bench.wrong.empty())
            qFatal("%s", bench.wrong.c_str());
        return answer;
    }

    std::vector<std::string> pieces{"<eos>", "prompt"};
    engine::TokenIds ids; ///< of what is said
};

/// A job that ends at these strings or at the end token.
inline engine::Job stoppingAt(std::vector<std::string> stopStrings, int64_t maxNewTokens = 20)
{
    engine::Job job;
    job.stopStrings = std::move(stopStrings);
    job.stopTokens = {Speech::eos};
    job.maxNewTokens = maxNewTokens;
    return job;
}

} // namespace tests
