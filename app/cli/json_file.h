#pragma once

#include <QString>

#include <nlohmann/json_fwd.hpp>

namespace app {

/// A JSON file of at most 64 MiB and modest depth. Throws Error{BadFile} naming the file.
nlohmann::ordered_json readJsonFile(const QString& path);

} // namespace app
