#pragma once

#include "vision/towers/vision_config.h"

#include <QMetaType>
#include <QString>
#include <QStringList>

#include <optional>

namespace services {

/// What there is to say about the model that is loaded. A value.
struct ModelSummary {
    QString name = {};
    QString device = {}; ///< "CPU, AVX-512, 2 threads"
    QStringList notes = {}; ///< sentences: what was asked for and is not used, and why
    bool canSee = false; ///< pictures can be sent
    bool isStarter = false; ///< the built-in one, which knows drawings and no photographs
    qint64 contextTokens = 0; ///< of a prompt and its answer
    QString draft = {}; ///< name of the small model that guesses ahead; empty: none
    std::optional<vision::VisionConfig> vision = std::nullopt; ///< none: it cannot see
};

} // namespace services
