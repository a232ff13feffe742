#pragma once

#include "services/models/model_id.h"

#include <QMetaType>
#include <QString>

namespace services {

/// One picture of a caption run. A value.
struct CaptionRow {
    enum class State { Waiting, Running, Done, Failed, Edited };

    QString file = {}; ///< its path
    State state = State::Waiting;
    QString caption = {};
    QString error = {}; ///< a sentence, if state is Failed
    qint64 tokens = 0; ///< of the caption as the model wrote it
    double seconds = 0; ///< from reading the file to the last token

    bool operator==(const CaptionRow&) const = default;
};

/// How files name a state, whatever the language of the window. A row that is being described waits
/// there, so that a crash loses nothing of it.
QString nameOf(CaptionRow::State state);

/// What is asked about the pictures of a run. A value.
struct CaptionTask {
    QString prompt = {}; ///< may hold variables, see promptFor()
    QString schema = {}; ///< a JSON schema that captions keep to; empty: none
    ModelId model = {};
    qint64 maxTokens = 128; ///< of one caption

    bool operator==(const CaptionTask&) const = default;
};

/// The prompt with its variables replaced: {file} by the name of the file, {name} by the same
/// without its ending, {folder} by the name of the folder it is in.
QString promptFor(const CaptionTask& task, const QString& file);

} // namespace services
