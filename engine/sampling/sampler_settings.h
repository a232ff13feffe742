#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <variant>
#include <vector>

namespace engine {

struct TokenBias {
    TokenId id = 0;
    float bias = 0; ///< added to the logit; −inf excludes the token
};

/// How the next token is chosen. One object may serve any number of jobs, because the state of a
/// job is in its own Sampler. The fields are in the order in which the stages run, except for the
/// first four, which most people set. Token ids outside the vocabulary have no effect.
struct SamplerSettings {
    float temperature = 0.8f; ///< below 0.01: the likeliest token, the lowest id among equals
    int topK = 50; ///< keeps the topK likeliest tokens; 0: off
    /// Keeps the likeliest tokens whose probabilities reach topP (nucleus sampling, Holtzman et
    /// al., arXiv:1904.09751); 0 and 1: off.
    float topP = 0.95f;
    /// Keeps tokens of at least minP times the highest probability (Nguyen et al.,
    /// arXiv:2407.01082); 0: off.
    float minP = 0;

    // Penalties for tokens in the job's past, the prompt included. They have full strength for the
    // newest penaltyRange tokens (−1: all) and fade linearly to nothing over the penaltyDecay
    // tokens before those. The repetition penalty is that of CTRL (Keskar et al.,
    // arXiv:1909.05858).
    float repetitionPenalty = 1; ///< divides positive logits, multiplies negative ones; 1: off
    float presencePenalty = 0; ///< subtracted once for each distinct token
    float frequencyPenalty = 0; ///< subtracted for each occurrence
    int penaltyRange = -1;
    int penaltyDecay = 0;

    TokenIds banned = {};
    std::vector<TokenBias> bias = {};

    // DRY penalizes tokens that would continue a run of tokens that occurred before; see penalties.h.
    float dryMultiplier = 0; ///< 0: off
    float dryBase = 1.75f;
    int dryAllowedLength = 2; ///< the shortest run that is penalized
    /// The longest run that is searched for, including the token that continues it.
    int dryMaxNgram = 20;
    int dryRange = 0; ///< how many of the newest tokens are looked at; 0: all
    /// No run reaches across one of these tokens; rows of images also end a run. If unset, a
    /// generator takes those of its tokenizer, see SamplingDefaults; a Sampler by itself has none.
    std::optional<TokenIds> dryBreakers = {};

    float smoothingFactor = 0; ///< see Candidates::softmax(); 0: off
    /// Keeps tokens of at least topA times the square of the highest probability; 0: off.
    float topA = 0;
    float tailFree = 0; ///< the limit of keepTailFree(); 0 and 1: off
    float typical = 0; ///< the mass of keepTypical(); 0 and 1: off

    bool mirostat = false; ///< version 2, see truncation.h
    float mirostatTau = 1.5f; ///< the surprise that is aimed at, in bits
    float mirostatEta = 0.1f; ///< how fast the limit follows
    float mirostatMu = 0; ///< the first limit of surprise, in bits; 0: 2 · tau

    /// Applies the temperature after the stages above and not before them.
    bool temperatureLast = false;
    float minTemperature = 0; ///< dynamic temperature, by entropy, in place of temperatureLast:
    float maxTemperature = 0; ///< on if above minTemperature
    float temperatureExponent = 1;

    float xtcProbability
        = 0; ///< how often XTC excludes the top choices (see truncation.h); 0: never
    float xtcThreshold = 0.1f; ///< a token of at least this probability is a top choice
    /// Tokens that are never excluded; nothing: as with dryBreakers.
    std::optional<TokenIds> xtcProtected = {};

    float skew = 0; ///< above 0 favors unlikely tokens, below 0 likely tokens

    static SamplerSettings greedy() { return {.temperature = 0, .topK = 0, .topP = 1, .minP = 0}; }

    /// Every stage is off, so the probabilities are the model's own.
    static SamplerSettings neutral() { return {.temperature = 1, .topK = 0, .topP = 1, .minP = 0}; }
};

/// A number of SamplerSettings: what JSON and messages call it, and its range in JSON.
struct SamplerNumber {
    const char* key;
    const char* name;
    std::variant<float SamplerSettings::*, int SamplerSettings::*> member;
    double min, max;
};

inline constexpr int maxTokenCount = 1'000'000'000;
inline constexpr SamplerNumber samplerNumbers[] = {
    {"temperature", "temperature", &SamplerSettings::temperature, 0, 100},
    {"top_k", "top-k", &SamplerSettings::topK, 0, maxTokenCount},
    {"top_p", "top-p", &SamplerSettings::topP, 0, 1},
    {"min_p", "min-p", &SamplerSettings::minP, 0, 1},
    {"rep", "repetition penalty", &SamplerSettings::repetitionPenalty, 0.01, 100},
    {"pres", "presence penalty", &SamplerSettings::presencePenalty, -100, 100},
    {"freq", "frequency penalty", &SamplerSettings::frequencyPenalty, -100, 100},
    {"rep_range", "penalty range", &SamplerSettings::penaltyRange, -1, maxTokenCount},
    {"decay", "penalty decay", &SamplerSettings::penaltyDecay, 0, maxTokenCount},
    {"dry_multiplier", "DRY multiplier", &SamplerSettings::dryMultiplier, 0, 100},
    {"dry_base", "DRY base", &SamplerSettings::dryBase, 1, 100},
    {"dry_allowed_length", "DRY length", &SamplerSettings::dryAllowedLength, 1, 1000},
    {"dry_max_ngram", "DRY n-gram", &SamplerSettings::dryMaxNgram, 2, 1000},
    {"dry_range", "DRY range", &SamplerSettings::dryRange, 0, maxTokenCount},
    {"smoothing_factor", "smoothing factor", &SamplerSettings::smoothingFactor, 0, 100},
    {"top_a", "top-a", &SamplerSettings::topA, 0, 1},
    {"tfs", "tail-free limit", &SamplerSettings::tailFree, 0, 1},
    {"typical", "typical mass", &SamplerSettings::typical, 0, 1},
    {"mirostat_tau", "mirostat tau", &SamplerSettings::mirostatTau, 0, 100},
    {"mirostat_eta", "mirostat eta", &SamplerSettings::mirostatEta, 0, 1},
    {"mirostat_mu", "mirostat mu", &SamplerSettings::mirostatMu, 0, 1000},
    {"min_temp", "min temperature", &SamplerSettings::minTemperature, 0, 100},
    {"max_temp", "max temperature", &SamplerSettings::maxTemperature, 0, 100},
    {"temp_exponent", "temperature exponent", &SamplerSettings::temperatureExponent, 0, 100},
    {"xtc_probability", "XTC probability", &SamplerSettings::xtcProbability, 0, 1},
    {"xtc_threshold", "XTC threshold", &SamplerSettings::xtcThreshold, 0, 1},
    {"skew", "skew", &SamplerSettings::skew, -10, 10},
};

/// Throws Error{BadRequest}, naming the setting, if a setting is NaN, or if it would make a logit
/// NaN or infinite: a bias of +inf, a repetition penalty of 0 or less.
void checkSettings(const SamplerSettings& settings);

/// Reads settings from a JSON object with the keys of samplerNumbers ("mirostat_mu" also switches
/// mirostat on) and "banned", "bias", "dry_breakers", "mirostat", "temperature_last",
/// "xtc_protected" and "xtc_fires" (true: probability 1). Stages whose keys are absent are off.
/// Throws Error{Unsupported} for an unknown key and Error{BadRequest} for a value out of range,
/// naming the key.
SamplerSettings readSamplerSettings(const nlohmann::json& object);

} // namespace engine
