#include "engine/encoders/read_encoder_config.h"

#include "base/ascii.h"
#include "base/error.h"
#include "base/utf8.h"
#include "engine/config/json_fields.h"
#include "engine/config/read_config.h"
#include "engine/encoders/families/families.h"
#include "engine/files/gguf_file.h"
#include "engine/files/json_text.h"
#include "engine/models/families/families.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

namespace engine {

using base::Error;
using base::ErrorKind;
using kernels::Activation;
using Pooling = EncoderConfig::Pooling;
using Task = EncoderConfig::Task;

namespace fs = std::filesystem;

namespace {

constexpr int64_t maxSize = int64_t(1) << 24; // of any size that a file names
constexpr int64_t maxLayers = 1000;
constexpr int64_t maxRelativeTokens = 1 << 16; // each distance gets a number
constexpr int64_t maxLabels = 10000;
constexpr size_t maxPrompts = 100, maxPromptBytes = 4000;
constexpr size_t maxModules = 16;
constexpr size_t maxReadmeBytes = 16 << 10;
constexpr int64_t usualDecoderTokens = 8192; // where files name no length

Error unsupported(const std::string& what)
{
    return Error(ErrorKind::Unsupported, what);
}

Error badFile(const std::string& what)
{
    return Error(ErrorKind::BadFile, what);
}

[[noreturn]] void refuseFamily(const std::string& name)
{
    std::string known;
    for (const EncoderFamily* family : encoderFamilies)
        for (const std::string_view each : family->names)
            known += (known.empty() ? "" : ", ") + std::string(each);
    throw unsupported(
        "\"" + base::printable(name, 60) + "\" isn't a supported encoder family (" + known + ")");
}

Activation activationNamed(const std::string& name)
{
    if (name == "gelu")
        return Activation::GeluErf;
    if (name == "gelu_new" || name == "gelu_pytorch_tanh")
        return Activation::GeluTanh;
    if (name == "relu")
        return Activation::Relu;
    if (name == "silu" || name == "swish" || name == "swiglu")
        return Activation::Silu;
    throw unsupported(
        "the activation \"" + base::printable(name, 60) + "\" of an encoder isn't supported");
}

int64_t size(std::optional<int64_t> value, const std::string& source, const std::string& key)
{
    if (value && *value > 0 && *value <= maxSize)
        return *value;
    throw badFile(
        source + " must have a number from 1 to " + std::to_string(maxSize) + " as " + key);
}

void require(bool holds, const std::string& source, const std::string& what)
{
    if (!holds)
        throw badFile(source + " " + what);
}

void check(const EncoderConfig& config, const std::string& source)
{
    require(config.layers <= maxLayers, source, "has more than 1000 layers");
    require(config.hidden % config.heads == 0, source,
        "names " + std::to_string(config.heads) + " heads, which don't divide "
            + std::to_string(config.hidden) + " columns");
    require(config.normEpsilon >= 0 && config.normEpsilon < 1, source, "has an invalid epsilon");
    require(config.tokenTypes >= 0 && config.tokenTypes <= maxSize, source,
        "has an invalid number of token types");
    for (const double theta : {config.ropeTheta, config.localRopeTheta})
        require(std::isfinite(theta) && theta >= 0 && theta <= 1e15, source,
            "has an invalid base of rotary positions");
    require(config.ropeTheta == 0 || config.hidden / config.heads % 2 == 0, source,
        "must rotate an even number of values of a head");
    require(config.window >= 0 && config.window <= maxSize, source, "has an invalid window");
    const int64_t buckets = config.relativeBuckets;
    require(buckets >= 0 && buckets <= maxSize / 2 && config.relativeReach <= maxSize, source,
        "has an invalid number of distances");
    require(buckets == 0 || config.maxTokens <= maxRelativeTokens, source,
        "has distances between more than " + std::to_string(maxRelativeTokens) + " tokens");
    require(
        !config.bucketsAreLogarithmic || (buckets >= 2 && config.relativeReach - 1 > buckets / 2),
        source,
        "divides distances of at most " + std::to_string(config.relativeReach) + " tokens into "
            + std::to_string(buckets) + " buckets");
    for (size_t i = 0; i < config.dense.size(); ++i)
        require(config.dense[i].inputs == (i == 0 ? config.hidden : config.dense[i - 1].outputs),
            source, "has dense layers whose sizes don't match");
}

// "sentence_transformers.models.Pooling": "Pooling".
std::string lastName(const std::string& type)
{
    return type.substr(type.rfind('.') + 1);
}

void readPooling(EncoderConfig& config, const fs::path& path)
{
    const nlohmann::json json = readJsonFile(path);
    const JsonFields fields(json, path.string());
    const bool takesFirst = fields.boolean("pooling_mode_cls_token").value_or(false);
    const bool takesLast = fields.boolean("pooling_mode_lasttoken").value_or(false);
    const bool takesMean
        = fields.boolean("pooling_mode_mean_tokens").value_or(!takesFirst && !takesLast);
    for (const char* other : {"pooling_mode_max_tokens", "pooling_mode_mean_sqrt_len_tokens",
             "pooling_mode_weightedmean_tokens"})
        if (fields.boolean(other).value_or(false))
            throw unsupported(path.string() + " uses " + other + ", which isn't supported");
    if (int(takesFirst) + int(takesLast) + int(takesMean) != 1)
        throw unsupported(path.string() + " must use exactly one kind of pooling");
    config.pooling = takesFirst ? Pooling::First : takesLast ? Pooling::Last : Pooling::Mean;
}

void readDense(EncoderConfig& config, const fs::path& folder)
{
    const fs::path path = folder / "config.json";
    const nlohmann::json json = readJsonFile(path);
    const JsonFields fields(json, path.string());
    const auto requireSize
        = [&](const char* key) { return size(fields.integer(key), path.string(), key); };
    config.dense.push_back({folder, requireSize("in_features"), requireSize("out_features"),
        headActivationNamed(
            fields.text("activation_function").value_or("torch.nn.modules.activation.Tanh"))});
}

// A folder inside that of the model.
fs::path moduleFolder(const fs::path& folder, const JsonFields& module)
{
    const fs::path path = module.text("path").value_or("");
    if (path.is_absolute() || std::ranges::find(path, fs::path("..")) != path.end())
        throw badFile(module.source() + " names a module outside the folder of the model");
    return folder / path;
}

// What sentence-transformers does after the last block; without its list it takes the mean.
void readModules(EncoderConfig& config, const fs::path& folder)
{
    const fs::path path = folder / "modules.json";
    if (!fs::exists(path))
        return;
    const nlohmann::json modules = readJsonFile(path);
    if (!modules.is_array() || modules.size() > maxModules)
        throw badFile(
            path.string() + " must contain an array of at most " + std::to_string(maxModules));
    config.task = Task::Embed;
    for (const nlohmann::json& module : modules) {
        const JsonFields fields(module, path.string());
        const std::string name = lastName(fields.text("type").value_or(""));
        if (config.normalizes && (name == "Pooling" || name == "Dense"))
            throw unsupported(path.string() + " must normalize vectors at the end");
        if (name == "Pooling")
            readPooling(config, moduleFolder(folder, fields) / "config.json");
        else if (name == "Dense")
            readDense(config, moduleFolder(folder, fields));
        else if (name == "Normalize")
            config.normalizes = true;
        else if (name == "LogitScore" && config.decoder)
            config.task = Task::Score;
        else if (name != "Transformer")
            throw unsupported(path.string() + " names the module \"" + base::printable(name, 60)
                + "\", which isn't supported");
    }
}

void readPrompts(EncoderConfig& config, const fs::path& folder)
{
    const fs::path path = folder / "config_sentence_transformers.json";
    if (!fs::exists(path))
        return;
    const nlohmann::json json = readJsonFile(path);
    const JsonFields fields(json, path.string());
    const auto prompts = json.find("prompts");
    if (prompts == json.end() || !prompts->is_object())
        return;
    require(prompts->size() <= maxPrompts, path.string(), "has too many prompts");
    for (const auto& [name, prompt] : prompts->items()) {
        require(prompt.is_string() && prompt.get_ref<const std::string&>().size() <= maxPromptBytes,
            path.string(), "must have short texts as prompts");
        config.prompts[name] = prompt;
    }
    config.defaultPrompt = fields.text("default_prompt_name").value_or("");
}

// The shortest of the lengths that files name.
void readMaxTokens(EncoderConfig& config, const fs::path& folder)
{
    const fs::path path = folder / "sentence_bert_config.json";
    if (fs::exists(path)) {
        const nlohmann::json json = readJsonFile(path);
        const auto maxTokens = JsonFields(json, path.string()).integer("max_seq_length");
        if (maxTokens) {
            config.maxTokens
                = std::min(config.maxTokens, size(maxTokens, path.string(), "max_seq_length"));
            return;
        }
    }
    const fs::path tokenizer = folder / "tokenizer_config.json";
    if (!fs::exists(tokenizer))
        return;
    const nlohmann::json json = readJsonFile(tokenizer);
    // A length of 1e30 stands for none.
    const double length
        = JsonFields(json, tokenizer.string()).number("model_max_length").value_or(1e30);
    if (length >= 1 && length < double(config.maxTokens))
        config.maxTokens = int64_t(length);
}

Task taskOf(const JsonFields& fields)
{
    const auto architectures = fields.texts("architectures").value_or(std::vector<std::string>());
    const std::string name = architectures.empty() ? "" : architectures.front();
    return name.ends_with("ForSequenceClassification") ? Task::Score
        : name.ends_with("ForQuestionAnswering")       ? Task::FindAnswer
        : name.ends_with("ForTokenClassification")     ? Task::TagTokens
                                                       : Task::Embed;
}

// True for the names that transformers gives to labels without one.
bool isUnnamed(const std::string& label)
{
    return label.starts_with("LABEL_");
}

// Several labels without names would be scores of nobody knows what.
void readLabels(EncoderConfig& config, const JsonFields& fields, const nlohmann::json& json)
{
    if (config.task == Task::FindAnswer)
        config.labels = {"start", "end"};
    if (config.task != Task::Score && config.task != Task::TagTokens)
        return;
    const auto names = json.find("id2label");
    const int64_t count = names != json.end() && names->is_object()
        ? int64_t(names->size())
        : fields.integer("num_labels").value_or(2); // as transformers
    require(count > 0 && count <= maxLabels, fields.source(), "has an invalid number of labels");
    for (int64_t label = 0; label < count; ++label) {
        const std::string key = std::to_string(label);
        const bool isNamed = names != json.end() && names->is_object() && names->contains(key)
            && (*names)[key].is_string();
        config.labels.push_back(isNamed ? (*names)[key].get<std::string>() : "LABEL_" + key);
    }
    require(count == 1 || std::ranges::none_of(config.labels, isUnnamed), fields.source(),
        "must name its " + std::to_string(count) + " labels in id2label");
    config.labelsExclude = fields.text("problem_type").value_or("") != "multi_label_classification";
}

const Family* decoderFamily(std::string_view name)
{
    return findFamily(familyTable, name);
}

// The record of a family whose models may be encoders.
Family asEncoder(const Family& decoder)
{
    static constexpr std::string_view keys[] = {"use_bidirectional_attention", "pooling_type",
        "attention.causal", "classifier.output_labels", "dense_2_feat_in", "dense_2_feat_out",
        "dense_3_feat_in", "dense_3_feat_out"};
    Family family = decoder;
    family.keysReadElsewhere = keys;
    return family;
}

void takeDecoder(EncoderConfig& config, ModelConfig decoder)
{
    config.family = decoder.family;
    config.layout = decoder.layout;
    config.layers = decoder.layers;
    config.hidden = decoder.hidden;
    config.heads = decoder.heads;
    config.feedForward = decoder.feedForward;
    config.normEpsilon = decoder.normEpsilon;
    config.maxTokens = std::min(decoder.contextLength, usualDecoderTokens);
    config.decoder = std::move(decoder);
}

void becomeReranker(EncoderConfig& config)
{
    const RerankPrompt* prompt = findRerankPrompt(config.family);
    if (!prompt)
        throw unsupported("a " + config.family
            + " model isn't an encoder, and no prompt is known by which it scores texts");
    config.task = Task::Score;
    config.pooling = Pooling::Last;
    config.rerankPrompt = *prompt;
    if (config.labels.empty())
        config.labels = {"no", "yes"};
}

bool seesBothWays(const JsonFields& fields)
{
    return fields.boolean("use_bidirectional_attention").value_or(false);
}

EncoderConfig readDecoder(const fs::path& folder, const JsonFields& fields)
{
    EncoderConfig config;
    const Family family = asEncoder(*decoderFamily(fields.text("model_type").value_or("")));
    const Family* families[] = {&family};
    takeDecoder(config, readConfig(folder, families));
    config.isCausal = !seesBothWays(fields);
    config.task = Task::Score;
    readModules(config, folder);
    if (config.task == Task::Score)
        becomeReranker(config);
    return config;
}

EncoderConfig readEncoder(
    const EncoderFamily& family, const JsonFields& fields, const nlohmann::json& json)
{
    const std::string& source = fields.source();
    const EncoderKeys usual;
    const auto integer = [&](std::string_view own, std::string_view other) {
        const auto value = fields.integer(own);
        return size(value ? value : fields.integer(other), source,
            std::string(value || other.empty() ? own : other));
    };
    EncoderConfig config;
    config.family = fields.text("model_type").value_or("");
    config.layers = integer(family.keys.layers, usual.layers);
    config.hidden = integer(family.keys.hidden, usual.hidden);
    config.heads = integer(family.keys.heads, usual.heads);
    config.feedForward = integer(family.keys.feedForward, usual.feedForward);
    config.maxTokens = integer(family.keys.positions, usual.positions);
    config.normEpsilon
        = fields.number(family.keys.epsilon).value_or(fields.number(usual.epsilon).value_or(1e-12));
    config.activation
        = activationNamed(fields.text(family.keys.activation)
                              .value_or(fields.text(usual.activation).value_or("gelu")));
    require(config.layers <= maxLayers, source, "has more than 1000 layers");
    family.read(config, fields);
    size(config.maxTokens, source, std::string(family.keys.positions));
    config.task = taskOf(fields);
    readLabels(config, fields, json);
    if (config.task == Task::Embed)
        config.pooling = Pooling::Mean;
    return config;
}

enum { ggufMean = 1, ggufFirst = 2, ggufLast = 3, ggufRank = 4 }; // of llama.cpp's pooling_type

void readGgufPooling(EncoderConfig& config, const GgufFile& file, const std::string& prefix)
{
    const int64_t kind = file.metadata().integer(prefix + "pooling_type").value_or(ggufMean);
    if (kind < ggufMean || kind > ggufRank)
        throw unsupported(file.path().string() + " uses the pooling " + std::to_string(kind)
            + ", which isn't supported");
    config.normalizes = kind != ggufRank;
    if (kind != ggufRank) {
        config.pooling = kind == ggufFirst ? Pooling::First
            : kind == ggufLast             ? Pooling::Last
                                           : Pooling::Mean;
        return;
    }
    config.task = Task::Score;
    config.pooling = config.family == "modern-bert" ? Pooling::Mean : Pooling::First;
    const auto names = file.metadata().strings(prefix + "classifier.output_labels");
    if (names)
        config.labels.assign(names->begin(), names->end());
    else
        config.labels = {"LABEL_0"};
}

void readGgufDense(EncoderConfig& config, const GgufFile& file)
{
    for (const char* name : {"dense_2", "dense_3"}) {
        const WeightTensor* tensor = file.find(name + std::string(".weight"));
        if (tensor && tensor->shape.size() == 2)
            config.dense.push_back({{}, tensor->shape[1], tensor->shape[0]});
    }
}

// EmbeddingGemma is Gemma 3 under a name of its own in GGUF files.
EncoderConfig readGgufDecoder(const GgufFile& file, const std::string& architecture)
{
    EncoderConfig config;
    const std::string prefix = architecture + ".";
    const bool isGemma = architecture == "gemma-embedding";
    Family family = asEncoder(isGemma ? gemma3Family : *decoderFamily(architecture));
    const std::string_view name = *family.names.begin();
    static const std::initializer_list<std::string_view> gemmaNames{"gemma-embedding"};
    if (isGemma)
        family.names = gemmaNames;
    const Family* families[] = {&family};
    ModelConfig decoder = readConfig(file, families);
    decoder.family = name;
    takeDecoder(config, std::move(decoder));
    config.isCausal = file.metadata().boolean(prefix + "attention.causal").value_or(!isGemma);
    if (isGemma)
        readGgufDense(config, file);
    if (file.metadata().has(prefix + "pooling_type"))
        readGgufPooling(config, file, prefix);
    else if (isGemma)
        config.normalizes = true;
    else
        config.task = Task::Score;
    if (config.task == Task::Score)
        becomeReranker(config);
    return config;
}

// Rerankers among decoders have the files of chat models: only their name tells.
bool isNamedReranker(const fs::path& folder)
{
    const fs::path named = folder.has_filename() ? folder : folder.parent_path();
    std::string name = base::toLowerAscii(named.filename().string());
    std::ranges::replace(name, '_', '-');
    if (name.find("qwen3-reranker") != name.npos)
        return true;
    std::ifstream readme(folder / "README.md", std::ios::binary);
    std::string head(maxReadmeBytes, '\0');
    readme.read(head.data(), std::streamsize(head.size()));
    head.resize(size_t(readme.gcount()));
    return head.find("# Qwen3-Reranker") != head.npos;
}

} // namespace

bool isEncoderModel(const GgufFile& file)
{
    const std::string family(file.metadata().string("general.architecture").value_or(""));
    return findEncoderArchitecture(family) || family == "gemma-embedding"
        || (decoderFamily(family)
            && file.metadata().integer(family + ".pooling_type").value_or(0) > 0);
}

bool isEncoderFamily(std::string_view name)
{
    return findEncoderFamily(name) || findEncoderArchitecture(name) || name == "gemma-embedding";
}

bool isEncoderModel(const fs::path& path)
{
    try {
        if (!fs::is_directory(path))
            return path.extension() == ".gguf" && isEncoderModel(*GgufFile::open(path));
        const nlohmann::json json = readJsonFile(path / "config.json");
        const JsonFields fields(json, path.string());
        const std::string family = fields.text("model_type").value_or("");
        return findEncoderFamily(family)
            || (decoderFamily(family)
                && (fs::exists(path / "modules.json") || seesBothWays(fields)
                    || (findRerankPrompt(family) && isNamedReranker(path))));
    } catch (const std::exception&) {
        return false;
    }
}

EncoderConfig readEncoderConfig(const fs::path& folder)
{
    const fs::path path = folder / "config.json";
    const nlohmann::json json = readJsonFile(path);
    const JsonFields fields(json, path.string());
    const std::string name = fields.text("model_type").value_or("");
    EncoderConfig config;
    if (const EncoderFamily* family = findEncoderFamily(name)) {
        config = readEncoder(*family, fields, json);
        if (config.task == Task::Embed)
            readModules(config, folder);
    } else if (decoderFamily(name)) {
        config = readDecoder(folder, fields);
    } else {
        refuseFamily(name);
    }
    readMaxTokens(config, folder);
    readPrompts(config, folder);
    check(config, path.string());
    return config;
}

EncoderConfig readEncoderConfig(const GgufFile& file)
{
    const GgufMetadata& metadata = file.metadata();
    const std::string source = file.path().string();
    const std::string architecture(metadata.string("general.architecture").value_or(""));
    const EncoderFamily* family = findEncoderArchitecture(architecture);
    if (!family && (decoderFamily(architecture) || architecture == "gemma-embedding")) {
        const EncoderConfig config = readGgufDecoder(file, architecture);
        check(config, source);
        return config;
    }
    if (!family)
        throw unsupported("\"" + base::printable(architecture, 60)
            + "\" isn't a supported encoder family in GGUF files (bert, modern-bert, nomic-bert)");
    const std::string prefix = architecture + ".";
    const auto requireSize = [&](const std::string& key) {
        return size(metadata.integer(prefix + key), source, prefix + key);
    };
    EncoderConfig config;
    config.family = architecture;
    config.layout = FileLayout::Gguf;
    config.layers = requireSize("block_count");
    config.hidden = requireSize("embedding_length");
    config.heads = requireSize("attention.head_count");
    config.feedForward = requireSize("feed_forward_length");
    config.normEpsilon = metadata.number(prefix + "attention.layer_norm_epsilon").value_or(1e-12);
    config.maxTokens = requireSize("context_length");
    const WeightTensor* types = file.find("token_types.weight");
    config.tokenTypes = types ? types->shape.front() : 0;
    require(config.layers <= maxLayers, source, "has more than 1000 layers");
    if (family->readGguf)
        family->readGguf(config, metadata);
    readGgufPooling(config, file, prefix);
    check(config, source);
    return config;
}

std::optional<size_t> findRelevanceLabel(const EncoderConfig& config)
{
    if (config.task != Task::Score)
        return std::nullopt;
    if (config.labels.size() == 1)
        return 0;
    const auto yes = std::ranges::find(config.labels, "yes");
    if (yes == config.labels.end())
        return std::nullopt;
    return size_t(yes - config.labels.begin());
}

std::optional<EntailmentLabels> findEntailmentLabels(const EncoderConfig& config)
{
    const auto find = [&config](std::string_view name) -> std::optional<size_t> {
        for (size_t label = 0; label < config.labels.size(); ++label) {
            std::string letters = base::toLowerAscii(config.labels[label]);
            std::erase_if(letters, [](char each) { return each < 'a' || each > 'z'; });
            if (letters == name)
                return label;
        }
        return std::nullopt;
    };
    const auto entailment = find("entailment"), contradiction = find("contradiction");
    const size_t count = config.labels.size();
    const bool hasAll
        = (count == 3 && contradiction && find("neutral")) || (count == 2 && find("notentailment"));
    if (config.task != Task::Score || !entailment || !hasAll)
        return std::nullopt;
    return EntailmentLabels{*entailment, contradiction};
}

} // namespace engine
