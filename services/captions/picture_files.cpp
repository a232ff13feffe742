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
    for (const QString& path : paths) {
        if (!QFileInfo(path).isDir()) {
            files << path;
            continue;
        }
        const QDir folder(path);
        const QStringList names = folder.entryList(
            pictureNamePatterns(), QDir::Files, QDir::Name); // without regard to case;
        if (names.isEmpty()) {
            throw kernels::Error(kernels::ErrorKind::BadFile,
                QCoreApplication::translate("services::Captions", "%1 holds no picture.")
                    .arg(path)
                    .toStdString());
        }
        for (const QString& name : names)
            files << folder.filePath(name);
    }
    return files;
}

} // namespace services
