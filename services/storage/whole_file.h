#pragma once

#include <QByteArray>
#include <QString>

namespace services {

/// Writes a file at once or not at all; what is no ordinary file (a device, a pipe) is written to
/// as it is. Throws Error{BadFile} with a sentence that names it. Any
/// thread.
void writeWhole(const QString& path, const QByteArray& bytes);

} // namespace services
