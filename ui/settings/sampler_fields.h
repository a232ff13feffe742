#pragma once

#include "services/generation/generation_settings.h"

#include <QList>
#include <QString>

namespace ui {

/// One number of how answers are chosen: what it is called, what it does and what it may be.
struct SamplerField {
    float services::GenerationSettings::*member;
    QString name;
    QString help;
    double least, most, step;
    QString offText; ///< shown instead of `least` where that means that it does nothing
};

QList<SamplerField> samplerFields();

/// A ready choice of all of them.
struct SamplerPreset {
    QString name;
    QString help;
    services::GenerationSettings settings;
};

QList<SamplerPreset> samplerPresets();

/// Whether they choose the same way; length, end, form and seed of the answer may differ.
bool choosesAlike(
    const services::GenerationSettings& one, const services::GenerationSettings& other);

} // namespace ui
