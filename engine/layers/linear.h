#pragma once

#include "engine/layers/low_rank.h"
#include "engine/layers/weights.h"

#include <cstdint>
#include <span>
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

    /// into += what forward() gives; `delta`, of the same shape, is overwritten on the way.
    void addTo(Step& step, kernels::TensorView into, kernels::TensorView delta,
        kernels::TensorView x) const;

    /// One of several maps of the same rows.
    struct Output {
        const Linear& linear;
        kernels::TensorView out;
    };

    static constexpr size_t mostOutputs = 3; ///< queries, keys and values

    /// forward() for each of at most so many, which a device may do together.
    static void forwardEach(Step& step, std::span<const Output> outputs, kernels::TensorView x);

    /// gate.out = activation(gate's map of x) · (up's map of x); what up.out holds afterwards is
    /// not said.
    static void forwardGate(Step& step, const Output& gate, const Output& up, kernels::TensorView x,
        kernels::Activation activation);

    /// Replaces what adapters add; each of this map's shape, on its device.
    void setAdapters(std::vector<LowRank> adapters) { m_adapters = std::move(adapters); }

    const std::string& name() const { return m_name; } ///< canonical, without ".weight"
    int64_t outputs() const { return m_weight.view().rows; }
    int64_t inputs() const { return m_weight.view().columns; }
    kernels::Backend& backend() const { return *m_backend; }

    /// Where the file moved the rows of each head from halves to pairs
    /// (AttentionPlan::pairedHeads): rows of a head; else 0. The rows of an adapter have to move
    /// likewise.
    int64_t pairedHead() const { return m_pairedHead; }

private:
    bool isBare() const { return m_adapters.empty() && m_bias.isEmpty(); }
    void addRest(Step& step, kernels::TensorView out, kernels::TensorView x) const;

    std::string m_name;
    kernels::Backend* m_backend;
    int64_t m_pairedHead;
    Weight m_weight;
    Weight m_bias; // empty if there is none
    std::vector<LowRank> m_adapters;
};

} // namespace engine
