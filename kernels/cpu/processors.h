#pragma once

namespace kernels::cpu {

/// The number of physical cores that this process may use: those of its affinity mask, where two
/// hyper-threads count as one, but not more than the CPU quota of its cgroup. At least 1.
int usableCores();

} // namespace kernels::cpu
