#pragma once

#include <QString>

namespace services {

/// A sentence if the disk of a folder, which need not exist yet, has no room for so many bytes;
/// otherwise empty.
QString spaceProblem(const QString& folder, qint64 bytes);

} // namespace services
