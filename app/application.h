#pragma once

#include "app/command_line.h"
#include "services/system/single_instance.h"

#include <QApplication>

namespace app {

/// The process of the desktop program: it either hands its request over to an instance that is
/// already running, or runs a Program.
class Application {
public:
    Application(int& argc, char** argv);

    /// Returns the exit code of the process.
    int run();

    /// Those of the command line that a start after this one is given.
    QStringList options() const { return m_options.options; }

private:
    services::StartRequest request() const;
    int runProgram(services::SingleInstance& instance);

    QApplication m_qt;
    CommandLine m_options;
};

} // namespace app
