#include "services/remote/offered_model.h"

#include "services/json_document.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace services {

namespace {

using Continues = ServerKind::Continues;
using Details = ServerKind::Details;

using Names = runtime::RemoteNames;

constexpr ServerKind kinds[] = {
    {.owner = "vllm",
        .name = "vLLM",
        .continues = Continues::IfTold,
        .readsReasoning = true,
        .names = &Names::vllm},
    {.owner = "sglang",
        .name = "SGLang",
        .continues = Continues::IfTold,
        .readsReasoning = true,
        .names = &Names::sglang},
    {.owner = "llamacpp",
        .name = "llama.cpp",
        .continues = Continues::ByItself,
        .mayRepeat = true,
        .details = Details::Props,
        .readsReasoning = true,
        .names = &Names::llamaCpp},
    {.owner = "tabbyAPI", .name = "TabbyAPI", .details = Details::Model, .names = &Names::tabby},
    {.owner = "library", .name = "Ollama", .details = Details::Show, .names = &Names::ollama},
    {.owner = "vignette",
        .name = "Vignette",
        .continues = Continues::ByItself,
        .readsReasoning = true,
        .isOurs = true,
        .names = &Names::vignette},
};

// Fields that a server does not know are an error at some and nothing at others.
constexpr ServerKind another{.owner = "", .name = ""};

} // namespace

const ServerKind& serverKind(std::string_view owner)
{
    const auto kind = std::ranges::find(kinds, owner, &ServerKind::owner);
    return kind == std::ranges::end(kinds) ? another : *kind;
}

namespace {

constexpr qsizetype maxModels = 10'000;
constexpr qsizetype maxNameLength = 500; // characters
constexpr double maxTokens = 1e9;

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::OfferedModel)
};

qint64 readTokens(const QJsonValue& value)
{
    const double tokens = value.toDouble();
    return tokens > 0 && tokens < maxTokens ? qint64(tokens) : 0;
}

// The first that is said.
qint64 firstTokens(std::initializer_list<QJsonValue> values)
{
    for (const QJsonValue& value : values)
        if (const qint64 tokens = readTokens(value))
            return tokens;
    return 0;
}

bool isName(const QString& name)
{
    return !name.isEmpty() && name.size() <= maxNameLength
        && std::all_of(name.begin(), name.end(), [](QChar letter) { return letter.isPrint(); });
}

bool holds(const QJsonArray& list, const char* word)
{
    return list.contains(QLatin1String(word));
}

// Reads the capabilities as Ollama and Vignette name them.
void addCapabilities(OfferedModel& model, const QJsonArray& capabilities)
{
    if (capabilities.isEmpty())
        return;
    model.sees = holds(capabilities, "vision");
    model.callsTools = holds(capabilities, "tools");
    model.embeds = holds(capabilities, "embedding");
    model.writes = holds(capabilities, "completion");
    model.cutsTiles = model.kind().isOurs && holds(capabilities, "tiles");
}

OfferedModel readModel(const QJsonObject& row)
{
    const QJsonObject meta = row["meta"].toObject();
    OfferedModel model;
    model.name = row["id"].toString();
    model.owner = row["owned_by"].toString();
    model.contextTokens = firstTokens({row["max_model_len"], row["context_length"],
        row["context_window"], meta["n_ctx"], meta["context_length"]});
    addCapabilities(model, row["capabilities"].toArray());
    return model;
}

// What Ollama's /api/show says: {"capabilities": […], "model_info": {"llama.context_length": …}}
void addShown(OfferedModel& model, const QJsonObject& shown)
{
    addCapabilities(model, shown["capabilities"].toArray());
    const QJsonObject facts = shown["model_info"].toObject();
    for (auto fact = facts.begin(); fact != facts.end(); ++fact)
        if (fact.key().endsWith(QLatin1String(".context_length")))
            model.contextTokens = readTokens(fact.value());
}

void addProps(OfferedModel& model, const QJsonObject& props)
{
    if (const qint64 tokens
        = firstTokens({props["default_generation_settings"].toObject()["n_ctx"], props["n_ctx"]}))
        model.contextTokens = tokens;
    const QJsonValue sight = props["modalities"].toObject()["vision"];
    if (sight.isBool())
        model.sees = sight.toBool();
}

} // namespace

QList<OfferedModel> offeredModels(const QByteArray& json)
{
    const QJsonValue data = parseJsonDocument(json).object()["data"];
    if (!data.isArray())
        reject(Texts::tr("its list of models doesn't follow the OpenAI API"));
    QList<OfferedModel> models;
    const QJsonArray rows = data.toArray();
    for (const QJsonValue& row : rows) {
        const OfferedModel model = readModel(row.toObject());
        if (isName(model.name) && models.size() < maxModels)
            models << model;
    }
    return models;
}

void addDetails(OfferedModel& model, const QByteArray& json)
{
    const QJsonObject told = parseJsonDocument(json).object();
    switch (model.kind().details) {
    case ServerKind::Details::Props:
        return addProps(model, told);
    case ServerKind::Details::Show:
        return addShown(model, told);
    case ServerKind::Details::Model:
        if (const qint64 tokens = readTokens(told["parameters"].toObject()["max_seq_len"]))
            model.contextTokens = tokens;
        return;
    case ServerKind::Details::None:
        return;
    }
}

} // namespace services
