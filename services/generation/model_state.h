#pragma once

#include "runtime/answer_progress.h"
#include "runtime/model_state.h"

#include <QMetaType>
#include <QString>
#include <QStringList>

namespace services {

using runtime::AnswerWait;

/// A message in the language of the window.
QString toMessage(const AnswerWait& wait);

using runtime::AnswerStatistics;

} // namespace services

Q_DECLARE_METATYPE(services::AnswerStatistics)

namespace services {

using runtime::leastAnswerTokens;

using runtime::ModelState;
using runtime::ModelSummary;
using runtime::ReasoningChoices;

// What follows is in the language of the window.

/// Why a model failed or what its loading waits for; else empty.
QString stateMessage(const ModelState& state);

/// "vignette-starter", or how users know the built-in model.
QString shownName(const ModelSummary& model);
QString shownDevice(const ModelSummary& model); ///< "CPU, AVX-512, 2 threads"
/// Messages about options that were requested and are not used.
QStringList noteMessages(const ModelSummary& model);

} // namespace services
