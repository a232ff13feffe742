#pragma once

#include "runtime/models/load_options.h"
#include <cstdint>
#include <string>

namespace runtime {

/// The memory that is left for a model on the devices of LoadOptions. Sizes are in bytes.
struct DeviceRoom {
    int64_t free = 0; ///< of all devices together; 0 if it is not known
    /// The devices whose memory it is: "NVIDIA H200 + CPU". Empty: only the system's.
    std::string devices = {};
    std::string card = {}; ///< the first device if it has memory of its own, otherwise empty
    int64_t freeOnCard = 0; ///< of that device
};

/// `systemFree` is how many bytes the system has left, see freeMemory(). A card counts with at most
/// LoadOptions::deviceMemory. Asks the cards that are named, which may wake them and take a while;
/// if only the processor is named, it asks none. Any thread may call it.
DeviceRoom deviceRoom(const LoadOptions& options, int64_t systemFree);

} // namespace runtime
