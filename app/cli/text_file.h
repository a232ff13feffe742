#pragma once

#include <QString>

#include <string>

namespace app {

/// Reads a file of at most 64 MiB. Throws Error{BadFile} naming it.
std::string readTextFile(const QString& path);

} // namespace app
