#pragma once

#include "engine/layers/attention.h"
#include "engine/layers/linear.h"
#include "engine/layers/norm.h"
#include "vision/towers/tower_plan.h"
#include "vision/towers/vision_config.h"

#include <cstdint>
#include <vector>

namespace vision {

/// Makes one row of each innerScale² patches of a tower, see InnerMergePlan:
///
///     x   = patches + attention(norm(patches))       among the patches that become one row
///     out = mean(x) + down(activation(up(norm(x one behind the other))))
class InnerMerge {
public:
    InnerMerge(
        const engine::Weights& weights, const VisionConfig& config, const InnerMergePlan& plan);

    /// Shapes: out [patches / innerScale², hidden], patches [patches, hidden] in the order of
    /// RowOrder; their content is undefined afterwards.
    void forward(engine::Step& step, kernels::TensorView out, kernels::TensorView patches) const;

    std::vector<engine::Linear*> linears();

private:
    int64_t m_count; // of patches that become one
    engine::Norm m_attentionNorm, m_norm;
    engine::Attention m_attention;
    engine::Linear m_up, m_down;
    kernels::Activation m_activation;
};

} // namespace vision
