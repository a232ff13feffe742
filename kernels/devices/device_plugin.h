#pragma once

#include "kernels/backend.h"

#include <cstdint>
#include <memory>
#include <string>

// The interface between the program and a backend in a shared library of its own. Both must be
// built from the same sources by the same compiler; the program rejects a library of another build.

namespace kernels {

/// A device that a plugin knows, whether or not it can be used.
struct PluginDevice {
    std::string name; ///< "NVIDIA H200"
    std::string problem; ///< a message that says why it cannot be used; empty if it can
    int64_t totalBytes = 0, freeBytes = 0; ///< of its memory
};

struct DevicePlugin {
    /// Returns how many devices there are; 0, with a message in `problem`, if they cannot be
    /// counted.
    int (*count)(std::string& problem);
    PluginDevice (*describe)(int device);
    /// Throws Error{Unsupported} or Error{OutOfMemory} with a message.
    std::unique_ptr<Backend> (*open)(int device);
};

/// Must be equal in program and plugin. It names the version of this interface and the compiler.
inline constexpr const char pluginBuild[] = "vignette-plugin-2 " __VERSION__;

// The types and the names of the two functions that a plugin exports.
using PluginBuildFunction = const char* (*)();
using PluginFunction = const DevicePlugin* (*)();
inline constexpr const char pluginBuildName[] = "vignettePluginBuild";
inline constexpr const char pluginName[] = "vignettePlugin";

} // namespace kernels
