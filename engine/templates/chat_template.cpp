#include "engine/templates/chat_template.h"

#include "engine/templates/template_globals.h"
#include "engine/templates/template_interpreter.h"
#include "engine/templates/template_json.h"
#include "engine/templates/template_parser.h"
#include "kernels/error.h"

#include <nlohmann/json.hpp>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;

struct ChatTemplate::Impl {
    template_syntax::Body body;
    std::optional<template_syntax::Body> bodyWithTools;
};

namespace {

using Globals = std::map<std::string, TemplateValue, std::less<>>;

Globals globalsOf(const nlohmann::ordered_json& messages, const nlohmann::ordered_json& variables,
    const ChatTemplate::Options& options)
{
    Globals globals = templateGlobals(options.now);
    globals["messages"] = templateFromMessages(messages);
    globals["add_generation_prompt"] = TemplateValue::boolean(options.addGenerationPrompt);
    globals["bos_token"] = TemplateValue::text(options.bos);
    globals["eos_token"] = TemplateValue::text(options.eos);
    globals["tools"] = TemplateValue::none();
    globals["documents"] = TemplateValue::none();
    for (const auto& [name, value] : variables.items())
        globals[name] = templateFromJson(value);
    return globals;
}

Error failureOf(const std::string& message, int line)
{
    return Error(ErrorKind::BadRequest,
        "the chat template failed in line " + std::to_string(line) + ": " + message);
}

bool tellsOfTools(const nlohmann::ordered_json& variables)
{
    const auto tools = variables.find("tools");
    return tools != variables.end() && tools->is_array() && !tools->empty();
}

} // namespace

ChatTemplate::ChatTemplate(const ChatTemplateSource& source)
{
    try {
        m_impl = std::make_unique<Impl>(Impl{parseTemplate(source.usual), {}});
        if (!source.withTools.empty())
            m_impl->bodyWithTools = parseTemplate(source.withTools);
    } catch (const TemplateFailure& failure) {
        throw Error(ErrorKind::BadFile, "the chat template cannot be read: " + failure.message);
    }
}

ChatTemplate::~ChatTemplate() = default;
ChatTemplate::ChatTemplate(ChatTemplate&&) noexcept = default;
ChatTemplate& ChatTemplate::operator=(ChatTemplate&&) noexcept = default;

RenderedPrompt ChatTemplate::render(const nlohmann::ordered_json& messages,
    const nlohmann::ordered_json& variables, const Options& options) const
{
    if (!messages.is_array())
        throw Error(ErrorKind::BadRequest, "messages must be an array");
    if (!variables.is_object() && !variables.is_null())
        throw Error(ErrorKind::BadRequest, "the variables of a chat template must be an object");
    const bool usesTools = m_impl->bodyWithTools && tellsOfTools(variables);
    int line = 1;
    try {
        TemplateInterpreter interpreter(globalsOf(messages, variables, options));
        try {
            TemplateOutput output
                = interpreter.run(usesTools ? *m_impl->bodyWithTools : m_impl->body);
            return {.text = output.text.bytes(),
                .plain = output.text.data(),
                .generated = std::move(output.generated)};
        } catch (const TemplateFailure&) {
            line = interpreter.line();
            throw;
        }
    } catch (const TemplateFailure& failure) {
        throw failureOf(failure.message, line);
    }
}

} // namespace engine
