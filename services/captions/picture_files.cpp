#include "services/captions/picture_files.h"

#include "kernels/error.h"
#include "services/pictures/picture_formats.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>

namespace services {

namespace {

constexpr int mostFolders = 10'000; // that are looked into: somebody may drop the whole disk

} // namespace

QStringList pictureFiles(const QStringList& paths)
{
    QStringList files;
    QString emptyFolder;
    for (const QString& path : paths) {
        if (!QFileInfo(path).isDir()) {
            files << path;
            continue;
        }
        const QDir folder(path);
        const QStringList names = folder.entryList(
            pictureNamePatterns(), QDir::Files, QDir::Name); // without regard to case;
        if (names.isEmpty() && emptyFolder.isEmpty())
            emptyFolder = path;
        for (const QString& name : names)
            files << folder.filePath(name);
    }
    if (files.isEmpty() && !emptyFolder.isEmpty()) {
        throw kernels::Error(kernels::ErrorKind::BadFile,
            QCoreApplication::translate("services::Captions", "%1 holds no picture.")
                .arg(emptyFolder)
                .toStdString());
    }
    return files;
}

QStringList foldersBelow(const QStringList& paths)
{
    QStringList found;
    for (const QString& path : paths) {
        if (!QFileInfo(path).isDir())
            continue;
        QDirIterator folders(path, QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks,
            QDirIterator::Subdirectories);
        for (int visited = 0; folders.hasNext() && visited < mostFolders; ++visited) {
            const QDir folder(folders.next());
            if (!folder.entryList(pictureNamePatterns(), QDir::Files).isEmpty())
                found << folder.path();
        }
    }
    found.sort();
    found.removeDuplicates(); // a folder may be given together with one above it
    for (const QString& path : paths)
        found.removeAll(QDir::cleanPath(path));
    return found;
}

} // namespace services
