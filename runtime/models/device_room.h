#pragma once

#include "runtime/models/load_options.h"
#include <cstdint>
#include <string>

namespace runtime {

/// The memory that is left for a model where LoadOptions has it computed. A value; sizes in bytes.
struct DeviceRoom {
    int64_t free = 0; ///< that all devices together can still give; 0: unknown
    std::string devices
        = {}; ///< whose memory that is: "NVIDIA H200 + CPU"; empty: the system's alone
    std::string card = {}; ///< the first device if it has memory of its own, else empty
    int64_t freeOnCard = 0; ///< of that one
};

/// `systemFree` are the bytes that the system has left, see freeMemory(). A card gives at most
/// LoadOptions::deviceMemory. Asks the cards that are named, which may wake them and take a while;
/// where only the processor is named nobody is asked. Any thread.
DeviceRoom deviceRoom(const LoadOptions& options, int64_t systemFree);

} // namespace runtime
