#include "vision/vision_tower.h"

#include "vision/embedding_cache.h"
#include "vision/patch_embedding.h"
#include "vision/preprocess.h"
#include "vision/projector.h"
#include "vision/towers/towers.h"
#include "vision/vision_block.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>

namespace vision {

using kernels::DType;
using kernels::Error;
using kernels::ErrorKind;
using kernels::Tensor;
using kernels::TensorView;

namespace {

constexpr int64_t mostTilesBytes = int64_t(1) << 30; ///< of tiles that a card reads at once

engine::TokenId takeIds(int64_t count)
{
    static std::atomic<int64_t> next = engine::firstImageId;
    const int64_t first = next.fetch_add(count);
    if (first + count > std::numeric_limits<engine::TokenId>::max())
        throw Error(ErrorKind::Unsupported,
            "more pictures were shown than can be told apart; restart the program");
    return engine::TokenId(first);
}

std::span<const uint8_t> bytesOf(const std::string& text)
{
    return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

class PlannedTower final : public VisionTower {
public:
    PlannedTower(std::shared_ptr<const engine::WeightFile> file, const VisionConfig& config,
        kernels::Backend& backend)
        : m_config(config)
        , m_plan(towerPlan(config))
        , m_backend(backend)
        , m_source(std::move(file), config.layout)
        , m_loader(m_source, backend)
        , m_patches(m_loader, config, m_plan)
        , m_projector(m_loader, config, m_plan)
    {
        if (m_plan.normsBefore)
            m_normBefore = m_loader.norm("v.pre_ln", config.hidden);
        for (int64_t block = 0; block < config.blocks; ++block)
            m_blocks.emplace_back(m_loader, config, block);
        if (m_plan.normsAfter)
            m_normAfter = m_loader.norm("v.post_ln", config.hidden);
    }

    const VisionConfig& config() const override { return m_config; }
    int64_t rowWidth() const override { return m_projector.hidden(); }
    engine::ImageEmbeddingPtr embed(const Image& image) override;
    Pixels preprocess(const Image& image) const override;
    std::vector<float> encode(const Pixels& pixels) override;

private:
    Pixels pixelsOf(const Image& image, const Tiling& tiling) const;
    int64_t tilesAtOnce() const;
    Tensor encodeRows(const Pixels& pixels) const;
    void encodeTiles(TensorView out, std::span<const float> pixels, int64_t tiles) const;
    void norm(TensorView states, const NormWeights& weights) const;
    ContentHash hashOf(const Image& image) const;

    VisionConfig m_config;
    TowerPlan m_plan;
    kernels::Backend& m_backend;
    engine::TensorSource m_source;
    WeightLoader m_loader;
    PatchEmbedding m_patches;
    Projector m_projector;
    NormWeights m_normBefore, m_normAfter; ///< empty where the plan has none
    std::vector<VisionBlock> m_blocks;
    EmbeddingCache m_cache;
};

VisionTower::Pixels PlannedTower::pixelsOf(const Image& image, const Tiling& tiling) const
{
    return {tiling.count(), m_config.imageSize, m_config.imageSize,
        normalizedPixels(cutTiles(image, tiling), m_config.pixels)};
}

VisionTower::Pixels PlannedTower::preprocess(const Image& image) const
{
    return pixelsOf(image, tilingOf(m_config, {image.width, image.height}));
}

std::vector<float> PlannedTower::encode(const Pixels& pixels)
{
    const Tensor rows = encodeRows(pixels);
    std::vector<float> values(size_t(rows.view().elements()));
    m_backend.download(values.data(), rows);
    return values;
}

Tensor PlannedTower::encodeRows(const Pixels& pixels) const
{
    const int64_t tileSize = 3 * pixels.height * pixels.width;
    CHECK(pixels.height == m_config.imageSize && pixels.width == m_config.imageSize);
    CHECK(int64_t(pixels.values.size()) == pixels.tiles * tileSize);
    const int64_t rowsPerTile = m_projector.rowsPerTile();
    Tensor rows(m_backend, DType::F32, pixels.tiles * rowsPerTile, m_projector.hidden());
    const int64_t most = tilesAtOnce();
    for (int64_t tile = 0; tile < pixels.tiles; tile += most) {
        const int64_t count = std::min(most, pixels.tiles - tile);
        encodeTiles(rows.view().rowRange(tile * rowsPerTile, count * rowsPerTile),
            std::span(pixels.values).subspan(size_t(tile * tileSize), size_t(count * tileSize)),
            count);
    }
    return rows;
}

// Bounds the scratch memory of a picture with many tiles. A card computes a whole picture in the
// time that a part of it takes; with little memory left it takes half as many, and half of those.
int64_t PlannedTower::tilesAtOnce() const
{
    if (!m_backend.isAccelerator())
        return fewTiles;
    const int64_t available = m_backend.memory().available();
    int64_t tiles = std::max<int64_t>(1, mostTilesBytes / tileBytes(m_config));
    while (tiles > 1 && tiles * tileBytes(m_config) > available)
        tiles /= 2;
    return tiles;
}

void PlannedTower::encodeTiles(TensorView out, std::span<const float> pixels, int64_t tiles) const
{
    const int64_t towerRows = m_patches.rowsPerTile();
    const Tensor hidden(m_backend, DType::F32, tiles * towerRows, m_config.hidden);
    const BlockScratch scratch(m_backend, m_config, tiles * towerRows);
    m_patches.forward(m_backend, hidden, pixels);
    norm(hidden, m_normBefore);
    for (const VisionBlock& block : m_blocks)
        block.forward(m_backend.ops(), hidden, towerRows, scratch);
    norm(hidden, m_normAfter);
    m_projector.forward(m_backend, out, hidden, towerRows);
}

void PlannedTower::norm(TensorView states, const NormWeights& weights) const
{
    if (!weights.weight.isEmpty())
        m_backend.ops().layerNorm(states, states, weights.weight.view(), weights.bias.view(),
            float(m_config.normEpsilon));
}

// The file and how it is read are part of it, so that towers do not share what they made.
ContentHash PlannedTower::hashOf(const Image& image) const
{
    ContentHasher hasher;
    hasher.add(bytesOf(m_source.file().path().string() + " " + m_config.family + " "
        + std::to_string(m_config.pixels.splits) + " " + std::to_string(m_config.pixels.longestEdge)
        + " " + std::to_string(image.width) + " x " + std::to_string(image.height) + ":"));
    hasher.add(image.rgb);
    return hasher.finish();
}

engine::ImageEmbeddingPtr PlannedTower::embed(const Image& image)
{
    const ContentHash hash = hashOf(image);
    if (auto known = m_cache.find(hash))
        return known;

    const auto start = std::chrono::steady_clock::now();
    const Tiling tiling = tilingOf(m_config, {image.width, image.height});
    auto embedding = std::make_shared<engine::ImageEmbedding>();
    embedding->rows = encodeRows(pixelsOf(image, tiling));
    m_backend.synchronize();
    m_source.file().requireWhole();
    embedding->firstId = takeIds(embedding->count());
    embedding->contentHash = hash;
    embedding->alias = std::string("<$EMB_") + std::to_string(embedding->firstId) + "$>";
    embedding->promptText = imagePromptOf(m_config, {image.width, image.height});
    embedding->width = image.width;
    embedding->height = image.height;
    embedding->gridWidth = std::max<int64_t>(tiling.columns, 1);
    embedding->gridHeight = std::max<int64_t>(tiling.rows, 1);
    embedding->encodeSeconds
        = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    m_cache.add(embedding);
    return embedding;
}

} // namespace

std::unique_ptr<VisionTower> VisionTower::load(std::shared_ptr<const engine::WeightFile> file,
    const VisionConfig& config, kernels::Backend& backend)
{
    return std::make_unique<PlannedTower>(std::move(file), config, backend);
}

} // namespace vision
