#pragma once

#include "services/documents/document.h"

#include <optional>
#include <span>

namespace services {

/// Takes from this process, for good, what reading does not need: from here on it can read what is
/// open, write to its standard output, compute and end. It opens no file (EPERM) except for reading in
/// `folders` and below, and whatever only a program does that was taken over (a socket, another
/// program, a file for writing) ends it at once. Must be called while there is one thread. Nothing if
/// the system cannot filter system calls; otherwise what it permitted in addition, for root and for
/// other users: where there are user namespaces, the process is left without a network and with a root
/// folder that has `folders` only. Without them Landlock guards the folders; without it, too, no file
/// is opened.
std::optional<ReaderIsolation> enterSandbox(std::span<const char* const> folders = {});

} // namespace services
