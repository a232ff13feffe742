#include "vision/projector.h"

#include "vision/tiling.h"

namespace vision {

using kernels::DType;
using kernels::Tensor;
using kernels::TensorView;

namespace {

// Block by block from the top left; in a block, row by row.
std::vector<int32_t> shuffledOrder(int64_t perSide, int64_t scale)
{
    std::vector<int32_t> order;
    for (int64_t top = 0; top < perSide; top += scale)
        for (int64_t left = 0; left < perSide; left += scale)
            for (int64_t y = top; y < top + scale; ++y)
                for (int64_t x = left; x < left + scale; ++x)
                    order.push_back(int32_t(y * perSide + x));
    return order;
}

std::vector<int32_t> plainOrder(int64_t first, int64_t count)
{
    std::vector<int32_t> order;
    for (int64_t row = first; row < first + count; ++row)
        order.push_back(int32_t(row));
    return order;
}

} // namespace

Projector::Projector(const WeightLoader& loader, const VisionConfig& config, const TowerPlan& plan)
    : m_rowsPerTile(vision::rowsPerTile(config))
    , m_activation(config.projectorActivation)
{
    if (plan.connector == TowerPlan::Connector::ShuffledLinear) {
        const int64_t joined = config.scaleFactor * config.scaleFactor;
        m_order = shuffledOrder(config.patchesPerSide(), config.scaleFactor);
        m_last = loader.linear("mm.model.fc", 0, config.hidden * joined);
        return;
    }
    const int64_t skipped = plan.hasClassRow && config.dropsClassRow ? 1 : 0;
    m_order = plainOrder(skipped, m_rowsPerTile);
    m_first = loader.linear("mm.0", 0, config.hidden);
    m_last = loader.linear("mm.2", 0, m_first.weight.view().rows);
}

void Projector::forward(
    kernels::Backend& backend, TensorView out, TensorView states, int64_t towerRows) const
{
    const int64_t tiles = states.rows / towerRows;
    std::vector<int32_t> order;
    for (int64_t tile = 0; tile < tiles; ++tile)
        for (const int32_t row : m_order)
            order.push_back(int32_t(tile * towerRows) + row);

    const Tensor ids(backend, DType::I32, 1, int64_t(order.size()));
    const Tensor picked(backend, DType::F32, int64_t(order.size()), states.columns);
    backend.upload(ids, order.data());
    backend.ops().gatherRows(picked, states, ids);

    TensorView rows = picked.view().reshaped(out.rows, picked.view().elements() / out.rows);
    const Tensor middle = m_first.weight.isEmpty()
        ? Tensor()
        : Tensor(backend, DType::F32, rows.rows, m_first.weight.view().rows);
    if (!middle.isEmpty()) {
        m_first.forward(backend.ops(), middle, rows);
        backend.ops().activate(middle, m_activation);
        rows = middle;
    }
    m_last.forward(backend.ops(), out, rows);
    backend.synchronize(); // before the scratch goes
}

} // namespace vision
