#pragma once

#include "kernels/backend.h"
#include "kernels/devices/device_plugin.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kernels {

/// A plugin, or why there is none. The library stays loaded until the program ends.
struct PluginLibrary {
    const DevicePlugin* plugin = nullptr;
    std::string problem; ///< a message; empty if there is a plugin
};

/// Loads the first of the files that exists. It runs no code of a library of another build except
/// for the function that returns its build.
PluginLibrary openPlugin(const std::vector<std::filesystem::path>& files);

/// The possible locations of the CUDA plugin: the file that $VIGNETTE_CUDA_PLUGIN names, if it is
/// set; otherwise in the program's folder and in ../lib/vignette.
std::vector<std::filesystem::path> cudaPluginFiles();

/// A device that this build knows, whether or not this machine has it.
struct DeviceOffer {
    std::string name; ///< what --device takes: "cpu", "reference", "cuda:0"
    std::string description;
    std::string problem; ///< a message that says why the device cannot be used; empty if it can
    /// The size of a GPU's own memory and the free part of it; 0 if it has none or it is not known.
    int64_t totalBytes = 0, freeBytes = 0;
};

std::vector<DeviceOffer> listDevices();

/// Opens a device by the name that --device takes. `threads` = 0 means one thread for each physical
/// core that this process may use. `products` is for the CPU alone. Throws Error{Unsupported} with
/// a message if the name is not known or the device cannot be used.
std::unique_ptr<Backend> openBackend(
    std::string_view device, int threads = 0, Products products = Products::Exact);

} // namespace kernels
