#pragma once

namespace engine {

/// How the next token is chosen. A value; one object may serve any number of jobs, for what a job
/// accumulates lives in its own Sampler. Off: temperature 0 (greedy), topK 0, topP 1, minP 0.
struct SamplerSettings {
    float temperature = 0.8f; ///< below 0.01: the most likely token, the lowest id among equals
    int topK = 50; ///< the topK most likely
    float topP = 0.95f; ///< the smallest set whose probabilities reach topP; 0 is off, too
    float minP = 0; ///< at least minP · the highest probability

    static SamplerSettings greedy() { return {.temperature = 0, .topK = 0, .topP = 1, .minP = 0}; }

    /// Every stage off: the model's own probabilities.
    static SamplerSettings neutral() { return {.temperature = 1, .topK = 0, .topP = 1, .minP = 0}; }
};

} // namespace engine
