#pragma once

#include "services/documents/document.h"

#include <optional>

namespace services {

/// Takes from this process, for good, what reading does not need: from here on it can read what is
/// open, write to its standard output, compute and end. It opens no file (EPERM), and whatever
/// only a program does that was taken over (a socket, another program, a file for writing) ends it
/// at once. Must be called while there is one thread. Nothing if the system cannot filter system calls;
/// otherwise what it permitted in addition, for root and for other users: where there are user
/// namespaces, the process is left without a network and with an empty root folder.
std::optional<ReaderIsolation> enterSandbox();

} // namespace services
