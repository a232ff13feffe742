#include "services/conversations/conversation_record.h"

#include <QJsonArray>

namespace services {

namespace {

QStringList textsIn(const QJsonArray& array)
{
    QStringList texts;
    for (const QJsonValue& value : array)
        if (value.isString())
            texts << value.toString();
    return texts;
}

} // namespace

QJsonObject toJson(const ChatSettings& settings)
{
    QJsonObject object;
    if (settings.systemPrompt)
        object["systemPrompt"] = *settings.systemPrompt;
    if (settings.model)
        object["model"] = toString(*settings.model);
    if (settings.generation)
        object["generation"] = toJson(*settings.generation);
    if (settings.documents)
        object["documents"] = QJsonArray::fromStringList(*settings.documents);
    return object;
}

ChatSettings chatSettingsFrom(const QJsonObject& object)
{
    ChatSettings settings;
    if (object["systemPrompt"].isString())
        settings.systemPrompt = object["systemPrompt"].toString();
    if (object["model"].isString())
        settings.model = parseModelId(object["model"].toString());
    if (object["generation"].isObject())
        settings.generation = answerSettingsFrom(object["generation"].toObject());
    if (object["documents"].isArray())
        settings.documents = textsIn(object["documents"].toArray());
    return settings;
}

QString fieldPassedOver(const QJsonObject& object)
{
    for (auto field = object.begin(); field != object.end(); ++field) {
        const QString name = field.key();
        const bool isText = name == QLatin1String("systemPrompt") || name == QLatin1String("model");
        const bool isGeneration = name == QLatin1String("generation") && field->isObject();
        const QString within = isGeneration ? answerFieldPassedOver(field->toObject()) : QString();
        if (!within.isEmpty())
            return within;
        if (!isGeneration && !(isText && field->isString()))
            return name;
    }
    return {};
}

} // namespace services
