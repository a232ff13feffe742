#pragma once

#include <QByteArray>
#include <QString>

namespace app {

/// Writes a file that the user asked for by name, completely or not at all. A new one gets the
/// permissions of the user's umask, unlike what the program keeps for itself. Throws Error{BadFile}.
void writeExport(const QString& path, const QByteArray& bytes);

} // namespace app
