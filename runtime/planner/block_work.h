#pragma once

#include "engine/layers/block_plan.h"

#include <cstdint>
#include <span>

namespace runtime {

/// Multiplications and additions of attention if tokens look `looks` times at another, all together.
double attentionOperations(const kernels::AttentionShape& shape, int64_t looks);

/// How many numbers of a row a block goes through besides products and attention: in its norms and
/// sums, turned and written to the cache, and between the layers of its MLP.
int64_t numbersOf(int64_t hidden, const kernels::AttentionShape& shape, int64_t inner);
int64_t numbersOf(const engine::BlockPlan& block);

/// How many numbers the matrices of a block have, without experts.
int64_t matrixNumbersOf(const engine::BlockPlan& block);

/// How many products with matrices a row takes part in; those of one row count as one.
int64_t productsOf(const engine::BlockPlan& block);

/// At how many of the `past` tokens a token looks.
int64_t seenBy(const engine::AttentionPlan& attention, int64_t past);

/// The share of the experts that a row passes through; 1 if there are none.
double shareOfExperts(std::span<const engine::BlockPlan> blocks);

} // namespace runtime
