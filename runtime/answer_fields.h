#pragma once

#include "engine/sampling/sampler_settings.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
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

    /// The answer ends before any of them.
    std::optional<std::vector<std::string>> stopStrings = {};
    /// These never become part of the answer; upper and lower case count as equal.
    std::optional<std::vector<std::string>> bannedPhrases = {};

    /// The negative prompt: the answer moves away from the one that it would give if this were its
    /// system prompt, as far as `guidance` says (1: not at all; see engine::mixGuidance()). An
    /// empty text: no guidance.
    std::optional<std::string> negativePrompt = {};
    std::optional<float> guidance = {};

    /// True: the last token of a continued answer may be replaced by one that begins with the same
    /// text, so that the answer may continue inside a word (engine::Job::healTokens).
    std::optional<bool> continuesWords = {};

    /// Whether a model that can do both thinks before it answers; absent: as it does by itself.
    std::optional<bool> thinks = {};
    /// How much it thinks, one of reasoningEfforts; empty or absent: as much as it does by itself.
    std::optional<std::string> reasoningEffort = {};

    // The form that an answer must have; if several are set, all of them hold. An empty text sets
    // none.
    std::optional<std::string> schema = {}; ///< it is JSON that keeps to this JSON schema
    std::optional<std::string> regex = {}; ///< it is a text that this expression matches
    std::optional<std::string> grammar = {}; ///< it is a text of this GBNF grammar

    bool operator==(const AnswerSettings&) const = default;
};

/// The efforts that requests can name, the least first. A model without the requested one takes the
/// next higher one that it has.
inline constexpr std::array<std::string_view, 7> reasoningEfforts
    = {"none", "minimal", "low", "medium", "high", "xhigh", "max"};

/// The values of settings that nobody has set, whoever asks: at most 1024 tokens, always the
/// likeliest token, no truncation, no penalty, no form; guidance of 1.5 once there is a negative
/// prompt. Every setting is present but the seed and whether it thinks.
const AnswerSettings& defaultSettings();

/// Combines settings, the lowest layer first: the model's own, the program's, the preset's, the
/// conversation's, the request's, as far as they exist. Each setting has the value of the highest
/// layer that sets it.
AnswerSettings layered(std::initializer_list<AnswerSettings> layers);

/// Puts the settings over defaultSettings().
AnswerSettings completed(const AnswerSettings& settings);

/// The part of the settings that chooses tokens, in the engine's form. Absent settings have their
/// usual values.
engine::SamplerSettings samplerSettings(const AnswerSettings& settings);

/// The JSON pointers at which each kind of remote server expects a field in its requests; null: it
/// has no such field. See services::ServerKind.
struct RemoteNames {
    const char* vllm = nullptr;
    const char* sglang = nullptr;
    const char* llamaCpp = nullptr;
    const char* tabby = nullptr;
    const char* ollama = nullptr;
    const char* vignette = nullptr;
    const char* other = nullptr; ///< a server of unknown kind
};

/// The typed part of a field: where its value is stored, and which values it accepts.
template <typename Value>
struct FieldValue {
    using Type = Value;
    std::optional<Value> AnswerSettings::*member;
    std::optional<Value> standard = {}; ///< its value in defaultSettings()
    Value min = {}, max = {}; ///< the range of a number, the same for every interface
    Value engine::SamplerSettings::*sampler = nullptr; ///< null: it doesn't choose tokens
    std::span<const std::string_view> choices = {}; ///< the only texts it accepts; empty: any
};

/// A field of AnswerSettings: what it is called, and what it accepts, in settings files and presets,
/// on the command line, in the HTTP API, at remote servers and in the window. All of them go
/// through answerFields(). What is null or empty here isn't offered there, or needs code of its own,
/// such as the response format of the API.
struct AnswerField {
    std::variant<FieldValue<float>, FieldValue<int>, FieldValue<int64_t>, FieldValue<uint64_t>,
        FieldValue<bool>, FieldValue<std::string>, FieldValue<std::vector<std::string>>>
        value;
    const char* key = nullptr; ///< in settings files, presets and stored conversations
    bool isOffAtZero = false; ///< zero does the same as the standard value
    /// The member without which this one has no effect. It is sent to servers whenever that is.
    const char* partOf = nullptr;

    const char* flag = nullptr; ///< on the command line, without "--"
    const char* flagValue = ""; ///< stands for the value in the help
    const char* flagHelp = "";

    std::array<const char*, 3> apiNames = {}; ///< the later ones win

    RemoteNames remote = {};
    bool isAlwaysSent = false; ///< also with its standard value
    const char* remoteText = nullptr; ///< names it where a server doesn't support it; translated

    const char* label = nullptr; ///< in the window; translated, as are `help`, `offText` and `unit`
    const char* help = "";
    double step = 1;
    const char* offText = ""; ///< shown instead of the lowest value
    const char* unit = "";
};

/// All fields of AnswerSettings, in the order in which help texts and the window show them. Any
/// thread.
std::span<const AnswerField> answerFields();

/// The field with this key, which must exist.
const AnswerField& answerField(std::string_view key);

/// True if it is one of the sampler's settings.
bool choosesTokens(const AnswerField& field);

/// True if the field's value in `all`, which are completed() settings, differs from what an absent
/// value does.
bool changesAnswer(const AnswerField& field, const AnswerSettings& all);

// The limits of stop strings and banned phrases.
inline constexpr size_t maxTexts = 1000;
inline constexpr size_t maxTextBytes = 1000; ///< of each

/// The texts that a field accepts, for messages: "low, medium or high".
std::string listChoices(const FieldValue<std::string>& field);

/// Puts a number into its range, removes a text that isn't accepted, cuts too long texts and removes
/// empty ones and those beyond maxTexts. Returns whether it changed the value.
template <typename Value>
bool limit(const FieldValue<Value>& field, Value& value);

} // namespace runtime
