#pragma once

#include <QByteArray>
#include <QString>

namespace services {

/// "png", "jpg", … by what a picture file begins with; "bin" if it is none of those known here.
QString pictureEnding(const QByteArray& file);

/// Where a picture lies in an archive, the same for the same bytes: "pictures/<SHA-256>.png".
QString picturePath(const QByteArray& file);

/// Whether this is such a place and nothing else.
bool isPicturePath(const QString& path);

} // namespace services
