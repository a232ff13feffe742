#include "engine/files/gguf_file.h"
#include "vision/towers/read_vision_config.h"
#include "vision/towers/towers.h"

#include <algorithm>

namespace vision {

using base::Error;
using base::ErrorKind;
using kernels::Activation;

namespace {

std::string fileName(const engine::GgufFile& file)
{
    return file.path().filename().string();
}

int64_t required(const engine::GgufFile& file, const std::string& key)
{
    if (const auto value = file.metadata().integer(key))
        return *value;
    throw Error(ErrorKind::BadFile, fileName(file) + " has no key " + key);
}

std::string readProjector(const engine::GgufFile& file)
{
    const auto& metadata = file.metadata();
    if (const auto type = metadata.string("clip.projector_type"))
        return std::string(*type);
    return std::string(metadata.string("clip.vision.projector_type").value_or("mlp"));
}

// The files know one GELU, which llama.cpp takes for the tanh form; families that were trained with
// the exact one keep it. The family decides if the file does not.
Activation readActivation(const engine::GgufMetadata& metadata, Activation ofFamily)
{
    if (metadata.boolean("clip.use_silu").value_or(false))
        return Activation::Silu;
    const auto usesGelu = metadata.boolean("clip.use_gelu");
    if (!usesGelu)
        return ofFamily;
    if (!*usesGelu)
        return Activation::GeluQuick;
    return ofFamily == Activation::GeluErf ? Activation::GeluErf : Activation::GeluTanh;
}

void readTriple(std::array<double, 3>& triple, const engine::GgufFile& file, const std::string& key)
{
    const auto numbers = file.metadata().numbers(key);
    if (!numbers)
        return;
    if (numbers->size() != 3)
        throw Error(ErrorKind::BadFile, fileName(file) + " must have three numbers as " + key);
    std::copy(numbers->begin(), numbers->end(), triple.begin());
}

// Pairs of a width and a height, for families that have such.
void readTileGrids(PixelConfig& pixels, const engine::GgufFile& file)
{
    if (pixels.tileGrids.empty())
        return;
    constexpr const char *key = "clip.vision.image_grid_pinpoints",
                         *join = "clip.vision.mm_patch_merge_type";
    const auto& metadata = file.metadata();
    const std::string joined(metadata.string(join).value_or("spatial_unpad"));
    if (joined != "spatial_unpad")
        throw Error(ErrorKind::Unsupported,
            fileName(file) + " merges its tiles with \"" + joined + "\", which isn't supported");
    const auto numbers = metadata.integers(key).value_or(std::vector<int64_t>());
    if (numbers.empty() || numbers.size() % 2 != 0)
        throw Error(ErrorKind::BadFile, fileName(file) + " must have pairs of numbers as " + key);
    pixels.tileGrids.clear();
    for (size_t i = 0; i < numbers.size(); i += 2)
        pixels.tileGrids.push_back({numbers[i], numbers[i + 1]});
}

void readPixels(VisionConfig& config, const engine::GgufFile& file)
{
    PixelConfig& pixels = config.pixels;
    const auto& metadata = file.metadata();
    readTriple(pixels.mean, file, "clip.vision.image_mean");
    readTriple(pixels.deviation, file, "clip.vision.image_std");
    if (pixels.maxRows == 0) // else tiles have a size of their own
        pixels.tileSize = config.imageSize;
    pixels.cropWidth = pixels.cropHeight = pixels.shortestEdge = pixels.resizeWidth
        = pixels.resizeHeight = config.imageSize;
    pixels.padsToSquare = true;
    readTileGrids(pixels, file);
    const int64_t step = config.patchSize * config.scaleFactor,
                  area = std::max<int64_t>(1, step * step);
    if (const auto min = metadata.integer("clip.vision.image_min_pixels"))
        pixels.minRows = *min / area;
    if (const auto max = metadata.integer("clip.vision.image_max_pixels"))
        pixels.maxRows = *max / area;
    pixels.minTiles = metadata.integer("clip.vision.preproc_min_tiles").value_or(pixels.minTiles);
    pixels.maxTiles = metadata.integer("clip.vision.preproc_max_tiles").value_or(pixels.maxTiles);

    const auto splits = metadata.boolean("vignette.do_image_splitting");
    pixels.splits = splits.value_or(true);
    pixels.splitsSmall = !splits;
    pixels.longestEdge
        = metadata.integer("vignette.size.longest_edge")
              .value_or(
                  metadata.integer("clip.vision.preproc_image_size").value_or(config.imageSize));
}

// Reads the limits of pixels; if the file has none, they follow from llama.cpp's limits of rows.
void readLimits(VisionConfig& config, const engine::GgufFile& file)
{
    constexpr int64_t minRows = 8, maxRows = 4096;
    const int64_t rowSide = config.patchSize * config.scaleFactor;
    const auto& metadata = file.metadata();
    config.pixels.minPixels
        = metadata.integer("clip.vision.image_min_pixels").value_or(minRows * rowSide * rowSide);
    config.pixels.maxPixels
        = metadata.integer("clip.vision.image_max_pixels").value_or(maxRows * rowSide * rowSide);
}

// A list of bool, one for each block.
std::vector<int64_t> blocksMarked(const engine::GgufFile& file, const std::string& key)
{
    std::vector<int64_t> blocks;
    const auto marks = file.metadata().integers(key).value_or(std::vector<int64_t>());
    for (size_t block = 0; block < marks.size(); ++block)
        if (marks[block] != 0)
            blocks.push_back(int64_t(block));
    return blocks;
}

// Windows have the side that llama.cpp gives them, and every n-th block sees everything.
void readWindows(VisionConfig& config, const engine::GgufFile& file)
{
    const int64_t pattern = file.metadata().integer("clip.vision.n_wa_pattern").value_or(0);
    config.windowSide = 0;
    config.fullBlocks.clear();
    if (pattern <= 0)
        return;
    config.windowSide = file.metadata().integer("clip.vision.window_size").value_or(112);
    const int64_t blocks = std::min<int64_t>(config.layers, 512); // validate() rejects more
    for (int64_t block = pattern - 1; block < blocks; block += pattern)
        config.fullBlocks.push_back(block);
}

void readGrid(VisionConfig& config, const engine::GgufFile& file)
{
    config.scaleFactor
        = file.metadata().integer("clip.vision.spatial_merge_size").value_or(config.scaleFactor);
    config.framesPerPatch = file.find("v.patch_embd.weight.1") ? 2 : 1;
    config.deepBlocks = blocksMarked(file, "clip.vision.is_deepstack_layers");
    readWindows(config, file);
    readLimits(config, file);
}

// A tower without blocks: its patches are as large as their weight says, where the files say it of
// parts of them, and the epsilon is that of the projector.
void readBlocksOfPixels(VisionConfig& config, const engine::GgufFile& file, double normEpsilon)
{
    const engine::WeightTensor* weight = file.find("v.patch_embd.weight");
    const int64_t numbers
        = weight && config.hidden > 0 ? weight->view.elements() / config.hidden / 3 : 0;
    config.patchSize = 1;
    while (config.patchSize < 1024 && config.patchSize * config.patchSize < numbers)
        ++config.patchSize;
    if (config.patchSize * config.patchSize != numbers)
        throw Error(ErrorKind::BadFile,
            fileName(file) + " must have the weight of a square of pixels as v.patch_embd.weight");
    config.imageSize = config.patchSize;
    config.scaleFactor = 1;
    config.projectorEpsilon = config.normEpsilon;
    config.normEpsilon = normEpsilon;
}

// Towers that read images of any size have learned positions for a square of their own, whatever the
// files say of images.
void readPositions(VisionConfig& config, const engine::GgufFile& file, const TowerPlan& plan)
{
    const engine::WeightTensor* positions = file.find("v.position_embd.weight");
    if (!positions || readsSquares(plan.cut) || plan.positions == TowerPlan::Positions::OfAxes)
        return;
    int64_t side = 1;
    while (side < 512 && side * side < positions->view.rows)
        ++side;
    if (side * side != positions->view.rows || config.patchSize > 8192)
        throw Error(ErrorKind::BadFile,
            fileName(file) + " must have positions for a square of patches up to 512 wide, not "
                + std::to_string(positions->view.rows));
    config.imageSize = side * config.patchSize;
}

// The result is after the deepest layer named, or else where the family has it.
int64_t blocksRun(const VisionConfig& config, const engine::GgufFile& file, int64_t resultLayer)
{
    const auto layers = file.metadata().integers("clip.vision.feature_layer");
    if (layers && !layers->empty())
        return *std::max_element(layers->begin(), layers->end());
    return config.layers + 1 + resultLayer;
}

} // namespace

bool hasVisionTower(const engine::GgufFile& file)
{
    return file.metadata().string("general.architecture").value_or("") == "clip"
        && file.metadata().boolean("clip.has_vision_encoder").value_or(false);
}

VisionConfig readVisionConfig(const engine::GgufFile& file)
{
    if (!hasVisionTower(file))
        throw Error(ErrorKind::BadFile, fileName(file) + " contains no vision encoder");
    const std::string projector = readProjector(file);
    const TowerFamily* family = towerFamilyOfProjector(projector, file);
    if (!family)
        throw Error(
            ErrorKind::Unsupported, "the vision projector \"" + projector + "\" isn't supported");

    VisionConfig config = family->defaults();
    config.family = family->name;
    config.layout = engine::FileLayout::Gguf;
    config.imageSize = required(file, "clip.vision.image_size");
    config.patchSize = required(file, "clip.vision.patch_size");
    config.layers = required(file, "clip.vision.block_count");
    config.hidden = required(file, "clip.vision.embedding_length");
    const bool hasBlocks = config.layers > 0;
    if (hasBlocks) {
        config.heads = required(file, "clip.vision.attention.head_count");
        config.feedForward = required(file, "clip.vision.feed_forward_length");
    }
    config.normEpsilon = file.metadata()
                             .number("clip.vision.attention.layer_norm_epsilon")
                             .value_or(config.normEpsilon);
    config.scaleFactor = file.metadata()
                             .integer("clip.vision.projector.scale_factor")
                             .value_or(file.metadata()
                                           .integer("clip.vision.spatial_merge_size")
                                           .value_or(config.scaleFactor));
    if (!hasBlocks)
        readBlocksOfPixels(config, file, family->defaults().normEpsilon);
    config.normsHeads = file.find("v.blk.0.attn_q_norm.weight") != nullptr;
    config.hasRmsNorms = !file.find("v.blk.0.ln1.bias");
    config.normsProjected = file.find("mm.input_norm.weight") != nullptr;
    config.standardizes = file.find("v.std_scale") != nullptr;
    if (const engine::WeightTensor* positions = file.find("v.position_embd.weight"))
        config.positionsPerAxis = positions->view.rows / 2;
    config.activation = readActivation(file.metadata(), config.activation);
    config.blocks = blocksRun(config, file, family->resultLayer);
    readPixels(config, file);
    const TowerPlan plan = family->plan(family->defaults());
    if (plan.cut == TowerPlan::Cut::Grid)
        readGrid(config, file);
    readPositions(config, file, plan);
    if (const auto merging = file.metadata().integers("clip.vision.wa_layer_indexes");
        plan.innerMerge && merging && !merging->empty())
        config.innerMergeBlock = merging->front();
    // What the key names may be the width inside the projector.
    if (const engine::WeightTensor* up = file.find("v.blk.0.ffn_up.weight");
        plan.connector.gate && up)
        config.feedForward = up->view.rows;
    validate(config, fileName(file));
    return config;
}

} // namespace vision
