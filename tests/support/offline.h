#pragma once

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tests {

/// True if a program can be started without the network, which some containers forbid.
inline bool canGoOffline()
{
    const pid_t child = fork();
    if (child == 0)
        _exit(unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0 ? 0 : 1);
    int status = 1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace tests
