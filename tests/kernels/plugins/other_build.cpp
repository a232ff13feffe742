// A plugin of another build of the program.
#include "kernels/devices/device_plugin.h"

extern "C" {

const char* vignettePluginBuild()
{
    return "vignette-plugin-0 of long ago";
}

const kernels::DevicePlugin* vignettePlugin()
{
    return nullptr; // is not requested
}

} // extern "C"
