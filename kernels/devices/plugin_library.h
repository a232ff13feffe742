#pragma once

#include "kernels/devices/device_plugin.h"

#include <filesystem>
#include <string>
#include <vector>

namespace kernels {

/// A plugin, or why there is none. The library stays loaded until the program ends.
struct PluginLibrary {
    const DevicePlugin* plugin = nullptr;
    std::string problem; ///< a sentence; empty if there is a plugin
};

/// Loads the first of the files that exists. Of a library of another build, it runs no code but the
/// function that tells its build.
PluginLibrary openPlugin(const std::vector<std::filesystem::path>& files);

/// Where the CUDA plugin may be: the file that $VIGNETTE_CUDA_PLUGIN names, if it is set; otherwise
/// beside the program and in ../lib/vignette.
std::vector<std::filesystem::path> cudaPluginFiles();

} // namespace kernels
