#include "services/conversations/transfer/picture_path.h"

#include <QCryptographicHash>
#include <QRegularExpression>

namespace services {

QString pictureEnding(const QByteArray& file)
{
    if (file.startsWith("\x89PNG"))
        return QStringLiteral("png");
    if (file.startsWith("\xff\xd8"))
        return QStringLiteral("jpg");
    if (file.startsWith("RIFF") && file.mid(8, 4) == "WEBP")
        return QStringLiteral("webp");
    if (file.startsWith("GIF8"))
        return QStringLiteral("gif");
    if (file.startsWith("BM"))
        return QStringLiteral("bmp");
    return QStringLiteral("bin");
}

QString picturePath(const QByteArray& file)
{
    const QByteArray hash = QCryptographicHash::hash(file, QCryptographicHash::Sha256);
    return QStringLiteral("pictures/%1.%2")
        .arg(QString::fromLatin1(hash.toHex()), pictureEnding(file));
}

bool isPicturePath(const QString& path)
{
    static const QRegularExpression form(QStringLiteral("^pictures/[0-9a-f]{64}\\.[a-z]{3,4}$"));
    return form.match(path).hasMatch();
}

} // namespace services
