#include "kernels/devices/plugin_library.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

namespace kernels {

namespace {

std::filesystem::path programFolder()
{
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
}

PluginLibrary openFile(const std::filesystem::path& file)
{
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return {nullptr, file.string() + " cannot be loaded: " + dlerror()};
    const auto build = reinterpret_cast<PluginBuildFunction>(dlsym(library, pluginBuildName));
    const auto entry = reinterpret_cast<PluginFunction>(dlsym(library, pluginName));
    if (!build || !entry)
        return {nullptr, file.string() + " is no plugin of this program."};
    if (std::strcmp(build(), pluginBuild) != 0)
        return {nullptr,
            file.string() + " belongs to another version of this program (" + build()
                + "; expected " + pluginBuild + ")."};
    return {entry(), {}};
}

} // namespace

PluginLibrary openPlugin(const std::vector<std::filesystem::path>& files)
{
    std::error_code error;
    for (const std::filesystem::path& file : files)
        if (std::filesystem::exists(file, error))
            return openFile(file);
    return {nullptr,
        "The CUDA backend is not installed (" + files.front().string() + " does not exist)."};
}

std::vector<std::filesystem::path> cudaPluginFiles()
{
    if (const char* named = std::getenv("VIGNETTE_CUDA_PLUGIN"); named && *named)
        return {named};
    const std::filesystem::path folder = programFolder();
    return {folder / "libvignette_cuda.so",
        folder.parent_path() / "lib" / "vignette" / "libvignette_cuda.so"};
}

} // namespace kernels
