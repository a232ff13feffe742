#include "base/error.h"
#include "base/utf8.h"
#include "engine/config/json_fields.h"
#include "engine/encoders/encoder.h"
#include "engine/files/gguf_file.h"
#include "engine/files/json_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace engine {

using base::Error;
using base::ErrorKind;
using kernels::Activation;

namespace fs = std::filesystem;

namespace {

constexpr int64_t maxSize = int64_t(1) << 24; // of any size that a file names

/// A family of encoders: all are built alike.
struct EncoderFamily {
    std::string_view name; // model_type
    bool countsFromPadding; // the first position is the one after the id of the padding
};

constexpr EncoderFamily families[] = {
    {"bert", false},
    {"xlm-roberta", true},
    {"roberta", true},
    {"camembert", true},
};

Error unsupported(const std::string& what)
{
    return Error(ErrorKind::Unsupported, what);
}

const EncoderFamily& familyNamed(const std::string& name)
{
    const auto found = std::ranges::find(families, name, &EncoderFamily::name);
    if (found != std::end(families))
        return *found;
    std::string known;
    for (const EncoderFamily& family : families)
        known += (known.empty() ? "" : ", ") + std::string(family.name);
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
    if (name == "silu" || name == "swish")
        return Activation::Silu;
    throw unsupported(
        "the activation \"" + base::printable(name, 60) + "\" of an encoder isn't supported");
}

int64_t size(std::optional<int64_t> value, const std::string& source, const std::string& key)
{
    if (value && *value > 0 && *value <= maxSize)
        return *value;
    throw Error(ErrorKind::BadFile,
        source + " must have a number from 1 to " + std::to_string(maxSize) + " as " + key);
}

void check(const EncoderConfig& config, const std::string& source)
{
    if (config.hidden % config.heads != 0)
        throw Error(ErrorKind::BadFile,
            source + " names " + std::to_string(config.heads) + " heads, which don't divide "
                + std::to_string(config.hidden) + " columns");
    if (!(config.normEpsilon >= 0 && config.normEpsilon < 1))
        throw Error(ErrorKind::BadFile, source + " has an invalid epsilon");
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
    const bool takesMean = fields.boolean("pooling_mode_mean_tokens").value_or(!takesFirst);
    for (const char* other : {"pooling_mode_max_tokens", "pooling_mode_mean_sqrt_len_tokens",
             "pooling_mode_weightedmean_tokens", "pooling_mode_lasttoken"})
        if (fields.boolean(other).value_or(false))
            throw unsupported(path.string() + " uses " + other + ", which isn't supported");
    if (takesFirst == takesMean)
        throw unsupported(path.string() + " must use exactly one kind of pooling");
    config.pooling = takesFirst ? EncoderConfig::Pooling::First : EncoderConfig::Pooling::Mean;
}

// What sentence-transformers does after the last block; without its list it takes the mean.
void readModules(EncoderConfig& config, const fs::path& folder)
{
    const fs::path path = folder / "modules.json";
    if (!fs::exists(path))
        return;
    const nlohmann::json modules = readJsonFile(path);
    if (!modules.is_array())
        throw Error(ErrorKind::BadFile, path.string() + " must contain an array");
    for (const nlohmann::json& module : modules) {
        const JsonFields fields(module, path.string());
        const std::string name = lastName(fields.text("type").value_or(""));
        if (name == "Pooling")
            readPooling(config, folder / fields.text("path").value_or("") / "config.json");
        else if (name == "Normalize")
            config.normalizes = true;
        else if (name != "Transformer")
            throw unsupported(path.string() + " names the module \"" + base::printable(name, 60)
                + "\", which isn't supported");
    }
}

void readMaxTokens(EncoderConfig& config, const fs::path& folder)
{
    const fs::path path = folder / "sentence_bert_config.json";
    if (!fs::exists(path))
        return;
    const nlohmann::json json = readJsonFile(path);
    const auto maxTokens = JsonFields(json, path.string()).integer("max_seq_length");
    if (maxTokens)
        config.maxTokens
            = std::min(config.maxTokens, size(maxTokens, path.string(), "max_seq_length"));
}

EncoderConfig::Pooling ggufPooling(const GgufFile& file, const std::string& key)
{
    enum { mean = 1, first = 2 };
    const int64_t kind = file.metadata().integer(key).value_or(mean);
    if (kind != mean && kind != first)
        throw unsupported(file.path().string() + " uses the pooling " + std::to_string(kind)
            + ", which isn't supported");
    return kind == first ? EncoderConfig::Pooling::First : EncoderConfig::Pooling::Mean;
}

} // namespace

bool isEncoderFamily(std::string_view name)
{
    return std::ranges::find(families, name, &EncoderFamily::name) != std::end(families);
}

EncoderConfig readEncoderConfig(const fs::path& folder)
{
    const fs::path path = folder / "config.json";
    const nlohmann::json json = readJsonFile(path);
    const JsonFields fields(json, path.string());
    const auto requireSize
        = [&](const char* key) { return size(fields.integer(key), path.string(), key); };
    EncoderConfig config;
    const EncoderFamily& family = familyNamed(fields.text("model_type").value_or(""));
    config.family = family.name;
    config.layers = requireSize("num_hidden_layers");
    config.hidden = requireSize("hidden_size");
    config.heads = requireSize("num_attention_heads");
    config.feedForward = requireSize("intermediate_size");
    config.normEpsilon = fields.number("layer_norm_eps").value_or(1e-12);
    config.activation = activationNamed(fields.text("hidden_act").value_or("gelu"));
    if (fields.text("position_embedding_type").value_or("absolute") != "absolute")
        throw unsupported(path.string() + " uses positions that aren't absolute");
    if (family.countsFromPadding)
        config.firstPosition
            = std::clamp<int64_t>(fields.integer("pad_token_id").value_or(1), 0, maxSize) + 1;
    config.maxTokens = size(requireSize("max_position_embeddings") - config.firstPosition,
        path.string(), "max_position_embeddings");
    readModules(config, folder);
    readMaxTokens(config, folder);
    check(config, path.string());
    return config;
}

EncoderConfig readEncoderConfig(const GgufFile& file)
{
    const GgufMetadata& metadata = file.metadata();
    const std::string source = file.path().string();
    const std::string family(metadata.string("general.architecture").value_or(""));
    if (family != "bert")
        throw unsupported("\"" + base::printable(family, 60)
            + "\" isn't a supported encoder family in GGUF files (bert)");
    const auto requireSize = [&](const std::string& key) {
        return size(metadata.integer("bert." + key), source, "bert." + key);
    };
    EncoderConfig config;
    config.family = family;
    config.layout = FileLayout::Gguf;
    config.layers = requireSize("block_count");
    config.hidden = requireSize("embedding_length");
    config.heads = requireSize("attention.head_count");
    config.feedForward = requireSize("feed_forward_length");
    config.normEpsilon = metadata.number("bert.attention.layer_norm_epsilon").value_or(1e-12);
    config.maxTokens
        = requireSize("context_length"); // its converter drops the positions before the first
    config.pooling = ggufPooling(file, "bert.pooling_type");
    config.normalizes = true;
    check(config, source);
    return config;
}

} // namespace engine
