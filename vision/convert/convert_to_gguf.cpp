#include "vision/convert/convert_to_gguf.h"

#include "base/error.h"
#include "engine/convert/block_rows.h"
#include "engine/convert/decoder_file.h"
#include "engine/files/open_weights.h"
#include "engine/tokenizers/tokenizer.h"
#include "kernels/quantize.h"
#include "vision/patches.h"
#include "vision/towers/read_vision_config.h"
#include "vision/towers/towers.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace vision {

using engine::GgufWriter;
using engine::PlannedTensor;
using kernels::Activation;
using kernels::DType;

namespace {

// Blocks and projector are stored as requested, patches and positions exactly; but blocks of
// numbers cannot be transposed, as llama.cpp does with the one matrix of some projectors.
DType chooseType(std::string_view row, const ConnectorPlan& connector, DType wanted)
{
    if (connector.isTransposed && row.starts_with(connector.last) && kernels::isBlockType(wanted))
        return DType::F16;
    const bool isLarge
        = row.starts_with("v.blk.") || row.starts_with("v.deepstack.") || row.starts_with("mm.");
    return isLarge ? wanted : DType::F32;
}

bool has(const engine::TensorSource& source, const std::string& name)
{
    return source.find(name) || source.find(name + ".weight");
}

bool holds(const std::vector<PlannedTensor>& planned, const std::string& name)
{
    return std::ranges::any_of(
        planned, [&](const PlannedTensor& tensor) { return tensor.name == name; });
}

// What most towers have may be missing, what the family's own have may not.
bool isRequired(const TowerFamily& family, std::string_view row)
{
    const auto isIt = [row](const engine::TensorName& name) { return name.gguf == row; };
    return (std::ranges::any_of(family.tensors, isIt)
               || std::ranges::any_of(family.projector, isIt))
        && std::ranges::find(family.optional, row) == family.optional.end();
}

// llama.cpp has the numbers of the heads of some towers in another order.
bool pairsHeads(VisionConfig config)
{
    config.layout = engine::FileLayout::Gguf;
    const std::vector<engine::BlockPlan> blocks = towerPlan(config).blocks;
    return !blocks.empty() && blocks.front().attention().pairedHeads;
}

void pairHeads(PlannedTensor& tensor, int64_t heads)
{
    const int64_t headRows = tensor.shape.front() / heads;
    engine::reorder(tensor, engine::neighborsOfHalves(heads, headRows, headRows));
}

bool isQueryOrKey(std::string_view row)
{
    return row.ends_with(".attn_q") || row.ends_with(".attn_k");
}

bool isStoredMinusOne(std::string_view row, const ConnectorPlan& plan)
{
    return plan.norms.kind == engine::NormPlan::Kind::RmsPlusOne && plan.normAfter
        && row == plan.normAfter;
}

// The numbers of the weight of the patches, of which there must be so many.
std::vector<float> numbersOfPatches(const kernels::TensorView& stored, int64_t count)
{
    if (stored.elements() != count)
        throw base::Error(
            base::ErrorKind::BadFile, "the size of the patch weights doesn't match config.json");
    std::vector<float> numbers(static_cast<size_t>(count));
    for (int64_t row = 0; row < stored.rows; ++row)
        kernels::dequantizeRow(stored.dtype, stored.rowRange(row, 1).bytes,
            numbers.data() + row * stored.columns, stored.columns);
    return numbers;
}

// llama.cpp has patches as a convolution, whose numbers go channel by channel.
void putChannelsFirst(
    PlannedTensor& patches, const engine::WeightTensor& stored, const VisionConfig& config)
{
    const int64_t side = config.patchSize;
    patches.values = transposed(numbersOfPatches(stored.view, config.hidden * 3 * side * side),
        config.hidden, side * side, 3);
    patches.shape = {config.hidden, 3, side, side};
    patches.dtype = DType::F32;
}

// The norm of such patches.
void putChannelsFirst(PlannedTensor& norm, const VisionConfig& config)
{
    const int64_t area = config.patchSize * config.patchSize;
    std::vector<int64_t> order;
    for (int64_t number = 0; number < 3 * area; ++number)
        order.push_back(number % area * 3 + number / area);
    engine::reorder(norm, order);
}

// The positions of all columns before those of all rows, which take turns in the checkpoint.
void putColumnsFirst(PlannedTensor& positions, const VisionConfig& config)
{
    const int64_t count = config.positionsPerAxis;
    std::vector<int64_t> order;
    for (int64_t row = 0; row < 2 * count; ++row)
        order.push_back(row % count * 2 + row / count);
    positions.shape = {2 * count, config.hidden};
    engine::reorder(positions, order);
    positions.shape = {2, count, config.hidden};
}

// The embedding of the token between the lines of an image, which llama.cpp keeps with the tower.
PlannedTensor planLineEnd(const std::shared_ptr<const engine::WeightFile>& weights,
    const std::filesystem::path& folder, const char* text)
{
    const engine::TensorSource decoder(weights, engine::FileLayout::HuggingFace);
    const engine::WeightTensor& embeddings = decoder.require("token_embd.weight");
    const engine::TokenId token = engine::loadTokenizer(folder)->find(text);
    if (token < 0 || token >= embeddings.view.rows)
        throw base::Error(base::ErrorKind::BadFile,
            std::string("the vocabulary has no ") + text + ", which ends the rows of images");
    PlannedTensor planned;
    planned.name = "v.token_embd.img_break";
    planned.shape = {embeddings.view.columns};
    planned.sources = {embeddings.view.rowRange(token, 1)};
    return planned;
}

// The rows [first, first + count) of a tensor, or as many of the numbers of a vector.
PlannedTensor part(
    const PlannedTensor& whole, const std::string& name, int64_t first, int64_t count)
{
    PlannedTensor planned = whole;
    planned.name = name;
    planned.shape.front() = count;
    const kernels::TensorView& source = whole.sources.front();
    const bool isVector = whole.shape.size() == 1;
    const kernels::TensorView rows = isVector ? source.reshaped(source.columns, 1) : source;
    const kernels::TensorView own = rows.rowRange(first, count);
    planned.sources = {isVector ? own.reshaped(1, count) : own};
    return planned;
}

// Queries, keys and values, which the checkpoint has one below the other.
std::vector<PlannedTensor> planParts(
    const engine::TensorSource& source, const std::string& joined, DType type)
{
    const std::string prefix = joined.substr(0, joined.rfind("attn_qkv"));
    std::vector<PlannedTensor> planned;
    for (const PlannedTensor& whole : planNamed(source, joined, type)) {
        const int64_t rows = whole.shape.front() / 3;
        const std::string ending = whole.name.substr(joined.size());
        for (int64_t i = 0; const char* name : {"attn_q", "attn_k", "attn_v"})
            planned.push_back(part(whole, prefix + name + ending, rows * i++, rows));
    }
    return planned;
}

// The weight of each frame of a patch, which the checkpoint has one behind the other in each
// channel; and the bias, if there is one.
std::vector<PlannedTensor> planFrames(
    const engine::TensorSource& source, const VisionConfig& config)
{
    std::vector<PlannedTensor> planned = planNamed(source, "v.patch_embd", DType::F32);
    const kernels::TensorView joined = planned.front().sources.front();
    planned.erase(planned.begin());
    const int64_t frames = config.framesPerPatch, area = config.patchSize * config.patchSize;
    const int64_t planes = 3 * config.hidden;
    const std::vector<float> values = numbersOfPatches(joined, planes * frames * area);
    for (int64_t frame = 0; frame < frames; ++frame) {
        PlannedTensor own;
        own.name = "v.patch_embd.weight" + (frame == 0 ? "" : "." + std::to_string(frame));
        own.shape = {config.hidden, 3, config.patchSize, config.patchSize};
        for (int64_t plane = 0; plane < planes; ++plane) {
            const auto first = values.begin() + (plane * frames + frame) * area;
            own.values.insert(own.values.end(), first, first + area);
        }
        planned.push_back(std::move(own));
    }
    return planned;
}

// The numbers that the star of a row stands for, in the checkpoint and in the file.
std::vector<std::pair<int64_t, int64_t>> configNumbers(
    std::string_view row, const VisionConfig& config)
{
    std::vector<std::pair<int64_t, int64_t>> numbers;
    if (row.find('*') == std::string_view::npos)
        return {{0, 0}};
    if (row.starts_with("v.deepstack."))
        for (const int64_t block : config.deepBlocks)
            numbers.emplace_back(int64_t(numbers.size()), block);
    else
        for (int64_t block = 0; block < config.layers; ++block)
            numbers.emplace_back(block, block);
    return numbers;
}

// What the file has of one row of the tables, for one number that its star stands for.
std::vector<PlannedTensor> planRow(const engine::TensorSource& source, const TowerFamily& family,
    const VisionConfig& config, std::string_view row, const std::string& name, DType type)
{
    if (row == "v.patch_embd" && config.framesPerPatch > 1)
        return planFrames(source, config);
    if (row == "v.blk.*.attn_qkv" && family.partsQkv)
        return planParts(source, name, type);
    return planNamed(source, name, type);
}

std::vector<PlannedTensor> planTensors(const engine::TensorSource& source,
    const TowerFamily& family, const VisionConfig& config, DType type)
{
    const TowerPlan plan = towerPlan(config);
    std::vector<PlannedTensor> planned;
    for (const std::string_view row : engine::canonicalNames(source.names()))
        for (const auto& [from, to] : configNumbers(row, config)) {
            const std::string name = engine::inBlock(row, from);
            if (!isRequired(family, row) && !has(source, name))
                continue;
            const DType ofRow = chooseType(row, plan.connector, type);
            for (PlannedTensor& tensor : planRow(source, family, config, row, name, ofRow)) {
                if (from != to)
                    tensor.name.replace(0, name.size(), engine::inBlock(row, to));
                if (holds(planned, tensor.name)) // a family's row may stand for a common one
                    continue;
                if (isQueryOrKey(row) && pairsHeads(config))
                    pairHeads(tensor, config.heads);
                if (isStoredMinusOne(row, plan.connector))
                    tensor.addend = 1; // llama.cpp keeps norms as they are used
                if (plan.channelsLast && tensor.name == "v.patch_embd.weight")
                    putChannelsFirst(tensor, source.require(tensor.name), config);
                if (plan.channelsLast && row == "v.patch_norm")
                    putChannelsFirst(tensor, config);
                if (plan.positionsTakeTurns && row == "v.position_embd.weight")
                    putColumnsFirst(tensor, config);
                if (const auto names = engine::ggufNames(family.ggufTensors, tensor.name);
                    !names.empty())
                    tensor.name = names.front();
                planned.push_back(std::move(tensor));
            }
        }
    return planned;
}

// What the last layer of the projector gives: the decoder's width.
int64_t rowWidth(const engine::TensorSource& source, const TowerPlan& plan)
{
    const std::string last = plan.connector.last;
    const std::vector<int64_t>& shape = source.require(last + ".weight").shape;
    return plan.connector.isTransposed ? shape.back() : shape.front();
}

std::vector<float> floats(const std::array<double, 3>& triple)
{
    return {triple.begin(), triple.end()};
}

void setSizes(GgufWriter& writer, const VisionConfig& config, const TowerPlan& plan)
{
    constexpr int64_t parts = 3; // a side, into which llama.cpp divides the patches of such a tower
    const bool hasParts = plan.normsPixels && config.patchSize % parts == 0;
    if (hasParts)
        writer.set("clip.vision.projector.scale_factor", uint32_t(parts));
    const bool isSliced = plan.cut == TowerPlan::Cut::Slices;
    writer.set(
        "clip.vision.image_size", uint32_t(isSliced ? config.pixels.tileSize : config.imageSize));
    if (plan.innerMerge) // whose place llama.cpp writes as that of the one block with windows
        writer.set(
            "clip.vision.wa_layer_indexes", std::vector<int32_t>{int32_t(config.innerMergeBlock)});
    writer.set(
        "clip.vision.patch_size", uint32_t(hasParts ? config.patchSize / parts : config.patchSize));
    writer.set("clip.vision.embedding_length", uint32_t(config.hidden));
    writer.set("clip.vision.feed_forward_length", uint32_t(config.feedForward));
    writer.set("clip.vision.block_count", uint32_t(config.layers));
    writer.set("clip.vision.attention.head_count", uint32_t(config.heads));
    writer.set("clip.vision.attention.layer_norm_epsilon",
        float(plan.normsPixels ? config.projectorEpsilon : config.normEpsilon));
    if (config.activation == Activation::Silu)
        writer.set("clip.use_silu", true);
    else
        writer.set("clip.use_gelu", config.activation != Activation::GeluQuick);
}

// Every n-th block sees everything; nothing where they follow no such order.
int64_t windowPattern(const VisionConfig& config)
{
    if (config.fullBlocks.empty())
        return 0;
    const int64_t pattern = config.fullBlocks.front() + 1;
    for (size_t i = 0; i < config.fullBlocks.size(); ++i)
        if (config.fullBlocks[i] != pattern * int64_t(i + 1) - 1)
            return 0;
    return int64_t(config.fullBlocks.size()) == config.layers / pattern ? pattern : 0;
}

void setGrid(GgufWriter& writer, const VisionConfig& config)
{
    writer.set("clip.vision.spatial_merge_size", uint32_t(config.scaleFactor));
    writer.set("clip.vision.image_min_pixels", uint32_t(config.pixels.minPixels));
    writer.set("clip.vision.image_max_pixels", uint32_t(config.pixels.maxPixels));
    if (config.windowSide > 0) {
        writer.set("clip.vision.n_wa_pattern", uint32_t(windowPattern(config)));
        writer.set("clip.vision.window_size", uint32_t(config.windowSide));
    }
    std::vector<bool> isDeep(size_t(config.layers), false);
    for (const int64_t block : config.deepBlocks)
        isDeep[size_t(block)] = true;
    writer.set("clip.vision.is_deepstack_layers", isDeep);
}

void requireConvertible(const VisionConfig& config, const TowerFamily& family)
{
    if (family.projectorTypes.size() == 0)
        throw base::Error(base::ErrorKind::Unsupported,
            "the vision encoder of " + config.family + " can't be converted to GGUF");
    if (config.windowSide > 0 && windowPattern(config) == 0)
        throw base::Error(base::ErrorKind::Unsupported,
            "vision encoders with irregular windows can't be converted to GGUF");
}

void setPixels(GgufWriter& writer, const VisionConfig& config, const TowerPlan& plan)
{
    const PixelConfig& pixels = config.pixels;
    writer.set("clip.vision.image_mean", floats(pixels.mean));
    writer.set("clip.vision.image_std", floats(pixels.deviation));
    if (plan.cut == TowerPlan::Cut::BestTiles)
        writer.set("clip.vision.preproc_min_tiles", uint32_t(pixels.minTiles));
    if (plan.cut == TowerPlan::Cut::BestTiles || plan.cut == TowerPlan::Cut::Slices)
        writer.set("clip.vision.preproc_max_tiles", uint32_t(pixels.maxTiles));
    if (plan.cut == TowerPlan::Cut::TileGrids) {
        std::vector<int32_t> sides;
        for (const PixelSize rectangle : pixels.tileGrids)
            sides.insert(sides.end(), {int32_t(rectangle.width), int32_t(rectangle.height)});
        writer.set("clip.vision.image_grid_pinpoints", sides);
        writer.set("clip.vision.mm_patch_merge_type", std::string("spatial_unpad"));
    }
    if (pixels.maxRows > 0) {
        const int64_t area
            = config.patchSize * config.patchSize * config.scaleFactor * config.scaleFactor;
        writer.set("clip.vision.image_min_pixels", uint32_t(pixels.minRows * area));
        writer.set("clip.vision.image_max_pixels", uint32_t(pixels.maxRows * area));
    }
    if (plan.cut == TowerPlan::Cut::LongestEdge)
        writer.set("clip.vision.preproc_image_size", uint32_t(pixels.longestEdge));
    if (plan.cut != TowerPlan::Cut::Tiles)
        return;
    writer.set("clip.vision.preproc_image_size", uint32_t(pixels.longestEdge));
    writer.set("vignette.do_image_splitting", pixels.splits); // llama.cpp's keys cannot say so
}

} // namespace

