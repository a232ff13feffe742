#include "services/presets/saved_prompts.h"

#include "services/json_document.h"
#include "services/presets/presets.h"
#include "services/settings/settings.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace services {

namespace {

void keep(Settings& settings, const QList<SavedPrompt>& prompts)
{
    QJsonArray array;
    for (const SavedPrompt& prompt : prompts)
        array << QJsonObject{{"name", prompt.name}, {"text", prompt.text}};
    settings.set(settings::savedPrompts,
        array.isEmpty() ? QString()
                        : QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact)));
}

} // namespace

QList<SavedPrompt> savedPrompts(const Settings& settings)
{
    QList<SavedPrompt> prompts;
    for (const QJsonValue& value :
        parseJsonDocument(settings.get(settings::savedPrompts).toUtf8()).array()) {
        const SavedPrompt prompt{
            presetName(value["name"].toString()), value["text"].toString().left(maxPromptLength)};
        const bool isNew
            = std::ranges::find(prompts, prompt.name, &SavedPrompt::name) == prompts.end();
        if (isNew && !prompt.name.isEmpty() && !prompt.text.isEmpty()
            && prompts.size() < maxPrompts)
            prompts << prompt;
    }
    std::ranges::sort(prompts, [](const SavedPrompt& left, const SavedPrompt& right) {
        return QString::localeAwareCompare(left.name, right.name) < 0;
    });
    return prompts;
}

void savePrompt(Settings& settings, const SavedPrompt& prompt)
{
    if (prompt.text.size() > maxPromptLength)
        reject(QCoreApplication::translate("services::SavedPrompt",
            "The prompt is too long. Prompts can have up to %Ln characters.", nullptr,
            int(maxPromptLength)));
    QList<SavedPrompt> prompts = savedPrompts(settings);
    prompts.removeIf([&prompt](const SavedPrompt& each) { return each.name == prompt.name; });
    if (prompts.size() >= maxPrompts)
        reject(QCoreApplication::translate("services::SavedPrompt",
            "You can save up to %Ln prompts. Delete one first.", nullptr, int(maxPrompts)));
    keep(settings, prompts << prompt);
}

void removePrompt(Settings& settings, const QString& name)
{
    QList<SavedPrompt> prompts = savedPrompts(settings);
    prompts.removeIf([&name](const SavedPrompt& each) { return each.name == name; });
    keep(settings, prompts);
}

QString filledIn(const QString& text, const QString& clipboard)
{
    return QString(text).replace(QLatin1String("{{clipboard}}"), clipboard);
}

} // namespace services
