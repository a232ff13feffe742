#pragma once

#include <QStringList>

namespace services {

/// How many bytes these files and folders take, with everything below the folders. Links are not
/// followed; what cannot be looked at counts nothing. May take a while on a slow disk.
qint64 diskUse(const QStringList& paths);

/// The file of a database with those that SQLite keeps beside it.
QStringList databaseFiles(const QString& path);

/// Removes what is below a folder that holds only what can be made again. What cannot be removed
/// stays.
void emptyFolder(const QString& folder);

} // namespace services
