#pragma once

#include "runtime/planner/machine_speed.h"
#include <functional>
#include <string>

namespace runtime {

/// How much is computed, and for how long; for tests, which have no time.
struct SelfTestSize {
    double seconds = 18; ///< at least one pass of everything is measured, however long that takes
    int64_t weightBytes = 256 << 20; ///< at most: more than any cache of a processor holds
    int64_t matrixBytes = 8 << 20; ///< of which the weights consist
    int64_t promptRows = 0; ///< of the matrices that many tokens pass; 0: what suits the device
    int64_t tokens = 512; ///< that are read at once
    int64_t past = 1024; ///< tokens that one token looks at
    int64_t patches = 1024; ///< of a picture
};

/// Measures what a device reaches with the operations by which the engine computes models, on made-up
/// weights. Takes at most about 20 seconds, up to 300 MB of the device's memory and, on a processor,
/// all of the threads: what else runs at that time makes it look slower. `threads` = 0: one for each
/// physical core. `progress` is told the share that is done, 0 … 1; returning false ends it.
/// Throws Error{Cancelled} then, Error{Unsupported} for a device that cannot be used, and
/// Error{OutOfMemory}. Any thread may call it.
DeviceSpeed measureDevice(const std::string& device, int threads,
    const std::function<bool(double share)>& progress = {}, const SelfTestSize& size = {});

/// Measures all devices of this computer, one after the other. One that cannot be measured is left
/// out; throws what the last one threw if that is all of them, and Error{Cancelled}.
MachineSpeed measureMachine(int threads, const std::function<bool(double share)>& progress = {});

/// DeviceSpeed::hardware as measureDevice() would write it. Asks a card, which may take a while.
/// Empty for a device that cannot be used.
std::string hardwareOf(const std::string& device, int threads);

} // namespace runtime
