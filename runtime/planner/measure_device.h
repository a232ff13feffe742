#pragma once

#include "runtime/planner/machine_speed.h"
#include "runtime/planner/pass_timer.h"

#include <functional>
#include <string>

namespace runtime {

/// How many measurements measureAttention() makes.
int countOfAttentions();

/// Measures how fast tokens look at keys and values of every type, and the time of a block without
/// that and products. Throws Error.
void measureAttention(
    kernels::Backend& device, PassTimer& timer, const SelfTestSize& size, DeviceSpeed& speed);

/// Every type that the matrices of a file may have.
std::vector<kernels::DType> weightTypes();

/// How many measurements measureProducts() makes.
int countOfProducts();

/// Measures products with weights as models have them: mapped from a file and brought to the device
/// by the function that brings those of models there. Throws Error.
void measureProducts(
    kernels::Backend& device, PassTimer& timer, const SelfTestSize& size, DeviceSpeed& speed);

/// Measures what a device reaches with the operations by which the engine computes models, on
/// synthetic weights. Takes at most about 20 seconds, up to 600 MB of memory and, on a CPU, all of
/// the threads: what else runs at that time makes it look slower. `threads` = 0: one for each
/// physical core. `progress` receives the share that is done, 0 … 1; returning false ends it.
/// Throws Error{Cancelled} then, Error{Unsupported} for a device that cannot be used, and
/// Error{OutOfMemory}. Any thread may call it.
DeviceSpeed measureDevice(const std::string& device, int threads,
    const std::function<bool(double share)>& progress = {}, const SelfTestSize& size = {});

/// Measures all devices of this computer, one after the other. One that cannot be measured is left
/// out; throws what the last one threw if that is all of them, and Error{Cancelled}.
MachineSpeed measureMachine(int threads, const std::function<bool(double share)>& progress = {});

/// DeviceSpeed::hardware as measureDevice() would write it. Asks a GPU, which may take a while.
/// Empty for a device that cannot be used.
std::string describeHardware(const std::string& device, int threads);

} // namespace runtime
