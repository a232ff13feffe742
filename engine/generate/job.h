#pragma once

#include "engine/filters/filter.h"
#include "engine/models/image_embedding.h"
#include "engine/sampling/sampler_settings.h"
#include "engine/tokenizers/tokenizer.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace engine {

class Tokenizer;

/// One request: a prompt, and how to continue it. A Job is a value; the generator keeps a copy, so
/// one object may be enqueued any number of times.
struct Job {
    TokenIds ids; ///< the prompt, at least one id; ids of images must be rows of `images`
    std::vector<ImageEmbeddingPtr> images;
    std::string identifier; ///< a mark of the caller's choice that comes back with each result

    // ---- how long ----
    int64_t maxNewTokens = 512; ///< a stop token counts, too; 0: one token, as 1
    int64_t minNewTokens = 0; ///< no stop token can be chosen before so many tokens
    std::vector<TokenId> stopTokens;
    /// May begin and end inside tokens; never part of the text.
    std::vector<std::string> stopStrings;

    // ---- which tokens ----
    SamplerSettings sampling;
    std::optional<uint64_t> seed; ///< nothing: a different seed each time

    /// Classifier-free guidance (see guidance.h): a second prompt, and how far the answer moves
    /// away from what that prompt would give. Empty: no guidance.
    TokenIds negativeIds;
    float guidance = 1;

    /// Token healing: takes the last token of the prompt back and lets the model choose again among
    /// the tokens that begin with its text. Does nothing to a prompt of one token, or if the last
    /// token is not ordinary text. With guidance, the negative prompt gives up its last token only
    /// if it is the same one.
    bool healTokens = false;

    /// Strings that never become part of the text; upper and lower case count as equal. If one
    /// appears, the answer is taken back to the token in which it began and continues in another
    /// way.
    std::vector<std::string> bannedStrings;

    std::vector<ConstraintPtr> constraints; ///< the text satisfies all of them
    /// The answer ends with a stop token as soon as the constraints allow it. Without a stop token
    /// that the vocabulary has, this does nothing: the answer ends where nothing may follow it.
    bool preferEos = false;

    // ---- what to tell ----
    bool decodeSpecialTokens = true; ///< whether the spelling of special tokens is part of the text
    std::vector<TokenId> shownSpecials; ///< special tokens whose spelling is part of it in any case
    bool returnProbabilities = false; ///< reports the probability of each chosen token
    int returnTopTokens = 0; ///< reports so many of the likeliest tokens at each position
    /// Reports the model's logits with guidance, before sampling changes them.
    bool returnLogits = false;
    /// Called on the generator's thread while the prompt is read, with the model's logits after its
    /// tokens from `first` on, [tokens, vocabulary]; after all tokens but the last, in their order.
    /// A job that had to make room begins again. The prompt then shares nothing with other jobs.
    /// Must not throw, nor call the generator.
    std::function<void(int64_t first, std::span<const float> logits)> onPromptLogits;

    /// Called on the generator's thread while the prompt is read in a pass of its own, about once a
    /// layer: how many tokens of all prompts of the job are read, those of the pass in proportion to
    /// its layers, and how many there are. Must not throw, nor call the generator.
    std::function<void(int64_t read, int64_t all)> onReading;

    // ---- when ----
    int64_t maxSkips = 4; ///< how many later jobs may start first while this one does not fit
    bool mayDraft = true; ///< false: no speculation for this job; its answer is the same
    std::stop_token stop; ///< ends the job between two layers; any thread may use it
};

/// What a generator can offer to a job.
struct JobLimits {
    int64_t vocabulary = 0; ///< the tokens of the model
    int64_t hidden = 0; ///< the numbers in a row of an image
    int64_t maxSeqLen = 0; ///< the most tokens of prompt and answer together
    int64_t pages = 0; ///< the pages of the cache
    int64_t sequences = 0; ///< the most sequences that are decoded together
    bool seesWholeImages = false; ///< see Model::seesWholeImages()
};

/// Throws Error{BadRequest}, with the numbers, if the job could never run.
void checkJob(const Job& job, const JobLimits& limits);

/// The tokens that stages of sampling take for settings that name none, as exllamav2 takes them
/// from its tokenizer. The order is ascending.
struct SamplingDefaults {
    /// Special tokens, and those in whose text is a line break, a tab or one of . , ! ? < > [ ] ( )
    /// { } and ".
    TokenIds dryBreakers;
    TokenIds xtcProtected; ///< special tokens, and those in whose text is a line break
};

SamplingDefaults readSamplingDefaults(const Tokenizer& tokenizer);

/// True if the settings use one of these lists and name none for it.
bool needsDefaults(const SamplerSettings& settings);
/// Gives the settings those lists.
void takeDefaults(SamplerSettings& settings, const SamplingDefaults& defaults);

} // namespace engine
