#include "runtime/prompt/prompt_text.h"

#include "engine/templates/rendered_text.h"
#include "kernels/error.h"

#include "runtime/prompt/message_json.h"
#include "runtime/prompt/prompt_format.h"
#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

namespace runtime {

namespace {

using Json = nlohmann::ordered_json;
using engine::RenderedPrompt;
using engine::WrittenBy;

// A mark that no message contains.
std::string unusedMark(const AnswerRequest& request)
{
    std::string text;
    for (const RequestMessage& message : request.messages)
        text += wordsOf(message);
    std::string mark = "<$EMB$>";
    while (text.find(mark) != std::string::npos)
        mark.insert(1, "$");
    return mark;
}

// The names under which templates ask whether a model is to think.
void addThinking(Json& variables, bool thinks)
{
    variables["enable_thinking"] = thinks;
    variables["thinking"] = thinks;
    if (!thinks)
        variables["reasoning_effort"] = "low"; // the least where there is no none
}

// `mark` stands for pictures where the template knows text only.
RenderedPrompt render(const PromptFormat& format, const AnswerRequest& request,
    std::span<const RequestMessage> messages, ContentStyle style, const std::string& mark)
{
    Json list = Json::array();
    for (const RequestMessage& message : messages)
        list.push_back(messageJson(message, style, mark));
    Json variables = Json::object();
    if (!request.tools.empty())
        variables["tools"] = toolsJson(request.tools);
    if (request.settings.thinks)
        addThinking(variables, *request.settings.thinks);
    engine::ChatTemplate::Options options;
    options.now = request.begun;
    const engine::Tokenizer& tokenizer = *format.tokenizer;
    options.bos = tokenizer.bos() >= 0 ? tokenizer.piece(tokenizer.bos()) : "";
    options.eos = tokenizer.eos() >= 0 ? tokenizer.piece(tokenizer.eos()) : "";
    return format.chatTemplate->render(list, variables, options);
}

// What the template makes of a message in parts: one placeholder and the text, if it knows them.
ContentStyle styleOf(const PromptFormat& format)
{
    const std::string mark = "vignette";
    const engine::ChatTemplate::Options anyTime{.now = std::chrono::system_clock::time_point()};
    Json parts = Json::array({{{"type", "image"}}, {{"type", "text"}, {"text", mark}}});
    try {
        const RenderedPrompt probe = format.chatTemplate->render(
            Json::array({{{"role", "user"}, {"content", parts}}}), Json::object(), anyTime);
        const bool knowsParts
            = placesOf(probe, format.placeholder(), WrittenBy::Template).size() == 1
            && probe.text.find(mark) != std::string::npos;
        return knowsParts ? ContentStyle::Parts : ContentStyle::Text;
    } catch (const kernels::Error&) {
        return ContentStyle::Text;
    }
}

// Spells the pictures, in order, where `mark` stands for them.
RenderedPrompt withPictures(const RenderedPrompt& prompt, const std::string& mark, WrittenBy writer,
    const std::vector<std::string>& spellings)
{
    const std::vector<size_t> places = placesOf(prompt, mark, writer);
    if (places.size() != spellings.size()) {
        throw kernels::Error(kernels::ErrorKind::BadRequest,
            "the model's chat template shows " + std::to_string(places.size())
                + " pictures where the messages have " + std::to_string(spellings.size()));
    }
    std::vector<engine::Replacement> replacements;
    for (size_t picture = 0, from = 0; picture < spellings.size(); ++picture) {
        const engine::Replacement& replacement = replacements.emplace_back(withoutRepeating(
            prompt, {places[picture], mark.size(), spellings[picture]}, mark, from));
        from = replacement.begin + replacement.length;
    }
    return replaced(prompt, replacements);
}

// Whether the last message is what there is of the answer: an answer that is text and nothing else.
bool goesOn(const std::vector<RequestMessage>& messages)
{
    const auto isText = [](const Part& part) { return std::holds_alternative<std::string>(part); };
    return messages.size() > 1 && messages.back().role == Role::Assistant
        && std::ranges::all_of(messages.back().parts, isText);
}

} // namespace

RenderedPrompt renderRequest(const PromptFormat& format, const AnswerRequest& request,
    const std::vector<std::string>& spellings)
{
    const bool inParts = format.vision && styleOf(format) == ContentStyle::Parts;
    const std::string mark = inParts ? format.placeholder() : unusedMark(request);
    const bool isBegun = goesOn(request.messages);
    const auto messages = std::span(request.messages).first(request.messages.size() - isBegun);
    RenderedPrompt rendered = render(
        format, request, messages, inParts ? ContentStyle::Parts : ContentStyle::Text, mark);
    rendered = withPictures(
        rendered, mark, inParts ? WrittenBy::Template : WrittenBy::Message, spellings);
    if (isBegun) {
        const std::string beginning = textOf(request.messages.back());
        rendered.plain.push_back({rendered.text.size(), rendered.text.size() + beginning.size()});
        rendered.text += beginning;
    }
    return rendered;
}

bool tellsOfTools(const PromptFormat& format)
try {
    const std::string name = "vignette_tool";
    AnswerRequest request{{textMessage(Role::User, "Hello")}};
    request.tools = {{name, "A tool.", R"({"type": "object", "properties": {}})"}};
    return renderRequest(format, request, {}).text.find(name) != std::string::npos;
} catch (const kernels::Error&) {
    return false;
}

} // namespace runtime
