#pragma once

#include "services/generation/answer_settings.h"

#include <QList>
#include <QString>

#include <optional>

namespace ui {

/// One number of how answers are chosen: what it is called, what it does and what it may be.
struct SamplerField {
    std::optional<float> services::AnswerSettings::*member;
    QString name;
    QString help;
    double least, most, step;
    QString offText; ///< shown instead of `least` where that means that it does nothing
};

/// The numbers by which tokens are chosen, temperature first.
QList<SamplerField> samplerFields();

/// How far an answer keeps away from what its negative prompt would give.
SamplerField guidanceField();

/// A ready choice of all of them.
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
