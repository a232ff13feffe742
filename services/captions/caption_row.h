#pragma once

#include "services/models/model_id.h"

#include <QMetaType>
#include <QString>

namespace services {

/// One picture of a caption run.
struct CaptionRow {
    enum class State { Waiting, Running, Done, Failed, Edited };

    QString file = {}; ///< the path of the picture
    State state = State::Waiting;
    QString caption = {};
    QString error = {}; ///< a sentence if the state is Failed
    qint64 tokens = 0; ///< how many tokens the model wrote
    double seconds = 0; ///< from reading the file until the last token

    bool operator==(const CaptionRow&) const = default;
};

/// The name of a state in files, independent of the language of the window. A row that is being
/// described is called waiting there, so that it is described again after a crash.
QString nameOf(CaptionRow::State state);

/// What is asked about the pictures of a run.
struct CaptionTask {
    QString prompt = {}; ///< may contain variables, see promptFor()
    QString schema = {}; ///< a JSON schema that every caption satisfies; empty: none
    ModelId model = {};
    qint64 maxTokens = 128; ///< per caption

    bool operator==(const CaptionTask&) const = default;
};

/// Replaces the variables in the prompt: {file} by the name of the picture's file, {name} by the
/// same without its ending, {folder} by the name of its folder.
QString promptFor(const CaptionTask& task, const QString& file);

} // namespace services
