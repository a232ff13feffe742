#pragma once

#include "engine/layers/layout_file.h"
#include "kernels/backend.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace engine {

/// Which device holds which part of a decoder. The devices must outlive everything that is placed
/// by the plan.
struct DevicePlan {
    kernels::Backend* embedding = nullptr;
    std::vector<kernels::Backend*> blocks; ///< one for each layer
    kernels::Backend* head = nullptr; ///< the final norm and the logits
    LayoutFolder layouts = {}; ///< for the blocks and the head

    static DevicePlan onOneDevice(kernels::Backend& device, int64_t layers)
    {
        return {&device, std::vector<kernels::Backend*>(size_t(layers), &device), &device, {}};
    }
};

} // namespace engine
