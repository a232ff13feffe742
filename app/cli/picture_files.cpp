#include "app/cli/picture_files.h"

#include "kernels/error.h"

#include <QDir>
#include <QFileInfo>

namespace app {

QStringList pictureFiles(const QStringList& paths)
{
    static const QStringList endings{
        "*.png", "*.jpg", "*.jpeg", "*.webp", "*.gif", "*.bmp"}; // matched without regard to case
    QStringList files;
    for (const QString& path : paths) {
        if (!QFileInfo(path).isDir()) {
            files << path;
            continue;
        }
        const QDir folder(path);
        const QStringList names = folder.entryList(endings, QDir::Files, QDir::Name);
        if (names.isEmpty()) {
            throw kernels::Error(kernels::ErrorKind::BadFile,
                path.toStdString() + " holds no picture (PNG, JPEG, WebP, GIF or BMP)");
        }
        for (const QString& name : names)
            files << folder.filePath(name);
    }
    return files;
}

} // namespace app
