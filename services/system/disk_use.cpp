#include "services/system/disk_use.h"

#include <QDirIterator>
#include <QFileInfo>

namespace services {

qint64 diskUse(const QStringList& paths)
{
    qint64 bytes = 0;
    for (const QString& path : paths) {
        const QFileInfo info(path);
        if (info.isSymLink())
            continue;
        if (info.isFile())
            bytes += info.size();
        QDirIterator files(path, QDir::Files | QDir::Hidden | QDir::NoSymLinks,
            info.isDir() ? QDirIterator::Subdirectories : QDirIterator::NoIteratorFlags);
        while (info.isDir() && files.hasNext()) {
            files.next();
            bytes += files.fileInfo().size();
        }
    }
    return bytes;
}

QStringList databaseFiles(const QString& path)
{
    return {path, path + QStringLiteral("-wal"), path + QStringLiteral("-shm")};
}

void emptyFolder(const QString& folder)
{
    QDirIterator entries(
        folder, QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    while (entries.hasNext()) {
        const QFileInfo entry(entries.next());
        if (entry.isDir() && !entry.isSymLink())
            QDir(entry.filePath()).removeRecursively();
        else
            QFile::remove(entry.filePath());
    }
}

} // namespace services
