#pragma once

#include "services/models/model_description.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace services {

/// The beginning of a GGUF file whose rest is somewhere else.
struct FileHead {
    QString name; ///< as the file will be called here
    qint64 bytes = 0; ///< the size of the whole file
    QByteArray head; ///< at least everything before the data
};

/// "llama", as the first bytes of a file tell; empty if they do not, or are of no GGUF file that is
/// read here.
QString architectureIn(const QByteArray& head, const QString& name);

/// True if everything before the data is there. Throws Error for what is no GGUF file of a kind
/// that is read here. May take too long for the window's thread.
bool isWholeHead(const QByteArray& head, const QString& name);

/// Describes a model by the heads of its files, the language model first. It puts them into a
/// temporary folder, as files with holes, for as long as that takes: then whatever describes a
/// model on the disk tells the same about one that is not there yet. A vision part that does not
/// fit, or does not run here, is left out. Takes too long for the window's thread. Throws
/// Error{BadFile} if there is no temporary folder.
ModelDescription describeHeads(const QList<FileHead>& heads);

} // namespace services
