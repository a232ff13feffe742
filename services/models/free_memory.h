#pragma once

#include <QtGlobal>

#include <filesystem>

namespace services {

/// Bytes that this program can still take without swapping: what the system has left, or less where
/// the program runs in a control group with a limit of its own (a container, a systemd slice). 0 if
/// the system does not say. Reads a few small files that are never on a disk.
qint64 freeMemory();

/// The same from files below `root`, which stands for "/".
qint64 freeMemory(const std::filesystem::path& root);

} // namespace services
