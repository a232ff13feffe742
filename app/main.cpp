#include "app/application.h"
#include "app/command_line.h"
#include "services/system/paths.h"
#include "services/system/session.h"

#include <csignal>

// Everything of this run has ended when it returns.
static int runProgram(int argc, char** argv, QStringList& options)
{
    app::Application application(argc, argv);
    options = application.options();
    return application.run();
}

int main(int argc, char** argv)
{
    if (app::answerInTerminal(argc, argv))
        return 0;
    services::keepNewFilesPrivate();
    services::preventCoreDumps();
    std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is an error like any other
    QStringList options;
    const int code = runProgram(argc, argv, options);
    if (code != services::restartExitCode)
        return code;
    app::startAgain(argv[0], options);
    return 1;
}
