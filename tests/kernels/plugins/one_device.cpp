// A plugin of this build, with one device that can be used and one that cannot.
#include "kernels/devices/device_plugin.h"
#include "kernels/reference/reference_ops.h"

namespace {

int count(std::string&)
{
    return 2;
}

kernels::PluginDevice describe(int device)
{
    if (device == 0)
        return {"Test GPU", "", 1000, 600};
    return {"Old GPU", "Old GPU is too old for anything.", 100, 0};
}

std::unique_ptr<kernels::Backend> open(int)
{
    return std::make_unique<kernels::reference::ReferenceBackend>();
}

constexpr kernels::DevicePlugin plugin = {count, describe, open};

} // namespace

extern "C" {

const char* vignettePluginBuild()
{
    return kernels::pluginBuild;
}

const kernels::DevicePlugin* vignettePlugin()
{
    return &plugin;
}

} // extern "C"
