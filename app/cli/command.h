#pragma once

#include <QCommandLineParser>
#include <QStringList>

#include <span>
#include <stdexcept>

namespace app {

/// A wrong command line: exit code 2 and the sentence, unlike an Error, which is exit code 1.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A subcommand of vignette-cli. `arguments` are those after its name.
struct Command {
    const char* name;
    const char* summary; ///< one line for `vignette-cli help`
    int (*run)(const QStringList& arguments); ///< the exit code
};

// One file each. All of them throw kernels::Error or UsageError.
int runCaption(const QStringList& arguments);
int runChat(const QStringList& arguments);
int runModels(const QStringList& arguments);
int runBench(const QStringList& arguments);
int runInspect(const QStringList& arguments);

/// The command `arguments` name first, from `table`; throws UsageError listing the names if none.
const Command& findCommand(
    std::span<const Command> table, const QStringList& arguments, const char* program);

/// Parses `arguments` with `parser`, to which --help is added. Throws UsageError with Qt's sentence
/// for an unknown option, and prints the help and ends the program for --help.
void parse(QCommandLineParser& parser, const char* program, const QStringList& arguments);

/// Numbers on the command line: UsageError names the option, what was given and what is allowed.
qint64 integerOption(
    const QCommandLineParser& parser, const QString& name, qint64 low, qint64 high);
double numberOption(const QCommandLineParser& parser, const QString& name, double low, double high);
qint64 parseInteger(const QString& text, const QString& what, qint64 low, qint64 high);

} // namespace app
