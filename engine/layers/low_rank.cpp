#include "engine/layers/low_rank.h"

#include "engine/layers/step.h"

namespace engine {

using kernels::TensorView;

namespace {

// out += factor · inner · upᵀ; `inner` is scaled in place, for it has the fewest columns.
void addScaled(Step& step, TensorView out, TensorView inner, TensorView up, float factor)
{
    const Scratch delta = step.scratch(out.rows, out.columns);
    step.ops().scale(inner, factor);
    step.ops().matmul(delta, inner, up);
    step.ops().add(out, delta);
}

} // namespace

void LowRank::addTo(Step& step, TensorView out, TensorView x) const
{
    const Scratch inner = step.scratch(x.rows, down.view().rows);
    step.ops().matmul(inner, x, down);
    addScaled(step, out, inner, up, factor);
}

void LowRankEmbedding::addTo(Step& step, TensorView out, TensorView ids) const
{
    const Scratch inner = step.scratch(out.rows, columns.view().columns);
    step.ops().gatherRows(inner, columns, ids);
    addScaled(step, out, inner, up, factor);
}

} // namespace engine
