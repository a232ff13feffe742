#include "vision/patch_embedding.h"

#include "engine/layers/step.h"
#include "vision/patches.h"

namespace vision {

using engine::Linear;
using engine::Norm;
using engine::Scratch;
using engine::Step;
using engine::Weight;
using engine::Weights;
using kernels::DType;
using kernels::Tensor;
using kernels::TensorView;

namespace {

constexpr const char* patchWeight = "v.patch_embd.weight";

// mmproj files have the weight of each frame of a patch as a tensor of its own.
std::string weightOfFrame(int64_t frame)
{
    return frame == 0 ? patchWeight : patchWeight + ("." + std::to_string(frame));
}

// [hidden; 3, frames, side²] of the weights [hidden; 3, side²] of each frame.
Weight joinedFrames(const Weights& weights, const VisionConfig& config)
{
    const int64_t frames = config.framesPerPatch, area = config.patchSize * config.patchSize;
    std::vector<float> joined(size_t(config.hidden * 3 * frames * area));
    for (int64_t frame = 0; frame < frames; ++frame) {
        const std::vector<float> own
            = weights.numbers(weightOfFrame(frame), {config.hidden, 3 * area});
        for (int64_t plane = 0; plane < config.hidden * 3; ++plane)
            std::copy_n(
                own.begin() + plane * area, area, joined.begin() + (plane * frames + frame) * area);
    }
    return weights.place(joined, 3 * frames * area);
}

// The channels of each number are together in some checkpoints; here they follow each other.
Weight channelByChannel(const Weights& weights, const VisionConfig& config)
{
    const int64_t area = config.patchSize * config.patchSize;
    const auto numbers = weights.numbers(patchWeight, {config.hidden, 3 * area});
    return weights.place(transposed(numbers, config.hidden, area, 3), 3 * area);
}

// The channels of each frame are together in some checkpoints; here the frames of each channel are.
Weight frameByFrame(const Weights& weights, const VisionConfig& config)
{
    const int64_t area = config.patchSize * config.patchSize, frames = config.framesPerPatch;
    const auto numbers = weights.numbers(patchWeight, {config.hidden, frames * 3 * area});
    std::vector<float> reordered;
    reordered.reserve(numbers.size());
    for (int64_t row = 0; row < config.hidden; ++row)
        for (int64_t plane = 0; plane < 3 * frames; ++plane) {
            const int64_t stored = (row * frames + plane % frames) * 3 + plane / frames;
            reordered.insert(reordered.end(), numbers.begin() + stored * area,
                numbers.begin() + (stored + 1) * area);
        }
    return weights.place(reordered, 3 * frames * area);
}

Norm pixelNorm(const Weights& weights, const VisionConfig& config, const TowerPlan& plan)
{
    if (!plan.normsPixels)
        return {};
    const int64_t area = config.patchSize * config.patchSize;
    Norm norm(weights, "v.patch_norm", 3 * area, plan.norms);
    std::vector<int64_t> order;
    for (int64_t number = 0; number < 3 * area; ++number)
        order.push_back(number % area * 3 + number / area);
    if (plan.channelsLast)
        norm.reorder(weights.backend(), order);
    return norm;
}

Linear patchLayer(const Weights& weights, const VisionConfig& config, const TowerPlan& plan)
{
    if (plan.channelsLast)
        return {weights, "v.patch_embd", channelByChannel(weights, config)};
    if (plan.framesFirst)
        return {weights, "v.patch_embd", frameByFrame(weights, config)};
    if (config.framesPerPatch > 1 && weights.has(weightOfFrame(1)))
        return {weights, "v.patch_embd", joinedFrames(weights, config)};
    return {weights, "v.patch_embd", config.hidden,
        3 * config.framesPerPatch * config.patchSize * config.patchSize};
}

bool standsBetween(const TowerPlan& plan)
{
    return plan.learnsPositions && plan.positions != TowerPlan::Positions::SameShare
        && plan.positions != TowerPlan::Positions::OfAxes;
}

std::optional<PositionTable> positionTable(
    const Weights& weights, const VisionConfig& config, const TowerPlan& plan)
{
    if (!standsBetween(plan))
        return std::nullopt;
    return PositionTable(
        weights.numbers("v.position_embd.weight", {config.patchesPerTile(), config.hidden}),
        config.patchesPerSide(), plan);
}

Weight learnedPositions(const Weights& weights, const VisionConfig& config, const TowerPlan& plan)
{
    if (!plan.learnsPositions || standsBetween(plan))
        return {};
    if (plan.positions == TowerPlan::Positions::OfAxes)
        return weights.matrix("v.position_embd.weight", 2 * config.positionsPerAxis, config.hidden);
    return weights.matrix("v.position_embd.weight",
        config.patchesPerTile() + (plan.hasClassRow ? 1 : 0), config.hidden);
}

std::vector<float> centered(std::vector<float> values)
{
    for (float& value : values)
        value = 2 * value - 1;
    return values;
}

Weight classRow(const Weights& weights, const VisionConfig& config, const TowerPlan& plan,
    const Weight& positions)
{
    if (!plan.hasClassRow)
        return {};
    kernels::Backend& backend = weights.backend();
    const Weight own = weights.vector("v.class_embd", config.hidden);
    const int32_t firstRow = 0;
    const Tensor ids(backend, DType::I32, 1, 1);
    backend.upload(ids, &firstRow);
    Tensor row(backend, DType::F32, 1, config.hidden);
    if (positions.isEmpty()) {
        backend.copy(row, own);
    } else {
        backend.ops().gatherRows(row, positions, ids);
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
    , m_positionsPerAxis(
          plan.positions == TowerPlan::Positions::OfAxes ? config.positionsPerAxis : 0)
    , m_positionsTakeTurns(plan.positionsTakeTurns)
    , m_centers(plan.centersPixels)
    , m_linear(patchLayer(weights, config, plan))
    , m_pixelNorm(pixelNorm(weights, config, plan))
    , m_norm(plan.normsPatches ? Norm(weights, "v.norm_embd", config.hidden, plan.norms) : Norm())
    , m_positions(learnedPositions(weights, config, plan))
    , m_table(positionTable(weights, config, plan))
    , m_classRow(classRow(weights, config, plan, m_positions))
{
}

void PatchEmbedding::forward(
    Step& step, TensorView hidden, const Patches& patches, const RowOrder& order) const
{
    if (m_classRows == 0 && order.patchOfRow.empty())
        return embed(step, hidden, patches);
    const Scratch embedded = step.scratch(patches.count(), hidden.columns);
    embed(step, embedded, patches);
    if (m_classRows > 0)
        spread(step, hidden, embedded, patches);
    else
        step.ops().gatherRows(hidden, embedded, step.integers(order.patchOfRow));
}

// Calls use() with the numbers of the patches as the layer reads them.
template <typename Use>
void PatchEmbedding::withNumbers(const Patches& patches, Use use) const
{
    if (m_centers)
        use(std::span<const float>(centered(patches.values)));
    else
        use(std::span<const float>(patches.values));
}

void PatchEmbedding::replacePatches(Step& step, const Patches& patches) const
{
    withNumbers(patches, [&](std::span<const float> numbers) { step.replaceInput(0, numbers); });
}

void PatchEmbedding::embed(Step& step, TensorView embedded, const Patches& patches) const
{
    withNumbers(patches, [&](std::span<const float> values) {
        const Scratch numbers = step.numbers(values);
        const TensorView rows = numbers.view().reshaped(patches.count(), patches.numbers());
        if (m_pixelNorm.isEmpty())
            return m_linear.forward(step, embedded, rows);
        const Scratch normed = step.scratch(rows.rows, rows.columns);
        m_pixelNorm.forward(step, normed, rows);
        m_linear.forward(step, embedded, normed);
    });
    if (!m_norm.isEmpty())
        m_norm.forward(step, embedded, embedded);
    addPositions(step, embedded, patches);
}

void PatchEmbedding::addPositions(Step& step, TensorView embedded, const Patches& patches) const
{
    if (m_table) {
        std::vector<float> between;
        for (const PatchGrid& grid : patches.grids)
            m_table->append(between, grid);
        const Scratch positions = step.numbers(between);
        return step.ops().add(embedded, positions.view().reshaped(embedded.rows, embedded.columns));
    }
    if (m_positions.isEmpty())
        return;
    std::vector<int32_t> ids, others;
    for (const PatchGrid& grid : patches.grids)
        for (int64_t patch = 0; patch < grid.count(); ++patch) {
            const int64_t y = patch / grid.width % grid.height, x = patch % grid.width;
            if (m_positionsPerAxis > 0) {
                ids.push_back(int32_t(m_positionsTakeTurns ? 2 * x : x));
                others.push_back(
                    int32_t(m_positionsTakeTurns ? 2 * y + 1 : m_positionsPerAxis + y));
                continue;
            }
            ids.push_back(int32_t(m_classRows + y * m_perSide / grid.height * m_perSide
                + x * m_perSide / grid.width));
        }
    addRows(step, embedded, ids);
    if (!others.empty())
        addRows(step, embedded, others);
}

void PatchEmbedding::addRows(Step& step, TensorView embedded, const std::vector<int32_t>& ids) const
{
    const Scratch positions = step.scratch(embedded.rows, embedded.columns);
    step.ops().gatherRows(positions, m_positions, step.integers(ids));
    step.ops().add(embedded, positions);
}

// The patches to their positions behind the class row of their image.
void PatchEmbedding::spread(
    Step& step, TensorView hidden, TensorView embedded, const Patches& patches) const
{
    int64_t row = 0, patch = 0;
    for (const PatchGrid& grid : patches.grids) {
        step.backend().copy(hidden.rowRange(row, 1), m_classRow);
        step.backend().copy(
            hidden.rowRange(row + 1, grid.count()), embedded.rowRange(patch, grid.count()));
        row += rowCount(grid);
        patch += grid.count();
    }
}

} // namespace vision
