#pragma once

#include "services/hub/hub_answers.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace services {

/// The files of a repository that make up a model in the layout of Hugging Face.
struct ModelFolder {
    QList<HubFile> weights; ///< safetensors files; with an index, not all of them may be needed
    std::optional<HubFile> index; ///< says which of the weights are needed
    QList<HubFile> others; ///< configuration and vocabulary; config.json is the last
};

/// True if Vignette reads a file of this path in the folder of a model: "model.safetensors",
/// "1_Pooling/config.json". False for program code and for weights that would have to be unpickled.
bool isOfModelFolder(const QString& path);

/// Finds the model among the files of a repository. Nothing if it has no config.json, no vocabulary
/// or no safetensors files. Any thread.
std::optional<ModelFolder> findModelFolder(const QList<HubFile>& files);

/// The names of the files with weights that an index ("model.safetensors.index.json") lists. Throws
/// Error{BadFile} with a message for what is no index, or names something else than plain files;
/// `subject` is the repository in that message. Takes too long for the window's thread.
QStringList readShardNames(const QByteArray& index, const QString& subject);

/// How many of a file's first bytes are asked for to learn what it is; 0: it isn't looked at.
qint64 firstBytesOf(const QString& name);

/// True if `head`, the beginning of a file of a model folder, holds all that is needed to describe
/// the model. `bytes` is the size of the file.
bool isWholeHead(const QByteArray& head, const QString& name, qint64 bytes);

} // namespace services
