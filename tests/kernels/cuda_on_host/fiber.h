#pragma once

#include <cstddef>

namespace cuda_on_host {

/// A flow of control that keeps its own stack and runs until it hands over to another.
struct Fiber {
    void* stackPointer = nullptr; ///< while it does not run
};

/// Makes a fiber that calls `entry` on the stack that ends at `top` when it is switched to. `entry`
/// never returns.
void prepare(Fiber& fiber, std::byte* top, void (*entry)());

/// Goes on with `to`; returns when another fiber switches to `from`. Costs a few nanoseconds, for
/// no system is called: signal masks and rounding modes are shared.
extern "C" void switchFiber(Fiber* from, const Fiber* to);

} // namespace cuda_on_host
