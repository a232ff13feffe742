#include "services/generation/answer_settings.h"

#include "base/error.h"
#include "engine/filters/schema/json_schema.h"
#include "engine/filters/schema/schema_json.h"
#include "engine/filters/token_trie.h"
#include "services/json_document.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <exception>

namespace services {

namespace {

// The numbers, under their names in the file and with what they may be.
struct NumberField {
    const char* name;
    std::optional<float> AnswerSettings::*member;
    float least, most;
};

constexpr NumberField numberFields[] = {
    {"temperature", &AnswerSettings::temperature, 0, 10},
    {"topP", &AnswerSettings::topP, 0, 1},
    {"minP", &AnswerSettings::minP, 0, 1},
    {"typical", &AnswerSettings::typical, 0, 1},
    {"repetitionPenalty", &AnswerSettings::repetitionPenalty, 0.1f, 10},
    {"presencePenalty", &AnswerSettings::presencePenalty, -10, 10},
    {"frequencyPenalty", &AnswerSettings::frequencyPenalty, -10, 10},
    {"dryMultiplier", &AnswerSettings::dryMultiplier, 0, 10},
    {"xtcProbability", &AnswerSettings::xtcProbability, 0, 1},
    {"xtcThreshold", &AnswerSettings::xtcThreshold, 0, 1},
    {"guidance", &AnswerSettings::guidance, 0, 10},
};

// The lists of texts, under their names in the file.
struct TextsField {
    const char* name;
    std::optional<std::vector<std::string>> AnswerSettings::*member;
};

constexpr TextsField textsFields[] = {
    {"stopStrings", &AnswerSettings::stopStrings},
    {"bannedPhrases", &AnswerSettings::bannedPhrases},
};

constexpr qint64 mostTokens = 1'000'000;
constexpr int mostCandidates = 1'000'000;

QJsonArray toJson(const std::vector<std::string>& texts)
{
    QJsonArray array;
    for (const std::string& text : texts)
        array << QString::fromStdString(text);
    return array;
}

bool isWithin(const QJsonValue& value, double least, double most)
{
    return value.isDouble() && value.toDouble() >= least && value.toDouble() <= most;
}

bool isWhole(const QJsonValue& value, qint64 least, qint64 most)
{
    const bool hasFraction = double(value.toInteger(-1)) != value.toDouble();
    return isWithin(value, double(least), double(most)) && !hasFraction;
}

bool areTexts(const QJsonValue& value)
{
    const QJsonArray array = value.toArray();
    return value.isArray() && std::all_of(array.begin(), array.end(), [](const QJsonValue& text) {
        return !text.toString().isEmpty();
    });
}

bool isSeed(const QJsonValue& value)
{
    bool isNumber = false;
    value.toString().toULongLong(&isNumber);
    return isNumber;
}

bool isTaken(const QString& name, const QJsonValue& value)
{
    for (const NumberField& field : numberFields)
        if (name == QLatin1String(field.name))
            return isWithin(value, double(field.least), double(field.most));
    for (const TextsField& field : textsFields)
        if (name == QLatin1String(field.name))
            return areTexts(value);
    if (name == QLatin1String("maxTokens"))
        return isWhole(value, 1, mostTokens);
    if (name == QLatin1String("topK"))
        return isWhole(value, 0, mostCandidates);
    if (name == QLatin1String("continuesWords") || name == QLatin1String("thinks"))
        return value.isBool();
    if (name == QLatin1String("seed"))
        return isSeed(value);
    if (name == QLatin1String("schema"))
        return value.isString() && value.toString().size() <= longestSchema;
    return name == QLatin1String("negativePrompt") && value.isString();
}

} // namespace

QJsonObject toJson(const AnswerSettings& settings)
{
    const AnswerSettings all = runtime::completed(settings);
    const AnswerSettings& usual = usualSettings();
    QJsonObject object;
    for (const NumberField& field : numberFields)
        if (all.*field.member != usual.*field.member)
            object[QLatin1String(field.name)] = double(*(all.*field.member));
    if (all.maxTokens != usual.maxTokens)
        object["maxTokens"] = qint64(*all.maxTokens);
    if (all.topK != usual.topK)
        object["topK"] = *all.topK;
    for (const TextsField& field : textsFields)
        if (!(all.*field.member)->empty())
            object[QLatin1String(field.name)] = toJson(*(all.*field.member));
    if (!all.schema->empty())
        object["schema"] = QString::fromStdString(*all.schema);
    if (!all.negativePrompt->empty())
        object["negativePrompt"] = QString::fromStdString(*all.negativePrompt);
    if (*all.continuesWords)
        object["continuesWords"] = true;
    if (all.thinks)
        object["thinks"] = *all.thinks;
    if (all.seed) // as text, for a double does not hold all of them
        object["seed"] = QString::number(*all.seed);
    return object;
}

AnswerSettings answerSettingsFrom(const QJsonObject& object)
{
    AnswerSettings settings = usualSettings();
    for (const NumberField& field : numberFields) {
        const double value = object[QLatin1String(field.name)].toDouble(-1e9);
        if (value >= double(field.least) && value <= double(field.most))
            settings.*field.member = float(value);
    }
    const qint64 tokens = object["maxTokens"].toInteger();
    if (tokens > 0 && tokens <= mostTokens)
        settings.maxTokens = tokens;
    settings.topK = qBound(0, object["topK"].toInt(), mostCandidates);
    for (const TextsField& field : textsFields)
        for (const QJsonValue& value : object[QLatin1String(field.name)].toArray())
            if (!value.toString().isEmpty())
                (settings.*field.member)->push_back(value.toString().toStdString());
    settings.negativePrompt = object["negativePrompt"].toString().toStdString();
    settings.continuesWords = object["continuesWords"].toBool();
    if (object["thinks"].isBool())
        settings.thinks = object["thinks"].toBool();
    const QString schema = object["schema"].toString();
    if (schema.size() <= longestSchema)
        settings.schema = schema.toStdString();
    bool isNumber = false;
    const quint64 seed = object["seed"].toString().toULongLong(&isNumber);
    if (isNumber)
        settings.seed = seed;
    return settings;
}

QString answerFieldPassedOver(const QJsonObject& object)
{
    for (auto field = object.begin(); field != object.end(); ++field)
        if (!isTaken(field.key(), *field))
            return field.key();
    return {};
}

namespace {

// One token for each byte: what can be enforced does not depend on the vocabulary.
std::shared_ptr<const engine::TokenTrie> trieOfBytes()
{
    std::vector<std::string> tokens;
    for (int byte = 0; byte < 256; ++byte)
        tokens.emplace_back(1, char(byte));
    return std::make_shared<engine::TokenTrie>(std::move(tokens));
}

} // namespace

QString schemaProblem(const QString& schema)
{
    if (schema.trimmed().isEmpty())
        return {};
    if (schema.size() > longestSchema)
        return QCoreApplication::translate("services::schemaProblem",
            "The schema is too long. Schemas can have up to a million characters.");
    try {
        engine::jsonSchemaConstraint(trieOfBytes(), schema.toStdString());
        return {};
    } catch (const std::exception& error) {
        return QString::fromUtf8(error.what());
    }
}

QJsonDocument parseSchema(const QString& schema, QJsonParseError* error)
{
    return parseJsonDocument(schema.toUtf8(), error, engine::SchemaJsonText::limits());
}

namespace {

// The key of one model's own settings, which ends with its id.
QByteArray keyOf(const ModelId& model)
{
    return "model/own:" + model.toUtf8();
}

QJsonObject objectIn(const QString& json)
{
    return parseJsonDocument(json.toUtf8()).object();
}

QJsonObject toJson(const ModelDefaults& defaults)
{
    QJsonObject object;
    if (defaults.contextTokens)
        object["contextTokens"] = *defaults.contextTokens;
    if (defaults.device)
        object["device"] = *defaults.device;
    if (defaults.generation)
        object["generation"] = services::toJson(*defaults.generation);
    return object;
}

} // namespace

ModelDefaults modelDefaults(const Settings& settings, const ModelId& model)
{
    const QByteArray key = keyOf(model);
    const QJsonObject object = objectIn(settings.get(Setting<QString>{key.constData(), {}}));
    ModelDefaults defaults;
    const int tokens = object["contextTokens"].toInt();
    if (tokens > 0 && settings::contextTokens.accepts(tokens))
        defaults.contextTokens = tokens;
    if (!object["device"].toString().isEmpty())
        defaults.device = object["device"].toString();
    if (object["generation"].isObject())
        defaults.generation = answerSettingsFrom(object["generation"].toObject());
    return defaults;
}

void setModelDefaults(Settings& settings, const ModelId& model, const ModelDefaults& defaults)
{
    const QByteArray key = keyOf(model);
    const QJsonObject object = toJson(defaults);
    const QByteArray json = QJsonDocument(object).toJson(QJsonDocument::Compact);
    settings.set(Setting<QString>{key.constData(), {}},
        object.isEmpty() ? QString() : QString::fromUtf8(json));
}

void applyDefaults(const ModelDefaults& defaults, LoadOptions& options)
{
    if (defaults.contextTokens)
        options.contextTokens = *defaults.contextTokens;
    if (defaults.device)
        options.device = defaults.device->toStdString();
}

AnswerSettings usualAnswerSettings(const Settings& settings, const ModelId& model)
{
    const std::optional<AnswerSettings> own = modelDefaults(settings, model).generation;
    return own ? *own : answerSettingsFrom(objectIn(settings.get(settings::sampler)));
}

} // namespace services
