#pragma once

#include <QByteArray>
#include <QString>

namespace services {

/// Writes a file at once or not at all. Throws Error{BadFile} with a sentence that names it. Any
/// thread.
void writeWhole(const QString& path, const QByteArray& bytes);

} // namespace services
