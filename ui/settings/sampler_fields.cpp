#include "ui/settings/sampler_fields.h"

#include <QCoreApplication>

namespace ui {

using services::AnswerSettings;

namespace {

struct Row {
    std::optional<float> AnswerSettings::*member;
    const char* name;
    const char* help;
    double least, most, step;
    const char* offText = "";
};

// clang-format off
const Row table[] = {
    {&AnswerSettings::temperature,
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Temperature"),
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "0 always picks the most likely token, so answers are repeatable; higher values are more varied."),
        0, 5, 0.1},
    {&AnswerSettings::topP,
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Top p"),
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Considers only the most likely tokens whose probabilities add up to this value; 1 turns it off."),
        0, 1, 0.05},
    {&AnswerSettings::minP,
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Min p"),
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Drops tokens whose probability is below this fraction of the most likely token's."),
        0, 1, 0.01, QT_TRANSLATE_NOOP("ui::SamplerEditor", "Off")},
    {&AnswerSettings::typical,
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Typical p"),
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Prefers tokens that are about as surprising as expected; 1 turns it off."),
        0, 1, 0.05},
    {&AnswerSettings::repetitionPenalty,
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Repetition penalty"),
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Above 1, tokens that were already used become less likely; 1 turns it off."),
        0.1, 10, 0.05},
    {&AnswerSettings::presencePenalty,
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Presence penalty"),
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Above 0, tokens that have occurred become less likely, which encourages new topics."),
        -10, 10, 0.1},
    {&AnswerSettings::frequencyPenalty,
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Frequency penalty"),
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Above 0, tokens become less likely each time they occur."),
        -10, 10, 0.1},
    {&AnswerSettings::dryMultiplier,
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "DRY multiplier"),
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Above 0, tokens that would repeat a longer sequence become less likely."),
        0, 10, 0.1, QT_TRANSLATE_NOOP("ui::SamplerEditor", "Off")},
    {&AnswerSettings::xtcProbability,
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "XTC probability"),
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "How often the most likely tokens are skipped in favor of other good candidates."),
        0, 1, 0.05, QT_TRANSLATE_NOOP("ui::SamplerEditor", "Off")},
    {&AnswerSettings::xtcThreshold,
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "XTC threshold"),
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Tokens at or above this probability can be skipped."),
        0, 1, 0.05},
};

// Belongs to the negative prompt, not to how tokens are chosen.
const Row guidance{&AnswerSettings::guidance,
    QT_TRANSLATE_NOOP("ui::SamplerEditor", "Guidance scale"),
    QT_TRANSLATE_NOOP("ui::SamplerEditor", "How strongly answers are steered away from the negative prompt; 1 turns it off."),
    0, 10, 0.1};
// clang-format on

QString translated(const char* text)
{
    return *text ? QCoreApplication::translate("ui::SamplerEditor", text) : QString();
}

SamplerField makeField(const Row& row)
{
    return {row.member, translated(row.name), translated(row.help), row.least, row.most, row.step,
        translated(row.offText)};
}

AnswerSettings balanced()
{
    AnswerSettings settings = services::usualSettings();
    settings.temperature = 0.7f;
    settings.topK = 40;
    settings.topP = 0.95f;
    settings.minP = 0.05f;
    return settings;
}

AnswerSettings creative()
{
    AnswerSettings settings = services::usualSettings();
    settings.temperature = 1.1f;
    settings.minP = 0.03f;
    settings.presencePenalty = 0.2f;
    return settings;
}

} // namespace

QList<SamplerField> samplerFields()
{
    QList<SamplerField> fields;
    for (const Row& row : table)
        fields << makeField(row);
    return fields;
}

SamplerField guidanceField()
{
    return makeField(guidance);
}

QList<SamplerPreset> samplerPresets()
{
    return {
        {QCoreApplication::translate("ui::SamplerEditor", "Precise"),
            QCoreApplication::translate("ui::SamplerEditor",
                "Always the most likely token: the same question gets the same answer."),
            services::usualSettings()},
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

bool choosesAlike(const AnswerSettings& one, const AnswerSettings& other)
{
    if (one.topK != other.topK)
        return false;
    for (const Row& row : table)
        if (one.*row.member != other.*row.member)
            return false;
    return true;
}

void chooseLike(AnswerSettings& settings, const AnswerSettings& other)
{
    settings.topK = other.topK;
    for (const Row& row : table)
        settings.*row.member = other.*row.member;
}

} // namespace ui
