#include "services/generation/model_defaults.h"

#include "services/json_document.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <QJsonDocument>

namespace services {

namespace {

// Of one model: its id is the end of the key.
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
