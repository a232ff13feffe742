#pragma once

#include <filesystem>

namespace services {

/// The folder of the files that belong to the program: $VIGNETTE_RESOURCES if it is set, else
/// ../share/vignette relative to the executable (if installed), else resources/ of the sources that
/// it was built from. Throws Error{BadFile} with a sentence if none exists.
std::filesystem::path resourceFolder();

/// The path of the built-in model; its vision part is beside it.
std::filesystem::path starterModel();

} // namespace services
