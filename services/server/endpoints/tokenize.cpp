#include "services/server/endpoints/service.h"
#include "services/server/protocol/fields.h"
#include "services/server/protocol/requests.h"

namespace services::server {

namespace {

constexpr size_t maxTextBytes = 1 << 20; // the reply has a number, or an object, for every token

// Programs for llama.cpp's server name none.
ServedModel findModel(const Service& service, const Fields& fields)
{
    const auto id = fields.text("model");
    const std::vector<ServedModel> models = service.models.models();
    return id || models.empty() ? service.models.require(id.value_or("")) : models.front();
}

engine::TokenIds known(std::optional<engine::TokenIds> tokens)
{
    if (!tokens)
        throw ApiError(
            400, "invalid_request_error", "This model doesn't expose its tokens.", "model");
    return *std::move(tokens);
}

// "content" is llama.cpp's name for it, "prompt" vLLM's.
engine::TokenIds tokensIn(
    const Fields& fields, const runtime::AnswerEngine& engine, const std::function<bool()>& isGone)
{
    const char* name = fields.has("prompt") ? "prompt" : "content";
    const std::string text = fields.requiredText(name);
    if (text.size() > maxTextBytes)
        throw wrongField(name, "can have at most " + std::to_string(maxTextBytes) + " bytes.");
    std::optional<HeavyWork> turn;
    if (text.size() > HeavyWork::longText)
        turn.emplace(isGone);
    bool isWhole = name == std::string("prompt");
    for (const char* flag : {"add_special", "add_special_tokens"})
        isWhole = fields.flag(flag).value_or(isWhole);
    using Kind = runtime::TextKind;
    const Kind parsed = isWhole ? Kind::Whole : Kind::Plain;
    const Kind literal = isWhole ? Kind::LiteralWhole : Kind::Literal;
    return known(
        engine.tokenize(text, fields.flag("parse_special").value_or(true) ? parsed : literal));
}

} // namespace

void postTokenize(const Service& service, const HttpRequest& request, HttpReply& reply)
{
    const Json body = readBody(request, reply);
    const Fields fields(body);
    const ServedModel model = findModel(service, fields);
    const runtime::ModelSummary summary = awaitReady(model, reply.isGone());
    Json told{{"max_model_len", summary.contextTokens}};
    if (fields.has("messages")) {
        const auto count = countTokens(model,
            {.messages = readChatMessages(body, reply.isGone(), service.downloadImage)},
            reply.isGone());
        told["count"] = count ? Json(count->tokens) : Json();
        return send(reply, told); // which tokens, only its cache knows
    }
    const engine::TokenIds tokens = tokensIn(fields, *model.engine, reply.isGone());
    told["count"] = tokens.size();
    told["tokens"] = tokens;
    if (!fields.flag("with_pieces").value_or(false))
        return send(reply, told);
    Json pieces = Json::array();
    for (const engine::TokenId token : tokens)
        pieces.push_back(
            {{"id", token}, {"piece", model.engine->detokenize({token}).value_or("")}});
    told["tokens"] = std::move(pieces);
    send(reply, told);
}

void postDetokenize(const Service& service, const HttpRequest& request, HttpReply& reply)
{
    const Json body = readBody(request, reply);
    const Fields fields(body);
    const ServedModel model = findModel(service, fields);
    awaitReady(model, reply.isGone());
    std::string said;
    if (const Json* given = fields.find("tokens");
        given && !(given->is_array() && given->empty())) {
        const runtime::PlainPrompt tokens = readPrompts(given, "tokens", 1).front();
        if (!std::holds_alternative<engine::TokenIds>(tokens))
            throw wrongField("tokens", "must be a list of token ids.");
        const auto decoded = model.engine->detokenize(std::get<engine::TokenIds>(tokens));
        if (!decoded)
            throw ApiError(
                400, "invalid_request_error", "This model doesn't expose its tokens.", "model");
        said = *decoded;
    } else if (!given) {
        throw wrongField("tokens", "is missing.");
    }
    send(reply, {{"content", said}, {"prompt", said}});
}

} // namespace services::server
