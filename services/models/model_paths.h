#pragma once

#include "services/models/model_id.h"

#include <filesystem>

namespace services {

// Between the paths that the engine takes and those that the window shows; empty: the built-in
// model.
ModelId modelIdOf(const std::filesystem::path& path);
std::filesystem::path pathOf(const ModelId& model);

} // namespace services
