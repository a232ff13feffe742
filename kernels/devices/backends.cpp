#include "kernels/devices/backends.h"

#include "kernels/cpu/cpu_backend.h"
#include "kernels/cpu/cpu_features.h"
#include "kernels/reference/reference_ops.h"

#include <charconv>
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
        return {nullptr, file.string() + " can't be loaded: " + dlerror()};
    const auto build = reinterpret_cast<PluginBuildFunction>(dlsym(library, pluginBuildName));
    const auto entry = reinterpret_cast<PluginFunction>(dlsym(library, pluginName));
    if (!build || !entry)
        return {nullptr, file.string() + " isn't a Vignette plugin."};
    if (std::strcmp(build(), pluginBuild) != 0)
        return {nullptr,
            file.string() + " belongs to a different version of Vignette (" + build()
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
        "The CUDA backend isn't installed (" + files.front().string() + " doesn't exist)."};
}

std::vector<std::filesystem::path> cudaPluginFiles()
{
    if (const char* named = std::getenv("VIGNETTE_CUDA_PLUGIN"); named && *named)
        return {named};
    const std::filesystem::path folder = programFolder();
    return {folder / "libvignette_cuda.so",
        folder.parent_path() / "lib" / "vignette" / "libvignette_cuda.so"};
}

namespace {

constexpr std::string_view cudaPrefix = "cuda:";

// Opened once: a library cannot be taken out of memory again while its code may be in use.
const PluginLibrary& cudaPlugin()
{
    static const PluginLibrary library = openPlugin(cudaPluginFiles());
    return library;
}

DeviceOffer offerOfCpu()
{
    try {
        return {"cpu", std::string("CPU, ") + title(cpu::chosenInstructionSet()), ""};
    } catch (const base::Error& error) {
        return {"cpu", "CPU", error.what()};
    }
}

// One for each GPU, or one that says why there is none.
std::vector<DeviceOffer> offersOfCuda()
{
    const auto [plugin, problem] = cudaPlugin();
    std::string why = problem;
    const int devices = plugin ? plugin->count(why) : 0;
    if (devices == 0)
        return {{"cuda", "NVIDIA GPU", why}};
    std::vector<DeviceOffer> offers;
    for (int device = 0; device < devices; ++device) {
        const PluginDevice found = plugin->describe(device);
        offers.push_back({std::string(cudaPrefix) + std::to_string(device), found.name,
            found.problem, found.totalBytes, found.freeBytes});
    }
    return offers;
}

// "cuda" is the first GPU. −1: the name is none of a GPU's.
int cudaDevice(std::string_view name)
{
    if (name == "cuda")
        return 0;
    if (!name.starts_with(cudaPrefix))
        return -1;
    const std::string_view digits = name.substr(cudaPrefix.size());
    int device = -1;
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), device);
    return error == std::errc() && end == digits.end() ? device : -1;
}

std::unique_ptr<Backend> openCuda(int device)
{
    const std::vector<DeviceOffer> offers = offersOfCuda();
    if (!offers.front().problem.empty() && offers.size() == 1)
        throw base::Error(
            base::ErrorKind::Unsupported, offers.front().problem + " Use --device cpu.");
    if (device >= int(offers.size()))
        throw base::Error(base::ErrorKind::Unsupported,
            "No such device: cuda:" + std::to_string(device) + "; the last device is "
                + offers.back().name + ".");
    if (const std::string& problem = offers[size_t(device)].problem; !problem.empty())
        throw base::Error(base::ErrorKind::Unsupported, problem);
    return cudaPlugin().plugin->open(device);
}

} // namespace

std::vector<DeviceOffer> listDevices()
{
    std::vector<DeviceOffer> offers{offerOfCpu()};
    for (DeviceOffer& offer : offersOfCuda())
        offers.push_back(std::move(offer));
    offers.push_back({"reference", reference::ReferenceBackend().description(), ""});
    return offers;
}

std::unique_ptr<Backend> openBackend(std::string_view device, int threads, Products products)
{
    CHECK(threads >= 0);
    if (device == "cpu")
        return std::make_unique<cpu::CpuBackend>(cpu::chosenInstructionSet(), threads, products);
    if (device == "reference")
        return std::make_unique<reference::ReferenceBackend>();
    if (const int card = cudaDevice(device); card >= 0)
        return openCuda(card);
    throw base::Error(base::ErrorKind::Unsupported,
        "No such device: \"" + std::string(device)
            + "\". Devices are cpu, cuda, cuda:N and reference.");
}

} // namespace kernels
