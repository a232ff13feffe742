#include "services/whole_file.h"

#include "kernels/error.h"

#include <QCoreApplication>
#include <QSaveFile>

namespace services {

void writeWhole(const QString& path, const QByteArray& bytes)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        return;
    throw kernels::Error(kernels::ErrorKind::BadFile,
        QCoreApplication::translate("services::writeWhole", "The file %1 could not be written: %2.")
            .arg(path, file.errorString())
            .toStdString());
}

} // namespace services
