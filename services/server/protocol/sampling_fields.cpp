#include "services/server/protocol/sampling_fields.h"

#include "services/generation/answer_settings.h"
#include "services/server/protocol/api_error.h"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace services::server {

namespace {

using runtime::FieldValue;

constexpr size_t maxBiases = 1024;
constexpr size_t maxSchemaBytes = 200'000; // bytes
constexpr std::chrono::milliseconds timeForSchema(
    500); // of a CPU; answers of others stand still for as long

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
    const std::string field = fields.path("logit_bias");
    if (!given->is_object() || given->size() > maxBiases)
        throw wrongField(
            field, "must be an object of at most " + std::to_string(maxBiases) + " tokens.");
    for (const auto& [token, bias] : given->items())
        request.bias.push_back(biasFrom(token, bias, field));
}

std::optional<float> readValue(
    const FieldValue<float>& field, const Fields& fields, const char* name)
{
    return fields.number(name, double(field.min), double(field.max));
}

std::optional<int64_t> readValue(
    const FieldValue<int64_t>& field, const Fields& fields, const char* name)
{
    const bool isAbsent = fields.has(name) && *fields.find(name) == -1; // as to llama.cpp and vLLM
    return isAbsent ? std::nullopt : fields.integer(name, field.min, field.max);
}

// -1 is what vLLM calls "no limit".
std::optional<int> readValue(const FieldValue<int>& field, const Fields& fields, const char* name)
{
    const auto value = fields.integer(name, -1, field.max);
    return value ? std::optional(int(std::max<int64_t>(*value, field.min))) : std::nullopt;
}

// The API allows negative seeds; -1 stands for any.
std::optional<uint64_t> readValue(
    const FieldValue<uint64_t>&, const Fields& fields, const char* name)
{
    if (const Json* value = fields.find(name); value && value->is_number_unsigned())
        return value->get<uint64_t>();
    const auto value = fields.integer(name, INT64_MIN, INT64_MAX);
    return value && *value != -1 ? std::optional(uint64_t(*value)) : std::nullopt;
}

std::optional<bool> readValue(const FieldValue<bool>&, const Fields& fields, const char* name)
{
    return fields.flag(name);
}

std::optional<std::string> readValue(
    const FieldValue<std::string>& field, const Fields& fields, const char* name)
{
    const auto text = fields.text(name);
    if (text && !field.choices.empty()
        && std::ranges::find(field.choices, *text) == field.choices.end())
        throw wrongField(fields.path(name), "must be " + runtime::listChoices(field) + ".");
    return text;
}

std::optional<std::vector<std::string>> readValue(
    const FieldValue<std::vector<std::string>>& field, const Fields& fields, const char* name)
{
    if (!fields.has(name))
        return std::nullopt;
    std::vector<std::string> texts = fields.texts(name, runtime::maxTexts);
    std::erase(texts, "");
    if (runtime::limit(field, texts))
        throw wrongField(fields.path(name),
            "has a string of more than " + std::to_string(runtime::maxTextBytes) + " bytes.");
    return texts;
}

} // namespace

void readSampling(const Fields& fields, runtime::AnswerRequest& request)
{
    for (const runtime::AnswerField& field : runtime::answerFields())
        for (const char* name : field.apiNames)
            if (name)
                std::visit(
                    [&](const auto& value) {
                        if (auto read = readValue(value, fields, name))
                            request.settings.*value.member = std::move(read);
                    },
                    field.value);
    if (request.settings.topP == 0.F) { // nothing but the most likely token
        request.settings.temperature = 0.F;
        request.settings.topP.reset();
    }
    readBias(fields, request);
}

std::optional<std::string> readEffort(const Fields& fields, const char* name)
{
    const runtime::AnswerField& effort = runtime::answerField("reasoningEffort");
    return readValue(std::get<FieldValue<std::string>>(effort.value), fields, name);
}

void readTemplateFields(const Fields& fields, runtime::AnswerRequest& request)
{
    for (const char* name : {"chat_template_kwargs", "template_vars"}) {
        const auto variables = fields.object(name);
        if (!variables)
            continue;
        for (const char* own :
            {"messages", "tools", "add_generation_prompt", "bos_token", "eos_token"})
            if (variables->has(own))
                throw wrongField(
                    variables->path(own), "can't be replaced: it is set by the request.");
        for (const char* thinks : {"thinking", "enable_thinking"})
            if (const auto flag = variables->flag(thinks))
                request.settings.thinks = *flag;
        request.templateVariables = text(*fields.find(name));
    }
    const auto begins = fields.flag("add_generation_prompt");
    const auto continues = fields.flag("continue_final_message");
    if (continues == true && begins == true)
        throw wrongField(
            "continue_final_message", "can't be true together with 'add_generation_prompt'.");
    if (continues == true && request.messages.back().role != runtime::Role::Assistant)
        throw wrongField("continue_final_message", "needs a last message of the assistant.");
    if (begins == true || continues == false)
        request.end = runtime::PromptEnd::NewAnswer;
    if (begins == false && continues != true)
        request.end = runtime::PromptEnd::LastMessage;
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
    if (type == "json_object" && !schema)
        schema = fields.find("schema");
    if (type == "json_object" && !schema) {
        settings.schema = R"({"type": "object"})";
        return;
    }
    if (type != "json_schema" && type != "json_object")
        throw wrongField(fields.path("type"), "must be text, json_object or json_schema.");
    if (!schema)
        throw wrongField(field, "has no schema.");
    settings.schema = text(*schema);
    requireSchema(*settings.schema, field, isGone);
}

std::string findSchemaProblem(
    const std::string& schema, const std::string& field, const std::function<bool()>& isGone)
{
    if (schema.size() > maxSchemaBytes)
        throw wrongField(
            field, "can be a schema of at most " + std::to_string(maxSchemaBytes) + " bytes.");
    const HeavyWork turn(isGone);
    QString problem;
    const auto taken = turn.computeAtLowPriority(
        [&] { problem = schemaProblem(QString::fromStdString(schema)); });
    if (problem.isEmpty() && taken > timeForSchema)
        throw wrongField(field, "takes too long to compile; simplify the schema.");
    return problem.toStdString();
}

// What is rejected here never reaches the engine.
void requireSchema(
    const std::string& schema, const std::string& field, const std::function<bool()>& isGone)
{
    if (const std::string problem = findSchemaProblem(schema, field, isGone); !problem.empty())
        throw wrongField(field, "cannot be enforced: " + problem);
}

} // namespace services::server
