#include "ui/settings/sampler_setting.h"

#include "services/json_document.h"
#include "services/settings/settings.h"
#include "ui/settings/setting_controls.h"

#include <QJsonDocument>

namespace ui {

using services::AnswerSettings;

namespace {

QString textOf(const AnswerSettings& value)
{
    const QJsonObject object = services::toJson(value);
    return object.isEmpty()
        ? QString()
        : QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

AnswerSettings valueOf(const QString& text)
{
    return services::answerSettingsFrom(services::parseJsonDocument(text.toUtf8()).object());
}

} // namespace

SamplerSetting::SamplerSetting(
    services::Settings& settings, const services::Setting<QString>& setting, QWidget* parent)
    : SamplerEditor(Extent::All, parent)
{
    connect(this, &SamplerEditor::edited, this, [&settings, &setting](const AnswerSettings& value) {
        settings.set(setting, textOf(value));
    });
    keepShown(this, settings, QLatin1String(setting.key), [this, &settings, &setting] {
        const AnswerSettings kept = valueOf(settings.get(setting));
        if (kept != value())
            setValue(kept);
    });
}

} // namespace ui
