#include "engine/convert/vision_part.h"

#include "engine/convert/text_part.h"
#include "engine/files/json_text.h"
#include "engine/files/printable.h"
#include "kernels/error.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace engine {

using kernels::DType;
using kernels::Error;
using kernels::ErrorKind;
using nlohmann::json;

namespace {

// What transformers takes where vision_config leaves a key out.
const VisionPart idefics3Defaults{"idefics3", 224, 32, 1152, 3072, 12, 16, 1e-6,
    "gelu_pytorch_tanh", 2, -1, 0, {0.5f, 0.5f, 0.5f}, {0.5f, 0.5f, 0.5f}};
const VisionPart llavaDefaults{"mlp", 336, 14, 1024, 4096, 24, 16, 1e-5, "quick_gelu", 0, -2, 0,
    {0.48145466f, 0.4578275f, 0.40821073f}, {0.26862954f, 0.26130258f, 0.27577711f}};

// LLaVA's model_type also stands for pixtral, which has another tower.
const VisionPart& defaultsOf(const std::string& modelType, const std::string& towerType)
{
    if (modelType == "idefics3" || modelType == "smolvlm")
        return idefics3Defaults;
    if (modelType == "llava" && (towerType.empty() || towerType == "clip_vision_model"))
        return llavaDefaults;
    throw Error(ErrorKind::Unsupported,
        "vision models of the type " + printable(modelType) + " with a tower "
            + printable(towerType)
            + " cannot be converted; idefics3, smolvlm and llava with clip can");
}

int64_t count(const JsonFields& fields, const char* key, int64_t otherwise, int64_t most)
{
    const int64_t value = fields.integer(key).value_or(otherwise);
    if (value < 1 || value > most)
        fields.refuse(key, "a number from 1 to " + std::to_string(most));
    return value;
}

void readTower(VisionPart& vision, const JsonFields& tower)
{
    vision.imageSize = count(tower, "image_size", vision.imageSize, 16384);
    vision.patchSize = count(tower, "patch_size", vision.patchSize, 1024);
    vision.hidden = count(tower, "hidden_size", vision.hidden, 1 << 16);
    vision.feedForward = count(tower, "intermediate_size", vision.feedForward, 1 << 20);
    vision.layers = count(tower, "num_hidden_layers", vision.layers, 1000);
    vision.heads = count(tower, "num_attention_heads", vision.heads, 4096);
    vision.normEpsilon = tower.number("layer_norm_eps").value_or(vision.normEpsilon);
    vision.activation = tower.text("hidden_act").value_or(vision.activation);
}

std::vector<float> colours(
    const JsonFields& fields, const char* key, const std::vector<float>& otherwise)
{
    const auto values = fields.numbers(key);
    if (!values)
        return otherwise;
    if (values->size() != 3)
        fields.refuse(key, "three numbers");
    return {values->begin(), values->end()};
}

void readPreparation(VisionPart& vision, const JsonFields& fields)
{
    vision.mean = colours(fields, "image_mean", vision.mean);
    vision.deviation = colours(fields, "image_std", vision.deviation);
    vision.longestEdge = fields.object("size").integer("longest_edge").value_or(0);
    if (vision.longestEdge < 0 || vision.longestEdge > 1 << 20)
        fields.refuse("size.longest_edge", "a number of pixels");
    if (vision.projector == "idefics3")
        vision.splits = fields.boolean("do_image_splitting");
}

// preprocessor_config.json; transformers 5 keeps the same under image_processor.
void readPreparation(VisionPart& vision, const std::filesystem::path& folder)
{
    std::error_code ignored;
    for (const char* name : {"preprocessor_config.json", "processor_config.json"}) {
        if (!std::filesystem::exists(folder / name, ignored))
            continue;
        const json values = readJsonFile(folder / name);
        const JsonFields fields(values, name);
        const bool isNested = fields.has("image_processor");
        return readPreparation(vision, isNested ? fields.object("image_processor") : fields);
    }
}

void planAll(std::vector<PlannedTensor>& planned, const TensorSource& source,
    const std::string& prefix, std::initializer_list<const char*> names, DType type)
{
    for (const char* name : names)
        planned.push_back(plan(source.require(prefix + name), prefix + name, type));
}

void planThose(std::vector<PlannedTensor>& planned, const TensorSource& source,
    std::initializer_list<const char*> names)
{
    for (const char* name : names)
        if (const WeightTensor* tensor = source.find(name))
            planned.push_back(plan(*tensor, name, DType::F32));
}

// The hidden states of CLIP are those before the first layer and after each one.
std::vector<int32_t> featureLayers(const VisionPart& vision)
{
    const int64_t layer
        = vision.featureLayer < 0 ? vision.layers + 1 + vision.featureLayer : vision.featureLayer;
    return {int32_t(layer)};
}

} // namespace

