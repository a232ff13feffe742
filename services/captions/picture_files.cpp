#include "services/captions/picture_files.h"

#include "kernels/error.h"
#include "services/picture_formats.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace services {

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

} // namespace services
