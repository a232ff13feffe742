#pragma once

#include <QtGlobal>

#include <filesystem>

namespace services {

/// How many bytes this program can still take without swapping: what the system has left, or less
/// if the program runs in a control group with a limit of its own (a container, a systemd slice). 0
/// if the system does not say. Reads only a few small files of /proc and /sys.
qint64 freeMemory();

/// Does the same with the files below `root`, which stands for "/".
qint64 freeMemory(const std::filesystem::path& root);

} // namespace services