std::optional<VisionPart> readVisionPart(const std::filesystem::path& folder)
{
    const json values = readJsonFile(folder / "config.json");
    const JsonFields config(values, "config.json");
    if (!config.has("vision_config"))
        return std::nullopt;
    const JsonFields tower = config.object("vision_config");
    VisionPart vision
        = defaultsOf(config.text("model_type").value_or(""), tower.text("model_type").value_or(""));
    readTower(vision, tower);
    if (vision.scaleFactor > 0)
        vision.scaleFactor = count(config, "scale_factor", vision.scaleFactor, 64);
    if (vision.projector == "mlp")
        vision.featureLayer = config.integer("vision_feature_layer").value_or(-2);
    if (std::abs(vision.featureLayer) > vision.layers + 1)
        config.refuse("vision_feature_layer", "a layer of the tower");
    readPreparation(vision, folder);
    return vision;
}

std::vector<PlannedTensor> planVisionTensors(
    const VisionPart& vision, const TensorSource& source, DType type)
{
    std::vector<PlannedTensor> planned;
    const bool isLlava = vision.projector == "mlp";
    if (isLlava)
        planAll(planned, source, "mm.", {"0.weight", "0.bias", "2.weight", "2.bias"}, type);
    else
        planAll(planned, source, "mm.model.fc.", {"weight"}, type);
    planAll(planned, source, "v.", {"patch_embd.weight", "position_embd.weight"}, DType::F32);
    planThose(
        planned, source, {"v.patch_embd.bias", "v.class_embd", "v.pre_ln.weight", "v.pre_ln.bias"});
    if (!isLlava) // LLaVA projects an inner layer, which no norm follows
        planThose(planned, source, {"v.post_ln.weight", "v.post_ln.bias"});
    for (int64_t layer = 0; layer < vision.layers; ++layer)
        planAll(planned, source, "v.blk." + std::to_string(layer) + ".",
            {"ln1.weight", "ln1.bias", "attn_q.weight", "attn_q.bias", "attn_k.weight",
                "attn_k.bias", "attn_v.weight", "attn_v.bias", "attn_out.weight", "attn_out.bias",
                "ln2.weight", "ln2.bias", "ffn_up.weight", "ffn_up.bias", "ffn_down.weight",
                "ffn_down.bias"},
            type);
    return planned;
}

void setVisionMetadata(GgufWriter& writer, const VisionPart& vision, const std::string& name,
    int64_t hidden, const std::vector<PlannedTensor>& tensors, DType type)
{
    setGeneralMetadata(writer, "clip", "mmproj", name, tensors, type);
    writer.set("clip.has_vision_encoder", true);
    writer.set("clip.projector_type", vision.projector);
    writer.set("clip.vision.projection_dim", uint32_t(hidden));
    writer.set("clip.vision.image_size", uint32_t(vision.imageSize));
    writer.set("clip.vision.patch_size", uint32_t(vision.patchSize));
    writer.set("clip.vision.embedding_length", uint32_t(vision.hidden));
    writer.set("clip.vision.feed_forward_length", uint32_t(vision.feedForward));
    writer.set("clip.vision.block_count", uint32_t(vision.layers));
    writer.set("clip.vision.attention.head_count", uint32_t(vision.heads));
    writer.set("clip.vision.attention.layer_norm_epsilon", float(vision.normEpsilon));
    writer.set("clip.vision.image_mean", vision.mean);
    writer.set("clip.vision.image_std", vision.deviation);
    writer.set("clip.use_gelu", vision.activation != "quick_gelu");
    if (vision.scaleFactor > 0)
        writer.set("clip.vision.projector.scale_factor", uint32_t(vision.scaleFactor));
    if (vision.longestEdge > 0)
        writer.set("clip.vision.preproc_image_size", uint32_t(vision.longestEdge));
    if (vision.splits)
        writer.set("vignette.do_image_splitting", *vision.splits);
    if (vision.projector == "mlp" && vision.featureLayer != -2)
        writer.set("clip.vision.feature_layer", featureLayers(vision));
}

} // namespace engine
