#pragma once

#include "engine/encoders/families/encoder_plan.h"
#include "engine/encoders/read_encoder_config.h"
#include "engine/layers/linear.h"
#include "engine/layers/norm.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace engine {

/// The names of the tensors of heads in checkpoints; the canonical ones are those of llama.cpp.
std::span<const TensorName> headTensorNames();

/// What follows the blocks of an encoder that scores, see EncoderHeadPlan.
class EncoderHead {
public:
    /// Loads the tensors cls, cls.norm and cls.output. Throws what Weights throws.
    EncoderHead(const Weights& weights, const EncoderHeadPlan& plan, const EncoderConfig& config);

    /// Makes a head whose labels are tokens: `logits` [labels, hidden] are their rows of a decoder's
    /// head, whose scale and cap are those of `plan`.
    EncoderHead(const Weights& weights, Weight logits, const HeadPlan& plan);

    /// The number of labels.
    int64_t labels() const { return m_output.outputs(); }

    /// Shapes: out [rows, labels()], x [rows, hidden], which is overwritten.
    void forward(Step& step, kernels::TensorView out, kernels::TensorView x) const;

private:
    HeadActivation m_activation = HeadActivation::None;
    std::optional<Linear> m_dense;
    Norm m_norm; // empty if there is none
    Linear m_output;
    float m_scale = 1, m_cap = 0; // of logits
};

/// The dense layers that sentence-transformers applies to the vectors of texts.
class DenseModules {
public:
    /// Loads them from folders of their own, or as dense_2 and dense_3 from `weights`. Throws what
    /// Weights and openWeights() throw.
    DenseModules(const Weights& weights, const EncoderConfig& config);

    bool isEmpty() const { return m_layers.empty(); }

    /// Returns vectors [texts, outputs of the last layer] for vectors [texts, inputs of the first].
    std::vector<float> forward(Step& step, std::span<const float> vectors) const;

private:
    struct Layer {
        Linear linear;
        HeadActivation activation;
    };

    std::vector<std::unique_ptr<TensorSource>> m_sources; // keep the files mapped
    std::vector<Layer> m_layers;
};

} // namespace engine
