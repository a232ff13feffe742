#pragma once

#include <QString>

namespace services {

/// The path of a picture's caption beside it: picture.png → picture.txt. Any thread may call this.
QString sidecarOf(const QString& picture);

} // namespace services
