#include "engine/templates/chat_template.h"

#include "base/error.h"
#include "engine/templates/template_globals.h"
#include "engine/templates/template_interpreter.h"
#include "engine/templates/template_json.h"
#include "engine/templates/template_parser.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace engine {

using base::Error;
using base::ErrorKind;

struct ChatTemplate::Impl {
    template_syntax::Body body;
    std::optional<template_syntax::Body> bodyWithTools;
    std::string problem; // that each rendering fails with
};

namespace {

using Globals = std::map<std::string, TemplateValue, std::less<>>;

Globals makeGlobals(const nlohmann::ordered_json& messages, const nlohmann::ordered_json& variables,
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

Error makeError(const std::string& message, int line)
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
    if (!source.problem.empty())
        throw Error(ErrorKind::BadFile, source.problem);
    try {
        m_impl = std::make_unique<Impl>(Impl{parseTemplate(source.usual), {}, {}});
        if (!source.withTools.empty())
            m_impl->bodyWithTools = parseTemplate(source.withTools);
    } catch (const TemplateFailure& failure) {
        throw Error(ErrorKind::BadFile, "the chat template can't be parsed: " + failure.message);
    }
}

ChatTemplate ChatTemplate::unreadable(const std::string& why)
{
    ChatTemplate result("");
    result.m_impl->problem = why;
    return result;
}

ChatTemplate::~ChatTemplate() = default;
ChatTemplate::ChatTemplate(ChatTemplate&&) noexcept = default;
ChatTemplate& ChatTemplate::operator=(ChatTemplate&&) noexcept = default;

RenderedPrompt ChatTemplate::render(const nlohmann::ordered_json& messages,
    const nlohmann::ordered_json& variables, const Options& options) const
{
    if (!m_impl->problem.empty())
        throw Error(ErrorKind::BadRequest, m_impl->problem);
    if (!messages.is_array())
        throw Error(ErrorKind::BadRequest, "messages must be an array");
    if (!variables.is_object() && !variables.is_null())
        throw Error(ErrorKind::BadRequest, "the variables of a chat template must be an object");
    const bool usesTools = m_impl->bodyWithTools && tellsOfTools(variables);
    int line = 1;
    try {
        TemplateInterpreter interpreter(makeGlobals(messages, variables, options));
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
        throw makeError(failure.message, line);
    }
}

namespace {

bool isPlain(const RenderedPrompt& prompt, size_t at)
{
    return std::any_of(prompt.plain.begin(), prompt.plain.end(),
        [at](const TextRange& range) { return range.begin <= at && at < range.end; });
}

// True if the template has written this text there.
bool stands(const RenderedPrompt& prompt, const std::string& text, size_t at)
{
    return at + text.size() <= prompt.text.size() && prompt.text.compare(at, text.size(), text) == 0
        && !isPlain(prompt, at);
}

} // namespace

std::vector<size_t> findPlaceholders(
    const RenderedPrompt& prompt, const std::string& mark, WrittenBy writer)
{
    std::vector<size_t> positions;
    for (size_t at = prompt.text.find(mark); at != std::string::npos;
         at = prompt.text.find(mark, at + mark.size())) {
        if (isPlain(prompt, at) == (writer == WrittenBy::Message))
            positions.push_back(at);
    }
    return positions;
}

Replacement withoutRepeating(
    const RenderedPrompt& prompt, Replacement replacement, const std::string& row, size_t least)
{
    const std::string& spelling = replacement.text;
    const size_t first = row.empty() ? spelling.npos : spelling.find(row);
    if (first == spelling.npos)
        return replacement;
    const std::string before = spelling.substr(0, first);
    const std::string behind = spelling.substr(spelling.rfind(row) + row.size());
    const size_t end = replacement.begin + replacement.length;
    const size_t nearest = std::min(before.rfind('<'), before.size());
    for (const std::string& mark : {before, before.substr(nearest)}) {
        const bool areThere = mark.empty() == before.empty()
            && replacement.begin >= least + mark.size()
            && stands(prompt, mark, replacement.begin - mark.size()) && stands(prompt, behind, end);
        if (areThere)
            return {replacement.begin - mark.size(),
                mark.size() + replacement.length + behind.size(), spelling};
    }
    return replacement;
}

RenderedPrompt replaced(const RenderedPrompt& prompt, const std::vector<Replacement>& all)
{
    RenderedPrompt result;
    size_t from = 0;
    auto copyUntil = [&](size_t end) {
        for (const TextRange& range : prompt.plain) {
            const size_t begin = std::max(range.begin, from);
            const size_t stop = std::min(range.end, end);
            const size_t moved = result.text.size() - from;
            if (begin < stop)
                result.plain.push_back({begin + moved, stop + moved});
        }
        result.text.append(prompt.text, from, end - from);
    };
    for (const Replacement& replacement : all) {
        copyUntil(replacement.begin);
        result.text += replacement.text;
        from = replacement.begin + replacement.length;
    }
    copyUntil(prompt.text.size());
    return result;
}

} // namespace engine
