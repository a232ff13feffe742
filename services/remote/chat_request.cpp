#include "services/remote/chat_request.h"

#include "base/error.h"
#include "engine/files/json_text.h"
#include "engine/filters/schema/schema_json.h"
#include "runtime/prompt/message_json.h"
#include "vision/image_budget.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImage>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace services {

namespace {

constexpr int jpegQuality = 90; // per cent
constexpr int quickPng = 80; // per cent: little is packed, because it travels no way
constexpr qint64 maxPixelsOfPng = 512 * 512;
constexpr qsizetype maxBytesOfPng = 128 << 10;

QImage scaled(const QImage& picture, int maxSide)
{
    if (maxSide == 0 || std::max(picture.width(), picture.height()) <= maxSide)
        return picture;
    QSize size = picture.size().scaled(maxSide, maxSide, Qt::KeepAspectRatio);
    size = size.expandedTo({1, 1});
    return picture.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

QByteArray encoded(const QImage& image, const char* format, int quality)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (!image.save(&buffer, format, quality))
        throw base::Error(base::ErrorKind::BadRequest, "The picture can't be encoded.");
    return bytes;
}

std::string uri(const char* type, const QByteArray& bytes)
{
    return std::string("data:") + type + ";base64," + bytes.toBase64().toStdString();
}

} // namespace

std::string pictureUri(const Pixels& picture, int maxSide)
{
    const QImage image = scaled(toQImage(picture), maxSide);
    if (image.isNull())
        throw base::outOfMemory("the picture");
    if (maxSide == 0)
        return uri("image/png", encoded(image, "PNG", quickPng));
    if (qint64(image.width()) * image.height() <= maxPixelsOfPng)
        if (const QByteArray bytes = encoded(image, "PNG", -1); bytes.size() <= maxBytesOfPng)
            return uri("image/png", bytes);
    return uri("image/jpeg", encoded(image, "JPEG", jpegQuality));
}

namespace {

using Json = nlohmann::ordered_json;
using runtime::AnswerField;
using runtime::AnswerRequest;
using runtime::AnswerSettings;
using runtime::RequestMessage;
using runtime::Role;

// What servers take one token for at most, where only the size of the prompt is known.
constexpr int64_t maxTokensOfPicture = 4096, maxTokensAroundMessage = 32;

constexpr const char* continueRequest
    = "Go on with your last answer exactly where it ends. Repeat nothing of "
      "it, and write nothing else.";

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::ChatRequest)
};

Json parsedSchema(const std::string& text)
try {
    return engine::parseJson<Json>(text, engine::SchemaJsonText::limits());
} catch (const engine::JsonError& error) {
    throw base::Error(base::ErrorKind::BadRequest,
        std::string("The JSON schema ")
            + (error.details.empty() ? error.what() : "isn't valid JSON") + ".");
}

Json passagePart(const runtime::Passage& passage)
{
    const bool isOfPicture = passage.from == runtime::Passage::From::Picture;
    return {{"type", "passage"}, {"text", passage.text}, {"name", passage.source.name},
        {"place", passage.source.place}, {"of", isOfPicture ? "picture" : "document"}};
}

// Joins texts that follow each other.
Json contentInParts(const RequestMessage& message, const ChatRequestForm& form)
{
    Json parts = Json::array();
    std::string words;
    const auto addWords = [&] {
        if (!words.empty())
            parts.push_back({{"type", "text"}, {"text", std::exchange(words, {})}});
    };
    for (const runtime::Part& part : message.parts) {
        if (const auto* text = std::get_if<std::string>(&part))
            words += *text;
        if (const auto* passage = std::get_if<runtime::Passage>(&part)) {
            if (form.kind.isOurs) {
                addWords();
                parts.push_back(passagePart(*passage));
            } else {
                words += runtime::passageText(*passage);
            }
        }
        if (const auto* picture = std::get_if<Pixels>(&part)) {
            addWords();
            Json image{{"url", pictureUri(*picture, form.pictureSide)}};
            if ((*picture)->tokens == vision::fastImage)
                image["detail"] = "low";
            const bool isCut = (*picture)->tokens == vision::tilesImage;
            if ((*picture)->tokens == vision::fineImage || isCut)
                image["detail"] = isCut && form.cutsTiles ? "tiles" : "high";
            parts.push_back({{"type", "image_url"}, {"image_url", std::move(image)}});
        }
    }
    addWords();
    return parts;
}

Json callJson(const runtime::ToolCall& call)
{
    return {{"id", call.id}, {"type", "function"},
        {"function", {{"name", call.name}, {"arguments", call.arguments}}}};
}

