#pragma once

#include <filesystem>

namespace services {

/// The folder of what ships with the program: $VIGNETTE_RESOURCES if set, else ../share/vignette
/// beside the executable (installed), else resources/ of the sources it was built from. Throws
/// Error{BadFile} with a sentence if there is none.
std::filesystem::path resourceFolder();

/// The built-in model; its vision part lies beside it.
std::filesystem::path starterModel();

} // namespace services
