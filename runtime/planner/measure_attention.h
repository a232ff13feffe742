#pragma once

#include "runtime/planner/machine_speed.h"
#include "runtime/planner/pass_timer.h"
#include "runtime/planner/self_test_size.h"

namespace runtime {

/// How many measurements measureAttention() makes.
int countOfAttentions();

/// Measures how fast tokens look at keys and values of every type, and what a block does besides
/// that and products. Throws Error.
void measureAttention(
    kernels::Backend& device, PassTimer& timer, const SelfTestSize& size, DeviceSpeed& speed);

} // namespace runtime
