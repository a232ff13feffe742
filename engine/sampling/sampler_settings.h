#pragma once

#include "engine/tokenizers/token.h"

#include <vector>

namespace engine {

struct TokenBias {
    TokenId id = 0;
    float bias = 0; ///< added to the logit; −inf excludes the token
};

/// How the next token is chosen. A value; one object may serve any number of jobs, for what a job
/// accumulates lives in its own Sampler. Fields stand in the order in which the stages run, but for
/// the four that most people set. Token ids outside the vocabulary have no effect.
struct SamplerSettings {
    float temperature = 0.8f; ///< below 0.01: the most likely token, the lowest id among equals
    int topK = 50; ///< the topK most likely; 0: off
    float topP = 0.95f; ///< the smallest set whose probabilities reach topP; 0 and 1: off
    float minP = 0; ///< at least minP · the highest probability; 0: off

    // Penalties for the job's past tokens, prompt included. Full over the newest penaltyRange
    // tokens (−1: all), then fading linearly to none over penaltyDecay more.
    float repetitionPenalty = 1; ///< divides positive logits, multiplies negative ones; 1: off
    float presencePenalty = 0; ///< subtracted once for each distinct token
    float frequencyPenalty = 0; ///< subtracted for each occurrence
    int penaltyRange = -1;
    int penaltyDecay = 0;

    TokenIds banned = {};
    std::vector<TokenBias> bias = {};

    // DRY: against tokens that would continue a repeated run of tokens.
    float dryMultiplier = 0; ///< 0: off
    float dryBase = 1.75f;
    int dryAllowedLength = 2; ///< the shortest repeated run that counts
    int dryMaxNgram = 20; ///< the longest, the continuation counted in
    int dryRange = 0; ///< looks at so many newest tokens; 0: all
    TokenIds dryBreakers = {}; ///< a run holds none of these; image rows end a run as well

    float smoothingFactor = 0; ///< softmax of −factor · (highest − logit)²; 0: off
    float topA = 0; ///< at least topA · the square of the highest probability; 0: off
    float tailFree = 0; ///< so much of the curvature of the sorted probabilities; 0 and 1: off
    float typical = 0; ///< the most typical tokens that reach so much mass; 0 and 1: off

    bool mirostat = false; ///< version 2
    float mirostatTau = 1.5f; ///< the surprise aimed at, in bits
    float mirostatEta = 0.1f; ///< the rate of learning
    float mirostatMu = 0; ///< the first limit of surprise; 0: 2 · tau

    bool temperatureLast = false; ///< temperature after the stages above, not before them
    float minTemperature = 0; ///< dynamic temperature, by entropy, in place of temperatureLast:
    float maxTemperature = 0; ///< on if above minTemperature
    float temperatureExponent = 1;

    float xtcProbability = 0; ///< how often the top choices are excluded; 0: never
    float xtcThreshold = 0.1f; ///< a top choice is at least so likely
    TokenIds xtcProtected = {}; ///< never excluded

    float skew = 0; ///< above 0 favours unlikely tokens, below 0 likely ones

    static SamplerSettings greedy() { return {.temperature = 0, .topK = 0, .topP = 1, .minP = 0}; }

    /// Every stage off: the model's own probabilities.
    static SamplerSettings neutral() { return {.temperature = 1, .topK = 0, .topP = 1, .minP = 0}; }
};

} // namespace engine
