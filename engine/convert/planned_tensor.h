#pragma once

#include "engine/config/tensor_source.h"
#include "engine/files/gguf_writer.h"

#include <functional>

namespace engine {

/// A tensor of a file to be written, and where its values come from.
struct PlannedTensor {
    std::string name; ///< in the GGUF file
    std::vector<int64_t> shape; ///< outermost first
    kernels::DType dtype = kernels::DType::F32;
    kernels::TensorView source; ///< viewed in the mapped file; empty if `values` holds them
    std::vector<float> values;

    /// Heads whose rows change from halves (rotated pairs are half a head apart) to pairs (they
    /// stand side by side), as llama.cpp keeps q and k of Llama; 0 for none.
    int64_t headsToInterleave = 0;
};

/// What a matrix is stored as if `wanted` is asked for: F16 where rows do not divide into blocks.
kernels::DType storedType(const std::vector<int64_t>& shape, kernels::DType wanted);

/// A tensor as it is, under another name; vectors are stored as F32.
PlannedTensor plan(const WeightTensor& tensor, const std::string& name, kernels::DType wanted);

/// Declares all, then writes all in order. `written` is called after each.
void writeTensors(GgufWriter& writer, const std::vector<PlannedTensor>& tensors,
    const std::function<void()>& written);

} // namespace engine
