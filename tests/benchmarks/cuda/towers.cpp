#include "vision/towers/towers.h"

#include "tests/benchmarks/cuda/figures.h"
#include "tests/benchmarks/cuda/random_weights.h"
#include "vision/vision_tower.h"

// Images, from the pixels of a tile on: towers of random weights.

namespace bench {

namespace {

using kernels::DType;
using vision::VisionConfig;

/// A tower that people use, and how long it may take.
struct Tower {
    const char* name;
    const char* family;
    int64_t imageSize, patchSize, layers, hidden, heads, feedForward, scaleFactor;
    bool hasClassRow;
    std::optional<double> targetMilliseconds[2]; ///< for one tile and for eight
};

constexpr Tower towers[] = {
    {"CLIP ViT-L/14-336", "llava", 336, 14, 23, 1024, 16, 4096, 1, true, {1, {}}},
    {"SigLIP so400m/14-384", "idefics3", 384, 14, 27, 1152, 16, 4304, 3, false, {{}, 6}},
};
constexpr Tower tinyTowers[] = {
    {"tiny CLIP", "llava", 28, 14, 1, 64, 2, 96, 1, true, {}},
    {"tiny SigLIP", "idefics3", 56, 14, 1, 72, 1, 96, 2, false, {}},
};

VisionConfig configOf(const Tower& tower)
{
    VisionConfig config = vision::towerFamily(tower.family)->defaults();
    config.family = tower.family;
    config.imageSize = tower.imageSize;
    config.patchSize = tower.patchSize;
    config.layers = config.blocks = tower.layers;
    config.hidden = tower.hidden;
    config.heads = tower.heads;
    config.feedForward = tower.feedForward;
    config.scaleFactor = tower.scaleFactor;
    return config;
}

class Tensors {
public:
    void linear(const std::string& name, int64_t outputs, int64_t inputs)
    {
        m_wanted.push_back({name + ".weight", {outputs, inputs}, DType::F16});
        m_wanted.push_back({name + ".bias", {outputs}, DType::F32});
    }
    void floats(const std::string& name, std::vector<int64_t> shape)
    {
        m_wanted.push_back({name, std::move(shape), DType::F32});
    }
    void norm(const std::string& name, int64_t hidden)
    {
        floats(name + ".weight", {hidden});
        floats(name + ".bias", {hidden});
    }
    const std::vector<RandomWeights::Wanted>& wanted() const { return m_wanted; }

private:
    std::vector<RandomWeights::Wanted> m_wanted;
};

std::shared_ptr<const RandomWeights> weightsOf(const Tower& tower, const VisionConfig& config)
{
    const int64_t hidden = tower.hidden,
                  rows = config.patchesPerTile() + (tower.hasClassRow ? 1 : 0);
    Tensors tensors;
    tensors.linear("v.patch_embd", hidden, 3 * tower.patchSize * tower.patchSize);
    tensors.floats("v.position_embd.weight", {rows, hidden});
    tensors.floats("v.class_embd", {hidden});
    tensors.norm("v.pre_ln", hidden);
    tensors.norm("v.post_ln", hidden);
    for (int64_t layer = 0; layer < tower.layers; ++layer) {
        const std::string block = "v.blk." + std::to_string(layer) + ".";
        tensors.norm(block + "ln1", hidden);
        tensors.norm(block + "ln2", hidden);
        for (const char* name : {"attn_q", "attn_k", "attn_v", "attn_out"})
            tensors.linear(block + name, hidden, hidden);
        tensors.linear(block + "ffn_up", tower.feedForward, hidden);
        tensors.linear(block + "ffn_down", hidden, tower.feedForward);
    }
    constexpr int64_t rowWidth = 2048;
    tensors.linear("mm.0", rowWidth, hidden);
    tensors.linear("mm.2", rowWidth, rowWidth);
    tensors.linear("mm.model.fc", rowWidth, hidden * tower.scaleFactor * tower.scaleFactor);
    return std::make_shared<RandomWeights>(tower.name, tensors.wanted());
}

// Products of a tile alone: projections and MLP of each row, and the two of attention.
double operationsOf(const Tower& tower, const VisionConfig& config)
{
    const auto rows = double(config.patchesPerTile()), hidden = double(tower.hidden);
    const double ofRow = 8 * hidden * hidden + 4 * hidden * double(tower.feedForward);
    return double(tower.layers) * rows * (ofRow + 4 * rows * hidden);
}

void measure(Gpu& gpu, const Tower& tower)
{
    const VisionConfig config = configOf(tower);
    const auto nameOf = [&](int64_t tiles) {
        return std::string(tower.name) + ", encode, tiles " + std::to_string(tiles);
    };
    if (!gpu.wants(nameOf(1)) && !gpu.wants(nameOf(8)))
        return;
    const auto loaded = vision::VisionTower::load(weightsOf(tower, config), config, *gpu.backend);
    for (const int64_t tiles : {1, 8}) {
        if (!gpu.wants(nameOf(tiles)))
            continue;
        vision::Patches patches{config.patchSize,
            {size_t(tiles), {1, config.patchesPerSide(), config.patchesPerSide()}}, {}};
        patches.values.assign(size_t(patches.count() * patches.numbers()), 0.5f);
        const double seconds = secondsOf(gpu, [&] { loaded->encodeOnDevice(patches); });
        print(nameOf(tiles), seconds * 1e3, "ms", tower.targetMilliseconds[tiles == 1 ? 0 : 1],
            Share{"tensor peak", double(tiles) * operationsOf(tower, config) / seconds,
                gpu.peaks.operationsPerSecond});
        const kernels::Tensor rows = loaded->encodeOnDevice(patches);
        std::vector<float> onHost(size_t(rows.view().elements()));
        print(nameOf(tiles) + ", download of the rows",
            1e3 * secondsOf(gpu, [&] { gpu.backend->download(onHost.data(), rows); }), "ms");
    }
}

} // namespace

void measureTowers(Gpu& gpu)
{
    for (const Tower& tower : gpu.isTiny ? std::span<const Tower>(tinyTowers) : towers)
        measure(gpu, tower);
}

} // namespace bench
