#include "app/cli/text_file.h"

#include "kernels/error.h"

#include <QFile>

namespace app {

using kernels::Error;
using kernels::ErrorKind;

std::string readTextFile(const QString& path)
{
    constexpr qint64 maxBytes = qint64(64) << 20;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        throw Error(
            ErrorKind::BadFile, (path + " cannot be read: " + file.errorString()).toStdString());
    const QByteArray text = file.read(maxBytes + 1);
    if (text.size() > maxBytes)
        throw Error(ErrorKind::BadFile,
            path.toStdString() + " is larger than 64 MiB, which no such file should be");
    return text.toStdString();
}

} // namespace app
