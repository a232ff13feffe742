#pragma once

#include "app/command_line.h"
#include "services/system/single_instance.h"

#include <QApplication>

namespace app {

/// The process of the desktop program: hands over to one that runs already, or runs a Program.
class Application {
public:
    Application(int& argc, char** argv);

    /// The exit code.
    int run();

private:
    services::StartRequest request() const;
    int runProgram(services::SingleInstance& instance);

    QApplication m_qt;
    CommandLine m_options;
};

} // namespace app
