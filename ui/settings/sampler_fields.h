#pragma once

#include "services/generation/answer_settings.h"

#include <QList>
#include <QString>

namespace ui {

/// A ready choice of the fields by which tokens are chosen: those with a `sampler` in
/// services::answerFields().
struct SamplerPreset {
    QString name;
    QString help;
    services::AnswerSettings settings;
};

QList<SamplerPreset> samplerPresets();

/// True if they choose the same way; length, end, form and seed of the answer may differ.
bool choosesAlike(const services::AnswerSettings& one, const services::AnswerSettings& other);

/// Takes over how the other one chooses, and nothing else.
void chooseLike(services::AnswerSettings& settings, const services::AnswerSettings& other);

} // namespace ui
