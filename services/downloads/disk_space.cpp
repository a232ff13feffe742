#include "services/downloads/disk_space.h"

#include "services/size_text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStorageInfo>

namespace services {

namespace {

constexpr qint64 leftOver = 64 << 20; // bytes, for everything else

// The folder or, if there is none, the nearest one in which it would be.
QString existing(QString folder)
{
    while (!QFileInfo::exists(folder) && QFileInfo(folder).path() != folder)
        folder = QFileInfo(folder).path();
    return folder;
}

} // namespace

QString spaceProblem(const QString& folder, qint64 bytes)
{
    const QStorageInfo disk(existing(folder));
    if (!disk.isValid() || disk.bytesAvailable() >= bytes + leftOver)
        return {};
    return QCoreApplication::translate("services::DiskSpace",
        "There is not enough room on the disk of %1: %2 are needed, and %3 are free.")
        .arg(folder, sizeText(bytes), sizeText(disk.bytesAvailable()));
}

} // namespace services
