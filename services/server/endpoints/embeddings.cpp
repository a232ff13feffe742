#include "runtime/answer_engine.h"
#include "services/server/endpoints/service.h"
#include "services/server/protocol/fields.h"
#include "services/server/protocol/requests.h"

#include <QByteArray>

namespace services::server {

namespace {

constexpr size_t maxInputs = 2048; // of a request
constexpr size_t maxTextBytes = 1 << 20; // models read far less of a text
constexpr size_t atOnce = 16; // texts, between which a client may hang up

std::vector<std::string> readTexts(const Fields& fields, const runtime::AnswerEngine& engine)
{
    std::vector<std::string> texts;
    for (const runtime::PlainPrompt& input :
        readPrompts(fields.find("input"), "input", maxInputs)) {
        if (const auto* text = std::get_if<std::string>(&input))
            texts.push_back(text->substr(0, maxTextBytes));
        else if (auto decoded = engine.detokenize(std::get<engine::TokenIds>(input)))
            texts.push_back(*std::move(decoded));
        else
            throw wrongField("input", "must be strings: this model doesn't accept token ids.");
        if (texts.back().empty())
            throw wrongField("input", "must not be empty.");
    }
    return texts;
}

// What texts of their kind begin with: a query is embedded in another way than what it is to find.
std::string readPrompt(const Fields& fields, runtime::AnswerEngine& engine)
{
    const std::string kind = fields.text("input_type").value_or("");
    if (!kind.empty() && kind != "query" && kind != "document")
        throw wrongField("input_type", "must be query or document.");
    return engine.embeddingPrompt(kind);
}

bool wantsBase64(const Fields& fields)
{
    const std::string format = fields.text("encoding_format").value_or("float");
    if (format != "float" && format != "base64")
        throw wrongField("encoding_format", "must be float or base64.");
    return format == "base64";
}

// Little-endian floats.
Json packed(const std::vector<float>& vector)
{
    const auto bytes = QByteArray::fromRawData(
        reinterpret_cast<const char*>(vector.data()), qsizetype(vector.size() * sizeof(float)));
    return bytes.toBase64().toStdString();
}

} // namespace

void postEmbeddings(const Service& service, const HttpRequest& request, HttpReply& reply)
{
    const Json body = readBody(request, reply);
    const Fields fields(body);
    const ServedModel model = service.models.require(fields.requiredText("model"));
    const auto isGone = reply.isGone();
    if (!awaitReady(model, isGone).embeds)
        throw ApiError(400, "invalid_request_error",
            "The model '" + model.id + "' doesn't compute embeddings.", "model");
    const bool isPacked = wantsBase64(fields);
    const auto dimensions = fields.integer("dimensions", 1, 1 << 20);
    std::vector<std::string> texts = readTexts(fields, *model.engine);
    const std::string prompt = readPrompt(fields, *model.engine);
    for (std::string& text : texts)
        text.insert(0, prompt);

    const RequestGate::Pass pass = enter(service.gate, 1, isGone);
    Json data = Json::array();
    int64_t tokens = 0;
    for (size_t first = 0; first < texts.size(); first += atOnce) {
        if (isGone())
            throw ClientGone();
        const auto some = std::span(texts).subspan(first, std::min(atOnce, texts.size() - first));
        for (const std::string& text : some)
            tokens += int64_t(model.engine->tokenize(text).value_or(engine::TokenIds()).size());
        for (const std::vector<float>& vector : model.engine->embed(some)) {
            if (dimensions && *dimensions != int64_t(vector.size()))
                throw wrongField(
                    "dimensions", "must be " + std::to_string(vector.size()) + " for this model.");
            data.push_back({{"object", "embedding"}, {"index", data.size()},
                {"embedding", isPacked ? packed(vector) : Json(vector)}});
        }
    }
    send(reply,
        {{"object", "list"}, {"data", std::move(data)}, {"model", model.id},
            {"usage", {{"prompt_tokens", tokens}, {"total_tokens", tokens}}}});
}

} // namespace services::server
