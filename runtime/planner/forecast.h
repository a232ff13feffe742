#pragma once

#include "engine/layers/block_plan.h"
#include "runtime/models/load_options.h"
#include "runtime/models/model_facts.h"
#include "runtime/planner/machine_speed.h"

#include <cstdint>
#include <optional>
#include <span>

namespace runtime {

/// Multiplications and additions of attention if tokens look `looks` times at another, all together.
double attentionOperations(const kernels::AttentionShape& shape, int64_t looks);

/// How many numbers of a row a block goes through in addition to products and attention: in its
/// norms and sums, turned and written to the cache, and between the layers of its MLP.
int64_t activationCount(int64_t hidden, const kernels::AttentionShape& shape, int64_t inner);
int64_t activationCount(const engine::BlockPlan& block);

/// The number of numbers that the matrices of a block have, without experts.
int64_t matrixWeightCount(const engine::BlockPlan& block);

/// How many products with matrices a row takes part in; those of one row count as one.
int64_t productCount(const engine::BlockPlan& block);

/// The number of the `past` tokens that a token attends to.
int64_t seenBy(const engine::ReachPlan& reach, int64_t past);

/// The share of the experts that a row passes through; 1 if there are none.
double shareOfExperts(std::span<const engine::BlockPlan> blocks);

/// What to expect of a model that is asked alone, while nothing else keeps the computer busy.
struct SpeedForecast {
    double decodeTokensPerSecond = 0; ///< while an answer is written
    double prefillTokensPerSecond = 0; ///< while a prompt is read
    /// The time from the question about an opened photograph to the first word of the answer; 0:
    /// the model cannot see.
    double secondsToPicture = 0;
    int64_t memory = 0; ///< bytes, as estimateMemory() says
    /// The layers that have routed experts, and those whose experts are on the CPU while the layers
    /// are on a GPU.
    int64_t expertLayers = 0, hostExpertLayers = 0;

    bool operator==(const SpeedForecast&) const = default;
};

/// The conversation that is predicted.
struct ForecastTurn {
    int64_t promptTokens = 512; ///< that are read
    int64_t answerTokens = 64; ///< that are written behind them
    int64_t pictureWidth = 4000, pictureHeight = 3000; ///< of the photograph, in pixels
    int64_t wordsAboutPicture = 32; ///< tokens of the question about it, with the tokens around it
};

/// Estimates how fast a model is that is loaded with these options, from what the heads of its
/// files say. Several devices share it as loading would share it if all of their memory were free.
/// Takes less than a millisecond; any thread may call it. Nothing if the model cannot be used, or
/// if a device or a type that it needs has not been measured.
std::optional<SpeedForecast> estimateSpeed(const MachineSpeed& machine, const ModelFacts& model,
    const LoadOptions& options, const ForecastTurn& turn = {});

} // namespace runtime
