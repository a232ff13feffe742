#include "services/generation/answer_settings.h"

#include "base/error.h"
#include "base/log.h"
#include "engine/filters/schema/json_schema.h"
#include "engine/filters/schema/schema_json.h"
#include "engine/filters/token_trie.h"
#include "runtime/models/model_facts.h"
#include "runtime/models/recommended_settings.h"
#include "services/background.h"
#include "services/json_document.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

namespace services {

namespace {

constexpr qsizetype maxNamesLength = 200; // characters of field names in the log

// Reads a value of a settings file; nothing if it is of another kind. Numbers may be out of range.
std::optional<float> readValue(const FieldValue<float>&, const QJsonValue& value)
{
    return value.isDouble() ? std::optional(float(value.toDouble())) : std::nullopt;
}

template <typename Integer>
requires std::is_same_v<Integer, int> || std::is_same_v<Integer, int64_t> std::optional<Integer>
readValue(const FieldValue<Integer>& field, const QJsonValue& value)
{
    const double number = value.toDouble();
    if (!value.isDouble() || number != std::floor(number))
        return std::nullopt;
    const double within = std::clamp(number, double(field.min) - 1, double(field.max) + 1);
    return Integer(within); // limit() sees that it is out of range
}

// Stored as text, because a double doesn't hold all seeds.
std::optional<uint64_t> readValue(const FieldValue<uint64_t>&, const QJsonValue& value)
{
    bool isNumber = false;
    const quint64 number = value.toString().toULongLong(&isNumber);
    return isNumber ? std::optional<uint64_t>(number) : std::nullopt;
}

std::optional<bool> readValue(const FieldValue<bool>&, const QJsonValue& value)
{
    return value.isBool() ? std::optional(value.toBool()) : std::nullopt;
}

std::optional<std::string> readValue(const FieldValue<std::string>&, const QJsonValue& value)
{
    if (!value.isString() || value.toString().size() > maxSchemaLength)
        return std::nullopt;
    return value.toString().toStdString();
}

std::optional<std::vector<std::string>> readValue(
    const FieldValue<std::vector<std::string>>&, const QJsonValue& value)
{
    if (!value.isArray())
        return std::nullopt;
    std::vector<std::string> texts;
    for (const QJsonValue& text : value.toArray())
        texts.push_back(text.toString().toStdString());
    return texts;
}

QJsonValue json(float value)
{
    return double(value);
}

QJsonValue json(int64_t value)
{
    return qint64(value);
}

QJsonValue json(int value)
{
    return value;
}

QJsonValue json(uint64_t value)
{
    return QString::number(value);
}

QJsonValue json(bool value)
{
    return value;
}

QJsonValue json(const std::string& value)
{
    return QString::fromStdString(value);
}

QJsonValue json(const std::vector<std::string>& texts)
{
    QJsonArray array;
    for (const std::string& text : texts)
        array << QString::fromStdString(text);
    return array;
}

// Reads a field into the settings. False: it is of another kind, or was out of range.
bool readField(AnswerSettings& settings, const AnswerField& field, const QJsonValue& stored)
{
    return std::visit(
        [&](const auto& value) {
            auto read = readValue(value, stored);
            const bool isWrong = !read || runtime::limit(value, *read);
            if (read)
                settings.*value.member = std::move(read);
            return !isWrong;
        },
        field.value);
}

// Reads the fields that are there. Adds the names of those that are not read as they are to `wrong`.
AnswerSettings readFields(const QJsonObject& object, QStringList& wrong)
{
    AnswerSettings settings;
    const auto fields = answerFields();
    for (auto each = object.begin(); each != object.end(); ++each) {
        const auto field = std::ranges::find_if(fields, [&](const AnswerField& known) {
            return known.key && each.key() == QLatin1String(known.key);
        });
        if (field == fields.end() || !readField(settings, *field, *each))
            wrong << each.key();
    }
    return settings;
}

// Does nothing if the field is absent or has no name in files.
void putField(QJsonObject& object, const AnswerField& field, const AnswerSettings& settings)
{
    std::visit(
        [&](const auto& value) {
            const auto& set = settings.*value.member;
            if (field.key && set)
                object[QLatin1String(field.key)] = json(*set);
        },
        field.value);
}

// The fields that are there and differ from those of `others`.
QJsonObject differences(const AnswerSettings& settings, const AnswerSettings& others)
{
    QJsonObject object;
    for (const AnswerField& field : runtime::answerFields())
        std::visit(
            [&](const auto& value) {
                if (settings.*value.member != others.*value.member)
                    putField(object, field, settings);
            },
            field.value);
    return object;
}

// The fields that are there; the log names those that are wrong.
AnswerSettings setFields(const QJsonObject& object)
{
    QStringList wrong;
    AnswerSettings settings = readFields(object, wrong);
    if (!wrong.isEmpty())
        base::log(base::LogLevel::Warning,
            "Saved answer settings are invalid and were limited or ignored: "
                + wrong.join(QStringLiteral(", ")).left(maxNamesLength).toStdString());
    return settings;
}

} // namespace

QJsonObject toJson(const AnswerSettings& settings)
{
    return differences(runtime::completed(settings), defaultSettings());
}

AnswerSettings answerSettingsFrom(const QJsonObject& object)
{
    return runtime::completed(setFields(object));
}

QString answerFieldPassedOver(const QJsonObject& object)
{
    QStringList wrong;
    readFields(object, wrong);
    return wrong.value(0);
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
    if (schema.size() > maxSchemaLength)
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
QByteArray settingsKey(const ModelId& model)
{
    return "model/own:" + QByteArray::fromStdString(model.text());
}

QJsonObject objectIn(const QString& json)
{
    return parseJsonDocument(json.toUtf8()).object();
}

// Empty without fields.
QString compactText(const QJsonObject& object)
{
    return object.isEmpty()
        ? QString()
        : QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
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
    const QByteArray key = settingsKey(model);
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
    const QByteArray key = settingsKey(model);
    settings.set(Setting<QString>{key.constData(), {}}, compactText(toJson(defaults)));
}

void applyDefaults(const ModelDefaults& defaults, LoadOptions& options)
{
    if (defaults.contextTokens)
        options.contextTokens = *defaults.contextTokens;
    if (defaults.device)
        options.device = defaults.device->toStdString();
}

namespace {

constexpr float usualTemperature = 0.7F;

QByteArray recommendedKey(const ModelId& model)
{
    return "model/recommended:" + QByteArray::fromStdString(model.text());
}

} // namespace

const AnswerSettings& usualAnswerSettings()
{
    static const AnswerSettings usual = [] {
        AnswerSettings settings = defaultSettings();
        settings.temperature = usualTemperature;
        return settings;
    }();
    return usual;
}

AnswerSettings pageAnswerSettings(const Settings& settings)
{
    return runtime::layered(
        {usualAnswerSettings(), setFields(objectIn(settings.get(settings::sampler)))});
}

void setPageAnswerSettings(Settings& settings, const AnswerSettings& answers)
{
    const AnswerSettings all = runtime::completed(answers);
    QJsonObject object = differences(all, usualAnswerSettings());
    const bool choosesItself
        = std::ranges::any_of(runtime::answerFields(), [&](const AnswerField& field) {
              return choosesTokens(field) && object.contains(QLatin1String(field.key));
          });
    if (choosesItself) // no number of a model's own comes between those that the user sees together
        for (const AnswerField& field : runtime::answerFields())
            if (choosesTokens(field))
                putField(object, field, all);
    settings.set(settings::sampler, compactText(object));
}

void keepRecommended(Settings& settings, const ModelId& model, const AnswerSettings& recommended)
{
    const QByteArray key = recommendedKey(model);
    const Setting<QString> setting{key.constData(), {}};
    const QString text = compactText(differences(recommended, {}));
    if (settings.get(setting) != text)
        settings.set(setting, text);
}

void readRecommended(
    const QList<runtime::ModelFacts>& models, QSet<ModelId>& known, Settings& settings)
{
    QList<ModelId> unread;
    QSet<ModelId> here;
    for (const runtime::ModelFacts& model : models)
        if (model.isUsable() && model.id.isFile()) {
            here << model.id;
            if (!known.contains(model.id))
                unread << model.id;
        }
    known = here; // another file may take the place of one that is gone
    using Read = QList<AnswerSettings>;
    const auto read = [unread] {
        Read all;
        for (const ModelId& model : unread)
            all << runtime::recommendedSettings(model.path());
        return all;
    };
    if (!unread.isEmpty())
        runInBackground<Read>(&settings, read, [&settings, unread](const Outcome<Read>& all) {
            for (qsizetype i = 0; all.value && i < unread.size(); ++i)
                keepRecommended(settings, unread[i], all.value->at(i));
        });
}

AnswerSettings recommendedAnswerSettings(const Settings& settings, const ModelId& model)
{
    AnswerSettings recommended;
    if (model.isBuiltIn())
        recommended.temperature = 0; // its captions are measured without chance
    const QByteArray key = recommendedKey(model);
    return runtime::layered({usualAnswerSettings(), recommended,
        setFields(objectIn(settings.get(Setting<QString>{key.constData(), {}}))),
        setFields(objectIn(settings.get(settings::sampler)))});
}

AnswerSettings defaultAnswerSettings(const Settings& settings, const ModelId& model)
{
    const std::optional<AnswerSettings> own = modelDefaults(settings, model).generation;
    return own ? *own : recommendedAnswerSettings(settings, model);
}

AnswerSettings servedAnswerSettings(const Settings& settings, const ModelId& model)
{
    const std::optional<AnswerSettings> own = modelDefaults(settings, model).generation;
    return own ? *own : answerSettingsFrom(objectIn(settings.get(settings::sampler)));
}

} // namespace services
