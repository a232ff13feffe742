#pragma once

#include "vision/towers/vision_config.h"

#include <QMetaType>
#include <QString>
#include <QStringList>

#include <optional>

namespace services {

/// A description of a model that is ready.
struct ModelSummary {
    QString name = {};
    QString device = {}; ///< "CPU, AVX-512, 2 threads"
    QStringList notes = {}; ///< sentences about what was asked for and is not used
    bool canSee = false; ///< pictures can be sent
    bool isStarter = false; ///< it is the built-in model, which knows drawings and no photographs
    qint64 contextTokens = 0; ///< of a prompt and its answer together
    int answersAtOnce = 0; ///< see runtime::ModelSummary
    QString draft = {}; ///< the name of the draft model; empty: none
    std::optional<vision::VisionConfig> vision = std::nullopt; ///< nothing: it cannot see
};

} // namespace services
