#pragma once

#include "engine/layers/weight_layouts.h"
#include "engine/layers/weights.h"

#include <span>
#include <string>
#include <vector>

namespace engine {

/// The matrices that the experts of a layer have for one map, each [outputs, inputs], on their
/// device: those of the mapped file if the device can read them, otherwise copies at equal
/// distances, as Ops::matmulExperts() takes them, or what was laid out of either. It can be moved
/// and not copied; file and backend must outlive it.
class ExpertWeights {
public:
    ExpertWeights() = default;

    /// Loads the tensor `name`.weight [experts, outputs, inputs], or those that the file has for each
    /// expert. Throws as Weights does.
    ExpertWeights(const Weights& weights, const std::string& name, int64_t experts, int64_t outputs,
        int64_t inputs);

    /// The same of matrices that the file has with inputs as rows, [experts, inputs, outputs].
    static ExpertWeights transposed(const Weights& weights, const std::string& name,
        int64_t experts, int64_t outputs, int64_t inputs);

    /// Lays out the matrices; each() are others then, and rows of them begin and end only at multiples
    /// of kernels::stripRows.
    void layOut(WeightLayouts& layouts, kernels::Backend& backend);

    std::span<const kernels::TensorView> each() const { return m_each; }

    /// The rows [first, first + count) of each; valid as long as this object.
    std::vector<kernels::TensorView> rows(int64_t first, int64_t count) const;

private:
    void takeMemory(kernels::Backend& backend, kernels::DType type, int64_t experts,
        int64_t outputs, int64_t inputs);

    kernels::Tensor m_copy; // empty if the memory is the file's, or that of layouts
    std::vector<Weight> m_laidOut;
    std::vector<kernels::TensorView> m_each;
};

} // namespace engine
