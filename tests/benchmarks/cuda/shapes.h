#pragma once

#include "engine/config/model_config.h"
#include "kernels/dtype.h"
#include "tests/benchmarks/cuda/random_weights.h"

#include <memory>

namespace bench {

/// The numbers of a decoder that people use. One with experts is of the family Qwen3-MoE, another
/// of Llama's.
struct Shape {
    const char* name;
    /// `feedForward` is the width of each expert, if there are any.
    int64_t layers, hidden, heads, kvHeads, headDim, feedForward, vocabulary;
    double ropeTheta;
    bool isTied;
    int64_t experts = 0, expertsUsed = 0;
};

inline constexpr Shape llama8B{"Llama 3.1 8B", 32, 4096, 32, 8, 128, 14336, 128256, 500000, false};
inline constexpr Shape llama1B{"Llama 3.2 1B", 16, 2048, 32, 8, 64, 8192, 128256, 500000, true};
inline constexpr Shape qwen30B{
    "Qwen3 30B-A3B", 48, 2048, 32, 4, 128, 768, 151936, 1000000, false, 128, 8};
inline constexpr Shape tiny{"tiny", 2, 256, 4, 2, 64, 512, 512, 10000, false};
inline constexpr Shape tinyExperts{"tiny experts", 2, 256, 4, 2, 64, 256, 512, 10000, false, 4, 2};

/// How its weights are kept: the head, which is most sensitive, may be finer than the others.
struct Storage {
    const char* name;
    kernels::DType weights, head;
};

inline constexpr Storage q4{"Q4_K_M", kernels::DType::Q4_K, kernels::DType::Q6_K};
inline constexpr Storage bf16{"BF16", kernels::DType::BF16, kernels::DType::BF16};

engine::ModelConfig configOf(const Shape& shape);
std::shared_ptr<const RandomWeights> weightsOf(const Shape& shape, const Storage& storage);

/// Numbers that a token is multiplied with, and those that a pass of one token reads, in bytes.
int64_t parametersOf(const RandomWeights& weights, const Shape& shape);
int64_t bytesReadOf(const RandomWeights& weights, const Shape& shape);

} // namespace bench
