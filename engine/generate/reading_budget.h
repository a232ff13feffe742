#pragma once

#include "engine/generate/generator_options.h"

#include <array>
#include <chrono>
#include <cstdint>

namespace engine {

/// How much of the prompts a step reads while answers are being written: who waits for the next
/// token of an answer waits for the reading, too, so that has a limit of time. What the limit means
/// in tokens is learned from every chunk, for a token takes longer the more stand before it and the
/// more the machine has to do. Only the sizes of chunks depend on it, never an answer.
class ReadingBudget {
public:
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;
    static constexpr int64_t minTokens = 8; ///< of a chunk, unless its page or prompt ends before

    /// Uses GeneratorOptions::maxReadingTime, maxChunkSize and now.
    explicit ReadingBudget(const GeneratorOptions& options);

    void beginStep();

    /// True when another chunk is not worth its pass: half of the time or more is over. False
    /// before the first chunk of a step, so that reading always goes on.
    bool isSpent() const;

    /// How many tokens the rest of the time is enough for, behind `depth` tokens of the same
    /// prompt: at least `minTokens`, which it also is before anything was read; at most maxChunkSize.
    int64_t tokens(int64_t depth) const;

    void beginChunk();
    void endChunk(int64_t depth, int64_t tokens); ///< has been read behind `depth` others

private:
    Seconds left() const;
    Seconds perToken(int64_t depth) const;

    const std::function<Clock::time_point()> m_now;
    const Seconds m_limit; // of a step
    const int64_t m_maxTokens; // of a chunk
    Clock::time_point m_stepBegin, m_chunkBegin;
    bool m_hasRead = false; // in this step
    std::array<Seconds, 64> m_perToken; // at each doubling of the depth; not finite: never read
};

} // namespace engine
