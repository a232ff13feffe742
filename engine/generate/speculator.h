#pragma once

#include "engine/generate/draft_model.h"
#include "engine/generate/generator_options.h"
#include "engine/generate/job_state.h"

#include <cstdint>
#include <optional>
#include <span>

namespace engine {

class JobState;
struct PageMove;

/// Guesses the next tokens of jobs in the way that the options name. Answers stay the same whatever
/// it guesses; only the number of tokens per pass changes. Belongs to the generator's thread.
class Speculator {
public:
    /// Throws Error{BadRequest} if the draft model does not fit the model, see DraftModel.
    Speculator(const Model& model, const PagedCache& cache, const GeneratorOptions& options);

    /// How a job will be guessed at. A draft model cannot read images, so jobs with images get the
    /// n-gram draft.
    JobDraft draftFor(bool mayDraft, bool hasImages) const;

    /// Sets the drafts of the jobs: at most counts[i] tokens for jobs[i].
    void propose(std::span<JobState* const> jobs, std::span<const int64_t> counts);

    /// Lets the draft model read the part of a prompt that the model has read, of which it read
    /// `tokens` just now. If the draft model lags behind, it catches up bit by bit.
    void readPrompt(JobState& job, int64_t tokens);

    /// These follow the same functions of the main cache.
    void copyPage(int32_t from, int32_t to, int64_t tokens);
    void movePages(std::span<const PageMove> moves);

private:
    void proposeByModel(std::span<JobState* const> jobs, std::span<const int64_t> counts);

    GeneratorOptions m_options;
    std::optional<DraftModel> m_model;
};

} // namespace engine
