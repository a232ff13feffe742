#pragma once

#include "engine/layers/block_plan.h"
#include "engine/layers/linear.h"
#include "engine/layers/mlp.h"
#include "engine/layers/norm.h"
#include "engine/layers/weight_layouts.h"
#include "engine/layers/weights.h"

#include <optional>
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
    /// of kernels::panelRows.
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

/// True if a file has the matrices of experts [experts, inputs, outputs] and not [experts, outputs,
/// inputs], as some checkpoints do that have all of them in one tensor. Only the shapes say so; where
/// one of the two is square, the other is not.
bool areExpertsTransposed(
    const TensorSource& source, const std::string& prefix, int64_t inner, int64_t columns);

/// A mixture of experts (Shazeer et al., 2017, arXiv:1701.06538; Mixtral, arXiv:2401.04088): a
/// router gives every expert a score, and each row passes through those with the highest,
///
///     out = Σ weight(e) · down_e(activation(gate_e(x)) · up_e(x)) over the chosen experts e
///
/// The matrices of the experts, which are most of such a model and of which a row needs few, may be
/// in the memory of the host, whose CPU then computes their sum. The router stays on the device of
/// the layer.
class Experts {
public:
    /// Loads the tensors `prefix`ffn_gate_inp, ffn_gate_exps (if they are gated) and ffn_up_exps, or
    /// both of these as ffn_gate_up_exps, and ffn_down_exps; biases, and factors ffn_down_exps.scale
    /// of the experts' weights, are used if the file has them. A plan may ask for exp_probs_b.bias,
    /// for ffn_latent_down and ffn_latent_up, and for a shared MLP: ffn_gate_shexp, ffn_up_shexp,
    /// ffn_down_shexp and its gate ffn_gate_inp_shexp; or, with norms of its own, ffn_gate, ffn_up,
    /// ffn_down, ffn_gate_inp.scale, post_ffw_norm_1, pre_ffw_norm_2 and post_ffw_norm_2. `hostStep`
    /// computes the experts if they are on its device; see BlockPosition.
    Experts(const Weights& weights, const std::string& prefix, const ExpertsPlan& plan,
        const BlockPlan& block, Step* hostStep = nullptr);

    /// Shapes: out, x, residual [tokens, hidden]; x is the norm of the residual stream.
    void forward(Step& step, kernels::TensorView out, kernels::TensorView x,
        kernels::TensorView residual) const;

    /// The linear layers to which adapters may add: the router, those of the shared MLP and those
    /// of latents.
    std::vector<Linear*> linears();

    /// Lays out the weights of the experts.
    void layOut(WeightLayouts& layouts);

private:
    // One map of every expert.
    struct Map {
        std::vector<kernels::TensorView> weights;
        Weight factors, biases; // [experts, outputs], or empty
    };

    void forwardWithOwnNorms(Step& step, kernels::TensorView out, kernels::TensorView x,
        kernels::TensorView residual) const;
    void addShared(Step& step, kernels::TensorView out, kernels::TensorView x) const;
    // What the router has chosen for each row, and how much each choice counts.
    struct Choice {
        kernels::TensorView experts; // i32 [tokens, used]
        kernels::TensorView weights; // [tokens, used]
    };

    void mix(Step& step, kernels::TensorView out, kernels::TensorView x,
        kernels::TensorView routed) const;
    void mixColumns(Step& step, kernels::TensorView out, kernels::TensorView x,
        kernels::TensorView routed) const;
    void mixOnHost(Step& step, kernels::TensorView out, kernels::TensorView x,
        kernels::TensorView routed) const;
    void sumChosen(
        Step& step, kernels::TensorView out, kernels::TensorView x, const Choice& choice) const;
    void loadShared(const Weights& weights, const std::string& prefix, const BlockPlan& block);
    void loadNorms(const Weights& weights, const std::string& prefix, const BlockPlan& block);
    void loadMaps(const Weights& weights, const std::string& prefix, int64_t columns);
    void findMaps();
    bool hasGateAndUpInOne() const;
    void choose(Step& step, const Choice& choice, kernels::TensorView x) const;
    void openInner(Step& step, kernels::TensorView inner, kernels::TensorView x,
        kernels::TensorView chosen) const;
    void open(Step& step, kernels::TensorView gate, kernels::TensorView up, kernels::TensorView x,
        kernels::TensorView chosen) const;
    void apply(Step& step, const Map& map, kernels::TensorView out, kernels::TensorView x,
        kernels::TensorView chosen) const;

    ExpertsPlan m_plan;
    Step* m_hostStep; // null: the device of the layer computes the experts
    Linear m_router;
    ExpertWeights m_gateWeights, m_upWeights, m_downWeights; // no second if the first has both
    Map m_gate, m_up, m_down; // nothing in the second if rows of both take turns in the first
    Weight m_scales, m_choiceBias; // f32 [1, experts], or empty

    std::optional<Linear> m_toLatent, m_fromLatent;
    std::optional<Mlp> m_shared;
    std::optional<Linear> m_sharedGate;
    Norm m_routerNorm, m_sharedEndNorm, m_norm,
        m_endNorm; // empty except for the shared MLP's own norms
};

} // namespace engine
