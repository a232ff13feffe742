#include "vision/vision_tower.h"

#include "engine/config/tensor_names.h"
#include "engine/layers/block.h"
#include "engine/layers/rotary.h"
#include "engine/layers/step.h"
#include "vision/embedding_cache.h"
#include "vision/image_budget.h"
#include "vision/inner_merge.h"
#include "vision/patch_embedding.h"
#include "vision/patches.h"
#include "vision/projector.h"
#include "vision/recorded_encoding.h"
#include "vision/tiling.h"
#include "vision/towers/towers.h"
#include "vision/video_frames.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <numeric>
#include <utility>

namespace vision {

using base::Error;
using base::ErrorKind;
using kernels::DType;
using kernels::Tensor;
using kernels::TensorView;

namespace {

constexpr int64_t maxTilesBytes = int64_t(1) << 30; ///< of tiles that a GPU reads at once

// A GPU computes more rows for longer than the host takes to start the kernels; a recording of them
// would only occupy memory.
constexpr int64_t maxRecordedRows = 2048;

engine::TokenId takeIds(int64_t count)
{
    static std::atomic<int64_t> next = engine::firstImageId;
    const int64_t first = next.fetch_add(count);
    if (first + count > std::numeric_limits<engine::TokenId>::max())
        throw Error(ErrorKind::Unsupported, "too many pictures were processed; restart Vignette");
    return engine::TokenId(first);
}

std::span<const uint8_t> textBytes(const std::string& text)
{
    return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

// None of a plan that is no family's: its files must have the canonical names.
engine::TensorNames tensorNames(const VisionConfig& config)
{
    const TowerFamily* family = towerFamily(config.family);
    return family ? towerTensorNames(*family) : engine::TensorNames();
}

std::span<const engine::GgufName> namesInGguf(const VisionConfig& config)
{
    const TowerFamily* family = towerFamily(config.family);
    return family ? std::span<const engine::GgufName>(family->ggufTensors)
                  : std::span<const engine::GgufName>();
}

// GGUF files number the mergers of inner blocks by their block, others from 0.
std::string deepPrefix(const VisionConfig& config, size_t deep)
{
    const bool isGguf = config.layout == engine::FileLayout::Gguf;
    const int64_t number = isGguf ? config.deepBlocks[deep] : int64_t(deep);
    return "v.deepstack." + std::to_string(number) + ".";
}

// The grids and the numbers behind an inner merge, if there is one.
std::vector<PatchGrid> mergedGrids(std::span<const PatchGrid> grids, const VisionConfig& config)
{
    std::vector<PatchGrid> merged;
    for (const PatchGrid& grid : grids)
        merged.push_back(
            {grid.time, grid.height / config.innerScale, grid.width / config.innerScale});
    return merged;
}

VisionConfig mergedConfig(VisionConfig config)
{
    config.scaleFactor /= config.innerScale;
    return config;
}

// Adds the decoder's positions of the rows of an image, or of a step of a video at this time, in
// the order of the rows: time, row, column.
void addPositions(std::vector<int32_t>& positions, const VisionConfig& config,
    const PatchGrid& grid, int32_t time)
{
    for (int64_t y = 0; y < grid.height / config.scaleFactor; ++y)
        for (int64_t x = 0; x < grid.width / config.scaleFactor; ++x)
            positions.insert(positions.end(), {time, int32_t(y), int32_t(x)});
}

// Computes in single precision, as the reference does.
int32_t positionOfStep(const VisionConfig& config, const VideoFrames& frames, int64_t step)
{
    const double perStep = config.videos.positionsPerSecond * frames.stepSeconds;
    return int32_t(float(step) * (perStep > 0 ? float(perStep) : 1));
}

class PlannedTower final : public VisionTower {
public:
    PlannedTower(std::shared_ptr<const engine::WeightFile> file, const VisionConfig& config,
        const TowerPlan& plan, kernels::Backend& backend)
        : m_config(config)
        , m_plan(plan)
        , m_backend(backend)
        , m_source(std::move(file), config.layout, tensorNames(config), namesInGguf(config))
        , m_weights(m_source, backend)
        , m_patches(m_weights, config, plan)
        , m_projector(m_weights, mergedConfig(config), plan)
    {
        if (plan.innerMerge)
            m_innerMerge.emplace(m_weights, config, *plan.innerMerge);
        if (plan.rotary)
            m_rotaries.emplace_back(*plan.rotary, backend);
        if (plan.normsBefore)
            m_normBefore = {m_weights, "v.pre_ln", config.hidden, plan.norms};
        for (size_t block = 0; block < plan.blocks.size(); ++block)
            m_blocks.emplace_back(m_weights, plan.blocks[block],
                engine::BlockPosition{"v.blk." + std::to_string(block) + ".", int64_t(block),
                    m_rotaries, engine::towerBlockNames});
        if (plan.normsAfter)
            m_normAfter = {m_weights, "v.post_ln", config.hidden, plan.norms};
        for (size_t deep = 0; deep < config.deepBlocks.size(); ++deep)
            m_deepProjectors.emplace_back(
                m_weights, config, plan, plan.deepConnector, deepPrefix(config, deep));
        if (plan.lineEnd)
            m_lineEnd = m_weights.vector(plan.lineEnd, m_projector.hidden());
        engine::WeightLayouts layouts(m_source.file());
        for (engine::Linear* linear : linears())
            linear->layOut(layouts, kernels::Fidelity::Rounded);
    }

    const VisionConfig& config() const override { return m_config; }
    int64_t rowWidth() const override { return m_projector.hidden(); }
    engine::ImageEmbeddingPtr embed(const Image& image) override;
    Patches preprocess(const Image& image) const override;
    std::vector<float> encode(const Patches& patches) override;
    Tensor encodeOnDevice(const Patches& patches) override { return encodeRows(patches).rows; }
    void setWorld(std::shared_ptr<const KnownWorld> world) override { m_world = std::move(world); }

private:
    std::vector<engine::Linear*> linears();
    Tiling chooseTiling(const Image& image) const;
    Patches cutPatches(std::span<const Image> tiles, const Tiling& tiling) const;
    int64_t rowCount(const Patches& patches) const;
    int64_t patchesAtOnce();
    TowerRows emptyRows(int64_t count) const;
    TowerRows encodeRows(const Patches& patches);
    Tensor inPromptOrder(const Tensor& rows, std::span<const int32_t> order) const;
    void encodeTogether(const TowerRows::Views& out, const Patches& patches);
    engine::Step newStep() const;
    void beginStep(engine::Step& step, const Patches& patches, const RowOrder& order) const;
    void run(engine::Step& step, const TowerRows::Views& out, const Patches& patches,
        const RowOrder& order) const;
    RecordedEncoding* recordedFor(const Patches& patches);
    void runBlocks(engine::Step& step, TensorView hidden, size_t first, size_t end,
        const TowerRows::Views& out, const Patches& patches, const RowOrder& order) const;
    void finish(engine::Step& step, TensorView out, TensorView hidden,
        std::span<const PatchGrid> grids, const RowOrder& order) const;
    std::vector<int32_t> rowAngles(const Patches& patches, const RowOrder& order) const;
    bool isOfWorld(std::span<const Image> tiles, TensorView rows) const;
    ContentHash hashImage(const Image& image) const;
    std::shared_ptr<engine::ImageEmbedding> embedImage(const Image& image);
    std::shared_ptr<engine::ImageEmbedding> embedVideo(const Image& image);
    TowerRows encodeVideo(const Image& image, const VideoFrames& frames, int64_t rowsOfStep);

    VisionConfig m_config;
    TowerPlan m_plan;
    kernels::Backend& m_backend;
    engine::TensorSource m_source;
    engine::Weights m_weights;
    PatchEmbedding m_patches;
    Projector m_projector;
    std::vector<engine::Rotary> m_rotaries; ///< none or one
    engine::Norm m_normBefore, m_normAfter; ///< empty where the plan has none
    std::vector<engine::Block> m_blocks;
    std::vector<Projector> m_deepProjectors; ///< one for each of config.deepBlocks
    std::optional<InnerMerge> m_innerMerge; ///< where the plan has one
    engine::Weight m_lineEnd; ///< [1, rowWidth()]; empty where the plan has none
    std::shared_ptr<const KnownWorld> m_world; ///< may be null
    EmbeddingCache m_cache;
    RecordedEncodings m_recorded;
};

std::vector<engine::Linear*> PlannedTower::linears()
{
    std::vector<engine::Linear*> linears = m_patches.linears();
    const auto add = [&](const std::vector<engine::Linear*>& more) {
        linears.insert(linears.end(), more.begin(), more.end());
    };
    for (engine::Block& block : m_blocks)
        add(block.linears());
    if (m_innerMerge)
        add(m_innerMerge->linears());
    add(m_projector.linears());
    for (Projector& projector : m_deepProjectors)
        add(projector.linears());
    return linears;
}

Tiling PlannedTower::chooseTiling(const Image& image) const
{
    const PixelSize size{image.width, image.height};
    return vision::chooseTiling(
        withImageTokens(m_config, m_plan, size, image.tokens), m_plan, size);
}

Patches PlannedTower::preprocess(const Image& image) const
{
    if (readsFrames(m_plan, image)) {
        Patches patches{m_config.patchSize, {}, {}, m_config.framesPerPatch};
        forEachStep(m_config, image, videoFrames(m_config, m_plan, image),
            [&](Patches&& step) { patches.append(step); });
        return patches;
    }
    const Tiling tiling = chooseTiling(image);
    return cutPatches(cutTiles(image, tiling), tiling);
}

Patches PlannedTower::cutPatches(std::span<const Image> tiles, const Tiling& tiling) const
{
    Patches patches = preparedPatches(tiles, m_config);
    patches.rowOrder = tiling.rowOrder;
    return patches;
}

std::vector<float> PlannedTower::encode(const Patches& patches)
{
    const Tensor rows = encodeOnDevice(patches);
    std::vector<float> values(size_t(rows.view().elements()));
    m_backend.download(values.data(), rows);
    return values;
}

// Counts the rows before they are reordered.
int64_t PlannedTower::rowCount(const Patches& patches) const
{
    int64_t rows = 0;
    for (const PatchGrid& grid : patches.grids)
        rows += mergedRows(m_config, m_plan, grid);
    return rows;
}

TowerRows PlannedTower::emptyRows(int64_t count) const
{
    const auto empty = [&] { return Tensor(m_backend, DType::F32, count, m_projector.hidden()); };
    TowerRows rows{empty(), {}};
    for (size_t deep = 0; deep < m_deepProjectors.size(); ++deep)
        rows.deepRows.push_back(empty());
    return rows;
}

TowerRows PlannedTower::encodeRows(const Patches& patches)
{
    CHECK(patches.side == m_config.patchSize && patches.frames == m_config.framesPerPatch);
    CHECK(int64_t(patches.values.size()) == patches.count() * patches.numbers());
    TowerRows rows = emptyRows(rowCount(patches));
    const int64_t max = patches.grids.size() > 1 ? patchesAtOnce() : 0;
    int64_t row = 0;
    for (size_t first = 0, end = 0; first < patches.grids.size(); first = end) {
        int64_t count = patches.grids[end++].count();
        while (end < patches.grids.size() && count + patches.grids[end].count() <= max)
            count += patches.grids[end++].count();
        if (end - first == patches.grids.size()) {
            encodeTogether(rows.range(0, rows.rows.view().rows), patches);
            break;
        }
        const Patches some = patches.some(first, end - first);
        const int64_t ownRows = rowCount(some);
        encodeTogether(rows.range(row, ownRows), some);
        row += ownRows;
    }
    if (!patches.rowOrder.empty())
        rows.rows = inPromptOrder(rows.rows, patches.rowOrder);
    return rows;
}

// The row that ends a line has the number behind all others.
Tensor PlannedTower::inPromptOrder(const Tensor& rows, std::span<const int32_t> order) const
{
    const int64_t count = rows.view().rows, columns = rows.view().columns;
    const Tensor table(m_backend, DType::F32, count + 1, columns);
    m_backend.copy(table.view().rowRange(0, count), rows);
    m_backend.copy(table.view().rowRange(count, 1), m_lineEnd);
    const Tensor ids(m_backend, DType::I32, 1, int64_t(order.size()));
    m_backend.upload(ids, order.data());
    Tensor ordered(m_backend, DType::F32, int64_t(order.size()), columns);
    m_backend.ops().gatherRows(ordered, table, ids);
    m_backend.synchronize(); // before the table goes
    return ordered;
}

// Bounds the scratch memory of an image with many tiles. A GPU computes a whole image in the time
// that a part of it takes; with little memory left it drops its recordings, and then takes half as
// many tiles, and half of those.
int64_t PlannedTower::patchesAtOnce()
{
    if (!m_backend.isAccelerator())
        return fewTiles * m_config.patchesPerTile();
    int64_t available = m_backend.memory().available();
    const int64_t bytes = tileBytes(m_config, {m_config.imageSize, m_config.imageSize});
    int64_t tiles = std::max<int64_t>(1, maxTilesBytes / bytes);
    if (tiles * bytes > available && !m_recorded.isEmpty()) {
        m_recorded.clear();
        available = m_backend.memory().available();
    }
    while (tiles > 1 && tiles * bytes > available)
        tiles /= 2;
    return tiles * m_config.patchesPerTile();
}

void PlannedTower::encodeTogether(const TowerRows::Views& out, const Patches& patches)
{
    if (RecordedEncoding* recorded = recordedFor(patches)) {
        m_patches.replacePatches(recorded->step, patches);
        recorded->recording->replay();
        m_backend.copy(out.rows, recorded->rows.rows);
        for (size_t deep = 0; deep < out.deepRows.size(); ++deep)
            m_backend.copy(out.deepRows[deep], recorded->rows.deepRows[deep]);
        return m_backend.synchronize();
    }
    const RowOrder order = RowOrder::of(patches.grids, m_config);
    engine::Step step = newStep();
    beginStep(step, patches, order);
    run(step, out, patches, order);
    m_backend.synchronize(); // before the memory of the step goes
}

// Returns null if the work is not recorded.
RecordedEncoding* PlannedTower::recordedFor(const Patches& patches)
{
    if (!m_backend.isAccelerator() || patches.count() > maxRecordedRows)
        return nullptr;
    if (RecordedEncoding* found = m_recorded.find(patches.grids))
        return found;
    if (!m_recorded.areWorthRecording(patches.grids))
        return nullptr;
    try {
        auto recorded = std::make_unique<RecordedEncoding>(
            RecordedEncoding{patches.grids, newStep(), emptyRows(rowCount(patches))});
        const RowOrder order = RowOrder::of(patches.grids, m_config);
        beginStep(recorded->step, patches, order);
        auto inputs = engine::Step::Inputs::Kept;
        recorded->recording = m_backend.record([&] {
            recorded->step.setInputs(std::exchange(inputs, engine::Step::Inputs::Repeated));
            run(recorded->step, recorded->rows.range(0, recorded->rows.rows.view().rows), patches,
                order);
        });
        m_backend.synchronize(); // before the memory goes, if nothing was recorded
        if (recorded->recording)
            return m_recorded.add(std::move(recorded));
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::OutOfMemory)
            throw;
    }
    m_recorded.disable();
    return nullptr;
}

engine::Step PlannedTower::newStep() const
{
    return engine::Step(m_backend, {{}, m_plan.rotary ? m_plan.rotary->axes : 1});
}

void PlannedTower::beginStep(
    engine::Step& step, const Patches& patches, const RowOrder& order) const
{
    std::vector<std::vector<int64_t>> spans(1);
    for (const PatchGrid& grid : patches.grids)
        spans.front().push_back(m_patches.rowCount(grid));
    if (!order.windows.empty())
        spans.push_back(order.windows);
    if (m_innerMerge) {
        const int64_t merged = m_config.innerScale * m_config.innerScale;
        spans.emplace_back();
        for (const int64_t rows : spans.front())
            spans.back().push_back(rows / merged);
    }
    step.begin(spans, rowAngles(patches, order));
}

void PlannedTower::run(engine::Step& step, const TowerRows::Views& out, const Patches& patches,
    const RowOrder& order) const
{
    const auto addRows
        = [&](int64_t rows, const PatchGrid& grid) { return rows + m_patches.rowCount(grid); };
    const int64_t rows
        = std::accumulate(patches.grids.begin(), patches.grids.end(), int64_t(0), addRows);
    const engine::Scratch hidden = step.scratch(rows, m_config.hidden);
    m_patches.forward(step, hidden, patches, order);
    if (!m_normBefore.isEmpty())
        m_normBefore.forward(step, hidden, hidden);
    if (!m_innerMerge) {
        runBlocks(step, hidden, 0, m_blocks.size(), out, patches, order);
        return finish(step, out.rows, hidden, patches.grids, order);
    }
    const size_t before = std::min(size_t(m_config.innerMergeBlock) + 1, m_blocks.size());
    runBlocks(step, hidden, 0, before, out, patches, order);
    const int64_t joined = m_config.innerScale * m_config.innerScale;
    const engine::Scratch merged = step.scratch(rows / joined, m_config.hidden);
    m_innerMerge->forward(step, merged, hidden);
    runBlocks(step, merged, before, m_blocks.size(), out, patches, order);
    const VisionConfig config = mergedConfig(m_config);
    const std::vector<PatchGrid> grids = mergedGrids(patches.grids, m_config);
    finish(step, out.rows, merged, grids, RowOrder::of(grids, config));
}

void PlannedTower::finish(engine::Step& step, TensorView out, TensorView hidden,
    std::span<const PatchGrid> grids, const RowOrder& order) const
{
    if (!m_normAfter.isEmpty())
        m_normAfter.forward(step, hidden, hidden);
    m_projector.forward(step, out, hidden, grids, order);
}

void PlannedTower::runBlocks(engine::Step& step, TensorView hidden, size_t first, size_t end,
    const TowerRows::Views& out, const Patches& patches, const RowOrder& order) const
{
    size_t deep = 0;
    for (size_t block = first; block < end; ++block) {
        m_blocks[block].forward(step, hidden);
        if (deep == m_deepProjectors.size() || m_config.deepBlocks[deep] != int64_t(block))
            continue;
        m_deepProjectors[deep].forward(step, out.deepRows[deep], hidden, patches.grids, order);
        ++deep;
    }
}

// Row and column of every patch, where blocks turn by them; a class row is at the origin.
std::vector<int32_t> PlannedTower::rowAngles(const Patches& patches, const RowOrder& order) const
{
    std::vector<int32_t> angles;
    if (!m_plan.rotary)
        return angles;
    CHECK(m_plan.rotary->axes == 2);
    for (const PatchGrid& grid : patches.grids) {
        angles.insert(angles.end(), size_t(2 * (m_patches.rowCount(grid) - grid.count())), 0);
        for (int64_t patch = 0; patch < grid.count(); ++patch) {
            angles.push_back(int32_t(patch / grid.width % grid.height));
            angles.push_back(int32_t(patch % grid.width));
        }
    }
    if (order.patchOfRow.empty())
        return angles;
    std::vector<int32_t> ordered;
    for (const int32_t patch : order.patchOfRow)
        ordered.insert(ordered.end(), {angles[size_t(2 * patch)], angles[size_t(2 * patch) + 1]});
    return ordered;
}

// Judges by the last tile, which shows all of the image.
bool PlannedTower::isOfWorld(std::span<const Image> tiles, TensorView rows) const
{
    std::vector<float> values(size_t(rows.elements()));
    m_backend.download(values.data(), rows);
    const size_t ownRows = values.size() / tiles.size();
    return m_world->holds(tiles.back(), std::span(values).last(ownRows), rowWidth());
}

// The file and how it is read are part of it, so that towers do not share what they made.
ContentHash PlannedTower::hashImage(const Image& image) const
{
    ContentHasher hasher;
    hasher.add(textBytes(m_source.file().path().string() + " " + m_config.family + " "
        + std::to_string(m_config.pixels.splits) + " " + std::to_string(m_config.pixels.longestEdge)
        + " " + std::to_string(m_config.pixels.minPixels) + " "
        + std::to_string(m_config.pixels.maxPixels) + " " + std::to_string(image.width) + " x "
        + std::to_string(image.height) + ":"));
    hasher.add(image.rgb);
    if (image.tokens != 0)
        hasher.add(textBytes(" in " + std::to_string(image.tokens)));
    if (readsFrames(m_plan, image)) {
        const auto file = image.video->file();
        hasher.add({reinterpret_cast<const uint8_t*>(file.data()), file.size()});
    }
    return hasher.finish();
}

std::shared_ptr<engine::ImageEmbedding> PlannedTower::embedImage(const Image& image)
{
    const Tiling tiling = chooseTiling(image);
    auto embedding = std::make_shared<engine::ImageEmbedding>();
    const std::vector<Image> tiles = cutTiles(image, tiling);
    const Patches patches = cutPatches(tiles, tiling);
    TowerRows rows = encodeRows(patches);
    embedding->rows = std::move(rows.rows);
    embedding->deepRows = std::move(rows.deepRows);
    if (m_plan.rowsHavePositions)
        addPositions(embedding->positions, m_config, patches.grids.front(), 0);
    embedding->isForeign = m_world && !isOfWorld(tiles, embedding->rows);
    embedding->promptText = imagePrompt(m_config, m_plan.marks, tiling);
    if (m_config.pixels.numbersImages)
        embedding->numberMarks = {m_plan.marks.beforeNumber, m_plan.marks.afterNumber};
    embedding->gridWidth = std::max<int64_t>(tiling.columns, 1);
    embedding->gridHeight = std::max<int64_t>(tiling.rows, 1);
    return embedding;
}

std::shared_ptr<engine::ImageEmbedding> PlannedTower::embedVideo(const Image& image)
{
    const VideoFrames frames = videoFrames(m_config, m_plan, image);
    const PatchGrid grid = patchGrid(m_config, frames.size);
    const int64_t rowsOfStep = mergedRows(m_config, m_plan, grid);
    auto embedding = std::make_shared<engine::ImageEmbedding>();
    TowerRows rows = encodeVideo(image, frames, rowsOfStep);
    embedding->rows = std::move(rows.rows);
    embedding->deepRows = std::move(rows.deepRows);
    const bool isStamped = m_plan.videos == TowerPlan::Videos::Stamped;
    for (int64_t step = 0; step < frames.steps(); ++step)
        addPositions(embedding->positions, m_config, grid,
            isStamped ? 0 : positionOfStep(m_config, frames, step));
    embedding->rowsTogether = isStamped ? rowsOfStep : 0;
    embedding->promptText = videoPrompt(m_config, m_plan, frames, rowsOfStep);
    embedding->gridWidth = embedding->gridHeight = 1;
    return embedding;
}

// A few steps at a time, for all frames together may be larger than memory.
TowerRows PlannedTower::encodeVideo(
    const Image& image, const VideoFrames& frames, int64_t rowsOfStep)
{
    TowerRows rows = emptyRows(frames.steps() * rowsOfStep);
    const int64_t max = patchesAtOnce();
    const Patches none{m_config.patchSize, {}, {}, m_config.framesPerPatch};
    Patches waiting = none;
    int64_t row = 0;
    const auto encode = [&] {
        const int64_t own = rowCount(waiting);
        encodeTogether(rows.range(row, own), waiting);
        row += own;
        waiting = none;
    };
    forEachStep(m_config, image, frames, [&](Patches&& step) {
        if (!waiting.grids.empty() && waiting.count() + step.count() > max)
            encode();
        waiting.append(step);
    });
    encode();
    return rows;
}

engine::ImageEmbeddingPtr PlannedTower::embed(const Image& image)
{
    const ContentHash hash = hashImage(image);
    if (auto known = m_cache.find(hash))
        return known;

    const auto start = std::chrono::steady_clock::now();
    const auto embedding = readsFrames(m_plan, image) ? embedVideo(image) : embedImage(image);
    m_source.file().requireWhole();
    embedding->firstId = takeIds(embedding->count());
    embedding->contentHash = hash;
    embedding->alias = std::string("<$EMB_") + std::to_string(embedding->firstId) + "$>";
    embedding->rowText = m_config.imageToken;
    embedding->width = image.width;
    embedding->height = image.height;
    embedding->encodeSeconds
        = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    m_cache.add(embedding);
    return embedding;
}

} // namespace

std::unique_ptr<VisionTower> VisionTower::load(std::shared_ptr<const engine::WeightFile> file,
    const VisionConfig& config, kernels::Backend& backend)
{
    return load(std::move(file), config, towerPlan(config), backend);
}

std::unique_ptr<VisionTower> VisionTower::load(std::shared_ptr<const engine::WeightFile> file,
    const VisionConfig& config, const TowerPlan& plan, kernels::Backend& backend)
{
    return std::make_unique<PlannedTower>(std::move(file), config, plan, backend);
}

} // namespace vision