engine::PlannedFile planTowerFile(const std::filesystem::path& folder,
    const std::filesystem::path& output, const engine::ConvertType& type)
{
    const VisionConfig config = readVisionConfig(folder);
    const TowerFamily& family = *towerFamily(config.family);
    const TowerPlan plan = towerPlan(config);
    requireConvertible(config, family);

    engine::PlannedFile file;
    file.path = output;
    file.architecture = "clip";
    file.kind = "mmproj";
    file.fileType = engine::toFileType(type.towerMatrices);
    file.weights = engine::openWeights(folder);
    const engine::TensorSource source(file.weights, config.layout, towerTensorNames(family));
    file.tensors = planTensors(source, family, config, type.towerMatrices);
    if (*plan.marks.betweenLines)
        file.tensors.push_back(planLineEnd(file.weights, folder, plan.marks.betweenLines));
    file.setMetadata = [=, &family, width = rowWidth(source, plan)](GgufWriter& writer) {
        writer.set("clip.has_vision_encoder", true);
        writer.set("clip.projector_type", std::string(*family.projectorTypes.begin()));
        writer.set("clip.vision.projection_dim", uint32_t(width));
        setSizes(writer, config, plan);
        setPixels(writer, config, plan);
        if (plan.cut == TowerPlan::Cut::Grid)
            setGrid(writer, config);
        else if (plan.connector.merge != ConnectorPlan::Merge::Each)
            writer.set(plan.connector.merging ? "clip.vision.spatial_merge_size"
                                              : "clip.vision.projector.scale_factor",
                uint32_t(config.scaleFactor));
        if (config.blocks != config.layers + 1 + family.resultLayer) // else it is understood
            writer.set("clip.vision.feature_layer", std::vector<int32_t>{int32_t(config.blocks)});
    };
    return file;
}

std::vector<std::filesystem::path> convertToGguf(const std::filesystem::path& folder,
    const std::filesystem::path& output, const engine::ConvertOptions& options,
    const engine::ConvertProgress& progress)
{
    std::vector<engine::PlannedFile> files{engine::planDecoderFile(folder, output, options)};
    if (hasVisionTower(folder))
        files.push_back(planTowerFile(
            folder, output.parent_path() / ("mmproj-" + output.filename().string()), options.type));
    engine::writeFiles(files, progress);

    std::vector<std::filesystem::path> written;
    for (const engine::PlannedFile& file : files)
        written.push_back(file.path);
    return written;
}

} // namespace vision
