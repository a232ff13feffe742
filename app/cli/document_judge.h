#pragma once

#include "services/documents/index/document_search.h"

#include <QCommandLineParser>

#include "runtime/answer_engine.h"

namespace app {

/// Adds --judge, which is the same for every command that finds passages with a model at hand.
void addJudgeOption(QCommandLineParser& parser);

/// Whether the model of --model is to read the hits. Throws UsageError.
bool isJudged(const QCommandLineParser& parser);

/// Searches, lets the model read what was found, and returns the best `count`.
std::vector<services::DocumentHit> findJudged(services::DocumentSearch& search,
    const QString& question, int count, runtime::AnswerEngine& engine);

} // namespace app
