#pragma once

#include <QByteArray>
#include <QString>

namespace services {

/// The ending for a picture file by its first bytes: "png", "jpg", …; "bin" if they are of no known
/// format.
QString pictureEnding(const QByteArray& file);

/// The path of a picture in an archive, which depends on its bytes alone: "pictures/<SHA-256>.png".
QString picturePath(const QByteArray& file);

/// True if `path` has exactly this form.
bool isPicturePath(const QString& path);

} // namespace services
