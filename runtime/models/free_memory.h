#pragma once

#include <cstdint>
#include <filesystem>

namespace runtime {

/// How many bytes this program can still take without swapping: what the system has left, or less
/// if the program runs in a control group with a limit of its own (a container, a systemd slice). 0
/// if the system does not say. Reads only a few small files of /proc and /sys.
int64_t freeMemory();

/// Does the same with the files below `root`, which stands for "/".
int64_t freeMemory(const std::filesystem::path& root);

} // namespace runtime
