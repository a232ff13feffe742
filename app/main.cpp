#include "app/application.h"
#include "app/command_line.h"
#include "services/system/private_files.h"
#include "services/system/restart.h"

#include <cstdio>
#include <unistd.h>

// Everything of this run has ended when it returns.
static int runProgram(int argc, char** argv)
{
    app::Application application(argc, argv);
    return application.run();
}

int main(int argc, char** argv)
{
    if (app::answerInTerminal(argc, argv))
        return 0;
    services::keepNewFilesPrivate();
    const int code = runProgram(argc, argv);
    if (code != services::restartExitCode)
        return code;
    execl("/proc/self/exe", argv[0], static_cast<char*>(nullptr));
    std::perror("vignette cannot start again");
    return 1;
}
