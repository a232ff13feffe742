#pragma once

namespace kernels::cpu {

/// Asks the system to let the calling thread, and those that it starts afterwards, compute in turns
/// of 0.1 ms. Among busy programs they get no more of a CPU than before, but they wait less for
/// each turn, which counts for threads that wait for one another. False if the system has no such
/// turns (Linux has them from 6.12 on) or does not allow it; nothing has changed then.
bool askForShortTurns();

} // namespace kernels::cpu
