#include "services/server/protocol/sampling_fields.h"

#include "services/generation/answer_settings.h"
#include "services/server/protocol/api_error.h"

#include <charconv>
#include <chrono>

namespace services::server {

namespace {

constexpr size_t mostStops = 64, longestStop = 1000; // bytes
constexpr size_t mostBiases = 1024;
constexpr size_t longestSchemaText = 200'000; // bytes
constexpr std::chrono::milliseconds timeForSchema(
    500); // of a CPU; answers of others stand still for as long

template <typename Number>
void set(std::optional<Number>& setting, const auto& value)
{
    if (value)
        setting = Number(*value);
}

engine::TokenBias biasFrom(const std::string& token, const Json& bias, const std::string& field)
{
    engine::TokenBias found;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), found.id);
    if (error != std::errc() || end != token.data() + token.size() || found.id < 0)
        throw wrongField(field, "has a key that isn't a token id: '" + token.substr(0, 40) + "'.");
    const double value = bias.is_number() ? bias.get<double>() : 1000;
    if (!(value >= -100 && value <= 100))
        throw wrongField(field, "must have numbers from -100 to 100.");
    found.bias = float(value);
    return found;
}

void readBias(const Fields& fields, runtime::AnswerRequest& request)
{
    const Json* given = fields.find("logit_bias");
    if (!given)
        return;
    const std::string field = fields.placeOf("logit_bias");
    if (!given->is_object() || given->size() > mostBiases)
        throw wrongField(
            field, "must be an object of at most " + std::to_string(mostBiases) + " tokens.");
    for (const auto& [token, bias] : given->items())
        request.bias.push_back(biasFrom(token, bias, field));
}

} // namespace

void readSampling(const Fields& fields, runtime::AnswerRequest& request)
{
    runtime::AnswerSettings& settings = request.settings;
    set(settings.temperature, fields.number("temperature", 0, 2));
    set(settings.topP, fields.number("top_p", 0, 1));
    set(settings.topK, fields.integer("top_k", -1, 1 << 30));
    if (settings.topK && *settings.topK < 0)
        settings.topK = 0; // vLLM's word for all
    set(settings.minP, fields.number("min_p", 0, 1));
    set(settings.frequencyPenalty, fields.number("frequency_penalty", -2, 2));
    set(settings.presencePenalty, fields.number("presence_penalty", -2, 2));
    for (const char* name : {"repetition_penalty", "repeat_penalty"})
        set(settings.repetitionPenalty, fields.number(name, 0.01, 10));
    if (const auto seed = fields.integer("seed", INT64_MIN, INT64_MAX))
        settings.seed = uint64_t(*seed);
    readStops(fields, "stop", settings);
    readBias(fields, request);
}

void readStops(const Fields& fields, const char* name, runtime::AnswerSettings& settings)
{
    if (!fields.has(name))
        return;
    std::vector<std::string> stops = fields.texts(name, mostStops);
    for (const std::string& stop : stops)
        if (stop.size() > longestStop)
            throw wrongField(fields.placeOf(name),
                "has a string of more than " + std::to_string(longestStop) + " bytes.");
    std::erase(stops, "");
    settings.stopStrings = std::move(stops);
}

void readStreaming(const Fields& fields, GenerationRequest& generation)
{
    generation.streams = fields.flag("stream").value_or(false);
    if (const auto options = fields.object("stream_options"))
        generation.includesUsage = options->flag("include_usage").value_or(false);
}

void readFormat(const Fields& fields, const char* field, const Json* schema,
    runtime::AnswerSettings& settings, const std::function<bool()>& isGone)
{
    const std::string type = fields.requiredText("type");
    if (type == "text")
        return;
    if (type == "json_object") {
        settings.schema = R"({"type": "object"})";
        return;
    }
    if (type != "json_schema")
        throw wrongField(fields.placeOf("type"), "must be text, json_object or json_schema.");
    if (!schema)
        throw wrongField(field, "has no schema.");
    settings.schema = text(*schema);
    requireSchema(*settings.schema, field, isGone);
}

// What is rejected here never reaches the engine.
void requireSchema(
    const std::string& schema, const std::string& field, const std::function<bool()>& isGone)
{
    if (schema.size() > longestSchemaText)
        throw wrongField(
            field, "can be a schema of at most " + std::to_string(longestSchemaText) + " bytes.");
    const HeavyWork turn(isGone);
    QString problem;
    const auto taken = turn.computeAtLowPriority(
        [&] { problem = schemaProblem(QString::fromStdString(schema)); });
    if (!problem.isEmpty())
        throw wrongField(field, "cannot be enforced: " + problem.toStdString());
    if (taken > timeForSchema)
        throw wrongField(field, "takes too long to compile; simplify the schema.");
}

} // namespace services::server
