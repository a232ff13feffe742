#pragma once

#include <QCommandLineParser>
#include <QStringList>

#include <span>
#include <stdexcept>

namespace app {

/// Thrown for a wrong command line: the program prints the message and exits with code 2. (An Error
/// exits with code 1.)
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A subcommand of vignette-cli. `arguments` are those after its name.
struct Command {
    const char* name;
    const char* summary; ///< one line for `vignette-cli help`
    int (*run)(const QStringList& arguments); ///< returns the exit code
};

// The subcommands, one file each. All of them throw base::Error or UsageError.
int runCaption(const QStringList& arguments);
int runChat(const QStringList& arguments);
int runDocuments(const QStringList& arguments);
int runModels(const QStringList& arguments);
int runServe(const QStringList& arguments);
int runBench(const QStringList& arguments);
int runEval(const QStringList& arguments);
int runInspect(const QStringList& arguments);

/// Returns the command of `table` that the first of `arguments` names. Throws UsageError with a
/// list of the names if there is none.
const Command& findCommand(
    std::span<const Command> table, const QStringList& arguments, const char* program);

/// An option that takes a value and says in its help what the value is if it is not given.
QCommandLineOption withDefault(const QString& name, const QString& description,
    const QString& valueName, const QString& value);

/// Parses `arguments` with `parser`, to which it adds --help. Throws UsageError with Qt's message
/// for an unknown option. For --help it prints the help and ends the program.
void parse(QCommandLineParser& parser, const char* program, const QStringList& arguments);

/// Read a number of the command line. Throw UsageError with the name of the option, what was given
/// and what is allowed.
qint64 integerOption(
    const QCommandLineParser& parser, const QString& name, qint64 low, qint64 high);
double numberOption(const QCommandLineParser& parser, const QString& name, double low, double high);
qint64 parseInteger(const QString& text, const QString& what, qint64 low, qint64 high);

} // namespace app
