#include "runtime/prompt/prompt_text.h"

#include "base/ascii.h"
#include "base/error.h"
#include "base/utf8.h"
#include "engine/files/json_text.h"
#include "engine/generate/image_prompt.h"
#include "engine/templates/chat_template.h"
#include "runtime/prompt/message_json.h"
#include "runtime/prompt/prompt_format.h"
#include "runtime/prompt/read_messages.h"
#include "runtime/reading/thought_splitter.h"
#include "vision/video_frames.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

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
        text += toPlainText(message) + message.reasoning;
    std::string mark = "<$EMB$>";
    while (text.find(mark) != std::string::npos)
        mark.insert(1, "$");
    return mark;
}

// An answer that has a form begins with it, not with a thought.
bool hasForm(const AnswerSettings& settings)
{
    for (const auto& form : {settings.schema, settings.regex, settings.grammar})
        if (form && !base::trimmed(*form).empty())
            return true;
    return false;
}

// The effort itself if the template knows it, or the next higher one that it knows.
std::string knownEffort(const ReasoningChoices& choices, const std::string& effort)
{
    if (choices.efforts.empty() || choices.takesAnyEffort)
        return effort;
    const auto rank = [](std::string_view name) {
        return std::ranges::find(reasoningEfforts, name) - reasoningEfforts.begin();
    };
    for (const std::string& known : choices.efforts)
        if (rank(known) >= rank(effort))
            return known;
    return choices.efforts.back();
}

// The names under which templates ask whether, and how much, a model is to think.
void addThinking(Json& variables, const AnswerSettings& settings, const ReasoningChoices& choices)
{
    std::string effort = settings.reasoningEffort.value_or("");
    std::optional<bool> thinks = settings.thinks;
    if (!effort.empty() && !thinks)
        thinks = effort != "none" && effort != "minimal";
    if (hasForm(settings))
        thinks = false;
    if (thinks)
        variables["enable_thinking"] = variables["thinking"] = *thinks;
    if (thinks == false && effort != "minimal") // the least, for there may be no none
        effort = choices.efforts.empty() ? "low" : choices.efforts.front();
    if (!effort.empty())
        variables["reasoning_effort"] = knownEffort(choices, effort);
}

void addVariables(Json& variables, const std::string& given)
{
    if (given.empty())
        return;
    const auto parsed = engine::tryParseJson<Json>(given);
    if (!parsed || !parsed->is_object())
        throw base::Error(base::ErrorKind::BadRequest,
            "The variables for the chat template must be a JSON object.");
    variables.update(*parsed);
}

// `mark` is the placeholder of images where the template knows text only.
RenderedPrompt render(const PromptFormat& format, const AnswerRequest& request,
    std::span<const RequestMessage> messages, ContentStyle style, const std::string& mark)
{
    Json list = Json::array();
    for (const RequestMessage& message : messages)
        list.push_back(messageJson(message, style, mark));
    Json variables = Json::object();
    if (!request.tools.empty())
        variables["tools"] = toolsJson(request.tools);
    addThinking(variables, request.settings, format.reasoning);
    addVariables(variables, request.templateVariables);
    engine::ChatTemplate::Options options;
    options.addGenerationPrompt = request.end != PromptEnd::LastMessage;
    options.now = request.begun;
    const engine::Tokenizer& tokenizer = *format.tokenizer;
    options.bos = tokenizer.bos() >= 0 ? tokenizer.piece(tokenizer.bos()) : "";
    options.eos = tokenizer.eos() >= 0 ? tokenizer.piece(tokenizer.eos()) : "";
    return format.chatTemplate->render(list, variables, options);
}

