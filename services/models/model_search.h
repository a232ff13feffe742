#pragma once

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

ModelKind modelKindOf(const QString& path);

/// The models in a folder and its subfolders, sorted: GGUF files and folders in Hugging Face
/// layout. Looks a few levels deep and follows no links to folders. Takes too long for the window's
/// thread.
QStringList modelsBelow(const QString& folder);

} // namespace services
