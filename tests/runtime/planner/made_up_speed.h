#pragma once

#include "runtime/planner/machine_speed.h"

namespace tests {

/// A device on which everything takes a time that can be reckoned in the head.
inline runtime::DeviceSpeed madeUpDevice(const char* name = "cpu")
{
    runtime::DeviceSpeed device{.device = name, .hardware = "made up"};
    for (int type = 0; type <= int(kernels::DType::MXFP4); ++type)
        device.weights[kernels::DType(type)] = {1e9, 1e9, 1e11};
    for (const auto type : {kernels::DType::F16, kernels::DType::CacheQ8, kernels::DType::CacheQ4})
        device.cache[type] = {1e9, 1e11};
    device.widths = {{1024, 1}, {8192, 2}};
    device.productSeconds = 1e-6;
    device.blockSeconds = 1e-5;
    device.numberSeconds = 1e-10;
    device.spanOperationsPerSecond = 1e11;
    device.choiceSeconds = 1e-9;
    device.pixelSeconds = 1e-8;
    return device;
}

/// The same so many times as fast.
inline runtime::DeviceSpeed faster(runtime::DeviceSpeed device, double times)
{
    for (auto& [type, speed] : device.weights)
        speed = {speed.narrowBytesPerSecond * times, speed.wideBytesPerSecond * times,
            speed.operationsPerSecond * times};
    for (auto& [type, speed] : device.cache)
        speed = {speed.bytesPerSecond * times, speed.operationsPerSecond * times};
    device.productSeconds /= times;
    device.blockSeconds /= times;
    device.numberSeconds /= times;
    device.spanOperationsPerSecond *= times;
    device.choiceSeconds /= times;
    device.pixelSeconds /= times;
    return device;
}

} // namespace tests
