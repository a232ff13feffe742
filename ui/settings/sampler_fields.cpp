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
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "0 always takes the most likely word, so an answer repeats itself exactly; higher values are bolder."),
        0, 5, 0.1},
    {&AnswerSettings::topP,
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Top p"),
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Only the likeliest words that together have this share of the probability; 1 lets all through."),
        0, 1, 0.05},
    {&AnswerSettings::minP,
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Min p"),
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Drops words less likely than this share of the likeliest one."),
        0, 1, 0.01, QT_TRANSLATE_NOOP("ui::SamplerEditor", "Off")},
    {&AnswerSettings::typical,
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Typical"),
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Prefers words that surprise about as much as is usual in this place; 1 lets all through."),
        0, 1, 0.05},
    {&AnswerSettings::repetitionPenalty,
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Repetition penalty"),
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Above 1, words that were used already become less likely; 1 changes nothing."),
        0.1, 10, 0.05},
    {&AnswerSettings::presencePenalty,
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Presence penalty"),
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Above 0, words that occurred at all become less likely, which brings new subjects."),
        -10, 10, 0.1},
    {&AnswerSettings::frequencyPenalty,
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Frequency penalty"),
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Above 0, words become less likely each time they occur."),
        -10, 10, 0.1},
    {&AnswerSettings::dryMultiplier,
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Against loops (DRY)"),
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Above 0, words that would repeat a whole run of earlier words become less likely, the more the longer the run."),
        0, 10, 0.1, QT_TRANSLATE_NOOP("ui::SamplerEditor", "Off")},
    {&AnswerSettings::xtcProbability,
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Leave out the obvious (XTC)"),
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "How often the likeliest words are left out while there are other good ones."),
        0, 1, 0.05, QT_TRANSLATE_NOOP("ui::SamplerEditor", "Off")},
    {&AnswerSettings::xtcThreshold,
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "Obvious from"),
        QT_TRANSLATE_NOOP("ui::SamplerEditor", "The probability from which a word counts as obvious."),
        0, 1, 0.05},
};

// Belongs to the negative prompt, not to how tokens are chosen.
const Row guidance{&AnswerSettings::guidance,
    QT_TRANSLATE_NOOP("ui::SamplerEditor", "Guidance"),
    QT_TRANSLATE_NOOP("ui::SamplerEditor", "How far an answer keeps away from what the negative prompt would give; 1 is not at all."),
    0, 10, 0.1};
// clang-format on

QString translated(const char* text)
{
    return *text ? QCoreApplication::translate("ui::SamplerEditor", text) : QString();
}

SamplerField fieldOf(const Row& row)
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
        fields << fieldOf(row);
    return fields;
}

SamplerField guidanceField()
{
    return fieldOf(guidance);
}

QList<SamplerPreset> samplerPresets()
{
    return {
        {QCoreApplication::translate("ui::SamplerEditor", "Exact"),
            QCoreApplication::translate("ui::SamplerEditor",
                "Always the most likely word: the same question has the same answer."),
            services::usualSettings()},
        {QCoreApplication::translate("ui::SamplerEditor", "Balanced"),
            QCoreApplication::translate(
                "ui::SamplerEditor", "Varied, but close to what is likely: for everyday talk."),
            balanced()},
        {QCoreApplication::translate("ui::SamplerEditor", "Creative"),
            QCoreApplication::translate(
                "ui::SamplerEditor", "Bold choices and new subjects: for stories and ideas."),
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
