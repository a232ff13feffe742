#pragma once

#include "services/models/model_id.h"

#include <filesystem>

namespace services {

/// Conversions between the paths of the engine and the ids of the window. Empty: the built-in
/// model.
ModelId modelIdOf(const std::filesystem::path& path);
std::filesystem::path pathOf(const ModelId& model);

} // namespace services
