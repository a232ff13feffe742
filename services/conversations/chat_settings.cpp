#include "services/conversations/chat_settings.h"

namespace services {

QJsonObject toJson(const ChatSettings& settings)
{
    QJsonObject object;
    if (settings.systemPrompt)
        object["systemPrompt"] = *settings.systemPrompt;
    if (settings.model)
        object["model"] = *settings.model;
    if (settings.generation)
        object["generation"] = toJson(*settings.generation);
    return object;
}

ChatSettings chatSettingsFrom(const QJsonObject& object)
{
    ChatSettings settings;
    if (object["systemPrompt"].isString())
        settings.systemPrompt = object["systemPrompt"].toString();
    if (object["model"].isString())
        settings.model = object["model"].toString();
    if (object["generation"].isObject())
        settings.generation = answerSettingsFrom(object["generation"].toObject());
    return settings;
}

} // namespace services
