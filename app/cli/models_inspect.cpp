#include "app/cli/command.h"
#include "app/cli/models.h"
#include "app/cli/output.h"
#include "engine/config/config_fields.h"
#include "engine/config/tensor_names.h"
#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "engine/templates/load_chat_template.h"
#include "engine/tokenizers/tokenizer.h"
#include "runtime/models/loaded_model.h"
#include "runtime/models/memory_estimate.h"
#include "runtime/models/model_files.h"
#include "services/models/model_id_text.h"
#include "services/models/model_texts.h"
#include "vision/towers/read_vision_config.h"
#include "vision/towers/towers.h"

#include <map>
#include <nlohmann/json.hpp>

namespace app {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// How many tensors there are of each type, and how much memory they take. Those of
// multi-token-prediction heads, which nothing loads, are counted apart.
Json describeTensors(const engine::WeightFile& weights, int64_t layers)
{
    std::map<std::string, int64_t> types;
    int64_t bytes = 0, parameters = 0, tensors = 0, mtpTensors = 0;
    for (const engine::WeightTensor& tensor : weights.tensors()) {
        const bool isLoaded = !engine::isMtpTensor(tensor.name, layers);
        ++(isLoaded ? tensors : mtpTensors);
        if (!isLoaded)
            continue;
        ++types[kernels::name(tensor.view.dtype)];
        bytes += tensor.view.sizeInBytes();
        parameters += tensor.view.elements();
    }
    Json described{{"tensors", tensors}, {"parameters", parameters}, {"weight_bytes", bytes},
        {"types", types}};
    if (mtpTensors > 0)
        described["mtp_tensors"] = mtpTensors;
    return described;
}

const char* toString(engine::FileLayout layout)
{
    return layout == engine::FileLayout::Gguf ? "gguf" : "hugging_face";
}

const char* toString(engine::RopeScaling::Kind kind)
{
    using Kind = engine::RopeScaling::Kind;
    switch (kind) {
    case Kind::None:
        return "none";
    case Kind::Linear:
        return "linear";
    case Kind::Dynamic:
        return "dynamic";
    case Kind::Llama3:
        return "llama3";
    case Kind::Yarn:
        return "yarn";
    case Kind::LongRope:
        return "longrope";
    }
    return "";
}

std::string toString(engine::ModelConfig::Scoring scoring)
{
    return scoring == engine::ModelConfig::Scoring::Sigmoid ? "sigmoid" : "softmax";
}

// Every field under its name; an enumeration by the name of its value.
template <engine::RopeScalingOrModelConfig Config>
Json describeFields(const Config& config)
{
    Json described;
    engine::forEachField(config, [&](const auto& field, const auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        Json& location = described[std::string(field.name)];
        if constexpr (std::is_same_v<Value, engine::RopeScaling>)
            location = describeFields(value);
        else if constexpr (std::is_enum_v<Value>)
            location = toString(value);
        else
            location = value;
    });
    return described;
}

Json describeDecoder(const engine::ModelConfig& config)
{
    Json described = describeFields(config);
    described["runs_here"] = engine::isKnownFamily(config.family);
    return described;
}

Json describeTower(const vision::VisionConfig& config)
{
    return {{"architecture", config.family},
        {"runs_here", vision::towerFamily(config.family) != nullptr}, {"layers", config.layers},
        {"hidden", config.hidden}, {"image_size", config.imageSize},
        {"patch_size", config.patchSize}};
}

// The part about a decoder: every token at which answers end.
engine::ModelConfig withAllEnds(engine::ModelConfig config, const engine::Tokenizer& tokenizer)
{
    const auto ends = runtime::findEndTokens(config, tokenizer);
    config.endTokens.assign(ends.begin(), ends.end());
    return config;
}

Json inspectGguf(const engine::GgufFile& file)
{
    if (file.metadata().string("general.architecture") == "clip")
        return {{"vision", describeTower(vision::readVisionConfig(file))}};
    engine::ModelConfig config = engine::readConfig(file);
    const auto tokenizer = engine::loadTokenizer(file);
    config = withAllEnds(std::move(config), *tokenizer);
    Json described{{"decoder", describeDecoder(config)}};
    described["vocabulary"] = tokenizer->vocabularySize();
    if (!engine::chatTemplateSource(file))
        described["asked_as"]
            = runtime::borrowedTemplate(*tokenizer, config.family, nullptr).borrowedFrom;
    return described;
}

Json inspectFolder(const fs::path& folder, const engine::WeightFile& weights)
{
    engine::ModelConfig config = engine::readConfig(folder, &weights);
    const auto tokenizer = engine::loadTokenizer(folder);
    config = withAllEnds(std::move(config), *tokenizer);
    Json described{{"decoder", describeDecoder(config)}};
    described["vocabulary"] = tokenizer->vocabularySize();
    std::optional<vision::VisionConfig> tower;
    if (vision::hasVisionTower(folder)) {
        tower = vision::readVisionConfig(folder);
        described["vision"] = describeTower(*tower);
    }
    if (!engine::chatTemplateSource(folder))
        described["asked_as"]
            = runtime::borrowedTemplate(*tokenizer, config.family, tower ? &*tower : nullptr)
                  .borrowedFrom;
    return described;
}

// What it takes once it has answered, loaded as it is without options.
Json describeMemory(const runtime::MemoryEstimate& estimate)
{
    return {{"weights", estimate.weights}, {"vision", estimate.vision}, {"cache", estimate.cache},
        {"working", estimate.working}, {"vocabulary", estimate.vocabulary},
        {"total", estimate.total()}};
}

Json describeForecast(const services::SpeedForecast& forecast)
{
    return {{"generate_tokens_per_s", forecast.decodeTokensPerSecond},
        {"prompt_tokens_per_s", forecast.prefillTokensPerSecond},
        {"picture_s", forecast.secondsToPicture}};
}

Json inspect(const fs::path& path)
{
    const auto weights = engine::openWeights(path);
    Json described{{"file", path.string()}};
    if (const auto gguf = std::dynamic_pointer_cast<const engine::GgufFile>(weights))
        described.update(inspectGguf(*gguf));
    else if (fs::is_directory(path))
        described.update(inspectFolder(path, *weights));
    const int64_t layers = described.contains("decoder")
        ? described["decoder"]["layers"].get<int64_t>()
        : engine::unknownLayers;
    described.update(describeTensors(*weights, layers));
    const auto model = services::describeModel(runtime::ModelId::fromPath(path));
    if (model.isUsable())
        described["memory_bytes"] = describeMemory(runtime::estimateMemory(model, {}));
    if (const auto forecast = forecastHere(model))
        described["forecast"] = describeForecast(*forecast);
    if (!model.isUsable() && described.contains("decoder"))
        described["problem"] = services::problemMessage(model).toStdString();
    return described;
}

void printAsText(const Json& described, const std::string& indent = {})
{
    for (const auto& [key, value] : described.items()) {
        if (value.is_object()) {
            printText(indent + key + ":\n");
            printAsText(value, indent + "  ");
            continue;
        }
        printText(indent + key + ": "
            + (value.is_string() ? value.get<std::string>()
                                 : value.dump(-1, ' ', false, Json::error_handler_t::replace))
            + "\n");
    }
}

} // namespace

int inspectModel(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Checks and describes a model; exits with 1 and the reason if it isn't supported.");
    parser.addPositionalArgument(
        "MODEL", "a GGUF file, a safetensors file or a Hugging Face folder");
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli models inspect", arguments);
    if (parser.positionalArguments().size() != 1)
        throw UsageError("vignette-cli models inspect takes one MODEL");

    const Json described = inspect(parser.positionalArguments().first().toStdString());
    if (parser.isSet("json"))
        printJson(described);
    else
        printAsText(described);
    return described.contains("problem") ? 1 : 0;
}

} // namespace app
