#include "engine/models/lora_adapter.h"

#include "base/error.h"
#include "base/utf8.h"
#include "engine/config/json_fields.h"
#include "engine/files/json_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

namespace engine {

using base::Error;
using base::ErrorKind;
using nlohmann::json;

namespace {

constexpr int64_t largestRank = 1 << 16;

[[noreturn]] void refuse(const JsonFields& fields, const std::string& what)
{
    throw Error(ErrorKind::Unsupported, fields.source() + " " + what + ".");
}

// Patterns are regular expressions that must match the end of a module's name; plain names are what
// people write.
bool isPlain(std::string_view pattern)
{
    return !pattern.empty() && std::ranges::all_of(pattern, [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')
            || (letter >= '0' && letter <= '9') || letter == '_' || letter == '.';
    });
}

bool matches(std::string_view pattern, std::string_view module)
{
    return module == pattern
        || (module.ends_with(pattern) && module[module.size() - pattern.size() - 1] == '.');
}

// The value of the patterns that match the module, which must agree.
template <typename Value>
std::optional<Value> valueFor(const std::map<std::string, Value>& patterns, std::string_view module,
    const std::string& source, const char* key)
{
    std::optional<Value> found;
    for (const auto& [pattern, value] : patterns) {
        if (!matches(pattern, module))
            continue;
        if (found && *found != value)
            throw Error(ErrorKind::BadFile,
                source + " has two values in " + key + " that fit the module "
                    + base::printable(module) + ".");
        found = value;
    }
    return found;
}

// The patterns under `key`; `read` gets a value from the fields of that object.
template <typename Value, typename Read>
std::map<std::string, Value> readPatterns(
    const JsonFields& fields, const json& object, const char* key, const Read& read)
{
    std::map<std::string, Value> patterns;
    if (!fields.has(key))
        return patterns;
    const JsonFields values = fields.object(key);
    for (const auto& [pattern, value] : object.at(key).items()) {
        if (!isPlain(pattern))
            refuse(fields,
                "has the regular expression \"" + base::printable(pattern) + "\" in " + key
                    + "; only module names are supported");
        patterns.emplace(pattern, read(values, pattern));
    }
    return patterns;
}

int64_t readRank(const JsonFields& fields, const std::string& key)
{
    const std::optional<int64_t> rank = fields.integer(key);
    if (!rank || *rank < 1 || *rank > largestRank)
        fields.refuse(key, "a rank of 1 to " + std::to_string(largestRank));
    return *rank;
}

double readAlpha(const JsonFields& fields, const std::string& key)
{
    const std::optional<double> alpha = fields.number(key);
    if (!alpha || !std::isfinite(*alpha) || std::abs(*alpha) > 1e9)
        fields.refuse(key, "a number");
    return *alpha;
}

void refuseOtherMethods(const JsonFields& fields)
{
    const std::string method = fields.text("peft_type").value_or("LORA");
    if (method != "LORA")
        refuse(fields,
            "describes an adapter of type " + base::printable(method) + "; only LORA is supported");
    if (fields.boolean("use_dora").value_or(false))
        refuse(fields, "uses DoRA (use_dora), which isn't supported");
    if (fields.boolean("use_qalora").value_or(false))
        refuse(fields, "uses QA-LoRA (use_qalora), which isn't supported");
    if (fields.boolean("lora_bias").value_or(false))
        refuse(fields, "uses biases in its pairs (lora_bias), which aren't supported");
    for (const char* key : {"layer_replication", "alora_invocation_tokens", "target_parameters",
             "trainable_token_indices", "arrow_config", "kasa_config", "monteclora_config",
             "use_bdlora"})
        if (fields.has(key))
            refuse(fields, std::string("has ") + key + ", which isn't supported");
}

// These begin with weights taken out of the model's own, so the pairs fit the rest only.
void refuseChangedWeights(const JsonFields& fields, const json& object)
{
    const auto way = object.find("init_lora_weights");
    if (way == object.end() || !way->is_string())
        return;
    const auto name = way->get<std::string>();
    for (const char* changing : {"pissa", "olora", "corda", "loftq", "lora_ga"})
        if (name.starts_with(changing))
            refuse(fields,
                "was initialized by \"" + base::printable(name)
                    + "\", which changes the model's own weights; save the adapter converted to "
                      "plain LoRA");
}

} // namespace

float LoraSettings::scaleFor(std::string_view module, int64_t pairRank) const
{
    const int64_t expected = valueFor(rankPattern, module, source, "rank_pattern").value_or(rank);
    if (pairRank != expected)
        throw Error(ErrorKind::BadFile,
            source + " gives the module " + base::printable(module) + " the rank "
                + std::to_string(expected) + ", but its matrices have the rank "
                + std::to_string(pairRank) + ".");
    const double own = valueFor(alphaPattern, module, source, "alpha_pattern").value_or(alpha);
    return float(own / (dividesByRoot ? std::sqrt(double(pairRank)) : double(pairRank)));
}

LoraSettings readLoraSettings(const std::filesystem::path& folder)
{
    const json object = readJsonFile(folder / "adapter_config.json");
    const JsonFields fields(object, "adapter_config.json");
    refuseOtherMethods(fields);
    refuseChangedWeights(fields, object);

    LoraSettings settings;
    settings.source = fields.source();
    settings.rank = readRank(fields, "r");
    settings.alpha = readAlpha(fields, "lora_alpha");
    settings.dividesByRoot = fields.boolean("use_rslora").value_or(false);
    settings.rankPattern = readPatterns<int64_t>(fields, object, "rank_pattern", readRank);
    settings.alphaPattern = readPatterns<double>(fields, object, "alpha_pattern", readAlpha);
    return settings;
}

using kernels::TensorView;

namespace {

constexpr const char* fileName = "adapter_model.safetensors";

std::string named(const std::string& tensor)
{
    return std::string(fileName) + ": the tensor " + base::printable(tensor);
}

// What PEFT's tensors are, by the ends of their names.
struct Part {
    std::string_view ending;
    TensorView LoraAdapter::Pair::*position;
    bool isForEmbedding;
};

constexpr Part parts[] = {
    {".lora_A.weight", &LoraAdapter::Pair::down, false},
    {".lora_B.weight", &LoraAdapter::Pair::up, false},
    {".lora_embedding_A", &LoraAdapter::Pair::down, true},
    {".lora_embedding_B", &LoraAdapter::Pair::up, true},
    {".base_layer.weight", &LoraAdapter::Pair::original, false},
};

const Part& findPart(const std::string& tensor)
{
    const auto part = std::ranges::find_if(
        parts, [&](const Part& candidate) { return tensor.ends_with(candidate.ending); });
    if (part != std::end(parts))
        return *part;
    if (tensor.find("lora_magnitude_vector") != std::string::npos)
        throw Error(
            ErrorKind::Unsupported, named(tensor) + " belongs to DoRA, which isn't supported.");
    if (tensor.find("lora_") != std::string::npos)
        throw Error(ErrorKind::Unsupported,
            named(tensor) + " isn't part of a low-rank pair, which isn't supported.");
    throw Error(ErrorKind::Unsupported,
        named(tensor)
            + " replaces a tensor of the model (modules_to_save or bias), which isn't supported.");
}

// "base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight" names the module
// "model.layers.0.self_attn.q_proj".
std::string moduleName(const std::string& tensor, const Part& part)
{
    constexpr std::string_view wrapping = "base_model.model.";
    std::string_view module(tensor);
    module.remove_suffix(part.ending.size());
    if (module.starts_with(wrapping))
        module.remove_prefix(wrapping.size());
    return std::string(module);
}

void checkTensor(const std::string& name, const WeightTensor* tensor)
{
    CHECK(tensor); // SafetensorsFile::find throws for types it cannot view
    if (tensor->view.dtype == kernels::DType::I32)
        throw Error(ErrorKind::BadFile, named(name) + " contains integers.");
    if (tensor->shape.size() != 2)
        throw Error(ErrorKind::BadFile,
            named(name) + " has " + std::to_string(tensor->shape.size())
                + " dimensions; a matrix has 2.");
    if (tensor->view.isEmpty())
        throw Error(ErrorKind::BadFile, named(name) + " is empty.");
}

void checkPair(const LoraAdapter::Pair& pair)
{
    const bool hasDown = pair.down.bytes, hasUp = pair.up.bytes;
    if (!hasDown || !hasUp)
        throw Error(ErrorKind::BadFile,
            std::string(fileName) + " lacks " + (hasDown ? "lora_B" : "lora_A") + " of the module "
                + base::printable(pair.module) + ".");
    if (pair.down.rows != pair.up.columns)
        throw Error(ErrorKind::BadFile,
            std::string(fileName) + ": lora_A of the module " + base::printable(pair.module)
                + " has " + std::to_string(pair.down.rows) + " rows, but lora_B has "
                + std::to_string(pair.up.columns) + " columns; both must be the rank.");
}

std::span<const std::byte> viewBytes(TensorView view)
{
    return {view.data<const std::byte>(), size_t(view.sizeInBytes())};
}

void addTo(FingerprintMaker& maker, TensorView view)
{
    maker.add(std::string_view(kernels::name(view.dtype)));
    maker.add(view.rows);
    maker.add(view.columns);
    maker.add(viewBytes(view));
}

Fingerprint identify(const std::vector<LoraAdapter::Pair>& pairs)
{
    FingerprintMaker maker;
    for (const LoraAdapter::Pair& pair : pairs) {
        maker.add(std::string_view(pair.module));
        maker.add(double(pair.factor));
        addTo(maker, pair.down);
        addTo(maker, pair.up);
    }
    return maker.value();
}

std::vector<LoraAdapter::Pair> readPairs(const SafetensorsFile& file)
{
    std::map<std::string, LoraAdapter::Pair> pairs;
    for (const StoredArray& array : file.arrays()) {
        const Part& part = findPart(array.name);
        const WeightTensor* tensor = file.find(array.name);
        checkTensor(array.name, tensor);

        LoraAdapter::Pair& pair = pairs[moduleName(array.name, part)];
        if ((pair.*part.position).bytes)
            throw Error(ErrorKind::BadFile, named(array.name) + " comes a second time.");
        pair.*part.position = tensor->view;
        pair.isEmbedding = pair.isEmbedding || part.isForEmbedding;
    }

    std::vector<LoraAdapter::Pair> list;
    for (auto& [module, pair] : pairs) {
        pair.module = module;
        checkPair(pair);
        list.push_back(pair);
    }
    return list;
}

} // namespace

std::shared_ptr<const LoraAdapter> LoraAdapter::load(const std::filesystem::path& folder)
{
    const LoraSettings settings = readLoraSettings(folder);
    const std::shared_ptr<LoraAdapter> adapter(new LoraAdapter);
    adapter->m_path = folder;
    adapter->m_file = SafetensorsFile::open(folder / fileName);
    adapter->m_pairs = readPairs(*adapter->m_file);
    if (adapter->m_pairs.empty())
        throw Error(ErrorKind::BadFile, std::string(fileName) + " contains no low-rank pairs.");
    for (Pair& pair : adapter->m_pairs)
        pair.factor = settings.scaleFor(pair.module, pair.down.rows);
    adapter->m_identity = identify(adapter->m_pairs);
    return adapter;
}

const LoraAdapter::Pair* LoraAdapter::find(std::string_view module) const
{
    const auto position = std::ranges::lower_bound(m_pairs, module, {}, &Pair::module);
    return position != m_pairs.end() && position->module == module ? &*position : nullptr;
}

} // namespace engine
