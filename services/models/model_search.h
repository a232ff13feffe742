#pragma once

#include <QString>
#include <QStringList>

namespace services {

/// What a path that the user has named is, by its name and the head of the file.
enum class ModelKind {
    Gguf, ///< a file that ends in .gguf, whether or not it can be read
    Projector, ///< a GGUF file that is the vision part of a model
    Folder, ///< a model in Hugging Face layout
    FolderOfModels, ///< any other folder
    Unknown,
};

ModelKind modelKindOf(const QString& path);

/// The models in a folder and the folders in it, sorted: GGUF files and folders in Hugging Face
/// layout. Looks a few levels deep and does not follow links to folders. Not for the window's
/// thread.
QStringList modelsBelow(const QString& folder);

} // namespace services
