#pragma once

#include "engine/generate/draft_model.h"
#include "engine/generate/generator_options.h"
#include "engine/generate/job_draft.h"

#include <cstdint>
#include <optional>
#include <span>

namespace engine {

class JobState;
struct PageMove;

/// Guesses the next tokens of jobs, by the way the options name. Whatever it guesses, answers stay
/// the same: only how many of them come out of one pass changes. Belongs to the generator's thread.
class Speculator {
public:
    /// Throws Error{BadRequest} if the draft model does not go with the model: see DraftModel.
    Speculator(const Model& model, const PagedCache& cache, const GeneratorOptions& options);

    /// How a job is to be guessed at; pictures are nothing a draft model can read.
    JobDraft draftFor(bool mayDraft, bool hasImages) const;

    /// What may follow in each job, at most counts[i] tokens of jobs[i].
    void propose(std::span<JobState* const> jobs, std::span<const int64_t> counts);

    /// Lets the draft model read what the model has read of a prompt.
    void readPrompt(JobState& job);

    /// As in the main cache.
    void copyPage(int32_t from, int32_t to, int64_t tokens);
    void movePages(std::span<const PageMove> moves);

private:
    void proposeByModel(std::span<JobState* const> jobs, std::span<const int64_t> counts);

    GeneratorOptions m_options;
    std::optional<DraftModel> m_model;
};

} // namespace engine
