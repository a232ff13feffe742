#pragma once

#include "runtime/planner/machine_speed.h"
#include "runtime/planner/pass_timer.h"
#include "runtime/planner/self_test_size.h"

namespace runtime {

/// Every type that the matrices of a file may have.
std::vector<kernels::DType> weightTypes();

/// How many measurements measureProducts() makes.
int countOfProducts();

/// Measures products with weights as models have them: mapped from a file and brought to the device
/// by the function that brings those of models there. Throws Error.
void measureProducts(
    kernels::Backend& device, PassTimer& timer, const SelfTestSize& size, DeviceSpeed& speed);

} // namespace runtime
