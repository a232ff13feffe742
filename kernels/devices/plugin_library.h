#pragma once

#include "kernels/devices/device_plugin.h"

#include <filesystem>
#include <string>
#include <vector>

namespace kernels {

/// A plugin as it was found, or why it was not. A value; the library stays in memory for good.
struct PluginLibrary {
    const DevicePlugin* plugin = nullptr;
    std::string problem; ///< a sentence, if there is no plugin
};

/// Opens the first of the files that exists. Runs no code of a library of another build but the
/// function that says so.
PluginLibrary openPlugin(const std::vector<std::filesystem::path>& files);

/// Where the CUDA plugin may lie: $VIGNETTE_CUDA_PLUGIN alone if that is set, else beside the
/// program and in ../lib/vignette.
std::vector<std::filesystem::path> cudaPluginFiles();

} // namespace kernels
