#pragma once

#include <QString>

#include <nlohmann/json_fwd.hpp>

namespace app {

/// Reads a JSON file of at most 64 MiB and limited depth. Throws Error{BadFile} naming the file.
nlohmann::ordered_json readJsonFile(const QString& path);

} // namespace app
