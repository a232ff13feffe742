#pragma once

namespace kernels::cpu {

/// Physical cores this process may use: those of its affinity mask, two hyper-threads counting as
/// one, and not more than the cgroup's CPU quota. At least 1.
int usableCores();

} // namespace kernels::cpu