// Each result is a message of its own. The protocol knows no images in results: they follow.
void addResults(Json& messages, const RequestMessage& message, const ChatRequestForm& form)
{
    RequestMessage shown{Role::User, {}};
    for (const runtime::Part& part : message.parts) {
        if (const auto* result = std::get_if<runtime::ToolResult>(&part))
            messages.push_back(
                {{"role", "tool"}, {"tool_call_id", result->id}, {"content", result->text}});
        if (std::holds_alternative<Pixels>(part))
            shown.parts.push_back(part);
    }
    if (shown.parts.empty())
        return;
    shown.parts.emplace_back(std::string(runtime::toolPicturesText));
    messages.push_back({{"role", toString(shown.role)}, {"content", contentInParts(shown, form)}});
}

bool hasPassages(const RequestMessage& message)
{
    return std::ranges::any_of(message.parts,
        [](const runtime::Part& part) { return std::holds_alternative<runtime::Passage>(part); });
}

void addMessage(Json& messages, const RequestMessage& message, const ChatRequestForm& form)
{
    if (message.role == Role::Tool)
        return addResults(messages, message, form);
    Json json{{"role", toString(message.role)}};
    if (runtime::hasPictures(message) || (form.kind.isOurs && hasPassages(message)))
        json["content"] = contentInParts(message, form);
    else
        json["content"] = runtime::toPlainText(message);
    for (const runtime::Part& part : message.parts)
        if (const auto* call = std::get_if<runtime::ToolCall>(&part))
            json["tool_calls"].push_back(callJson(*call));
    if (form.kind.readsReasoning && !message.reasoning.empty())
        json["reasoning_content"] = message.reasoning;
    messages.push_back(std::move(json));
}

void addContinuation(Json& body, const ServerKind& kind)
{
    switch (kind.continues) {
    case ServerKind::Continues::ByItself:
        return;
    case ServerKind::Continues::IfTold:
        body["add_generation_prompt"] = false;
        body["continue_final_message"] = true;
        return;
    case ServerKind::Continues::AsAsked:
        body["messages"].push_back({{"role", "user"}, {"content", continueRequest}});
    }
}

Json writeMessages(const AnswerRequest& request, const ChatRequestForm& form)
{
    Json messages = Json::array();
    for (const RequestMessage& message : request.messages)
        addMessage(messages, message, form);
    return messages;
}

// A token stands for a byte at least.
bool surelyFits(const AnswerRequest& request, int64_t answerTokens, int64_t contextTokens)
{
    int64_t max = answerTokens;
    for (const RequestMessage& message : request.messages) {
        max += maxTokensAroundMessage + int64_t(runtime::toPlainText(message).size());
        for (const runtime::Part& part : message.parts)
            max += std::holds_alternative<Pixels>(part) ? maxTokensOfPicture : 0;
    }
    return contextTokens == 0 || max <= contextTokens;
}

// A setting that doesn't change the answer is not sent: many servers do not know the names.
bool isSent(const AnswerField& field, const AnswerSettings& all)
{
    if (field.partOf)
        return isSent(runtime::answerField(field.partOf), all);
    return field.isAlwaysSent || runtime::changesAnswer(field, all);
}

void addSettings(Json& body, const AnswerSettings& all, const ServerKind& kind)
{
    for (const AnswerField& field : runtime::answerFields())
        if (const char* name = field.remote.*kind.names; name && isSent(field, all))
            std::visit(
                [&](const auto& value) { body[Json::json_pointer(name)] = *(all.*value.member); },
                field.value);
    if (!all.schema->empty())
        body["response_format"] = {{"type", "json_schema"},
            {"json_schema",
                {{"name", "answer"}, {"strict", true}, {"schema", parsedSchema(*all.schema)}}}};
}

} // namespace

bool continues(const AnswerRequest& request)
{
    return !request.messages.empty() && request.messages.back().role == Role::Assistant;
}

std::string chatRequest(const AnswerRequest& request, const ChatRequestForm& form)
{
    const AnswerSettings all = runtime::completed(request.settings);
    Json body{{"model", form.model}, {"messages", writeMessages(request, form)}, {"stream", true},
        {"stream_options", {{"include_usage", true}}}};
    if (continues(request))
        addContinuation(body, form.kind);
    if (surelyFits(request, *all.maxTokens, form.contextTokens))
        body["max_tokens"] = *all.maxTokens;
    addSettings(body, all, form.kind);
    if (!request.tools.empty())
        body["tools"] = runtime::toolsJson(request.tools);
    if (request.likeliestTokens) {
        body["logprobs"] = true;
        body["top_logprobs"] = *request.likeliestTokens;
    }
    return body.dump(-1, ' ', false, Json::error_handler_t::replace);
}

QStringList settingsThatLack(const AnswerSettings& settings, const ServerKind& kind)
{
    AnswerSettings all = runtime::completed(settings);
    if (*all.guidance == 1)
        all.negativePrompt->clear(); // it has no effect
    QStringList missing;
    for (const AnswerField& field : runtime::answerFields())
        if (field.remoteText && !(field.remote.*kind.names) && isSent(field, all))
            missing << Texts::tr(field.remoteText);
    return missing;
}

} // namespace services
