#include "runtime/prompt/prompt_text.h"

#include "base/error.h"
#include "base/utf8.h"
#include "engine/generate/image_prompt.h"
#include "engine/templates/chat_template.h"
#include "runtime/prompt/message_json.h"
#include "runtime/prompt/prompt_format.h"
#include "runtime/prompt/read_messages.h"
#include "vision/film_frames.h"

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
        text += toPlainText(message);
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

// True if the last message is what there is of the answer: an answer that is text and nothing else.
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
    const bool inParts = format.vision && contentStyle(format) == ContentStyle::Parts;
    const std::string mark = inParts ? format.placeholder() : unusedMark(request);
    const bool isBegun = goesOn(request.messages);
    const auto messages = std::span(request.messages).first(request.messages.size() - isBegun);
    RenderedPrompt rendered = render(
        format, request, messages, inParts ? ContentStyle::Parts : ContentStyle::Text, mark);
    rendered = withPictures(
        rendered, mark, inParts ? WrittenBy::Template : WrittenBy::Message, spellings);
    if (isBegun) {
        const std::string beginning = joinText(request.messages.back());
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
} catch (const base::Error&) {
    return false;
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
    engine::PictureText text
        = engine::spellPictures(renderRequest(format, request, aliases), images);
    Prompt prompt;
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
            spellings.push_back(vision::picturePrompt(*format.vision, **picture));
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
