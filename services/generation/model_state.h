#pragma once

#include "runtime/answer_progress.h"
#include "runtime/model_state.h"
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
    QStringList notes = {}; ///< messages about options that were requested and are not used
    bool canSee = false; ///< images can be sent
    bool isStarter = false; ///< it is the built-in model, which knows drawings and no photographs
    qint64 contextTokens = 0; ///< of a prompt and its answer together
    int answersAtOnce = 0; ///< see runtime::ModelSummary
    QString draft = {}; ///< the name of the draft model; empty: none
    std::optional<vision::VisionConfig> vision = std::nullopt; ///< nothing: it cannot see
};

using runtime::AnswerWait;

/// A message in the language of the window.
QString sentenceOf(const AnswerWait& wait);

using runtime::AnswerStatistics;

} // namespace services

Q_DECLARE_METATYPE(services::AnswerStatistics)

namespace services {

using runtime::leastAnswerTokens;

/// The state of a model of the pool, in the language of the window.
struct ModelState {
    using Stage = runtime::ModelState::Stage;

    Stage stage = Stage::Unloaded;
    double share = 0; ///< of the loading, 0 … 1
    ModelSummary summary = {}; ///< if it is ready
    QString sentence = {}; ///< if it failed: why; while it is loading: what it waits for
};

ModelState modelStateOf(const runtime::ModelState& state);

} // namespace services
