#include "engine/generate/speculator.h"

#include "engine/cache/paged_cache.h"
#include "engine/generate/job_state.h"

#include <exception>
#include <utility>

namespace engine {

Speculator::Speculator(const Model& model, const PagedCache& cache, const GeneratorOptions& options)
    : m_options(options)
{
    if (options.draftModel)
        m_model.emplace(*options.draftModel, *options.draftCache, model, cache, options.maxSeqLen);
}

JobDraft Speculator::draftFor(bool mayDraft, bool hasImages) const
{
    JobDraft::Kind kind = JobDraft::Kind::None;
    if (mayDraft && m_model && !hasImages)
        kind = JobDraft::Kind::Model;
    else if (mayDraft && (m_model || m_options.useNgramDraft))
        kind = JobDraft::Kind::Ngram;
    return {kind, m_options};
}

void Speculator::propose(std::span<JobState* const> jobs, std::span<const int64_t> counts)
{
    for (size_t i = 0; i < jobs.size(); ++i)
        if (counts[i] > 0 && jobs[i]->draft().kind() == JobDraft::Kind::Ngram)
            jobs[i]->setDraft(jobs[i]->draft().propose(counts[i]));
    if (m_model)
        proposeByModel(jobs, counts);
}

// A guess that fails leaves the jobs without one: the model continues alone.
void Speculator::proposeByModel(std::span<JobState* const> jobs, std::span<const int64_t> counts)
{
    std::vector<JobState*> drafting;
    std::vector<DraftModel::Drafting> drafts;
    for (size_t i = 0; i < jobs.size(); ++i) {
        JobDraft& draft = jobs[i]->draft();
        if (counts[i] == 0 || draft.kind() != JobDraft::Kind::Model)
            continue;
        const JobSequence& sequence = jobs[i]->sequences().front();
        drafting.push_back(jobs[i]);
        drafts.push_back({.ids = sequence.ids, .pages = sequence.pages.pages, .count = counts[i]});
    }
    if (drafts.empty())
        return;
    try {
        m_model->propose(drafts);
    } catch (const std::exception&) {
        return;
    }
    for (size_t i = 0; i < drafts.size(); ++i)
        drafting[i]->setDraft(std::move(drafts[i].proposed));
}

void Speculator::readPrompt(JobState& job, int64_t tokens)
{
    JobDraft& draft = job.draft();
    if (!m_model || draft.kind() != JobDraft::Kind::Model)
        return;
    const JobSequence& sequence = job.sequences().front();
    const auto read = std::span(sequence.ids).first(size_t(sequence.pages.filled));
    try {
        m_model->read(read, sequence.pages.pages, 4 * tokens, // it is a small model
            [&job] { return job.isStopRequested(); });
    } catch (const std::exception&) {
        return; // what is missing is read before the next guess
    }
}

void Speculator::copyPage(int32_t from, int32_t to, int64_t tokens)
{
    if (m_model)
        m_model->copyPage(from, to, tokens);
}

void Speculator::movePages(std::span<const PageMove> moves)
{
    if (m_model)
        m_model->movePages(moves);
}

} // namespace engine
