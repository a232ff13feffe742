#pragma once

#include "services/models/model_id_text.h"

#include <QList>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace services {

/// What a path that the user has given leads to, judged by its name and the head of the file.
enum class ModelKind {
    Gguf, ///< a file that ends in .gguf, even if it cannot be read
    Projector, ///< a GGUF file with the vision part of a model
    Folder, ///< a model in Hugging Face layout
    FolderOfModels, ///< any other folder
    Unknown,
};

ModelKind detectModelKind(const QString& path);

/// The models in a folder and its subfolders, sorted: GGUF files and folders in Hugging Face
/// layout. Looks a few levels deep and follows no links to folders. Takes too long for the window's
/// thread.
QStringList modelsBelow(const QString& folder);

/// A model that another program keeps on this computer. It is used where it is.
struct ForeignModel {
    QString program; ///< "Ollama"
    QString name; ///< as that program calls it: "llama3.2:1b"
    QString model; ///< the path of a GGUF file or a folder in Hugging Face layout
    QString projector; ///< its vision part; empty: none is known but a file next to it
};

/// What was found of other programs' models.
struct ForeignModels {
    QList<ForeignModel> models; ///< in the order of the programs
    QStringList problems; ///< a message about each that had to be passed over
};

/// Looks where the cache of Hugging Face, LM Studio, Ollama, Jan, GPT4All and llama.cpp keep models
/// below `home`, or where `environment` says that they do. Reads folders and manifests, no model, and
/// changes nothing. Takes too long for the window's thread. A list or a link that is broken costs
/// only the model that it belongs to.
ForeignModels findForeignModels(const QString& home, const QProcessEnvironment& environment);

} // namespace services
