#pragma once

#include "runtime/answer_engine.h"
#include "services/conversations/message.h"

#include <QCommandLineParser>
#include <QStringList>

#include <optional>

namespace app {

/// A model and what it was asked.
struct AskedModel {
    const runtime::AnswerEngine* engine = nullptr; ///< null: the passages are the answer
    runtime::AnswerRequest request = {};
    std::optional<uint64_t> seed = {}; ///< with which the answer was drawn
};

/// Adds --evidence.
void addEvidenceOption(QCommandLineParser& parser);

/// Writes an answer to the PDF that --evidence names, with what is needed to check it. Throws Error.
void writeEvidence(const QCommandLineParser& parser, const QString& question, const QString& answer,
    const QList<services::Source>& sources, const AskedModel& asked);

/// `documents check FILE.pdf`: checks such a PDF. The exit code is 1 if something fails.
int checkReply(const QStringList& arguments);

} // namespace app
