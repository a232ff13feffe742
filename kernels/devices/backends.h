#pragma once

#include "kernels/backend.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kernels {

/// A device this build knows of, whether or not this machine has it.
struct DeviceOffer {
    std::string name; ///< what --device takes: "cpu", "reference", "cuda:0"
    std::string description;
    std::string problem; ///< empty if it can be used, else a sentence that says why not
    int64_t totalBytes = 0, freeBytes = 0; ///< of a card's own memory; 0: it has none, or unknown
};

std::vector<DeviceOffer> listDevices();

/// Opens a device by the name --device takes. threads = 0 means one per physical core this process
/// may use. Throws Error{Unsupported} with a sentence if the name is unknown or the device cannot
/// be used.
std::unique_ptr<Backend> openBackend(std::string_view device, int threads = 0);

} // namespace kernels
