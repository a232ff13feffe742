#include "ui/settings/sampler_fields.h"

#include <QCoreApplication>

namespace ui {

using services::AnswerSettings;

namespace {

AnswerSettings balanced()
{
    AnswerSettings settings = services::defaultSettings();
    settings.temperature = 0.7f;
    settings.topK = 40;
    settings.topP = 0.95f;
    settings.minP = 0.05f;
    return settings;
}

AnswerSettings creative()
{
    AnswerSettings settings = services::defaultSettings();
    settings.temperature = 1.1f;
    settings.minP = 0.03f;
    settings.presencePenalty = 0.2f;
    return settings;
}

} // namespace

QList<SamplerPreset> samplerPresets()
{
    return {
        {QCoreApplication::translate("ui::SamplerEditor", "Precise"),
            QCoreApplication::translate("ui::SamplerEditor",
                "Always the most likely token: the same question gets the same answer."),
            services::defaultSettings()},
        {QCoreApplication::translate("ui::SamplerEditor", "Balanced"),
            QCoreApplication::translate(
                "ui::SamplerEditor", "Varied but sensible, for everyday use"),
            balanced()},
        {QCoreApplication::translate("ui::SamplerEditor", "Creative"),
            QCoreApplication::translate(
                "ui::SamplerEditor", "Bold and inventive, for stories and ideas"),
            creative()},
    };
}

void chooseLike(AnswerSettings& settings, const AnswerSettings& other)
{
    for (const services::AnswerField& field : services::answerFields())
        std::visit(
            [&](const auto& value) {
                if (value.sampler)
                    settings.*value.member = other.*value.member;
            },
            field.value);
}

bool choosesAlike(const AnswerSettings& one, const AnswerSettings& other)
{
    AnswerSettings alike = one;
    chooseLike(alike, other);
    return alike == one;
}

} // namespace ui
