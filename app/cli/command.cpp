#include "app/cli/command.h"

#include "app/cli/output.h"

#include <QCoreApplication>

#include <cmath>

namespace app {

namespace {

QString joinNames(std::span<const Command> table)
{
    QStringList names;
    for (const Command& command : table)
        names << command.name;
    return names.join(QStringLiteral(", "));
}

[[noreturn]] void reject(const QString& message)
{
    throw UsageError(message.toStdString());
}

} // namespace

const Command& findCommand(
    std::span<const Command> table, const QStringList& arguments, const char* program)
{
    if (arguments.isEmpty())
        reject(
            QStringLiteral("%1 needs a command: %2").arg(QLatin1String(program), joinNames(table)));
    for (const Command& command : table) {
        if (arguments.first() == QLatin1String(command.name))
            return command;
    }
    reject(QStringLiteral("unknown command '%2' of %1; available: %3")
               .arg(QLatin1String(program), arguments.first(), joinNames(table)));
}

QCommandLineOption withDefault(
    const QString& name, const QString& description, const QString& valueName, const QString& value)
{
    return {name, QStringLiteral("%1 Default: %2").arg(description, value), valueName, value};
}

void parse(QCommandLineParser& parser, const char* program, const QStringList& arguments)
{
    const QCommandLineOption help = parser.addHelpOption();
    if (!parser.parse(QStringList(QLatin1String(program)) + arguments))
        reject(parser.errorText());
    if (parser.isSet(help)) {
        QString text = parser.helpText();
        text.replace(QCoreApplication::arguments().constFirst(), QLatin1String(program));
        printText(text.toStdString());
        std::exit(0);
    }
}

qint64 parseInteger(const QString& text, const QString& what, qint64 low, qint64 high)
{
    bool isNumber = false;
    const qint64 value = text.trimmed().toLongLong(&isNumber);
    if (!isNumber || value < low || value > high) {
        reject(QStringLiteral("%1 needs an integer from %2 to %3, not '%4'")
                   .arg(what)
                   .arg(low)
                   .arg(high)
                   .arg(text));
    }
    return value;
}

qint64 integerOption(const QCommandLineParser& parser, const QString& name, qint64 low, qint64 high)
{
    return parseInteger(parser.value(name), QStringLiteral("--") + name, low, high);
}

double numberOption(const QCommandLineParser& parser, const QString& name, double low, double high)
{
    bool isNumber = false;
    const double value = parser.value(name).toDouble(&isNumber);
    if (!isNumber || !std::isfinite(value) || value < low || value > high) {
        reject(QStringLiteral("--%1 needs a number from %2 to %3, not '%4'")
                   .arg(name)
                   .arg(low)
                   .arg(high)
                   .arg(parser.value(name)));
    }
    return value;
}

} // namespace app
