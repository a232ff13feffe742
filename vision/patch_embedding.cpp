#include "vision/patch_embedding.h"

namespace vision {

using kernels::DType;
using kernels::Tensor;
using kernels::TensorView;

PatchEmbedding::PatchEmbedding(
    const WeightLoader& loader, const VisionConfig& config, const TowerPlan& plan)
    : m_imageSize(config.imageSize)
    , m_patchSize(config.patchSize)
    , m_patches(config.patchesPerTile())
    , m_classRows(plan.hasClassRow ? 1 : 0)
    , m_linear(
          loader.linear("v.patch_embd", config.hidden, 3 * config.patchSize * config.patchSize))
    , m_start(loader.backend(), DType::F32, rowsPerTile(), config.hidden)
{
    kernels::Backend& backend = loader.backend();
    const Weight positions = loader.floats("v.position_embd.weight", rowsPerTile(), config.hidden);
    backend.copy(m_start, positions.view());
    if (plan.hasClassRow)
        backend.ops().add(
            m_start.view().rowRange(0, 1), loader.floats("v.class_embd", 1, config.hidden).view());
    backend.synchronize(); // before the positions go
}

std::vector<float> PatchEmbedding::patchesOf(std::span<const float> pixels, int64_t tiles) const
{
    const int64_t perSide = m_imageSize / m_patchSize;
    std::vector<float> out;
    out.reserve(size_t(tiles * m_patches * 3 * m_patchSize * m_patchSize));
    for (int64_t tile = 0; tile < tiles; ++tile)
        for (int64_t patch = 0; patch < m_patches; ++patch)
            for (int64_t channel = 0; channel < 3; ++channel)
                for (int64_t y = 0; y < m_patchSize; ++y) {
                    const int64_t row = patch / perSide * m_patchSize + y;
                    const float* start = pixels.data()
                        + ((tile * 3 + channel) * m_imageSize + row) * m_imageSize
                        + patch % perSide * m_patchSize;
                    out.insert(out.end(), start, start + m_patchSize);
                }
    return out;
}

void PatchEmbedding::forward(
    kernels::Backend& backend, TensorView hidden, std::span<const float> pixels) const
{
    const int64_t tiles = hidden.rows / rowsPerTile();
    const std::vector<float> host = patchesOf(pixels, tiles);
    const Tensor patches(backend, DType::F32, tiles * m_patches, m_linear.weight.view().columns);
    const Tensor embedded(backend, DType::F32, tiles * m_patches, hidden.columns);
    backend.upload(patches, host.data());
    m_linear.forward(backend.ops(), embedded, patches);
    for (int64_t tile = 0; tile < tiles; ++tile) {
        const TensorView rows = hidden.rowRange(tile * rowsPerTile(), rowsPerTile());
        backend.copy(rows, m_start);
        backend.ops().add(rows.rowRange(m_classRows, m_patches),
            embedded.view().rowRange(tile * m_patches, m_patches));
    }
    backend.synchronize(); // before the patches go
}

} // namespace vision
