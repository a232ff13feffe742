#pragma once

#include "kernels/backend.h"

#include <cstdint>
#include <memory>
#include <string>

// What a backend in a shared library of its own gives the program. Both are built from the same
// sources by the same compiler; a library of another build is refused.

namespace kernels {

/// A device of a plugin, whether or not it can be used.
struct PluginDevice {
    std::string name; ///< "NVIDIA H200"
    std::string problem; ///< empty if it can be used, else a sentence
    int64_t totalBytes = 0, freeBytes = 0; ///< of its memory
};

struct DevicePlugin {
    /// How many devices there are. 0 with a sentence in `problem` where none can be counted.
    int (*count)(std::string& problem);
    PluginDevice (*describe)(int device);
    /// Throws Error{Unsupported} or Error{OutOfMemory} with a sentence.
    std::unique_ptr<Backend> (*open)(int device);
};

/// Equal in program and plugin, or they do not fit: the form of this interface and the compiler.
inline constexpr const char pluginBuild[] = "vignette-plugin-2 " __VERSION__;

// The two functions that a plugin exports.
using PluginBuildFunction = const char* (*)();
using PluginFunction = const DevicePlugin* (*)();
inline constexpr const char pluginBuildName[] = "vignettePluginBuild";
inline constexpr const char pluginName[] = "vignettePlugin";

} // namespace kernels
