#include "base/error.h"
#include "base/utf8.h"
#include "engine/config/config_fields.h"
#include "engine/config/json_fields.h"
#include "engine/config/read_config.h"
#include "engine/config/read_experts.h"
#include "engine/config/read_factors.h"
#include "engine/config/read_layers.h"
#include "engine/config/tensor_names.h"
#include "engine/files/json_text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace engine {

using base::Error;
using base::ErrorKind;

namespace {

// config.json of a vision model nests its decoder in text_config; before transformers 5 some
// (Qwen2-VL) kept it at the top. `decoder` is where the decoder's keys are.
struct ConfigFile {
    JsonFields top;
    JsonFields decoder;
    std::string topType; // model_type at the top
    bool seesImages = false;
};

ConfigFile openConfig(const nlohmann::json& json, const std::string& fileName)
{
    const JsonFields top(json, fileName);
    const bool isNested = top.has("text_config");
    return {top, isNested ? top.object("text_config") : top, top.text("model_type").value_or(""),
        top.has("vision_config")};
}

// A vision model that is known by its model_type, and the family of its decoder.
struct KnownVision {
    const Family* family = nullptr;
    VisionModel model;
};

KnownVision findVision(Families families, std::string_view modelType)
{
    for (const Family* family : families)
        for (const VisionModel& model : family->visionModels)
            if (model.modelType == modelType)
                return {family, model};
    return {};
}

// transformers 5 calls nested decoders qwen2_vl_text where 4 had no name for them.
std::string decoderType(const ConfigFile& file, const KnownVision& vision)
{
    std::string type = file.decoder.text("model_type").value_or("");
    if (type.empty())
        type = vision.family ? std::string(*vision.family->names.begin()) : file.topType;
    if (type.empty())
        throw Error(ErrorKind::BadFile, file.top.source() + " has no model_type");
    if (type.ends_with("_vl_text"))
        type.resize(type.size() - std::string_view("_text").size());
    return type;
}

int64_t size(const JsonFields& fields, std::string_view key, int64_t otherwise)
{
    const auto value = fields.integer(key);
    if (!value && otherwise == 0)
        fields.refuse(key, "a number");
    return value.value_or(otherwise);
}

int64_t feedForward(const JsonFields& fields, const ConfigDefaults& defaults)
{
    const int64_t written = size(fields, "intermediate_size", defaults.feedForward);
    if (defaults.feedForwardMultiple == 0)
        return written;
    int64_t width = fields.integer("block_ff_dim").value_or(written);
    const double factor = fields.number("block_ffn_dim_multiplier").value_or(1);
    const int64_t multiple
        = fields.integer("block_multiple_of").value_or(defaults.feedForwardMultiple);
    if (!(factor > 0 && factor < 1e6) || multiple < 1 || multiple > 1 << 24 || width > 1 << 24)
        fields.refuse("block_ff_dim", "a width of reasonable size with its multiplier");
    if (!fields.boolean("block_auto_adjust_ff_dim").value_or(true))
        return width;
    width = int64_t(factor * double(2 * width / 3));
    return (width + multiple - 1) / multiple * multiple;
}

void readSizes(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults)
{
    config.layers
        = countNamedLayers(fields, defaults, size(fields, "num_hidden_layers", defaults.layers));
    for (const char* key : {"num_mtp_modules", "mtp_num_hidden_layers", "num_nextn_predict_layers"})
        config.mtpLayers = fields.integer(key).value_or(config.mtpLayers);
    config.hidden = size(fields, "hidden_size", defaults.hidden);
    config.heads = size(fields, "num_attention_heads", defaults.heads);
    config.feedForward = feedForward(fields, defaults);
    config.vocabulary = size(fields, "vocab_size", defaults.vocabulary);
    config.contextLength = size(fields, "max_position_embeddings", defaults.contextLength);
    const auto window = fields.integer("sliding_window");
    const bool isUsed = fields.boolean("use_sliding_window")
                            .value_or(defaults.window != ConfigDefaults::Window::IfAsked);
    if (isUsed && !fields.isNull("sliding_window"))
        config.slidingWindow = window.value_or(defaults.slidingWindow);
    config.kvHeads = fields.integer("num_key_value_heads")
                         .value_or(defaults.kvHeads ? defaults.kvHeads : config.heads);
    const int64_t share = config.heads > 0 ? config.hidden / config.heads : 0;
    config.headDim
        = fields.integer("head_dim").value_or(defaults.headDim ? defaults.headDim : share);
}

void readChoices(ModelConfig& config, const ConfigFile& file, const ConfigDefaults& defaults)
{
    const JsonFields& fields = file.decoder;
    config.normEpsilon = defaults.normEpsilon;
    for (const char* key :
        {"layer_norm_epsilon", "norm_epsilon", "norm_eps", "layer_norm_eps", "rms_norm_eps"})
        config.normEpsilon = fields.number(key).value_or(config.normEpsilon);
    if (defaults.endNormEpsilon > 0)
        config.endNormEpsilon = fields.number("post_norm_eps").value_or(defaults.endNormEpsilon);
    config.attentionBias = fields.boolean("attention_bias").value_or(false);
    config.headNorms = fields.boolean("use_qk_norm").value_or(false);
    // Above a nested decoder transformers goes by the whole model's own.
    const auto shortTied = fields.boolean("tie_embedding");
    const auto ofDecoder = shortTied ? shortTied : fields.boolean("tie_word_embeddings");
    config.tiedEmbeddings = file.top.boolean("tie_word_embeddings")
                                .value_or(ofDecoder.value_or(defaults.tiedEmbeddings));
    config.activation = defaults.activation;
    for (const char* key : {"mlp_hidden_act", "hidden_act", "hidden_activation"})
        config.activation = fields.text(key).value_or(config.activation);
}

// transformers 4: rope_theta and rope_scaling; 5: rope_parameters, for models with two kinds of
// layers one object per kind. The numbers here are those of the layers that see everything.
JsonFields ropeFields(const JsonFields& fields)
{
    if (!fields.has("rope_parameters"))
        return fields.object("rope_scaling");
    const JsonFields rope = fields.object("rope_parameters");
    return rope.has("full_attention") ? rope.object("full_attention") : rope;
}

// A rope_type that rotates only the first pairs of a head; the pairs are as far apart as in a head
// that is rotated whole.
constexpr std::string_view proportional = "proportional";

// The factor by which GGUF files stop the others.
constexpr float standstill = 1e30f;

RopeScaling::Kind scalingKind(const JsonFields& rope)
{
    const std::string type = rope.text("rope_type").value_or(rope.text("type").value_or(""));
    if (type.empty() || type == "default" || type == "mrope")
        return RopeScaling::Kind::None;
    if (type == "linear" || type == proportional)
        return RopeScaling::Kind::Linear;
    if (type == "dynamic")
        return RopeScaling::Kind::Dynamic;
    if (type == "llama3")
        return RopeScaling::Kind::Llama3;
    if (type == "yarn")
        return RopeScaling::Kind::Yarn;
    if (type == "longrope" || type == "su")
        return RopeScaling::Kind::LongRope;
    throw Error(ErrorKind::Unsupported,
        rope.source() + " uses the unsupported rope scaling \"" + base::printable(type) + "\"");
}

// Yarn's magnitude where two mscales say it; 0: by its formula.
double yarnScale(const JsonFields& rope, double factor)
{
    const double scale = rope.number("mscale").value_or(0);
    const double ofAll = rope.number("mscale_all_dim").value_or(0);
    if (scale == 0 || ofAll == 0)
        return 0;
    const auto magnitude = [&](double mscale) { return yarnMagnitude(factor, mscale); };
    return magnitude(scale) / magnitude(ofAll);
}

RopeScaling readScaling(const JsonFields& rope, const JsonFields& fields, int64_t contextLength)
{
    RopeScaling scaling;
    scaling.kind = scalingKind(rope);
    scaling.factor = rope.number("factor").value_or(1);
    scaling.lowFrequencyFactor
        = rope.number("low_freq_factor").value_or(scaling.lowFrequencyFactor);
    scaling.highFrequencyFactor
        = rope.number("high_freq_factor").value_or(scaling.highFrequencyFactor);
    scaling.betaFast = rope.number("beta_fast").value_or(scaling.betaFast);
    scaling.betaSlow = rope.number("beta_slow").value_or(scaling.betaSlow);
    scaling.truncates = rope.boolean("truncate").value_or(scaling.truncates);
    scaling.attentionFactor
        = rope.number("attention_factor").value_or(yarnScale(rope, scaling.factor));
    scaling.originalContext
        = rope.integer("original_max_position_embeddings")
              .value_or(fields.integer("original_max_position_embeddings").value_or(contextLength));
    scaling.shortFactors = rope.numbers("short_factor").value_or(std::vector<double>{});
    scaling.longFactors = rope.numbers("long_factor").value_or(std::vector<double>{});
    const bool isNone = scaling.kind == RopeScaling::Kind::None
        || (scaling.kind == RopeScaling::Kind::Linear && scaling.factor == 1);
    return isNone ? RopeScaling() : scaling;
}

// The base of the layers with a window, where a family rotates them in another way.
void readLocalRope(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults)
{
    const JsonFields ofKinds = fields.object("rope_parameters");
    if (defaults.localRopeTheta == 0 && !ofKinds.has("sliding_attention"))
        return;
    const JsonFields rope = ofKinds.object("sliding_attention");
    if (scalingKind(rope) != RopeScaling::Kind::None)
        throw Error(ErrorKind::Unsupported,
            rope.source()
                + " scales the positions of sliding-window layers, which isn't supported");
    const double otherwise
        = defaults.localRopeTheta != 0 ? defaults.localRopeTheta : config.ropeTheta;
    config.localRopeTheta
        = rope.number("rope_theta")
              .value_or(fields.number("rope_local_base_freq").value_or(otherwise));
}

// Makes a head that is rotated in part one that is rotated whole, with a factor that stops the last
// pairs: the rotated numbers are spread over the whole head.
void stopLastPairs(ModelConfig& config)
{
    constexpr int64_t longest = 1 << 20; // of heads that are not checked yet
    const int64_t turning = config.rotaryDims / 2;
    config.rotaryDims = config.headDim;
    for (int64_t pair = 0; pair < std::min(config.headDim, longest) / 2; ++pair)
        config.ropeFactors.push_back(pair < turning ? 1 : standstill);
}

// Some models with "dynamic" scaling have an alpha: then it is a larger base, whatever the length.
void raiseTheta(ModelConfig& config, const JsonFields& rope)
{
    const double alpha = rope.number("alpha").value_or(0);
    if (config.ropeScaling.kind != RopeScaling::Kind::Dynamic || alpha == 0)
        return;
    const double dims = double(config.rotaryDims);
    config.ropeTheta *= std::pow(alpha, dims / (dims - 2));
    config.ropeScaling = {};
}

void readSections(ModelConfig& config, const JsonFields& rope, const ConfigDefaults& defaults)
{
    config.ropeSections = rope.integers("mrope_section")
                              .value_or(std::vector<int64_t>(
                                  defaults.ropeSections.begin(), defaults.ropeSections.end()));
    config.interleavesSections
        = rope.boolean("mrope_interleaved").value_or(defaults.interleavesSections);
}

void readRope(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults)
{
    const JsonFields rope = ropeFields(fields);
    config.ropeTheta = rope.number("rope_theta")
                           .value_or(fields.number("rope_theta").value_or(defaults.ropeTheta));
    const double rotated
        = rope.number("partial_rotary_factor")
              .value_or(fields.number("partial_rotary_factor").value_or(defaults.rotatedPart));
    if (!(rotated > 0 && rotated <= 1))
        fields.refuse("partial_rotary_factor", "a number from 0 to 1");
    config.rotaryDims = fields.integer("rotary_dim")
                            .value_or(std::llround(std::floor(rotated * double(config.headDim))));
    if (rope.text("rope_type").value_or("") == proportional)
        stopLastPairs(config);
    config.ropeScaling = readScaling(rope, fields, config.contextLength);
    if (defaults.alphaRaisesTheta)
        raiseTheta(config, rope);
    readLocalRope(config, fields, defaults);
    readSections(config, rope, defaults);
}

void requireKnownPacking(
    const JsonFields& fields, const ConfigDefaults& defaults, const WeightFile* weights)
{
    if (weights && !weights->packing().empty()) { // whoever unpacks them has read these fields
        for (const char* key : {"quantization_config", "compression_config"})
            fields.has(key);
        return;
    }
    if (defaults.packing.empty())
        return; // then nobody reads the field, and it is rejected
    const auto method = fields.object("quantization_config").text("quant_method");
    if (method && *method != defaults.packing)
        throw Error(ErrorKind::Unsupported,
            fields.source() + " uses the unsupported quantization method \""
                + base::printable(*method) + "\"");
}

// The value of a key in the decoder's object, else at the top.
template <typename Getter>
auto decoderOrTop(const ConfigFile& file, Getter get)
{
    const auto value = get(file.decoder);
    return value ? value : get(file.top);
}

int64_t tokenId(const ConfigFile& file, std::string_view key, int64_t otherwise)
{
    const auto id = decoderOrTop(file, [&](const JsonFields& f) { return f.integer(key); });
    if (id)
        return *id;
    return file.decoder.isNull(key) ? -1 : otherwise;
}

// generation_config.json, which need not be there, outranks the model's own ids.
std::vector<int64_t> generationEnds(const std::filesystem::path& folder)
{
    const auto path = folder / "generation_config.json";
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return {};
    const nlohmann::json json = readJsonFile(path);
    return JsonFields(json, "generation_config.json")
        .integers("eos_token_id")
        .value_or(std::vector<int64_t>{});
}

void readEnds(ModelConfig& config, const ConfigFile& file, const std::filesystem::path& folder,
    const ConfigDefaults& defaults)
{
    auto ends = decoderOrTop(file, [](const JsonFields& f) { return f.integers("eos_token_id"); });
    if (!ends && defaults.eos >= 0 && !file.decoder.isNull("eos_token_id"))
        ends = {defaults.eos};
    config.endTokens = generationEnds(folder);
    if (config.endTokens.empty() && ends)
        config.endTokens = *ends;
    if (config.endTokens.empty())
        return;
    const bool isAgreed = ends && !ends->empty()
        && std::find(config.endTokens.begin(), config.endTokens.end(), ends->front())
            != config.endTokens.end();
    config.eos = isAgreed ? ends->front() : config.endTokens.front();
}

void readTokens(ModelConfig& config, const ConfigFile& file, const std::filesystem::path& folder,
    const ConfigDefaults& defaults, int64_t imageToken)
{
    config.bos = tokenId(file, "bos_token_id", defaults.bos);
    config.pad = tokenId(file, "pad_token_id", defaults.pad);
    readEnds(config, file, folder, defaults);
    if (file.seesImages)
        config.imageToken
            = file.top.integer("image_token_id")
                  .value_or(file.top.integer("image_token_index").value_or(imageToken));
    dropAbsentTokens(config);
}

std::string writtenWeightType(const ConfigFile& file)
{
    const auto written = [](const JsonFields& fields) {
        const auto dtype = fields.text("dtype");
        return dtype ? dtype : fields.text("torch_dtype");
    };
    const auto top = written(file.top);
    const std::string type = top ? *top : written(file.decoder).value_or("");
    if (type == "bfloat16")
        return "BF16";
    if (type == "float16")
        return "F16";
    return type == "float32" ? "F32" : "";
}

const WeightTensor* findTensor(
    const WeightFile& weights, const Family& family, std::string_view canonical)
{
    for (const std::string& name : huggingFaceNames(decoderTensorNames(family.tensors), canonical))
        if (const WeightTensor* tensor = weights.find(name))
            return tensor;
    return nullptr;
}

// Some checkpoints (bert) keep their embeddings under a name of their own; their models check.
void compareWithWeights(ModelConfig& config, const WeightFile& weights, const Family& family,
    const std::string& fileName)
{
    config.weightType = commonWeightType(weights, config.layers);
    const WeightTensor* embeddings = findTensor(weights, family, "token_embd.weight");
    if (!embeddings)
        return;
    if (embeddings->view.rows != config.vocabulary || embeddings->view.columns != config.hidden)
        throw Error(ErrorKind::BadFile,
            fileName + " promises " + std::to_string(config.vocabulary) + " tokens "
                + std::to_string(config.hidden) + " wide, but " + weights.path().filename().string()
                + " has " + std::to_string(embeddings->view.rows) + " of "
                + std::to_string(embeddings->view.columns));
    if (!findTensor(weights, family, "output.weight"))
        config.tiedEmbeddings = true;
}

// Every inner layer that the tower takes rows from adds them to a layer of the decoder. The tower's
// own reader judges the rest of its object.
int64_t deepLayersIn(const nlohmann::json& json)
{
    const auto tower = json.find("vision_config");
    if (tower == json.end() || !tower->is_object())
        return 0;
    const auto layers = tower->find("deepstack_visual_indexes");
    return layers == tower->end() || !layers->is_array() ? 0 : int64_t(layers->size());
}

// The last part of the path, also where that ends in a slash.
std::string modelName(const std::filesystem::path& folder)
{
    const auto whole = std::filesystem::absolute(folder).lexically_normal();
    return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

ModelConfig readDecoder(const std::filesystem::path& folder, const nlohmann::json& json,
    const ConfigFile& file, const KnownVision& vision, const std::string& type, const Family* known,
    const WeightFile* weights)
{
    static const Family unknown;
    const Family& family = known ? *known : unknown;
    const ConfigDefaults& defaults = family.defaults;
    const std::string source = file.top.source();

    ModelConfig config;
    config.layout = FileLayout::HuggingFace;
    config.family = known ? std::string(*known->names.begin()) : type;
    config.name = modelName(folder);
    readSizes(config, file.decoder, defaults);
    readLayerShapes(config, file.decoder, defaults);
    readExperts(config, file.decoder, defaults);
    readChoices(config, file, defaults);
    readStateLayers(config, file.decoder, defaults);
    readRope(config, file.decoder, defaults);
    readFactors(config, file.decoder, ropeFields(file.decoder), family.factors);
    readLatents(config, file.decoder, ropeFields(file.decoder), defaults);
    config.deepLayers = deepLayersIn(json);
    readTokens(config, file, folder, defaults, vision.model.imageToken);
    config.weightType = writtenWeightType(file);
    if (weights)
        compareWithWeights(config, *weights, family, source);
    validate(config, source);
    readWindows(config, file.decoder, defaults);
    if (known && weights)
        requireKnownLayers(*weights, config);
    if (known) {
        requireKnownValues(file.decoder, defaults);
        requireKnownPacking(file.decoder, defaults, weights);
        for (const std::string_view key : family.keysReadElsewhere)
            file.decoder.has(key); // it counts as read
        refuseUnknown(file.decoder, {harmlessFields, harmlessFieldsAbove});
    }
    return config;
}

} // namespace

ModelConfig readConfig(const std::filesystem::path& folder, Families families,
    const WeightFile* weights, std::string_view fileName)
{
    const std::string source(fileName);
    const nlohmann::json json = readJsonFile(folder / source);
    const ConfigFile file = openConfig(json, source);
    const KnownVision vision = findVision(families, file.topType);
    const std::string type = decoderType(file, vision);
    const Family* known = findFamily(families, type);
    try {
        return readDecoder(folder, json, file, vision, type, known, weights);
    } catch (const Error&) {
        if (known)
            throw;
        refuseFamily(type, families);
    }
}

} // namespace engine
