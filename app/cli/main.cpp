#include "app/cli/command.h"
#include "app/cli/documents.h"
#include "app/cli/output.h"
#include "base/error.h"
#include "services/system/paths.h"
#include "services/system/session.h"

#include <QCoreApplication>
#include <QGuiApplication>

#include <algorithm>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <memory>
#include <new>

namespace {

constexpr app::Command commands[] = {
    {"caption", "describe pictures", app::runCaption},
    {"chat", "answer a prompt, with or without pictures", app::runChat},
    {"documents", "print, list or remove documents", app::runDocuments},
    {"index", "index files and folders for searching", app::runIndex},
    {"search", "search documents", app::runSearch},
    {"ask", "answer a question from documents, with sources", app::runAsk},
    {"serve", "run an OpenAI-compatible server", app::runServe},
    {"models", "download, inspect, convert and delete models", app::runModels},
    {"bench", "measure the speed of a model on this computer", app::runBench},
    {"eval", "measure perplexity on a text", app::runEval},
    {"inspect", "show intermediate results of the engine", app::runInspect},
};

int showHelp()
{
    std::puts(
        "vignette-cli: private chat about pictures and texts in the terminal\n\nUsage: "
        "vignette-cli SUBCOMMAND [OPTIONS] …; vignette-cli SUBCOMMAND --help shows its options.\n");
    for (const app::Command& command : commands)
        std::printf("  %-9s %s\n", command.name, command.summary);
    return 0;
}

int run(const QStringList& arguments)
{
    if (!arguments.isEmpty() && QStringList{"help", "--help", "-h"}.contains(arguments.first()))
        return showHelp();
    if (!arguments.isEmpty() && arguments.first() == QLatin1String("--version")) {
        std::puts("vignette-cli " VIGNETTE_VERSION);
        return 0;
    }
    return app::findCommand(commands, arguments, "vignette-cli").run(arguments.mid(1));
}

// Text is drawn with the fonts of a QGuiApplication, which takes time to start and shows nothing here.
std::unique_ptr<QCoreApplication> makeApplication(int& argumentCount, char** arguments)
{
    const bool draws = std::any_of(arguments, arguments + argumentCount,
        [](const char* argument) { return QByteArrayView(argument).startsWith("--evidence"); });
    if (!draws)
        return std::make_unique<QCoreApplication>(argumentCount, arguments);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    return std::make_unique<QGuiApplication>(argumentCount, arguments);
}

} // namespace

int main(int argumentCount, char** argumentValues)
{
    services::preventCoreDumps();
    services::keepNewFilesPrivate(); // stores, caches and settings; exports are given to others
    const auto application = makeApplication(argumentCount, argumentValues);
    std::setlocale(LC_NUMERIC, "C");
    qInstallMessageHandler(
        [](QtMsgType type, const QMessageLogContext& context, const QString& message) {
            app::printError(qFormatLogMessage(type, context, message).toStdString());
        });
    std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is an error like any other
    try {
        return run(application->arguments().mid(1));
    } catch (const app::UsageError& error) {
        app::printError(error.what());
        return 2;
    } catch (const std::bad_alloc&) {
        app::printError(base::outOfMemory("this").what());
        return 1;
    } catch (const std::exception& error) {
        app::printError(error.what());
        return 1;
    }
}
