#pragma once

#include "app/command_line.h"
#include "services/system/single_instance.h"

#include <QApplication>
#include <QString>
#include <QStringList>
#include <QTranslator>

#include <memory>
#include <vector>

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

/// Replaces this process by a new one of the same program, with these options. Everything of this
/// one must have ended. Returns only if that fails, after a line on the standard error.
void startAgain(char* program, const QStringList& options);

/// Sets the language of the program as long as it exists: its own texts, Qt's texts, numbers, dates
/// and the direction of reading. Widgets that were made before keep the old language.
class Translations {
public:
    /// `language` is the value of the setting; empty: the first language of the desktop for which
    /// there is a translation. English if there is none.
    explicit Translations(const QString& language);
    ~Translations();

private:
    bool install(const QLocale& locale, const QString& name, const QString& folder);

    std::vector<std::unique_ptr<QTranslator>> m_translators;
};

} // namespace app
