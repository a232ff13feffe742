#pragma once

#include "engine/sampling/sampler_settings.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace runtime {

/// How an answer is to be written, as far as somebody has said so: what nobody has set is absent.
/// Settings of several origins are laid over each other. What the numbers mean is said in
/// engine::SamplerSettings. A value.
struct AnswerSettings {
    std::optional<int64_t> maxTokens = {}; ///< the longest answer

    std::optional<float> temperature = {};
    std::optional<int> topK = {};
    std::optional<float> topP = {};
    std::optional<float> minP = {};
    std::optional<float> typical = {};
    std::optional<float> repetitionPenalty = {};
    std::optional<float> presencePenalty = {};
    std::optional<float> frequencyPenalty = {};
    std::optional<uint64_t> seed = {}; ///< absent: chance is another each time

    std::optional<std::vector<std::string>> stopStrings
        = {}; ///< the answer ends before any of them

    // The form that an answer keeps to; all that are set hold. An empty one is none.
    std::optional<std::string> schema = {}; ///< it is JSON that keeps to this JSON schema
    std::optional<std::string> regex = {}; ///< it is a text that this expression matches
    std::optional<std::string> grammar = {}; ///< it is a text of this GBNF grammar

    bool operator==(const AnswerSettings&) const = default;
};

/// What holds where nobody has set anything, whoever asks: at most 1024 tokens, always the most
/// likely one, nothing cut off, no penalty, no form. All is present but the seed.
const AnswerSettings& usualSettings();

/// Layers laid over each other, the lowest first: the model's own, the program's, the preset's, the
/// conversation's, the request's, as far as there are any. Of each setting the highest layer holds
/// that has it.
AnswerSettings layered(std::initializer_list<AnswerSettings> layers);

/// The same over usualSettings().
AnswerSettings completed(const AnswerSettings& settings);

/// The engine's form of what they say about choosing tokens; what is absent is as usual.
engine::SamplerSettings samplerSettings(const AnswerSettings& settings);

} // namespace runtime
