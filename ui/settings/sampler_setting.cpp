#include "ui/settings/sampler_setting.h"

#include "services/settings/settings.h"
#include "ui/settings/setting_controls.h"

#include <QJsonDocument>

namespace ui {

using services::GenerationSettings;

namespace {

QString textOf(const GenerationSettings& value)
{
    const QJsonObject object = toJson(value);
    return object.isEmpty()
        ? QString()
        : QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

GenerationSettings valueOf(const QString& text)
{
    return services::generationSettingsFrom(QJsonDocument::fromJson(text.toUtf8()).object());
}

} // namespace

SamplerSetting::SamplerSetting(
    services::Settings& settings, const services::Setting<QString>& setting, QWidget* parent)
    : SamplerEditor(Extent::All, parent)
{
    connect(
        this, &SamplerEditor::edited, this, [&settings, &setting](const GenerationSettings& value) {
            settings.set(setting, textOf(value));
        });
    keepShown(this, settings, QLatin1String(setting.key), [this, &settings, &setting] {
        const GenerationSettings kept = valueOf(settings.get(setting));
        if (kept != value())
            setValue(kept);
    });
}

} // namespace ui