// What the template makes of a message in parts: one placeholder and the text, if it knows them.
ContentStyle contentStyle(const PromptFormat& format)
{
    const std::string mark = "vignette";
    const engine::ChatTemplate::Options anyTime{.now = std::chrono::system_clock::time_point()};
    Json parts = Json::array({{{"type", "image"}}, {{"type", "text"}, {"text", mark}}});
    try {
        const RenderedPrompt probe = format.chatTemplate->render(
            Json::array({{{"role", "user"}, {"content", parts}}}), Json::object(), anyTime);
        const bool knowsParts
            = findPlaceholders(probe, format.placeholder(), WrittenBy::Template).size() == 1
            && probe.text.find(mark) != std::string::npos;
        return knowsParts ? ContentStyle::Parts : ContentStyle::Text;
    } catch (const base::Error&) {
        return ContentStyle::Text;
    }
}

// Replaces each `mark` with the spelling of its image, in order.
RenderedPrompt withPictures(const RenderedPrompt& prompt, const std::string& mark, WrittenBy writer,
    const std::vector<std::string>& spellings)
{
    const std::vector<size_t> places = findPlaceholders(prompt, mark, writer);
    if (places.size() != spellings.size()) {
        throw base::Error(base::ErrorKind::BadRequest,
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

void addPlain(RenderedPrompt& prompt, std::string_view text)
{
    if (!text.empty())
        prompt.plain.push_back({prompt.text.size(), prompt.text.size() + text.size()});
    prompt.text += text;
}

// The marks of an answer that comes through channels.
constexpr std::string_view answerHead = "<|start|>assistant";
constexpr std::string_view analysisOpen = "<|channel|>analysis<|message|>";
constexpr std::string_view analysisClose = "<|end|><|start|>assistant<|channel|>final<|message|>";
constexpr std::string_view finalOpen = "<|channel|>final<|message|>";

// The mark of a thought that the template has opened at the end of a prompt. Empty: none.
std::string openedByTemplate(const RenderedPrompt& prompt)
{
    const std::string_view opened = thoughtOpenedAtEnd(prompt.text);
    const bool isFromMessage = !prompt.plain.empty()
        && int64_t(prompt.plain.back().end) > int64_t(prompt.text.size() - opened.size());
    return isFromMessage ? std::string() : std::string(opened);
}

// Leads to the words of an answer: ends a thought that the template has opened, or chooses the
// channel for them.
void openWords(RenderedPrompt& prompt, const std::string& reasoning)
{
    const std::string opened = openedByTemplate(prompt);
    if (prompt.text.ends_with(answerHead)) {
        if (!reasoning.empty()) {
            prompt.text += analysisOpen;
            addPlain(prompt, reasoning);
        }
        prompt.text += reasoning.empty() ? finalOpen : analysisClose;
    } else if (!opened.empty() || !reasoning.empty()) {
        const std::string opening = opened.empty() ? "<think>\n" : opened;
        prompt.text += opened.empty() ? opening : "";
        addPlain(prompt, reasoning);
        (prompt.text += '\n').append(thoughtClose(opening)).append("\n\n");
    }
}

// Adds an answer that begins with a thought. The marks of the thought stay what they are.
void addThought(
    RenderedPrompt& prompt, std::string_view text, std::string_view opening, std::string_view close)
{
    prompt.text.resize(prompt.text.size() - openedByTemplate(prompt).size());
    prompt.text += opening;
    text.remove_prefix(opening.size());
    const size_t end = text.find(close);
    addPlain(prompt, text.substr(0, end));
    if (end == std::string_view::npos)
        return;
    prompt.text += close;
    addPlain(prompt, text.substr(end + close.size()));
}

// Adds what there is of an answer, as the model would have written it behind the prompt.
void addBegunAnswer(RenderedPrompt& prompt, const RequestMessage& answer)
{
    const std::string text = joinText(answer);
    const bool isInThought = text.empty() && !answer.reasoning.empty();
    const std::string whole = isInThought ? "<think>\n" + answer.reasoning : text;
    if (whole.starts_with(analysisOpen))
        return addThought(prompt, whole, analysisOpen, analysisClose);
    if (const std::string_view opening = thoughtOpenedAtBegin(whole); !opening.empty())
        return addThought(prompt, whole, opening, thoughtClose(opening));
    openWords(prompt, answer.reasoning);
    addPlain(prompt, text);
}

} // namespace

namespace {

RenderedPrompt renderMessages(const PromptFormat& format, const AnswerRequest& request,
    std::span<const RequestMessage> messages, const std::vector<std::string>& spellings)
{
    const bool inParts = format.vision && contentStyle(format) == ContentStyle::Parts;
    const std::string mark = inParts ? format.placeholder() : unusedMark(request);
    const RenderedPrompt rendered = render(
        format, request, messages, inParts ? ContentStyle::Parts : ContentStyle::Text, mark);
    return withPictures(
        rendered, mark, inParts ? WrittenBy::Template : WrittenBy::Message, spellings);
}

// The images that tools returned are shown by the user, after the results.
std::vector<RequestMessage> withPicturesAfterResults(std::span<const RequestMessage> messages)
{
    std::vector<RequestMessage> separate;
    for (const RequestMessage& message : messages) {
        RequestMessage& result = separate.emplace_back(message);
        if (message.role != Role::Tool || !hasPictures(message))
            continue;
        removePictures(result);
        RequestMessage shown{Role::User, {}};
        std::ranges::copy_if(message.parts, std::back_inserter(shown.parts),
            [](const Part& part) { return std::holds_alternative<Pixels>(part); });
        shown.parts.emplace_back(std::string(toolPicturesText));
        separate.push_back(std::move(shown));
    }
    return separate;
}

enum class ToolPictures { InResults, AfterResults, Nowhere };

// Some templates know images in results, some let a question follow a result, some neither.
ToolPictures findToolPictures(const PromptFormat& format)
{
    const std::string id = "vignette1"; // nine letters and digits: Mistral's template wants as many
    AnswerRequest request{
        {textMessage(Role::User, "Hello"), {Role::Assistant, {ToolCall{id, "look", "{}"}}},
            {Role::Tool, {ToolResult{id, "look", "Done."}, Pixels()}}}};
    request.tools = {{"look", "A tool.", R"({"type": "object", "properties": {}})"}};
    request.begun = {};
    const auto isRendered = [&](std::span<const RequestMessage> messages) {
        try {
            renderMessages(format, request, messages, {"vignette"});
            return true;
        } catch (const base::Error&) {
            return false;
        }
    };
    if (isRendered(request.messages))
        return ToolPictures::InResults;
    return isRendered(withPicturesAfterResults(request.messages)) ? ToolPictures::AfterResults
                                                                  : ToolPictures::Nowhere;
}

} // namespace

bool showsToolPictures(const PromptFormat& format)
{
    return findToolPictures(format) != ToolPictures::Nowhere;
}

RenderedPrompt renderRequest(const PromptFormat& format, const AnswerRequest& request,
    const std::vector<std::string>& spellings)
{
    const bool isBegun = continuesAnswer(request);
    const auto messages = std::span(request.messages).first(request.messages.size() - isBegun);
    const bool areApart
        = hasToolPictures(messages) && findToolPictures(format) == ToolPictures::AfterResults;
    RenderedPrompt rendered = areApart
        ? renderMessages(format, request, withPicturesAfterResults(messages), spellings)
        : renderMessages(format, request, messages, spellings);
    if (isBegun)
        addBegunAnswer(rendered, request.messages.back());
    else if (hasForm(request.settings))
        openWords(rendered, {});
    return rendered;
}

bool tellsOfTools(const PromptFormat& format)
try {
    const std::string name = "vignette_tool";
    AnswerRequest request{{textMessage(Role::User, "Hello")}};
    request.tools = {{name, "A tool.", R"({"type": "object", "properties": {}})"}};
    return renderRequest(format, request, {}).text.find(name) != std::string::npos;
} catch (const base::Error&) {
    return false;
}

namespace {

// What the template makes of a question with these variables; nothing if it rejects them.
std::optional<std::string> renderedWith(const PromptFormat& format, const Json& variables)
try {
    AnswerRequest request{{textMessage(Role::User, "Hello")}};
    request.begun = {};
    request.templateVariables = variables.dump();
    return renderRequest(format, request, {}).text;
} catch (const base::Error&) {
    return std::nullopt;
}

} // namespace

// An effort counts if the template makes something else of it than of one that nobody knows.
ReasoningChoices findReasoningChoices(const PromptFormat& format)
{
    const auto withThinking = [&](bool thinks, std::string_view effort = {}) {
        Json variables{{"enable_thinking", thinks}, {"thinking", thinks}};
        if (!effort.empty())
            variables["reasoning_effort"] = effort;
        return renderedWith(format, variables);
    };
    const std::string nonsense = "vignette";
    const auto unknown = withThinking(true, nonsense);
    ReasoningChoices choices{.canBeOff = withThinking(true) != withThinking(false)};
    choices.takesAnyEffort = unknown && unknown->find(nonsense) != std::string::npos;
    if (choices.takesAnyEffort) {
        choices.efforts = {"low", "medium", "high"};
        return choices;
    }
    for (const std::string_view effort : reasoningEfforts)
        if (const auto text = withThinking(true, effort); text && text != unknown)
            choices.efforts.emplace_back(effort);
    return choices;
}

namespace {

Prompt plainPrompt(const PromptFormat& format, const PlainPrompt& given)
{
    if (const auto* ids = std::get_if<engine::TokenIds>(&given))
        return {{}, *ids, {}};
    const std::string& text = std::get<std::string>(given);
    return {text, format.wholePrompt(format.tokenizer->encode(text)), {}};
}

} // namespace

Prompt buildPrompt(const PromptFormat& format, const AnswerRequest& request,
    std::vector<engine::ImageEmbeddingPtr> images)
{
    if (request.plainPrompt)
        return plainPrompt(format, *request.plainPrompt);
    std::vector<std::string> aliases;
    for (const auto& image : images)
        aliases.push_back(image->alias);
    engine::RenderedPrompt rendered = renderRequest(format, request, aliases);
    Prompt prompt;
    if (!continuesAnswer(request))
        prompt.opened = openedByTemplate(rendered);
    engine::ImageText text = engine::spellImages(rendered, images);
    prompt.ids = format.wholePrompt(engine::encode(*format.tokenizer, text));
    prompt.text = std::move(text.prompt.text);
    prompt.images = std::move(images);
    return prompt;
}

namespace {

using Specials = engine::Tokenizer::Specials;

constexpr size_t chunkBytes = 64 << 10;
constexpr int64_t usualTokenBytes = 8; // at most: a text of shorter tokens is encoded once

// The placeholders of a message's images in prompts, in their order.
std::vector<std::string> picturePlaceholders(
    const PromptFormat& format, const RequestMessage& message)
{
    std::vector<std::string> spellings;
    for (const Part& part : message.parts)
        if (const auto* picture = std::get_if<Pixels>(&part); picture && format.vision)
            spellings.push_back(vision::makeImagePrompt(*format.vision, **picture));
    return spellings;
}

// The tokens of a text that surely has more than the context, estimated by its beginning; nothing
// for other texts. Chunks are encoded apart, so that tokens across their borders, unknown characters
// or blanks count a little differently than in the whole: only with twice the context it is sure.
std::optional<int64_t> tokensIfTooMany(
    const PromptFormat& format, std::string_view text, Specials specials, const CountLimits& limits)
{
    const int64_t most = 2 * limits.contextTokens;
    if (text.size() <= std::max(chunkBytes, size_t(usualTokenBytes * limits.contextTokens)))
        return std::nullopt;
    int64_t tokens = 0;
    for (size_t done = 0; done < text.size();) {
        if (limits.isCancelled && limits.isCancelled())
            throw CountCancelled();
        const size_t end = base::nextCharacterStart(text, std::min(done + chunkBytes, text.size()));
        tokens += int64_t(format.tokenizer->encode(text.substr(done, end - done), specials).size());
        done = end;
        if (tokens > most)
            return int64_t(double(tokens) * double(text.size()) / double(done));
    }
    return std::nullopt;
}

int64_t countPromptTokens(const PromptFormat& format, const std::string& text, Specials specials,
    const CountLimits& limits)
{
    if (const auto tokens = tokensIfTooMany(format, text, specials, limits))
        return *tokens;
    return int64_t(format.tokenizer->encode(text, specials).size());
}

int64_t countPromptTokens(
    const PromptFormat& format, const AnswerRequest& request, const CountLimits& limits)
{
    if (const auto* text = std::get_if<std::string>(&*request.plainPrompt))
        if (const auto tokens = tokensIfTooMany(format, *text, Specials::Parse, limits))
            return *tokens;
    return int64_t(buildPrompt(format, request, {}).ids.size());
}

int64_t countPromptTokens(
    const PromptFormat& format, const engine::RenderedPrompt& prompt, const CountLimits& limits)
{
    if (const auto tokens = tokensIfTooMany(format, prompt.text, Specials::Parse, limits))
        return *tokens;
    return int64_t(format.wholePrompt(format.tokenizer->encode(prompt.text, prompt.plain)).size());
}

// All of the last message, or the part of it that leaves room for a short answer.
int64_t fittingCharacters(
    const TokenCount& count, const RequestMessage& last, const TokenCount::Part& part)
{
    const int64_t excess = count.tokens + leastAnswerTokens - count.contextTokens;
    const int64_t fitting = part.textTokens - std::max<int64_t>(excess, 0);
    if (fitting <= 0)
        return 0;
    return int64_t(base::countCharacters(toPlainText(last))) * fitting / part.textTokens;
}

} // namespace

TokenCount::Part countMessage(
    const PromptFormat& format, const RequestMessage& message, const CountLimits& limits)
{
    if (limits.isCancelled && limits.isCancelled())
        throw CountCancelled();
    TokenCount::Part part{message.role};
    part.textTokens = countPromptTokens(format, toPlainText(message), Specials::AsText, limits);
    for (const std::string& spelling : picturePlaceholders(format, message))
        part.pictureTokens += countPromptTokens(format, spelling, Specials::Parse, limits);
    return part;
}

TokenCount countTokens(const PromptFormat& format, AnswerRequest request, const CountLimits& limits)
{
    TokenCount count{.contextTokens = contextFor(request, limits.contextTokens)};
    if (request.plainPrompt) {
        count.tokens = countPromptTokens(format, request, limits);
        count.parts.push_back({{}, count.tokens, 0});
        return count;
    }
    for (const RequestMessage& message : request.messages)
        count.parts.push_back({message.role});
    const std::vector<bool> isRead = keepWhatIsRead(format, limits, request);
    if (!format.vision && !request.messages.empty())
        removePictures(request.messages.back());
    std::vector<std::string> spellings;
    auto message = request.messages.begin();
    for (size_t each = 0; each < count.parts.size(); ++each) {
        count.parts[each].isRead = isRead[each];
        if (!isRead[each])
            continue;
        count.parts[each] = countMessage(format, *message, limits);
        count.tokens += count.parts[each].textTokens + count.parts[each].pictureTokens;
        std::ranges::move(picturePlaceholders(format, *message), std::back_inserter(spellings));
        ++message;
    }
    if (count.tokens <= 2 * limits.contextTokens)
        count.tokens = countPromptTokens(format, renderRequest(format, request, spellings), limits);
    if (!request.messages.empty())
        count.fittingCharacters
            = fittingCharacters(count, request.messages.back(), count.parts.back());
    int64_t rest = count.tokens;
    for (const TokenCount::Part& part : count.parts)
        rest -= part.textTokens + part.pictureTokens;
    count.parts.push_back({{}, std::max<int64_t>(rest, 0), 0});
    return count;
}

} // namespace runtime
