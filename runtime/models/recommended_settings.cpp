#include "runtime/models/recommended_settings.h"

#include "base/error.h"
#include "engine/config/json_fields.h"
#include "engine/files/gguf_file.h"
#include "engine/files/json_text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <type_traits>

namespace runtime {

namespace {

struct Recommendation {
    const char* key; ///< of the AnswerField
    const char* json; ///< in generation_config.json
    const char* gguf; ///< in a GGUF file; null: there is none
};

constexpr Recommendation recommendations[] = {
    {"temperature", "temperature", "general.sampling.temp"},
    {"topK", "top_k", "general.sampling.top_k"},
    {"topP", "top_p", "general.sampling.top_p"},
    {"minP", "min_p", "general.sampling.min_p"},
    {"typical", "typical_p", nullptr},
    {"repetitionPenalty", "repetition_penalty", "general.sampling.penalty_repeat"},
    {"xtcProbability", nullptr, "general.sampling.xtc_probability"},
    {"xtcThreshold", nullptr, "general.sampling.xtc_threshold"},
};

void set(AnswerSettings& settings, const char* key, double number)
{
    const auto put = [&](const auto& field) {
        using Value = typename std::decay_t<decltype(field)>::Type;
        if constexpr (std::is_same_v<Value, float> || std::is_same_v<Value, int>) {
            const double inRange = std::clamp(number, double(field.min), double(field.max));
            settings.*field.member = Value(inRange);
        }
    };
    if (std::isfinite(number))
        std::visit(put, answerField(key).value);
}

// Calls `read`, which returns a number or nothing; nothing if the file has another kind of value.
template <typename Read>
auto tryRead(Read read) -> decltype(read())
try {
    return read();
} catch (const base::Error&) {
    return {};
}

AnswerSettings recommendedInFolder(const std::filesystem::path& folder)
{
    const auto path = folder / "generation_config.json";
    std::error_code failed;
    if (!std::filesystem::exists(path, failed))
        return {};
    const nlohmann::json json = engine::readJsonFile(path);
    const engine::JsonFields fields(json, "generation_config.json");
    AnswerSettings settings;
    for (const Recommendation& each : recommendations)
        if (each.json)
            if (const auto number = tryRead([&] { return fields.number(each.json); }))
                set(settings, each.key, *number);
    if (tryRead([&] { return fields.boolean("do_sample"); }) == false)
        settings.temperature = 0;
    return settings;
}

AnswerSettings recommendedInGguf(const engine::GgufFile& file)
{
    AnswerSettings settings;
    for (const Recommendation& each : recommendations)
        if (each.gguf)
            if (const auto number = tryRead([&] { return file.metadata().number(each.gguf); }))
                set(settings, each.key, *number);
    return settings;
}

} // namespace

AnswerSettings recommendedSettings(const std::filesystem::path& model)
try {
    std::error_code failed;
    return std::filesystem::is_directory(model, failed)
        ? recommendedInFolder(model)
        : recommendedInGguf(*engine::GgufFile::open(model));
} catch (const base::Error&) {
    return {};
}

} // namespace runtime
