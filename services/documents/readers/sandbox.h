#pragma once

namespace services {

/// Takes from this process, for good, what reading does not need: from here on it can read what is
/// open, write to its standard output, compute and end. It opens no file (EPERM), and whatever
/// only a program does that was taken over (a socket, another program, a file for writing) ends it
/// at once. Must be called while there is one thread. Returns whether the system could do it; where it
/// has namespaces for everybody, the process is without a network, too.
bool enterSandbox();

} // namespace services
