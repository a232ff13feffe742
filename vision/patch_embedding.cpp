#include "vision/patch_embedding.h"

#include "engine/layers/step.h"

namespace vision {

using engine::Scratch;
using engine::Step;
using engine::Weight;
using engine::Weights;
using kernels::DType;
using kernels::Tensor;
using kernels::TensorView;

namespace {

Weight learnedPlaces(const Weights& weights, const VisionConfig& config, const TowerPlan& plan)
{
    if (!plan.learnsPlaces)
        return {};
    return weights.matrix("v.position_embd.weight",
        config.patchesPerTile() + (plan.hasClassRow ? 1 : 0), config.hidden);
}

Weight classRow(
    const Weights& weights, const VisionConfig& config, const TowerPlan& plan, const Weight& places)
{
    if (!plan.hasClassRow)
        return {};
    kernels::Backend& backend = weights.backend();
    const Weight own = weights.vector("v.class_embd", config.hidden);
    const int32_t firstRow = 0;
    const Tensor ids(backend, DType::I32, 1, 1);
    backend.upload(ids, &firstRow);
    Tensor row(backend, DType::F32, 1, config.hidden);
    if (places.isEmpty()) {
        backend.copy(row, own);
    } else {
        backend.ops().gatherRows(row, places, ids);
        backend.ops().add(row, own);
    }
    backend.synchronize(); // before the class row of the file goes
    return Weight(std::move(row));
}

} // namespace

PatchEmbedding::PatchEmbedding(
    const Weights& weights, const VisionConfig& config, const TowerPlan& plan)
    : m_perSide(config.patchesPerSide())
    , m_classRows(plan.hasClassRow ? 1 : 0)
    , m_linear(weights, "v.patch_embd", config.hidden, 3 * config.patchSize * config.patchSize)
    , m_places(learnedPlaces(weights, config, plan))
    , m_classRow(classRow(weights, config, plan, m_places))
{
}

void PatchEmbedding::forward(Step& step, TensorView hidden, const Patches& patches) const
{
    const int64_t count = patches.count();
    const Scratch numbers = step.numbers(patches.values);
    const TensorView rows = numbers.view().reshaped(count, patches.numbers());
    if (m_classRows == 0) {
        m_linear.forward(step, hidden, rows);
        return addPlaces(step, hidden, patches);
    }
    const Scratch embedded = step.scratch(count, hidden.columns);
    m_linear.forward(step, embedded, rows);
    addPlaces(step, embedded, patches);
    spread(step, hidden, embedded, patches);
}

void PatchEmbedding::addPlaces(Step& step, TensorView embedded, const Patches& patches) const
{
    if (m_places.isEmpty())
        return;
    std::vector<int32_t> ids;
    for (const PatchGrid& grid : patches.grids)
        for (int64_t patch = 0; patch < grid.count(); ++patch) {
            const int64_t y = patch / grid.width % grid.height, x = patch % grid.width;
            ids.push_back(int32_t(m_classRows + y * m_perSide / grid.height * m_perSide
                + x * m_perSide / grid.width));
        }
    const Scratch places = step.scratch(embedded.rows, embedded.columns);
    step.ops().gatherRows(places, m_places, step.integers(ids));
    step.ops().add(embedded, places);
}

// The patches to their places behind the class row of their picture.
void PatchEmbedding::spread(
    Step& step, TensorView hidden, TensorView embedded, const Patches& patches) const
{
    int64_t row = 0, patch = 0;
    for (const PatchGrid& grid : patches.grids) {
        step.backend().copy(hidden.rowRange(row, 1), m_classRow);
        step.backend().copy(
            hidden.rowRange(row + 1, grid.count()), embedded.rowRange(patch, grid.count()));
        row += rowsOf(grid);
        patch += grid.count();
    }
}

} // namespace vision
