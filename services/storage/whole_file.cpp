#include "services/storage/whole_file.h"

#include "kernels/error.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSaveFile>

namespace services {

namespace {

[[noreturn]] void refuse(const QString& path, const QFileDevice& file)
{
    throw kernels::Error(kernels::ErrorKind::BadFile,
        QCoreApplication::translate("services::writeWhole", "The file %1 could not be written: %2.")
            .arg(path, file.errorString())
            .toStdString());
}

} // namespace

void writeWhole(const QString& path, const QByteArray& bytes)
{
    const auto write = [&](QFileDevice& file) {
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.flush();
    };
    if (const QFileInfo info(path); info.exists() && !info.isFile()) {
        QFile device(path);
        if (!write(device))
            refuse(path, device);
        return;
    }
    QSaveFile file(path);
    if (!write(file) || !file.commit())
        refuse(path, file);
}

} // namespace services
