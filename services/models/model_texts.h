#pragma once

#include "runtime/answer_progress.h"
#include "runtime/model_state.h"
#include "runtime/models/model_facts.h"
#include "services/models/model_id_text.h"

#include <QString>
#include <QStringList>

namespace services {

using runtime::AnswerStatistics;
using runtime::AnswerWait;
using runtime::ModelFacts;
using runtime::ModelState;
using runtime::ModelSummary;
using runtime::ReasoningChoices;

/// The answer, always in English and in these words, that the built-in model was trained to give
/// for something that it has no name for.
inline constexpr QStringView starterIsNotSure = u"I am not sure what this is.";

/// Reads no weights, but may take a while on a slow disk, so it must not be called on the window's
/// thread. `projector` is the vision part of a GGUF model; empty: the file next to it. Never
/// throws: what cannot be read becomes `problem`. Of a model on a server it returns only the name;
/// the server is not asked. The built-in model is named in the language of the window.
ModelFacts describeModel(const ModelId& model, const QString& projector = {});

/// True if a model writes no answers, so that it is not usable, but finds passages of documents by
/// what they mean.
bool isEmbedding(const ModelFacts& model);
bool isReranker(const ModelFacts& model); ///< puts what was found in order
bool isAnswerChecker(const ModelFacts& model); ///< says whether passages support statements

// What follows is in the language of the window.

/// How users know the built-in model.
QString starterName();

/// Why a model cannot be used; empty if it can.
QString problemMessage(const ModelFacts& model);

/// What an answer waits for.
QString toMessage(const AnswerWait& wait);

/// Why a model failed or what its loading waits for; else empty.
QString stateMessage(const ModelState& state);

/// "vignette-starter", or how users know the built-in model.
QString shownName(const ModelSummary& model);
QString shownDevice(const ModelSummary& model); ///< "CPU, AVX-512, 2 threads"
/// Messages about options that were requested and are not used.
QStringList noteMessages(const ModelSummary& model);

} // namespace services
