#include "engine/models/lora_settings.h"

#include "engine/config/json_fields.h"
#include "engine/files/json_text.h"
#include "engine/files/printable.h"
#include "kernels/error.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;
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
                source + " has two values in " + key + " that fit the module " + printable(module)
                    + ".");
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
                "has the regular expression \"" + printable(pattern) + "\" in " + key
                    + "; this version takes names of modules only");
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
            "describes an adapter of the kind " + printable(method)
                + "; this version applies LORA");
    if (fields.boolean("use_dora").value_or(false))
        refuse(fields, "asks for DoRA (use_dora), which this version cannot apply");
    if (fields.boolean("use_qalora").value_or(false))
        refuse(fields, "asks for QA-LoRA (use_qalora), which this version cannot apply");
    if (fields.boolean("lora_bias").value_or(false))
        refuse(fields, "asks for biases within its pairs (lora_bias), which cannot be applied");
    for (const char* key : {"layer_replication", "alora_invocation_tokens", "target_parameters",
             "trainable_token_indices", "arrow_config", "kasa_config", "monteclora_config",
             "use_bdlora"})
        if (fields.has(key))
            refuse(fields, std::string("has ") + key + ", which this version cannot apply");
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
                "was initialised by \"" + printable(name)
                    + "\", which changes the model's own weights; save the adapter converted to "
                      "plain LoRA");
}

} // namespace

float LoraSettings::factorOf(std::string_view module, int64_t pairRank) const
{
    const int64_t expected = valueFor(rankPattern, module, source, "rank_pattern").value_or(rank);
    if (pairRank != expected)
        throw Error(ErrorKind::BadFile,
            source + " gives the module " + printable(module) + " the rank "
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

} // namespace engine
