#include "vision/towers/read_vision_config.h"

#include "engine/config/config_fields.h"
#include "engine/config/json_fields.h"
#include "engine/files/json_text.h"
#include "vision/towers/towers.h"

#include <nlohmann/json.hpp>

namespace vision {

using base::Error;
using base::ErrorKind;
using engine::JsonFields;
using kernels::Activation;

namespace {

constexpr std::string_view preprocessorFile = "preprocessor_config.json";
constexpr std::string_view videoProcessorFile = "video_preprocessor_config.json";
constexpr std::string_view processorFile = "processor_config.json";

template <typename Target, typename Value>
void take(Target& target, const std::optional<Value>& value)
{
    if (value)
        target = Target(*value);
}

Activation activationNamed(const JsonFields& fields, std::string_view key, Activation otherwise)
{
    const auto name = fields.text(key);
    if (!name)
        return otherwise;
    if (*name == "gelu")
        return Activation::GeluErf;
    if (*name == "gelu_pytorch_tanh" || *name == "gelu_new")
        return Activation::GeluTanh;
    if (*name == "quick_gelu")
        return Activation::GeluQuick;
    if (*name == "silu")
        return Activation::Silu;
    if (*name == "relu")
        return Activation::Relu;
    throw Error(ErrorKind::Unsupported,
        fields.source() + " uses the activation \"" + *name + "\", which isn't supported");
}

// A number, or a list of equal ones.
void readSide(int64_t& side, const JsonFields& vision, std::string_view key)
{
    const auto sides = vision.integers(key);
    if (!sides)
        return;
    if (sides->empty() || sides->front() != sides->back())
        vision.refuse(key, "the side of a square");
    side = sides->front();
}

void readNorms(VisionConfig& config, const JsonFields& vision)
{
    take(config.normEpsilon, vision.number("layer_norm_eps"));
    take(config.normsHeads, vision.boolean("use_qk_norm"));
    const auto kind = vision.text("norm_type").value_or("layer_norm");
    if (kind != "layer_norm" && kind != "rms_norm")
        vision.refuse("norm_type", "\"layer_norm\" or \"rms_norm\"");
    config.hasRmsNorms = kind == "rms_norm";
}

void refuseFalse(const JsonFields& vision, std::string_view key)
{
    if (!vision.boolean(key).value_or(true))
        throw Error(ErrorKind::Unsupported,
            vision.source() + " has false as " + std::string(key) + ", which isn't supported");
}

void readRotation(VisionConfig& config, const JsonFields& vision)
{
    take(config.ropeTheta, vision.number("rope_theta"));
    const JsonFields rope = vision.object("rope_parameters"); // as transformers 5 has it
    take(config.ropeTheta, rope.number("rope_theta"));
    const auto type = rope.text("rope_type").value_or("axial");
    if (type != "axial" && type != "default")
        rope.refuse("rope_type", "\"axial\" or \"default\"");
}

void readTower(VisionConfig& config, const JsonFields& vision)
{
    readSide(config.imageSize, vision, "image_size");
    readSide(config.patchSize, vision, "patch_size");
    take(config.layers, vision.integer("num_hidden_layers"));
    take(config.hidden, vision.integer("hidden_size"));
    take(config.heads, vision.integer("num_attention_heads"));
    take(config.feedForward, vision.integer("intermediate_size"));
    readNorms(config, vision);
    readRotation(config, vision);
    config.activation = activationNamed(vision, "hidden_act", config.activation);
    config.activation = activationNamed(vision, "hidden_activation", config.activation);
    refuseFalse(vision, "use_absolute_position_embeddings");
    refuseFalse(vision, "use_mean_pooling"); // InternVL has another norm then
    if (config.heads > 0
        && vision.integer("head_dim").value_or(config.hidden / config.heads)
            != config.hidden / config.heads)
        throw Error(ErrorKind::Unsupported,
            vision.source()
                + " has a vision encoder whose heads don't add up to its width, which isn't "
                  "supported");
}

// vision_feature_layer counts the states between layers: 0 is before the first, −1 after the last.
void readResultLayer(VisionConfig& config, const JsonFields& root, int64_t otherwise)
{
    const auto layers
        = root.integers("vision_feature_layer").value_or(std::vector<int64_t>{otherwise});
    if (layers.size() != 1)
        throw Error(ErrorKind::Unsupported,
            root.source()
                + " combines several layers of its vision encoder, which isn't supported");
    config.blocks = layers[0] < 0 ? config.layers + 1 + layers[0] : layers[0];
    const auto select = root.text("vision_feature_select_strategy").value_or("default");
    if (select != "default" && select != "full")
        root.refuse("vision_feature_select_strategy", "\"default\" or \"full\"");
    config.dropsClassRow = select == "default";
}

Resampling resamplingNumbered(const JsonFields& fields, int64_t number)
{
    switch (number) { // Pillow's numbers
    case 0:
        return Resampling::Nearest;
    case 1:
        return Resampling::Lanczos;
    case 2:
        return Resampling::Bilinear;
    case 3:
        return Resampling::Bicubic;
    case 4:
        return Resampling::Box;
    default:
        fields.refuse("resample", "0, 1, 2, 3 or 4");
    }
}

// {"height": …, "width": …}
void readSides(const JsonFields& size, int64_t& width, int64_t& height)
{
    take(width, size.integer("width"));
    take(height, size.integer("height"));
}

void readSize(PixelConfig& pixels, const JsonFields& processor, const nlohmann::json& json)
{
    if (!processor.has("size"))
        return;
    if (json.at("size").is_number()) { // as early CLIP files have it
        take(pixels.shortestEdge, processor.integer("size"));
        return;
    }
    const JsonFields size = processor.object("size");
    take(pixels.longestEdge, size.integer("longest_edge"));
    if (size.has("height")) {
        pixels.shortestEdge = 0;
        readSides(size, pixels.resizeWidth, pixels.resizeHeight);
    }
    take(pixels.shortestEdge, size.integer("shortest_edge"));
    // The processors of images of any size mean numbers of pixels by these.
    take(pixels.minPixels, size.integer("shortest_edge"));
    take(pixels.maxPixels, size.integer("longest_edge"));
}

void readCrop(PixelConfig& pixels, const JsonFields& processor, const nlohmann::json& json)
{
    take(pixels.crops, processor.boolean("do_center_crop"));
    if (!processor.has("crop_size"))
        return;
    if (json.at("crop_size").is_number()) {
        take(pixels.cropWidth, processor.integer("crop_size"));
        pixels.cropHeight = pixels.cropWidth;
        return;
    }
    readSides(processor.object("crop_size"), pixels.cropWidth, pixels.cropHeight);
}

void readTriple(std::array<double, 3>& triple, const JsonFields& processor, std::string_view key)
{
    const auto numbers = processor.numbers(key);
    if (!numbers)
        return;
    if (numbers->size() != 3)
        processor.refuse(key, "three numbers");
    std::copy(numbers->begin(), numbers->end(), triple.begin());
}

// [[height, width], …], for families that have such.
void readTileGrids(PixelConfig& pixels, const JsonFields& fields, const nlohmann::json& json)
{
    constexpr const char* key = "image_grid_pinpoints";
    if (pixels.tileGrids.empty() || !fields.has(key))
        return;
    pixels.tileGrids.clear();
    for (const nlohmann::json& pair : json.at(key)) {
        if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number_integer()
            || !pair[1].is_number_integer())
            fields.refuse(key, "pairs of a height and a width");
        pixels.tileGrids.push_back({pair[1].get<int64_t>(), pair[0].get<int64_t>()});
    }
}

void readPixels(PixelConfig& pixels, const nlohmann::json& json, const std::string& source)
{
    const JsonFields processor(json, source);
    readTileGrids(pixels, processor, json);
    take(pixels.resizes, processor.boolean("do_resize"));
    take(pixels.normalizes, processor.boolean("do_normalize"));
    take(pixels.splits, processor.boolean("do_image_splitting"));
    take(pixels.rescale, processor.number("rescale_factor"));
    if (!processor.boolean("do_rescale").value_or(true))
        pixels.rescale = 1;
    if (const auto number = processor.integer("resample"))
        pixels.resampling = resamplingNumbered(processor, *number);
    readTriple(pixels.mean, processor, "image_mean");
    readTriple(pixels.deviation, processor, "image_std");
    take(pixels.minTiles, processor.integer("min_patches"));
    take(pixels.maxTiles, processor.integer("max_patches"));
    take(pixels.minTiles, processor.integer("min_tiles"));
    take(pixels.maxTiles, processor.integer("max_tiles"));
    take(pixels.tileSize, processor.integer("tile_size"));
    take(pixels.tileSize, processor.integer("scale_resolution"));
    take(pixels.maxTiles, processor.integer("max_slice_nums"));
    take(pixels.splits, processor.boolean("slice_mode"));
    take(pixels.numbersImages, processor.boolean("use_image_id"));
    take(pixels.minRows, processor.integer("min_image_tokens"));
    take(pixels.maxRows, processor.integer("max_image_tokens"));
    take(pixels.maxRows, processor.integer("max_soft_tokens"));
    take(pixels.tolerance, processor.number("max_pixels_tolerance"));
    take(pixels.hasOverview, processor.boolean("use_thumbnail"));
    if (processor.boolean("do_pan_and_scan").value_or(false))
        throw Error(ErrorKind::Unsupported, source + " uses pan and scan, which isn't supported");
    readSize(pixels, processor, json);
    take(pixels.minPixels, processor.integer("min_pixels"));
    take(pixels.maxPixels, processor.integer("max_pixels"));
    readCrop(pixels, processor, json);
    take(pixels.tileSize, processor.object("max_image_size").integer("longest_edge"));
}

// Sizes are numbers of pixels, as in readSize().
void readVideos(VideoConfig& videos, const nlohmann::json& json, const std::string& source)
{
    const JsonFields processor(json, source);
    const JsonFields size = processor.object("size");
    take(videos.minPixels, size.integer("shortest_edge"));
    take(videos.maxPixels, size.integer("longest_edge"));
    take(videos.minPixels, processor.integer("min_pixels"));
    take(videos.maxPixels, processor.integer("max_pixels"));
    take(videos.framesPerSecond, processor.number("fps"));
    take(videos.minFrames, processor.integer("min_frames"));
    take(videos.maxFrames, processor.integer("max_frames"));
}

// The settings of the image and the video processor: transformers 5 keeps them inside processor_config.json.
void readProcessorFiles(VisionConfig& config, const std::filesystem::path& folder)
{
    nlohmann::json processor;
    if (std::filesystem::exists(folder / processorFile))
        processor = engine::readJsonFile(folder / processorFile);
    if (processor.is_object()) {
        const JsonFields fields(processor, std::string(processorFile));
        take(config.imageToken, fields.text("image_token"));
    }
    if (processor.is_object() && processor.contains("image_processor"))
        readPixels(config.pixels, processor["image_processor"], std::string(processorFile));
    else if (std::filesystem::exists(folder / preprocessorFile))
        readPixels(config.pixels, engine::readJsonFile(folder / preprocessorFile),
            std::string(preprocessorFile));
    const TowerFamily& family = *towerFamily(config.family);
    if (family.plan(family.defaults()).videos == TowerPlan::Videos::FirstFrame)
        return;
    if (processor.is_object() && processor.contains("video_processor"))
        return readVideos(config.videos, processor["video_processor"], std::string(processorFile));
    for (const std::string_view name : {videoProcessorFile, preprocessorFile})
        if (std::filesystem::exists(folder / name))
            return readVideos(
                config.videos, engine::readJsonFile(folder / name), std::string(name));
}

} // namespace

