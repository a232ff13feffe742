// Generator's conveniences: whole prompts in, whole answers out.
#include "engine/generate/generator.h"
#include "engine/generate/picture_text.h"
#include "engine/models/model.h"
#include "engine/tokenizers/tokenizer.h"
#include "kernels/error.h"

#include <iterator>
#include <map>
#include <utility>

namespace engine {

namespace {

TokenIds idsOf(const Tokenizer& tokenizer, const std::string& text, const Generator::Prompt& prompt)
{
    const auto specials
        = prompt.encodeSpecialTokens ? Tokenizer::Specials::Parse : Tokenizer::Specials::AsText;
    TokenIds ids = encode(tokenizer, text, prompt.images, specials);
    if (prompt.addBos && tokenizer.bos() >= 0)
        ids.insert(ids.begin(), tokenizer.bos());
    return ids;
}

} // namespace

Job Generator::jobFrom(const Prompt& prompt) const
{
    Job job = prompt.job;
    job.images = prompt.images;
    job.ids = idsOf(m_tokenizer, prompt.text, prompt);
    if (!prompt.negativeText.empty())
        job.negativeIds = idsOf(m_tokenizer, prompt.negativeText, prompt);
    return job;
}

std::vector<Generator::Completion> Generator::generate(
    const std::vector<Prompt>& prompts, const std::stop_token& abort)
{
    std::vector<Job> jobs;
    for (const Prompt& prompt : prompts) {
        jobs.push_back(jobFrom(prompt));
        if (abort.stop_possible())
            jobs.back().stop = abort;
    }
    const std::vector<int64_t> serials = enqueue(std::move(jobs));

    std::map<int64_t, Result> finished;
    std::vector<Result> ofOthers;
    while (finished.size() < serials.size()) {
        for (Result& result : iterate()) {
            if (result.serial < serials.front())
                ofOthers.push_back(std::move(result));
            else if (result.eos)
                finished.emplace(result.serial, std::move(result));
        }
    }
    m_unreported.insert(m_unreported.begin(), std::make_move_iterator(ofOthers.begin()),
        std::make_move_iterator(ofOthers.end()));

    std::vector<Completion> completions;
    for (size_t i = 0; i < serials.size(); ++i) {
        Result& last = finished.at(serials[i]);
        std::string text = prompts[i].completionOnly ? "" : prompts[i].text;
        completions.push_back({text + last.fullCompletion, std::move(last)});
    }
    return completions;
}

Generator::Completion Generator::generate(const Prompt& prompt, const std::stop_token& abort)
{
    return std::move(generate(std::vector{prompt}, abort).front());
}

void Generator::warmUp()
{
    if (numRemainingJobs() > 0)
        throw kernels::Error(kernels::ErrorKind::BadRequest,
            "A generator is warmed up before it has jobs; there are "
                + std::to_string(numRemainingJobs()) + ".");
    Job job;
    job.ids = TokenIds(16, 0); // any tokens: nobody reads the answer
    job.maxNewTokens = 32;
    job.sampling = SamplerSettings::greedy();
    enqueue(std::move(job));
    while (numRemainingJobs() > 0)
        iterate();
    m_table.forgetUnused();
}

} // namespace engine
