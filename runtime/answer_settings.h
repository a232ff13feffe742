#pragma once

#include "engine/sampling/sampler_settings.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace runtime {

/// How an answer is written, as far as somebody has set it: what nobody has set is absent, and
/// settings from several sources are combined with layered(). engine::SamplerSettings says what the
/// numbers mean.
struct AnswerSettings {
    std::optional<int64_t> maxTokens = {}; ///< the most tokens of the answer

    std::optional<float> temperature = {};
    std::optional<int> topK = {};
    std::optional<float> topP = {};
    std::optional<float> minP = {};
    std::optional<float> typical = {};
    std::optional<float> repetitionPenalty = {};
    std::optional<float> presencePenalty = {};
    std::optional<float> frequencyPenalty = {};
    std::optional<float> dryMultiplier = {};
    std::optional<float> xtcProbability = {};
    std::optional<float> xtcThreshold = {};
    std::optional<uint64_t> seed = {}; ///< absent: a different one each time

    std::optional<std::vector<std::string>> stopStrings
        = {}; ///< the answer ends before any of them
    std::optional<std::vector<std::string>> bannedPhrases
        = {}; ///< never part of the answer; upper and lower case count as equal

    /// What the model is not to be told: the answer moves away from the one that it would give if
    /// this were its system prompt, as far as `guidance` says (1: not at all; see
    /// engine::mixGuidance()). An empty text: no guidance.
    std::optional<std::string> negativePrompt = {};
    std::optional<float> guidance = {};

    /// Where an answer is continued, its last token may be replaced by one that begins with the same
    /// text, so that it may go on inside a word (engine::Job::healTokens).
    std::optional<bool> continuesWords = {};

    /// Whether a model that can do both thinks before it answers; absent: as it does by itself.
    std::optional<bool> thinks = {};

    // The form that an answer must have; if several are set, all of them hold. An empty text sets
    // none.
    std::optional<std::string> schema = {}; ///< it is JSON that keeps to this JSON schema
    std::optional<std::string> regex = {}; ///< it is a text that this expression matches
    std::optional<std::string> grammar = {}; ///< it is a text of this GBNF grammar

    bool operator==(const AnswerSettings&) const = default;
};

/// The values of settings that nobody has set, whoever asks: at most 1024 tokens, always the
/// likeliest token, no truncation, no penalty, no form; guidance of 1.5 once there is a negative
/// prompt. Every setting is present but the seed and whether it thinks.
const AnswerSettings& usualSettings();

/// Combines settings, the lowest layer first: the model's own, the program's, the preset's, the
/// conversation's, the request's, as far as they exist. Each setting has the value of the highest
/// layer that sets it.
AnswerSettings layered(std::initializer_list<AnswerSettings> layers);

/// Puts the settings over usualSettings().
AnswerSettings completed(const AnswerSettings& settings);

/// The part of the settings that chooses tokens, in the engine's form. Absent settings have their
/// usual values.
engine::SamplerSettings samplerSettings(const AnswerSettings& settings);

} // namespace runtime