bool hasVisionTower(const std::filesystem::path& folder, std::string_view fileName)
{
    const nlohmann::json json = engine::readJsonFile(folder / fileName);
    return json.is_object() && json.contains("vision_config");
}

VisionConfig readVisionConfig(const std::filesystem::path& folder, std::string_view fileName)
{
    const nlohmann::json json = engine::readJsonFile(folder / fileName);
    const JsonFields root(json, std::string(fileName));
    const auto modelType = root.text("model_type").value_or("");
    const auto towerType = root.object("vision_config").text("model_type").value_or("");
    const TowerFamily* family = towerFamilyOfModelType(modelType, towerType);
    if (!family)
        throw Error(ErrorKind::Unsupported,
            std::string(fileName) + " names a model of type " + modelType + " with a vision encoder"
                + (towerType.empty() ? "" : " of type " + towerType) + ", which isn't supported");

    VisionConfig config = family->defaults();
    config.family = family->name;
    config.layout = engine::FileLayout::HuggingFace;
    readTower(config, root.object("vision_config"));
    take(config.scaleFactor, root.integer("scale_factor"));
    readTileGrids(config.pixels, root, json);
    if (family->readMore)
        family->readMore(config, root);
    config.projectorActivation
        = activationNamed(root, "projector_hidden_act", config.projectorActivation);
    readResultLayer(config, root, family->resultLayer);
    // If there is no text_config, the fields of the decoder are at the top, and its reader checks
    // them.
    engine::refuseUnknown(root.has("text_config") ? root : root.object("vision_config"),
        {engine::harmlessFields, engine::harmlessVisionFields, engine::harmlessFieldsAbove});
    readProcessorFiles(config, folder);
    validate(config, std::string(fileName));
    return config;
}

} // namespace vision
