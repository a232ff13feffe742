#pragma once

#include <QByteArray>
#include <QString>

namespace services {

/// Writes a file completely or, if it throws, not at all. What is no ordinary file (a device, a
/// pipe) is written to directly. Throws Error{BadFile} with a sentence that names the file. Any
/// thread may call it.
void writeWhole(const QString& path, const QByteArray& bytes);

} // namespace services
