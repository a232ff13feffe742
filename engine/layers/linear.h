#pragma once

#include "engine/layers/low_rank.h"
#include "engine/layers/weights.h"

#include <cstdint>
#include <string>
#include <vector>

namespace engine {

class Step;

/// out = x · weightᵀ + what adapters add + bias
class Linear {
public:
    enum class Bias {
        IfInFile,
        Required,
    };

    /// The tensors `name`.weight [outputs, inputs] and `name`.bias [outputs]. `pairedHead`: see
    /// pairedHead().
    Linear(const Weights& weights, const std::string& name, int64_t outputs, int64_t inputs,
        Bias bias = Bias::IfInFile, int64_t pairedHead = 0);

    /// out [tokens, outputs], x [tokens, inputs]
    void forward(Step& step, kernels::TensorView out, kernels::TensorView x) const;

    /// Replaces what adapters add; each of this map's shape, on its device.
    void setAdapters(std::vector<LowRank> adapters) { m_adapters = std::move(adapters); }

    const std::string& name() const { return m_name; } ///< canonical, without ".weight"
    int64_t outputs() const { return m_weight.view().rows; }
    int64_t inputs() const { return m_weight.view().columns; }
    kernels::Backend& backend() const { return *m_backend; }

    /// Where the file moved the rows of each head from halves to pairs (BlockPlan::pairedHeads):
    /// rows of a head; else 0. The rows of an adapter have to move likewise.
    int64_t pairedHead() const { return m_pairedHead; }

private:
    std::string m_name;
    kernels::Backend* m_backend;
    int64_t m_pairedHead;
    Weight m_weight;
    Weight m_bias; // empty if there is none
    std::vector<LowRank> m_adapters;
};

} // namespace engine
