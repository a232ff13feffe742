#pragma once

#include <filesystem>
#include <string>

namespace runtime {

/// The folder of the files that belong to the program: $VIGNETTE_RESOURCES if that was set when the
/// program started, else ../share/vignette relative to the executable (if installed), else
/// resources/ of the sources that it was built from. Throws Error{BadFile} with a sentence if none
/// exists.
std::filesystem::path resourceFolder();
/// Does the same with `named` as the value of the environment variable; empty: not set.
std::filesystem::path resourceFolder(const std::string& named);

/// The path of the built-in model; its vision part is beside it.
std::filesystem::path starterModel();

} // namespace runtime
