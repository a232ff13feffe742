#pragma once

#include "services/generation/generator_thread.h"
#include "services/generation/loaded_model.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QStringList>

namespace app {

/// The desktop program: builds what it needs in the order in which one thing needs the other, the
/// window before the model.
class Application {
public:
    Application(int& argc, char** argv);

    /// The exit code.
    int run();

private:
    // What the command line asks for.
    struct Options {
        services::LoadOptions model;
        QStringList files; ///< to attach
    };

    Options parseCommandLine() const;

    QApplication m_qt;
    Options m_options;
    ui::Theme m_theme;
    services::GeneratorThread m_generator;
};

} // namespace app
